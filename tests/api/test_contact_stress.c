/// The virial of bodies and the mean stress of regions against forces that are known.
#include "tests/support/worlds.h"

#define GRAVITY 10.0

static void assert_no_stress(scree_tensor t)
{
    assert_true(t.xx == 0.0 && t.xy == 0.0 && t.yx == 0.0 && t.yy == 0.0);
}

TEST(a_pair_pressed_together_has_the_stress_of_the_force)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id left = add_crate(world, -0.5f, 0.0f, 0.5f, 0.5f);
    scree_body_id right = add_crate(world, 0.5f, 0.0f, 0.5f, 0.5f);
    const double force = 12.0;
    const scree_aabb both = {{-1.0f, -0.5f}, {1.0f, 0.5f}}, one = {{0.0f, -0.5f}, {1.0f, 0.5f}};
    assert_no_stress(scree_body_virial(world, left));
    assert_no_stress(scree_world_stress(world, both));
    for (int i = 0; i < 120; ++i)
    {
        scree_body_apply_force_to_center(world, left, (scree_vec2){(float)force, 0.0f});
        scree_body_apply_force_to_center(world, right, (scree_vec2){(float)-force, 0.0f});
        step_world(world);
    }
    // The face is 0.5 m from each centre.
    const scree_tensor of_left = scree_body_virial(world, left);
    assert_near(of_left.xx, -0.5 * force, 0.02 * force);
    assert_near(of_left.yy, 0.0, 0.01 * force);
    assert_near(scree_body_virial(world, right).xx, of_left.xx, 0.01 * force);
    assert_near(scree_world_stress(world, both).xx, of_left.xx, 0.01 * force);
    assert_near(scree_world_stress(world, one).xx, of_left.xx, 0.01 * force);
    // A centre at the lower sides is in a region, one at the upper sides is not.
    const scree_vec2 p = scree_body_position(world, left);
    const scree_vec2 below = {p.x - 1.0f, p.y - 1.0f}, above = {p.x + 0.5f, p.y + 0.5f};
    const scree_aabb outside[] = {{below, {p.x, above.y}}, {below, {above.x, p.y}}};
    assert_no_stress(scree_world_stress(world, outside[0]));
    assert_no_stress(scree_world_stress(world, outside[1]));
    assert_true(scree_world_stress(world, (scree_aabb){p, above}).xx < 0.0);
}

TEST(a_column_of_crates_has_the_pressure_of_the_weight_above)
{
    scoped_world *world = world_with_gravity(0.0f, (float)-GRAVITY);
    scree_shape_def def = scree_shape_def_default();
    scree_body_id ground = add_ground(world, &def);
    scree_body_id crates[10];
    for (int i = 0; i < 10; ++i)
    {
        crates[i] = add_crate(world, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
    }
    run_seconds(world, 5.0f);
    for (int i = 0; i < 10; ++i)
    {
        // Half the weight of the crate itself: forces above and below it differ by its weight.
        const double pressure = GRAVITY * (9.5 - (double)i);
        assert_near(scree_body_virial(world, crates[i]).yy, -pressure, 0.02 * pressure + 0.2);
    }
    // Crates 2 to 5, in four square metres of a region of eight.
    const scree_tensor part = scree_world_stress(world, (scree_aabb){{-1.0f, 2.0f}, {1.0f, 6.0f}});
    assert_near(part.yy, -0.5 * GRAVITY * 6.0, 1.0);
    assert_near(part.xx, 0.0, 0.5);
    assert_near(part.xy, 0.0, 0.5);
    assert_no_stress(scree_world_stress(world, (scree_aabb){{5.0f, 2.0f}, {9.0f, 6.0f}}));
    assert_no_stress(scree_body_virial(world, ground));
}

TEST(discs_in_a_bin_press_on_all_sides)
{
    scoped_world *world = world_with_gravity(0.0f, (float)-GRAVITY);
    const scree_shape_def smooth = surface(0.0f, 0.0f);
    add_bin(world, &smooth, 3.0f, 20.0f, false);
    test_random random = {3};
    scree_body_id discs[300];
    for (int i = 0; i < 300; ++i)
    {
        const float radius = random_between(&random, 0.15f, 0.25f);
        discs[i] = add_body(world, SCREE_BODY_DYNAMIC, -2.7f + 0.6f * (float)(i % 10),
                            0.4f + 0.55f * (float)(i / 10), 0.0f);
        add_circle(world, discs[i], &smooth, radius);
    }
    run_seconds(world, 15.0f);
    const scree_aabb region = {{-3.0f, 1.0f}, {3.0f, 2.0f}};
    double weight = 0.0;
    for (int i = 0; i < 300; ++i)
    {
        const float y = scree_body_center_of_mass(world, discs[i]).y;
        const double part = y >= region.upper.y ? 1.0 : y >= region.lower.y ? 0.5 : 0.0;
        weight += part * GRAVITY * (double)scree_body_mass(world, discs[i]);
    }
    const scree_tensor stress = scree_world_stress(world, region);
    const double pressure = weight / 6.0;
    assert_near(stress.yy, -pressure, 0.15 * pressure);
    assert_in_range(stress.xx / stress.yy, 0.5, 1.2);
    // At rest moments balance: the tensor is symmetric.
    assert_near(stress.xy, stress.yx, 0.02 * pressure);
}

TEST(bad_regions_and_ids_have_no_stress)
{
    scoped_world *world = world_with_gravity(0.0f, (float)-GRAVITY);
    scree_shape_def def = scree_shape_def_default();
    add_ground(world, &def);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_steps(world, 30);
    assert_true(scree_body_virial(world, crate).yy < 0.0);
    const scree_aabb bad[] = {{{1.0f, 1.0f}, {-1.0f, -1.0f}},
                              {{-1.0f, 0.0f}, {-1.0f, 1.0f}},
                              {{NAN, 0.0f}, {1.0f, 1.0f}},
                              {{-INFINITY, 0.0f}, {1.0f, 1.0f}}};
    for (int i = 0; i < 4; ++i)
    {
        assert_no_stress(scree_world_stress(world, bad[i]));
    }
    assert_no_stress(scree_world_stress(NULL, (scree_aabb){{-1.0f, -1.0f}, {1.0f, 1.0f}}));
    assert_ok(scree_body_destroy(world, crate));
    assert_no_stress(scree_body_virial(world, crate));
    assert_no_stress(scree_body_virial(NULL, crate));
}

TEST(a_crate_on_a_slope_has_the_stress_of_the_ground_that_carries_it)
{
    const float angle = 0.3f;
    scoped_world *world = world_with_gravity(0.0f, (float)-GRAVITY);
    const scree_shape_def rough = surface(0.8f, 0.0f);
    const scree_body_id slope = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, angle);
    add_box(world, slope, &rough, 10.0f, 0.5f);
    const scree_body_id crate =
        add_body(world, SCREE_BODY_DYNAMIC, -sinf(angle), cosf(angle), angle);
    add_box(world, crate, &rough, 0.5f, 0.5f);
    run_seconds(world, 3.0f);
    // Its forces add up to its weight and have no moment: the tensor is symmetric.
    const scree_tensor virial = scree_body_virial(world, crate);
    assert_near(virial.xy, virial.yx, 0.02 * GRAVITY);
    assert_at_most(virial.yy, -0.4 * GRAVITY);
}
