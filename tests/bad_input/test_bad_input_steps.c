/// Bodies that become non-finite, and input that is finite but extreme.
#include "tests/support/worlds.h"

static void mix_nonsense(const struct scree_material *a, const struct scree_material *b,
                         scree_contact_material *mixed, void *context)
{
    (void)a;
    (void)b;
    const float *value = context;
    *mixed = (scree_contact_material){*value, *value, *value, *value, *value};
}

TEST(a_callback_that_mixes_nonsense_is_clamped)
{
    float values[] = {NAN, INFINITY, -INFINITY, -1.0f, 1e38f};
    for (int i = 0; i < 5; ++i)
    {
        scree_world_def def = scree_world_def_default();
        def.mixing_callback = mix_nonsense;
        def.mixing_context = &values[i];
        scoped_world *world = world_of(&def);
        add_ground(world, usual_shape());
        scree_body_id box = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
        scree_body_id ball = add_ball(world, 3.0f, 1.0f, 0.5f);
        run_seconds(world, 1.0f);
        assert_true(scree_body_is_enabled(world, box) && scree_body_is_enabled(world, ball));
        assert_true(fabsf(scree_body_position(world, box).y) < 1e4f);
    }
}

/// Two piles that do not touch. In the first one a body is driven out of the +-1e8 m bounds.
typedef struct two_piles
{
    scree_world *world;
    scree_body_id near[10], far[10], ground;
} two_piles;

static two_piles make_piles(void)
{
    two_piles p = {.world = world_with_gravity(0.0f, -10.0f)};
    p.ground = add_ground(p.world, usual_shape());
    for (int i = 0; i < 10; ++i)
    {
        p.near[i] = add_crate(p.world, -50.0f, 0.5f + (float)i, 0.5f, 0.5f);
        p.far[i] = add_crate(p.world, 50.0f, 0.5f + (float)i, 0.5f, 0.5f);
    }
    run_steps(p.world, 10);
    return p;
}

/// Gives the top of the near pile forces, or velocities past the checks, that become infinite.
static void drive(two_piles *p, int deed)
{
    scree_body_id top = p->near[9];
    scree_vec2 huge = {3e38f, 3e38f}, still = {0.0f, 0.0f};
    scree_mass_data light = {0.1f, 0.01f, still};
    scree_body_view view = scree_world_bodies(p->world);
    int row = 0;
    while (view.id[row].value != top.value)
    {
        ++row;
    }
    switch (deed)
    {
    case 0:
        assert_ok(scree_body_set_mass_data(p->world, top, &light));
        assert_ok(scree_body_apply_force_to_center(p->world, top, huge));
        break;
    case 1:
        assert_ok(scree_body_set_mass_data(p->world, top, &light));
        assert_ok(scree_body_apply_torque(p->world, top, 3e38f));
        break;
    case 2:
        view.vx[row] = view.vy[row] = INFINITY;
        break;
    case 3:
        view.w[row] = -INFINITY;
        break;
    default:
        view.vy[row] = view.w[row] = NAN;
        break;
    }
}

TEST(a_body_driven_out_of_the_range_of_numbers_is_disabled_and_others_go_on)
{
    for (int deed = 0; deed < 5; ++deed)
    {
        scoped_fixture two_piles calm = make_piles(), p = make_piles();
        scree_vec2 before = scree_body_position(p.world, p.near[9]);
        drive(&p, deed);
        scree_result result = scree_world_step(p.world, STEP, SUBSTEPS);
        scree_world_step(calm.world, STEP, SUBSTEPS);
        assert_int_equal(result, SCREE_ERROR_NOT_FINITE);
        assert_int_equal(scree_world_last_error(p.world).code, SCREE_ERROR_NOT_FINITE);
        assert_false(scree_body_is_enabled(p.world, p.near[9]));
        // The driven body alone is disabled: the body below it keeps its place and continues.
        assert_int_equal(scree_world_counters(p.world).disabled_bodies, 1);
        // Stopped where it was.
        assert_near(scree_body_position(p.world, p.near[9]).y, before.y, 0.0);
        assert_near(scree_body_linear_velocity(p.world, p.near[9]).x, 0.0, 0.0);
        for (int k = 0; k < 60; ++k)
        {
            assert_ok(scree_world_step(p.world, STEP, SUBSTEPS));
            scree_world_step(calm.world, STEP, SUBSTEPS);
        }
        for (int i = 0; i < 10; ++i)
        {
            scree_vec2 a = scree_body_position(p.world, p.far[i]);
            scree_vec2 b = scree_body_position(calm.world, calm.far[i]);
            assert_true(scree_body_is_enabled(p.world, p.far[i]));
            assert_true(i == 9 || scree_body_is_enabled(p.world, p.near[i]));
            assert_near_vec2(a, b.x, b.y, 1e-3);
        }
    }
}

TEST(a_body_that_falls_out_of_reach_is_disabled)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id ball = add_ball(world, 99999000.0f, 0.0f, 0.5f);
    scree_body_id other = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_body_set_velocity(world, ball, (scree_vec2){400.0f, 0.0f}, 0.0f);
    scree_body_set_velocity(world, other, (scree_vec2){1.0f, 0.0f}, 0.0f);
    int reported = 0;
    for (int i = 0; i < 300; ++i)
    {
        scree_result result = scree_world_step(world, STEP, 1);
        reported += result == SCREE_ERROR_NOT_FINITE;
        assert_true(result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE);
    }
    assert_int_equal(reported, 1);
    assert_false(scree_body_is_enabled(world, ball));
    assert_near(scree_body_position(world, other).x, 5.0, 1e-3);
}

TEST(bodies_may_stand_at_any_finite_angle)
{
    float angles[] = {1e4f, -1e6f, 1e10f, 1e20f, -1e30f, FLT_MAX};
    for (int i = 0; i < 6; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        add_ground(world, usual_shape());
        scree_body_id box = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 2.0f, angles[i]);
        add_box(world, box, usual_shape(), 0.5f, 0.5f);
        scree_body_view view = scree_world_bodies(world);
        assert_near(hypotf(view.cos[0], view.sin[0]), 1.0, 1e-5);
        run_seconds(world, 2.0f);
        assert_ok(scree_body_set_transform(
            world, box, scree_transform_from_angle((scree_vec2){0.0f, 2.0f}, angles[i])));
        run_seconds(world, 2.0f);
        assert_true(scree_body_is_enabled(world, box));
        assert_near(scree_body_position(world, box).y, 0.5, 0.05);
    }
}

TEST(extreme_but_legal_shapes_do_not_harm_their_neighbours)
{
    // Sizes, densities and places that a caller may pass, and that overflow when squared.
    float sizes[] = {0.003f, 1e5f, 1e7f, 1e8f};
    float densities[] = {0.0f, 1e-30f, 1e12f};
    for (int i = 0; i < 4; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            for (int shape = 0; shape < 7; ++shape)
            {
                scoped_world *world = world_with_gravity(0.0f, -10.0f);
                scree_shape_def def = scree_shape_def_default();
                add_ground(world, &def);
                scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
                // The inertia has to be finite.
                def.density = sizes[i] < 1e7f ? densities[k] : fminf(densities[k], 1e3f);
                scree_body_id odd =
                    add_body(world, SCREE_BODY_DYNAMIC, 3e7f, fminf(3.0f * sizes[i], 9e7f), 0.0f);
                // Smaller than the shortest edge allowed: only a circle.
                add_mixed(world, odd, &def, sizes[i] < 1.0f ? 0 : shape, 2.0f * sizes[i]);
                for (int n = 0; n < 60; ++n)
                {
                    scree_result result = scree_world_step(world, STEP, SUBSTEPS);
                    assert_true(result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE);
                }
                assert_true(scree_body_is_enabled(world, crate));
                // Only a shape 1e8 m across may reach it, and push it aside at 3 m/s at most.
                bool reached = scree_world_contacts(world, NULL, 0) > 2;
                assert_true(!reached || sizes[i] == 1e8f);
                scree_vec2 p = scree_body_position(world, crate);
                assert_near(p.y, 0.5, reached ? 3.0 : 0.02);
                assert_near(p.x, 0.0, reached ? 3.0 : 0.001);
            }
        }
    }
}

TEST(bodies_on_one_spot_are_pushed_apart_and_stay_finite)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 70; ++i)
    {
        scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 5.0f, 0.0f);
        add_mixed(world, body, usual_shape(), i, 1.0f);
    }
    run_seconds(world, 20.0f);
    assert_at_most(deepest_overlap(world), 0.02);
    scree_body_view view = scree_world_bodies(world);
    for (int i = 0; i < view.dynamic_count; ++i)
    {
        // Each is pushed from its neighbours at 3 m/s: 70 in a chain part at 210 m/s at most.
        assert_near(view.x[i], 0.0, 20.0 * 210.0);
        assert_at_least(view.y[i], 0.1);
        assert_at_most(hypotf(view.vx[i], view.vy[i]), 210.0);
    }
}
