/// Sleep: bodies that move, are hit, or lose their support are not stopped.
#include "tests/support/sleep_worlds.h"

/// Ways in which a block goes that held something up.
static void take_away(scree_world *world, scree_body_id block, int way)
{
    scree_shape_id shape;
    scree_filter none = {.category = 2, .mask = 2, .group = 0};
    switch (way)
    {
    case 0:
        scree_body_set_transform(world, block,
                                 scree_transform_from_angle((scree_vec2){50.0f, 0.5f}, 0.0f));
        break;
    case 1:
        scree_body_set_velocity(world, block, (scree_vec2){200.0f, 0.0f}, 0.0f);
        break;
    case 2:
        scree_body_set_velocity(world, block, (scree_vec2){60.0f, -1.0f}, 0.0f);
        break;
    case 3:
        scree_body_destroy(world, block);
        break;
    default:
        assert_int_equal(scree_body_shapes(world, block, &shape, 1), 1);
        scree_shape_set_filter(world, shape, &none);
    }
}

TEST(what_loses_its_support_falls)
{
    for (int k = 0; k < 2 * 5 * 16; ++k)
    {
        scoped_world *world = make_world(-10.0f);
        add_floor(world);
        add_crate(world, -2.0f, 0.5f, 0.5f, 0.5f);
        scree_body_id beam = {0}, block;
        if (k % 2 == 0)
        {
            beam = add_crate(world, 0.0f, 1.2f, 2.5f, 0.2f);
        }
        block = add_crate(world, 2.0f, 0.5f, 0.5f, 0.5f);
        if (k % 2 == 1)
        {
            beam = add_crate(world, 0.0f, 1.2f, 2.5f, 0.2f);
        }
        scree_body_set_sleep_threshold(world, block, 0.0f);
        run_steps(world, 40 + k / 10);
        take_away(world, block, k / 2 % 5);
        run_steps(world, 120);
        // It has slid down, one end on the ground.
        assert_true(scree_body_position(world, beam).y < 1.0f);
    }
}

static scree_body_id add_one(scree_world *world, bool ball, float x)
{
    return ball ? add_ball(world, x, 0.0f, 0.5f) : add_crate(world, x, 0.0f, 0.5f, 0.5f);
}

TEST(what_is_hit_asleep_moves_in_the_step_of_the_blow)
{
    for (int k = 0; k < 8; ++k)
    {
        scoped_world *world = make_world(0.0f);
        scree_body_id bodies[2];
        int hitter = k & 1;
        for (int i = 0; i < 2; ++i)
        {
            bodies[i] = add_one(world, (k & 2 << i) != 0, i == hitter ? -0.99f : 0.0f);
        }
        scree_body_id asleep = bodies[1 - hitter];
        scree_body_set_enabled(world, bodies[hitter], false);
        run_steps(world, 60);
        assert_false(scree_body_is_awake(world, asleep));
        scree_body_set_enabled(world, bodies[hitter], true);
        scree_body_set_velocity(world, bodies[hitter], (scree_vec2){20.0f, 0.0f}, 0.0f);
        double before = total_motion(world).px;
        run_steps(world, 1);
        assert_int_equal(scree_world_body_events(world).woke_count, 1);
        assert_true(scree_body_linear_velocity(world, asleep).x > 5.0f);
        assert_true(fabs(total_motion(world).px - before) < 1e-4 * before);
    }
}

TEST(what_was_struck_does_not_stop)
{
    for (int k = 0; k < 80; ++k)
    {
        scoped_world *world = make_world(0.0f);
        scree_shape_def def = surface(0.0f, k % 2 == 0 ? 0.0f : 1.0f);
        scree_body_id box = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &def, 0.5f, 0.5f);
        run_steps(world, 10 + k / 2);
        scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, -1.0f, 0.0f, &def, 0.15f);
        scree_body_set_velocity(world, ball, (scree_vec2){2.0f, 0.0f}, 0.0f);
        double before = total_motion(world).px;
        run_steps(world, 40);
        assert_true(fabs(total_motion(world).px - before) < 1e-4 * before);
        assert_true(scree_body_linear_velocity(world, box).x > 0.1f);
    }
}

TEST(locks_hold_up_what_gravity_pulls_at_along_them)
{
    const struct
    {
        bool x, y;
        float gravity_x;
        bool sleeps;
    } cases[] = {{false, true, 0.0f, true},
                 {true, true, 1e-3f, true},
                 {true, true, 0.0f, true},
                 {true, false, 0.0f, false},
                 {false, true, 1e-4f, false}};
    for (int i = 0; i < 5; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        scree_world_set_gravity(world, (scree_vec2){cases[i].gravity_x, -10.0f});
        scree_body_id shelf = add_crate(world, 0.0f, 5.0f, 1.0f, 0.1f);
        scree_body_set_locks(world, shelf, (scree_motion_locks){cases[i].x, cases[i].y, true});
        scree_body_id crate = add_crate(world, 0.0f, 5.6f, 0.5f, 0.5f);
        run_steps(world, 90);
        assert_true(scree_body_is_awake(world, shelf) == !cases[i].sleeps);
        assert_true(scree_body_is_awake(world, crate) == !cases[i].sleeps);
    }
}

TEST(friction_holds_up_what_lies_on_a_steep_slope)
{
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = make_world(0.0f);
        scree_shape_def def = surface(3.0f, 0.0f);
        add_ground(world, &def);
        add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.25f, &def, 1.0f, 0.25f);
        // A slope of 60 degrees, seen along it.
        scree_world_set_gravity(world, (scree_vec2){i == 0 ? 8.66f : -8.66f, -5.0f});
        run_until_asleep(world, 1);
    }
}

// The face of the wall looks in each of eight directions, and is the first shape or the second.
TEST(friction_holds_up_on_a_steep_face_whichever_way_it_looks)
{
    for (int i = 0; i < 2 * 8 * 2; ++i)
    {
        const float slope = i % 2 == 0 ? 1.0472f : -1.0472f;
        const scree_rotation turn = scree_rotation_from_angle(0.785398f * (float)(i / 2 % 8));
        const scree_rotation pull = scree_rotation_from_angle(slope);
        scoped_world *world = make_world(0.0f);
        scree_shape_def def = surface(3.0f, 0.0f);
        scree_body_id held = {0};
        for (int k = 0; k < 2; ++k)
        {
            const bool is_wall = (k == 0) == (i < 16);
            const float along = is_wall ? -0.5f : 0.25f;
            scree_body_def body = scree_body_def_default();
            body.type = is_wall ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC;
            body.position = (scree_vec2){-along * turn.sin, along * turn.cos};
            body.rotation = turn;
            const scree_body_id made = scree_body_create(world, &body);
            add_box(world, made, &def, is_wall ? 5.0f : 1.0f, is_wall ? 0.5f : 0.25f);
            held = is_wall ? held : made;
        }
        // Gravity along the face is 1.7 times that onto it.
        const scree_vec2 g = {10.0f * pull.sin, -10.0f * pull.cos};
        scree_world_set_gravity(
            world, (scree_vec2){g.x * turn.cos - g.y * turn.sin, g.x * turn.sin + g.y * turn.cos});
        run_until_asleep(world, 1);
        assert_false(scree_body_is_awake(world, held));
    }
}

// The box is 2 mm wider than the gap. Its walls are the first shapes or the second ones.
TEST(friction_of_two_upright_walls_holds_up_what_is_pinched_between_them)
{
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        const scree_shape_def def = surface(1.0f, 0.0f);
        scree_body_id box = {0};
        for (int k = 0; k < 3; ++k)
        {
            const bool is_wall = k != (i == 0 ? 0 : 2);
            const float side = k == 1 ? 1.0f : -1.0f;
            const scree_body_id made =
                add_slab(world, is_wall ? SCREE_BODY_STATIC : SCREE_BODY_DYNAMIC,
                         is_wall ? 0.749f * side : 0.0f, 0.0f, &def, is_wall ? 0.5f : 0.25f, 0.25f);
            box = is_wall ? box : made;
        }
        run_until_asleep(world, 1);
        assert_near_vec2(scree_body_position(world, box), 0.0, 0.0, 0.02);
    }
}

TEST(a_wall_beside_it_holds_nobody_up)
{
    for (int k = 0; k < 10; ++k)
    {
        scoped_world *world = make_world(-10.0f);
        scree_shape_def def = surface(0.0f, 0.0f);
        add_box(world, add_body(world, SCREE_BODY_STATIC, -0.5f, 0.0f, 0.0f), &def, 0.5f, 100.0f);
        scree_body_id box = add_crate(world, 0.5f, 5.0f, 0.5f, 0.5f);
        if (k == 0)
        {
            scree_body_set_gravity_scale(world, box, 1e-3f);
        }
        run_steps(world, k > 0 ? k : 120);
        scree_body_set_awake(world, box, false);
        run_steps(world, 60);
        assert_true(scree_body_is_awake(world, box));
        assert_true(scree_body_position(world, box).y < (k > 0 ? 1.0f : 4.999f));
    }
}

TEST(what_wakes_stays_awake_for_the_time_to_sleep)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    scree_body_set_awake(world, crate, true);
    for (int k = 0; k < 29; ++k)
    {
        run_steps(world, 1);
        assert_true(scree_body_is_awake(world, crate));
    }
    run_until_asleep(world, 1);
}

TEST(what_was_put_to_sleep_while_it_turned_is_met_on_every_side)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(0.0f);
        const scree_capsule arm = {{0.0f, 0.0f}, {1.0f, 0.0f}, 0.02f};
        scree_body_id club = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 1.5707963f * (float)i);
        scree_shape_create_capsule(world, club, usual_shape(), &arm);
        scree_shape_def heavy = surface(0.0f, 0.0f);
        heavy.density = 100.0f;
        add_circle(world, club, &heavy, 0.2f);
        run_steps(world, 1);
        scree_body_set_velocity(world, club, (scree_vec2){0.0f, 0.0f}, 10.0f);
        run_steps(world, 1);
        scree_body_sleep(world, club);
        run_steps(world, 2);
        assert_false(scree_body_is_awake(world, club));
        scree_vec2 side = scree_body_world_vector(world, club, (scree_vec2){0.0f, 1.0f});
        scree_vec2 tip = scree_body_world_point(world, club, arm.point_b);
        add_disc(world, SCREE_BODY_STATIC, tip.x + 0.11f * side.x, tip.y + 0.11f * side.y,
                 usual_shape(), 0.1f);
        run_steps(world, 1);
        assert_true(scree_body_is_awake(world, club));
    }
}

TEST(a_half_space_created_under_a_sleeping_body_carries_it_when_its_floor_is_destroyed)
{
    scoped_world *world = make_world(-10.0f);
    const scree_body_id floor = add_floor(world);
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    add_ground(world, usual_shape());
    run_until_asleep(world, 1);
    assert_ok(scree_body_destroy(world, floor));
    run_steps(world, 60);
    assert_near(scree_body_position(world, crate).y, 0.5, 0.02);
}
