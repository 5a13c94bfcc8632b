/// Movers in one call against what a character has to do on ground, slopes, stairs and platforms.
#include "tests/queries/walker.h"

/// A slope through the origin, which rises to the right if the angle is positive.
static scree_world *world_with_slope(float angle)
{
    scree_world *world = world_with_gravity(0.0f, -gravity);
    scree_body_id body = static_body(world);
    scree_shape_create_half_space(world, body, usual_shape(),
                                  &(scree_half_space){{-sinf(angle), cosf(angle)}, 0.0f});
    return world;
}

static void assert_rests(walker *w, int count)
{
    const scree_vec2 rest = w->state.position;
    for (int i = 0; i < count; ++i)
    {
        move(w, 0.0f);
        assert_true(w->state.position.x == rest.x && w->state.position.y == rest.y);
        assert_true(w->state.on_ground);
    }
}

TEST(a_mover_falls_and_then_stands_to_the_bit)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    walker w = walker_at(world, 1.3f, 3.0f);
    move(&w, 0.0f);
    assert_false(w.state.on_ground);
    assert_true(w.state.ground.value == 0);
    moves(&w, 0.0f, 90);
    assert_true(w.state.on_ground);
    assert_near(w.state.position.y, rest_height, 6e-4);
    assert_near_vec2(w.state.ground_normal, 0.0, 1.0, 1e-6);
    assert_near_vec2(w.state.velocity, 0.0, 0.0, 0.0);
    assert_rests(&w, 200);
    // It walks at its speed.
    float from = w.state.position.x;
    moves(&w, 3.0f, 120);
    assert_near(w.state.position.x - from, 6.0f, 1e-3);
    assert_rests(&w, 60);
}

TEST(a_mover_jumps_as_high_as_its_speed_takes_it)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    walker w = walker_at(world, 0.0f, rest_height);
    moves(&w, 0.0f, 2);
    w.state.velocity.y = 5.0f + gravity * dt;
    float highest = 0.0f;
    for (int i = 0; i < 80; ++i)
    {
        move(&w, 2.0f);
        highest = fmaxf(highest, w.state.position.y);
        assert_true(i > 50 || !w.state.on_ground);
    }
    assert_near(highest - rest_height, 5.0 * 5.0 / 20.0, 0.05);
    assert_true(w.state.on_ground);
    assert_near(w.state.position.x, 160.0 / 60.0, 1e-3);
}

TEST(a_mover_walks_slopes_below_its_limit_at_its_speed_and_stands_on_them)
{
    for (int i = -4; i <= 4; ++i)
    {
        float angle = 0.19f * (float)i;
        scoped_world *world = world_with_slope(angle);
        walker w = walker_at(world, 0.0f, 1.2f);
        moves(&w, 0.0f, 60);
        assert_true(w.state.on_ground);
        assert_rests(&w, 100);
        scree_vec2 from = w.state.position;
        for (int k = 0; k < 120; ++k)
        {
            move(&w, 3.0f);
            assert_true(w.state.on_ground);
            assert_near_vec2(w.state.velocity, 3.0, 0.0, 1e-5);
        }
        assert_near(w.state.position.x - from.x, 6.0 * cosf(angle), 2e-2);
        assert_near(w.state.position.y - from.y, 6.0 * sinf(angle), 2e-2);
        assert_rests(&w, 60);
    }
}

TEST(a_mover_slides_down_slopes_above_its_limit_and_does_not_climb_them)
{
    scoped_world *world = world_with_slope(1.0f);
    walker w = walker_at(world, 0.0f, 2.5f);
    for (int i = 0; i < 120; ++i)
    {
        move(&w, w.state.velocity.x);
    }
    assert_false(w.state.on_ground);
    assert_true(w.state.on_wall);
    // Without friction.
    assert_at_most(w.state.position.x, -3.0f);
    scree_world_destroy(world);

    // From the ground the same slope is a wall.
    world = world_with_slope(1.0f);
    add_ground(world, usual_shape());
    w = walker_at(world, -4.0f, 0.9f);
    moves(&w, 3.0f, 180);
    assert_true(w.state.on_ground && w.state.on_wall);
    assert_near(w.state.position.y, rest_height, 1e-3);
    assert_at_most(w.state.position.x, 0.0f);
    assert_near(w.state.velocity.x, 0.0f, 1e-5);
    float there = w.state.position.x;
    moves(&w, 3.0f, 60);
    assert_true(w.state.position.x == there);
}

static scree_world *world_with_stairs(float rise, float tread, bool reversed)
{
    scree_world *world = world_with_gravity(0.0f, -gravity);
    if (!reversed)
    {
        add_ground(world, usual_shape());
    }
    for (int i = 0; i < 10; ++i)
    {
        int k = reversed ? 9 - i : i;
        add_block(world, 2.0f + tread * (float)k, 20.0f, rise * (float)k, rise * (float)(k + 1));
    }
    if (reversed)
    {
        add_ground(world, usual_shape());
    }
    return world;
}

TEST(a_mover_climbs_stairs_and_comes_down_without_leaving_the_ground)
{
    const float rises[] = {0.05f, 0.15f, 0.2f, 0.28f}, treads[] = {0.3f, 0.5f, 0.35f, 0.8f};
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_stairs(rises[i], treads[i], false);
        walker w = walker_at(world, 0.0f, rest_height);
        moves(&w, 0.0f, 2);
        for (int k = 0; k < 240; ++k)
        {
            move(&w, 3.0f);
            assert_true(w.state.on_ground);
        }
        // Twelve metres, less the time at edges.
        assert_at_least(w.state.position.x, 11.5f);
        assert_near(w.state.position.y, 10.0f * rises[i] + rest_height, 2e-3);
        for (int k = 0; k < 240; ++k)
        {
            move(&w, -3.0f);
            assert_true(w.state.on_ground);
        }
        assert_at_most(w.state.position.x, 0.5f);
        assert_near(w.state.position.y, rest_height, 2e-3);
        assert_rests(&w, 60);
    }
}

TEST(a_step_above_the_limit_is_a_wall)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    add_block(world, 2.0f, 4.0f, 0.0f, 0.33f);
    walker w = walker_at(world, 0.0f, rest_height);
    moves(&w, 3.0f, 120);
    assert_true(w.state.on_wall);
    assert_near(w.state.position.y, rest_height, 1e-3);
    assert_at_most(w.state.position.x, 2.0f);
    float there = w.state.position.x;
    moves(&w, 3.0f, 60);
    assert_true(w.state.position.x == there);
    w.def.step_height = 0.35f;
    moves(&w, 3.0f, 30);
    assert_near(w.state.position.y, 0.33f + rest_height, 1e-3);
    // Without room above it does not climb either.
    add_block(world, 5.0f, 9.0f, 0.0f, 0.2f);
    add_block(world, 5.0f, 9.0f, 1.9f, 3.0f);
    moves(&w, 3.0f, 120);
    assert_at_most(w.state.position.x, 5.0f);
    assert_true(w.state.on_ground && (w.state.on_wall || w.state.on_ceiling));
    const scree_vec2 rest = w.state.position;
    moves(&w, 3.0f, 60);
    assert_true(w.state.position.x == rest.x && w.state.position.y == rest.y);
    assert_near(w.state.velocity.x, 0.0f, 1e-5);
}

TEST(a_step_at_the_top_of_a_slope_is_as_high_as_it_is)
{
    // Up to the right, and up to the left.
    for (int i = 0; i < 4; ++i)
    {
        const bool high = i % 2 != 0;
        const float side = i < 2 ? 1.0f : -1.0f;
        scoped_world *world = world_with_slope(0.45f * side);
        float base = 4.0f * tanf(0.45f), rise = high ? 0.33f : 0.28f;
        add_block(world, fminf(4.0f * side, 9.0f * side), fmaxf(4.0f * side, 9.0f * side), 0.0f,
                  base + rise);
        walker w = walker_at(world, 0.0f, 1.2f);
        moves(&w, 3.0f * side, 150);
        assert_true(w.state.on_ground);
        assert_true(w.state.on_wall == high);
        const float x = side * w.state.position.x;
        assert_true(high ? x < 4.0f : x > 5.0f);
    }
}

TEST(a_mover_in_a_corner_rests_to_the_bit_while_it_presses)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    add_block(world, 2.0f, 3.0f, 0.0f, 5.0f);
    walker w = walker_at(world, 0.0f, 2.0f);
    moves(&w, 5.0f, 120);
    assert_true(w.state.on_ground && w.state.on_wall && !w.state.on_ceiling);
    assert_near_vec2(w.state.wall_normal, -1.0, 0.0, 1e-6);
    assert_near(w.state.position.x, 1.7f + 0.0025f, 6e-4);
    const scree_vec2 rest = w.state.position;
    for (int i = 0; i < 100; ++i)
    {
        move(&w, 5.0f);
        assert_true(w.state.position.x == rest.x && w.state.position.y == rest.y);
        assert_near_vec2(w.state.velocity, 0.0, 0.0, 1e-5);
    }
}

TEST(a_ceiling_stops_a_jump)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    add_block(world, -5.0f, 5.0f, 2.3f, 3.0f);
    walker w = walker_at(world, 0.0f, rest_height);
    moves(&w, 0.0f, 2);
    w.state.velocity.y = 8.0f;
    bool touched = false;
    for (int i = 0; i < 60; ++i)
    {
        move(&w, 1.0f);
        touched = touched || w.state.on_ceiling;
        assert_at_most(w.state.position.y, 1.4051f);
        assert_true(!w.state.on_ceiling || w.state.velocity.y <= 0.0f);
    }
    assert_true(touched && w.state.on_ground);
    assert_near(w.state.position.x, 1.0f, 1e-3);
}

/// A platform of 4 m with its top at y = 0.
static scree_body_id add_platform(scree_world *world, float vx, float vy, float spin)
{
    scree_body_id body = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, -0.25f, 0.0f);
    add_box(world, body, usual_shape(), 2.0f, 0.25f);
    scree_body_set_velocity(world, body, (scree_vec2){vx, vy}, spin);
    return body;
}

TEST(moving_ground_carries_a_mover)
{
    const scree_vec2 velocities[] = {
        {2.0f, 0.0f}, {0.0f, 1.5f}, {0.0f, -1.5f}, {-3.0f, 2.0f}, {4.0f, -6.0f}};
    for (int i = 0; i < 5; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        scree_body_id platform = add_platform(world, velocities[i].x, velocities[i].y, 0.0f);
        walker w = walker_at(world, 0.5f, rest_height);
        w.state.velocity.y = velocities[i].y;
        moves(&w, 0.0f, 30);
        float along = w.state.position.x - scree_body_position(world, platform).x;
        for (int k = 0; k < 120; ++k)
        {
            move(&w, 0.0f);
            assert_true(w.state.on_ground);
            assert_near_vec2(w.state.ground_velocity, velocities[i].x, velocities[i].y, 1e-5);
            scree_vec2 at = scree_body_position(world, platform);
            assert_near(w.state.position.y - at.y, 0.25f + rest_height, 2e-3);
            assert_near(w.state.position.x - at.x, along, 1e-4);
        }
        // A jump takes the velocity along.
        w.state.velocity = (scree_vec2){0.0f, 3.0f + gravity * dt};
        w.state.velocity.y -= gravity * dt;
        assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
        assert_false(w.state.on_ground);
        assert_near_vec2(w.state.velocity, velocities[i].x, velocities[i].y + 3.0f, 1e-4);
    }
}

TEST(a_mover_that_walks_off_moving_ground_takes_its_velocity_along)
{
    for (int i = 0; i < 4; ++i)
    {
        const bool keeps = i % 2 == 0;
        const float speed = i / 2 == 0 ? 2.0f : -2.0f;
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_platform(world, 3.0f, 0.0f, 0.0f);
        walker w = walker_at(world, 0.0f, rest_height);
        w.def.keep_ground_velocity = keeps;
        moves(&w, 0.0f, 5);
        assert_true(w.state.on_ground);
        w.def.snap_distance = 0.0f;
        int steps = 0;
        for (; w.state.on_ground && steps < 120; ++steps)
        {
            move(&w, speed);
        }
        assert_in_range(steps, 30, 119);
        assert_near(w.state.velocity.x, speed + (keeps ? 3.0f : 0.0f), 1e-3);
    }
}

TEST(a_mover_that_lands_on_moving_ground_has_the_velocity_relative_to_it)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_platform(world, 3.0f, 0.0f, 0.0f);
    walker w = walker_at(world, 0.0f, 1.2f);
    w.state.velocity.x = 3.0f;
    for (int i = 0; i < 60 && !w.state.on_ground; ++i)
    {
        w.state.velocity.y -= gravity * dt;
        assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
        assert_ok(scree_world_step(world, dt, 4));
    }
    assert_true(w.state.on_ground);
    assert_near_vec2(w.state.velocity, 0.0, 0.0, 1e-4);
    w.def.keep_ground_velocity = false;
    w.state.velocity.y = 2.0f;
    assert_ok(scree_world_move_mover(world, &w.def, dt, &w.state));
    assert_near_vec2(w.state.velocity, 0.0, 2.0, 1e-4);
}

TEST(a_one_sided_chain_is_a_one_way_platform)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    const scree_vec2 points[] = {{4.0f, 2.5f}, {1.0f, 2.5f}, {-1.0f, 2.5f}, {-4.0f, 2.5f}};
    add_open_chain(world, static_body(world), usual_shape(), points, 4, false);
    walker w = walker_at(world, 0.0f, rest_height);
    moves(&w, 0.0f, 2);
    w.state.velocity.y = 9.0f;
    moves(&w, 0.0f, 120);
    assert_true(w.state.on_ground);
    assert_near(w.state.position.y, 2.5f + rest_height, 1e-3);
    assert_rests(&w, 60);
}

static bool passes_one(scree_shape_id shape, void *context)
{
    return shape.value != ((const scree_shape_id *)context)->value;
}

TEST(a_callback_lets_a_mover_drop_through_a_platform)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    scree_body_id shelf = add_block(world, -3.0f, 3.0f, 2.0f, 2.2f);
    scree_shape_id shape;
    assert_int_equal(scree_body_shapes(world, shelf, &shape, 1), 1);
    walker w = walker_at(world, 0.0f, 3.5f);
    moves(&w, 0.0f, 60);
    assert_near(w.state.position.y, 2.2f + rest_height, 1e-3);
    w.def.callback = passes_one;
    w.def.context = &shape;
    moves(&w, 0.0f, 90);
    assert_near(w.state.position.y, rest_height, 1e-3);
}

TEST(a_shape_that_the_callback_refuses_does_not_make_a_wall_of_a_step)
{
    float ends[2];
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_ground(world, usual_shape());
        add_block(world, 2.0f, 6.0f, 0.0f, 0.2f);
        // Steep, and a hair inside the edge of the step.
        const scree_polygon thorn = {.count = 3,
                                     .vertices = {{2.005f, 0.195f}, {2.3f, 0.195f}, {2.3f, 1.5f}}};
        scree_shape_id shape =
            scree_shape_create_polygon(world, static_body(world), usual_shape(), &thorn);
        assert_true(shape.value != 0);
        walker w = walker_at(world, 0.0f, rest_height);
        w.def.callback = passes_one;
        w.def.context = &shape;
        if (i == 1)
        {
            assert_ok(scree_shape_destroy(world, shape));
        }
        moves(&w, 1.0f, 200);
        ends[i] = w.state.position.x;
        assert_near(w.state.position.y, 0.2f + rest_height, 2e-3);
    }
    assert_true(ends[0] == ends[1]);
}

TEST(a_gap_lets_through_what_fits)
{
    for (int fits = 0; fits < 2; ++fits)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        float half = fits ? 0.32f : 0.28f;
        add_block(world, -5.0f, -half, -3.0f, 0.0f);
        add_block(world, half, 5.0f, -3.0f, 0.0f);
        add_block(world, -5.0f, 5.0f, -4.0f, -3.0f);
        walker w = walker_at(world, 0.0f, 2.0f);
        moves(&w, 0.0f, 180);
        assert_true(w.state.on_ground);
        float height = fits ? -3.0f + rest_height : -0.2f + 0.9f;
        assert_near(w.state.position.y, height, 0.12);
        assert_rests(&w, 60);
        // Walking over a gap of less than its width it does not fall in.
        w = walker_at(world, -3.0f, rest_height);
        moves(&w, 4.0f, 90);
        assert_true(fits || w.state.position.x > 2.0f);
    }
}

TEST(nothing_is_too_thin_for_a_fast_mover)
{
    test_random random = random_of(11);
    for (int i = 0; i < 100; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_block(world, -2000.0f, 2000.0f, -0.01f, 0.0f);
        add_block(world, 3.0f, 3.01f, -1000.0f, 1000.0f);
        walker w = walker_at(world, random_between(&random, -3.0f, 2.0f),
                             random_between(&random, 1.0f, 30.0f));
        w.state.velocity.y = -random_between(&random, 10.0f, 3000.0f);
        float speed = random_between(&random, -10.0f, 3000.0f);
        for (int k = 0; k < 20; ++k)
        {
            move(&w, speed);
            assert_at_least(w.state.position.y, 0.89f);
            assert_at_most(w.state.position.x, 2.7051f);
        }
    }
}

TEST(a_mover_pushes_a_crate_and_does_not_climb_it)
{
    float way[2];
    for (int heavy = 0; heavy < 2; ++heavy)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        add_ground(world, usual_shape());
        scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, 2.0f, 0.125f, 0.0f);
        scree_shape_def material = scree_shape_def_default();
        material.density = heavy ? 20000.0f : 40.0f;
        add_box(world, crate, &material, 0.25f, 0.125f);
        walker w = walker_at(world, 0.0f, rest_height);
        moves(&w, 2.0f, 180);
        assert_near(w.state.position.y, rest_height, 1e-3);
        way[heavy] = scree_body_position(world, crate).x - 2.0f;
        assert_at_most(w.state.position.x, scree_body_position(world, crate).x);
    }
    // 5 kg: it goes along at about 2 m/s. 2,500 kg: friction holds it against 500 N.
    assert_at_least(way[0], 3.5f);
    assert_at_most(way[1], 0.02f);
}

TEST(a_mover_weighs_on_what_it_stands_on)
{
    // A plank of 4 m on a pivot, the mover on its right.
    for (int weighs = 0; weighs < 2; ++weighs)
    {
        scoped_world *world = world_with_gravity(0.0f, -gravity);
        scree_body_id pivot = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id plank = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
        add_box(world, plank, usual_shape(), 2.0f, 0.1f);
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = pivot;
        hinge.base.body_b = plank;
        scree_joint_create_revolute(world, &hinge);
        walker w = walker_at(world, 1.5f, 0.1f + rest_height);
        w.def.mass = weighs ? 80.0f : 0.0f;
        moves(&w, 0.0f, 8);
        float angle = scree_body_angle(world, plank);
        assert_near(angle, 0.0f, weighs ? 0.2 : 1e-6);
        assert_true(!weighs || angle < -0.01f);
    }
}

TEST(the_weight_on_a_light_crate_grows_to_that_of_the_mover)
{
    scree_world_def def = scree_world_def_default();
    def.measure_impulses = true;
    scoped_world *world = scree_world_create(&def);
    add_ground(world, usual_shape());
    scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.25f, 0.0f);
    scree_shape_def material = scree_shape_def_default();
    material.density = 20.0f;
    add_box(world, crate, &material, 0.5f, 0.25f);
    walker w = walker_at(world, 0.0f, 0.5f + rest_height);
    moves(&w, 0.0f, 3);
    assert_at_most(w.state.ground_impulse, 0.4f * 80.0f * gravity * dt);
    moves(&w, 0.0f, 60);
    assert_true(w.state.on_ground);
    assert_near(w.state.ground_impulse, 80.0f * gravity * dt, 0.5f);
    // Ten kilograms of crate and the mover press on the ground.
    scree_contact_info contact;
    assert_int_equal(scree_body_contacts(world, crate, &contact, 1), 1);
    assert_near(contact.normal_impulse, 90.0f * gravity * dt, 2.0f);
    assert_near(scree_body_position(world, crate).y, 0.25f, 0.01f);
}

TEST(the_order_of_creation_does_not_count)
{
    scree_vec2 path[2][300];
    for (int reversed = 0; reversed < 2; ++reversed)
    {
        scoped_world *world = world_with_stairs(0.17f, 0.4f, reversed != 0);
        walker w = walker_at(world, 0.0f, 1.1f);
        for (int i = 0; i < 300; ++i)
        {
            w.state.velocity.y = i % 70 == 30 && w.state.on_ground ? 4.0f : w.state.velocity.y;
            move(&w, i < 200 ? 3.0f : -4.0f);
            path[reversed][i] = w.state.position;
        }
    }
    assert_memory_equal(path[0], path[1], sizeof path[0]);
}

TEST(a_sensor_sees_the_body_of_a_mover)
{
    scoped_world *world = world_with_gravity(0.0f, -gravity);
    add_ground(world, usual_shape());
    scree_body_id crate = add_body(world, SCREE_BODY_DYNAMIC, 8.0f, 0.5f, 0.0f);
    add_box(world, crate, usual_shape(), 0.5f, 0.5f);
    scree_shape_def zone_def = scree_shape_def_default();
    zone_def.sensor = true;
    scree_body_id zone = add_body(world, SCREE_BODY_STATIC, 4.0f, 1.0f, 0.0f);
    scree_polygon box = scree_polygon_box(0.5f, 1.0f);
    scree_shape_create_polygon(world, zone, &zone_def, &box);
    walker w = walker_at(world, 0.0f, rest_height);
    // Seen by sensors and queries, touched by nothing.
    w.def.body = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, rest_height, 0.0f);
    scree_shape_def own = scree_shape_def_default();
    own.enable_sensor_events = true;
    scree_shape_id shape = scree_shape_create_capsule(world, w.def.body, &own, &w.def.capsule);
    int begins = 0, ends = 0;
    for (int i = 0; i < 200; ++i)
    {
        move(&w, 3.0f);
        scree_vec2 at = scree_body_position(world, w.def.body);
        assert_near_vec2(at, w.state.position.x, w.state.position.y, 1e-5);
        scree_sensor_events events = scree_world_sensor_events(world);
        begins += events.begin_count;
        ends += events.end_count;
        assert_true(events.begin_count == 0 || events.begins[0].visitor.value == shape.value);
    }
    assert_int_equal(begins, 1);
    assert_int_equal(ends, 1);
    assert_int_equal(scree_body_set_type(world, w.def.body, SCREE_BODY_STATIC), SCREE_OK);
    scree_mover_state before = w.state;
    assert_int_equal(scree_world_move_mover(world, &w.def, dt, &w.state), SCREE_ERROR_ARGUMENT);
    assert_memory_equal(&before, &w.state, sizeof before);
}
