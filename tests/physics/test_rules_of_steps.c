/// Single rules about what a step does with bodies that few scenes bring about.
#include "tests/support/sleep_worlds.h"

TEST(a_triangle_whose_centre_is_past_a_segment_leaves_it_on_that_side)
{
    // Its base is nearer to the segment than its tip, so that its contact pushes it back.
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const float angle = 1.5708f * (float)i;
        const scree_vec2 out = {-sinf(angle), cosf(angle)};
        const scree_body_id wall = add_body(world, SCREE_BODY_STATIC, 0.0f, 0.0f, angle);
        const scree_segment line = {{-5.0f, 0.0f}, {5.0f, 0.0f}};
        scree_shape_create_segment(world, wall, usual_shape(), &line);
        const scree_vec2 corners[] = {{-0.5f, 0.3f}, {0.5f, 0.3f}, {0.0f, -0.6f}};
        scree_polygon triangle;
        assert_ok(scree_polygon_hull(corners, 3, 0.0f, &triangle));
        const scree_body_id body =
            add_body(world, SCREE_BODY_DYNAMIC, 0.05f * out.x, 0.05f * out.y, angle);
        add_polygon(world, body, usual_shape(), &triangle);
        // While it is stuck, the velocity that the contact gives it is taken away in the next step.
        int stopped = 0;
        for (int k = 0; k < 10; ++k)
        {
            run_steps(world, 1);
            const scree_vec2 v = scree_body_linear_velocity(world, body);
            stopped += v.x * out.x + v.y * out.y > -0.01f;
        }
        assert_at_least(stopped, 4);
        run_steps(world, 110);
        const scree_vec2 p = scree_body_position(world, body);
        assert_at_least(p.x * out.x + p.y * out.y, 0.5);
    }
}

TEST(a_static_box_put_into_a_sleeping_body_wakes_it)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    for (int i = 0; i < 100; ++i)
    {
        add_slab(world, SCREE_BODY_STATIC, 4.0f * (float)i, 20.0f, usual_shape(), 0.5f, 0.5f);
    }
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    add_slab(world, SCREE_BODY_STATIC, 0.9f, 0.5f, usual_shape(), 0.5f, 0.5f);
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, crate));
    run_steps(world, 120);
    assert_at_most(scree_body_position(world, crate).x, -0.08);
}

TEST(a_joint_keeps_its_bodies_apart_whatever_other_joints_they_have)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id body[3];
        for (int k = 0; k < 3; ++k)
        {
            body[k] = add_crate(world, k == 2 ? 9.0f : 0.2f * (float)k, 0.0f, 0.5f, 0.5f);
        }
        // The joint that separates is the first one or the second one, and that of the third body
        // is on either of the others.
        for (int k = 0; k < 2; ++k)
        {
            const bool separates = k == i % 2;
            scree_distance_joint_def def = scree_distance_joint_def_default();
            def.base = base_of(body[separates ? 0 : i / 2 % 2], body[separates ? 1 : 2]);
            def.base.collide_connected = !separates;
            def.length = separates ? 0.2f : 9.0f;
            assert_true(scree_joint_create_distance(world, &def).value != 0);
        }
        run_steps(world, 1);
        assert_int_equal(scree_world_pairs(world, NULL, 0), 0);
    }
}

/// A crate 0.5 m above y = 0 that is not woken by forces.
static scree_body_id add_quiet_crate(scree_world *world)
{
    scree_body_def def = scree_body_def_default();
    def.type = SCREE_BODY_DYNAMIC;
    def.position.y = 0.5f;
    def.locks.angle = true;
    def.enable_force_wake = false;
    const scree_body_id crate = scree_body_create(world, &def);
    add_box(world, crate, usual_shape(), 0.5f, 0.5f);
    return crate;
}

/// Holds the crate in the air by a force, for 2 s. Returns whether it is awake then.
static bool is_awake_held(scree_world *world, scree_body_id crate, float force)
{
    for (int i = 0; i < 120; ++i)
    {
        assert_ok(scree_body_apply_force_to_center(world, crate, (scree_vec2){0.0f, force}));
        run_steps(world, 1);
    }
    assert_near(scree_body_position(world, crate).y, 0.5, 1e-2);
    return scree_body_is_awake(world, crate);
}

TEST(a_ceiling_that_presses_a_body_down_does_not_support_it)
{
    for (int first = 0; first < 2; ++first)
    {
        scoped_world *world = make_world(-10.0f);
        const scree_body_id early = first ? add_quiet_crate(world) : (scree_body_id){0};
        add_slab(world, SCREE_BODY_STATIC, 0.0f, 1.5f, usual_shape(), 2.0f, 0.5f);
        const scree_body_id crate = first ? early : add_quiet_crate(world);
        assert_true(is_awake_held(world, crate, 12.0f));
    }
}

TEST(a_joint_to_a_disabled_body_does_not_support_the_other_one)
{
    for (int i = 0; i < 4; ++i)
    {
        scoped_world *world = make_world(-10.0f);
        const scree_body_id crate = add_quiet_crate(world), ground = static_body(world);
        joint_spec spec = {.type = SCREE_JOINT_REVOLUTE,
                           .base = i / 2 == 0 ? base_of(crate, ground) : base_of(ground, crate)};
        spec.base.frame_a.position.y = i / 2 == 0 ? -0.5f : 0.0f;
        spec.base.frame_b.position.y = i / 2 == 0 ? 0.0f : -0.5f;
        add_joint(world, &spec);
        // The joint carries the crate unless its other body is disabled.
        assert_ok(scree_body_set_enabled(world, ground, i % 2 == 0));
        assert_true(is_awake_held(world, crate, i % 2 == 0 ? 0.0f : 10.0f) == (i % 2 != 0));
    }
}

TEST(a_new_speed_of_a_motor_at_its_limit_wakes_the_body)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    const scree_body_id crate = add_crate(world, 1.0f, 0.5f, 0.5f, 0.5f);
    joint_spec spec = {.type = SCREE_JOINT_PRISMATIC,
                       .base = base_of(static_body(world), crate),
                       .motor = {true, 1.0f, 100.0f},
                       .limits = {true, -1.0f, 1.0f}};
    spec.base.frame_a.position.y = 0.5f;
    const scree_joint_id joint = add_joint(world, &spec);
    run_until_asleep(world, 1);
    assert_ok(scree_joint_set_motor_speed(world, joint, -1.0f));
    run_steps(world, 60);
    assert_near(scree_body_position(world, crate).x, 0.0, 0.1);
}

/// Whether a ball that has rested is awake 0.3 s after the ball that it touched has left.
static bool is_awake_alone(bool first_goes, bool destroyed)
{
    scoped_world *world = make_world(0.0f);
    scree_body_id balls[2];
    for (int i = 0; i < 2; ++i)
    {
        balls[i] = add_ball(world, (float)i, 0.0f, 0.5f);
    }
    run_steps(world, 25);
    const scree_body_id gone = balls[first_goes ? 0 : 1], stays = balls[first_goes ? 1 : 0];
    assert_ok(destroyed ? scree_body_destroy(world, gone)
                        : scree_body_set_position(world, gone, (scree_vec2){0.0f, 50.0f}));
    run_steps(world, 20);
    const bool awake = scree_body_is_awake(world, stays);
    run_steps(world, 60);
    assert_false(scree_body_is_awake(world, stays));
    return awake;
}

TEST(a_body_whose_contact_ends_begins_to_rest_again)
{
    for (int i = 0; i < 4; ++i)
    {
        assert_true(is_awake_alone(i % 2 == 0, i / 2 == 0));
    }
}

TEST(a_half_space_put_into_a_sleeping_body_wakes_it)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    const scree_half_space wall = {{1.0f, 0.0f}, -0.4f};
    scree_shape_create_half_space(world, static_body(world), usual_shape(), &wall);
    run_steps(world, 1);
    assert_true(scree_body_is_awake(world, crate));
    run_steps(world, 120);
    assert_at_least(scree_body_position(world, crate).x, 0.08);
}

TEST(a_kinematic_body_carries_no_bullet_through_a_wall)
{
    for (int i = 0; i < 8; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        add_slab(world, SCREE_BODY_STATIC, 1.2f, 0.0f, usual_shape(), 0.05f, 5.0f);
        const scree_body_id bullet = add_ball(world, 0.6f, 0.05f * (float)i, 0.1f);
        assert_ok(scree_body_set_bullet(world, bullet, true));
        assert_ok(scree_body_set_linear_velocity(world, bullet, (scree_vec2){-20.0f, 0.0f}));
        const scree_body_id pusher =
            add_slab(world, SCREE_BODY_KINEMATIC, -1.0f, 0.0f, usual_shape(), 0.5f, 2.0f);
        assert_ok(scree_body_set_linear_velocity(world, pusher, (scree_vec2){150.0f, 0.0f}));
        run_steps(world, 3);
        assert_at_most(scree_body_position(world, bullet).x, 1.2);
    }
}

TEST(contacts_of_sleeping_bodies_that_a_call_ends_are_counted)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    assert_ok(scree_body_destroy(world, crate));
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).ended_contacts, 1);
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).ended_contacts, 0);
}

TEST(a_conveyor_takes_along_what_bounces_on_it)
{
    // With particles in the world, islands are not solved by themselves.
    for (int alone = 0; alone < 2; ++alone)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_shape_def belt = surface(0.1f, 0.8f);
        const scree_shape_def ordinary = belt;
        belt.material.tangent_speed = 3.0f;
        add_ground(world, &belt);
        if (!alone)
        {
            add_particle(world, 0.0f, 50.0f, 0.1f);
        }
        const scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.7f, &ordinary, 0.5f);
        assert_ok(scree_body_set_linear_velocity(world, ball, (scree_vec2){0.0f, -4.0f}));
        run_steps(world, 10);
        // Friction acts on the impulse that stops the ball and on the one that sends it back.
        assert_near(scree_body_linear_velocity(world, ball).y, 3.2, 0.01);
        assert_near(scree_body_linear_velocity(world, ball).x, 0.72, 0.01);
    }
}

TEST(the_contact_points_of_sleeping_bodies_are_counted)
{
    scoped_world *world = make_world(-10.0f);
    add_floor(world);
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    run_until_asleep(world, 1);
    run_steps(world, 2);
    assert_int_equal(scree_world_counters(world).contacts, 1);
    assert_int_equal(scree_world_counters(world).points, 2);
}

TEST(a_crate_at_rest_does_not_creep_after_a_rope_that_pulls_too_weakly)
{
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_floor(world);
    const scree_body_id crate = add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    scree_soft_body_def def = soft_at(0.5f, 0.5f);
    def.gravity_scale = 0.0f;
    const scree_soft_body_id rope =
        soft_made(world, scree_soft_body_create_rope(world, &def, (scree_vec2){0.0f, 0.0f},
                                                     (scree_vec2){2.0f, 0.0f}, 8, false, false));
    assert_ok(scree_soft_body_attach(world, rope, 0, crate, (scree_vec2){0.5f, 0.0f}));
    run_steps(world, 30);
    const float x = scree_body_position(world, crate).x;
    for (int i = 0; i < 300; ++i)
    {
        // Friction holds up to 6 N.
        assert_ok(scree_soft_body_apply_impulse(world, rope, 8, (scree_vec2){3.0f * STEP, 0.0f}));
        run_steps(world, 1);
    }
    assert_near(scree_body_position(world, crate).x, x, 0.03);
}

TEST(a_blade_that_is_given_too_much_spin_throws_no_faster_than_it_may_turn)
{
    // An eighth of a turn in a substep.
    const float most = 0.78539816f * SUBSTEPS / STEP;
    double speeds[2];
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id blade =
            add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, usual_shape(), 1.0f, 0.1f);
        const scree_body_id ball = add_ball(world, 0.5f, 0.301f, 0.2f);
        assert_ok(scree_body_set_angular_velocity(world, blade, i == 0 ? most : 1e5f));
        run_steps(world, 1);
        const scree_vec2 v = scree_body_linear_velocity(world, ball);
        speeds[i] = hypot((double)v.x, (double)v.y);
    }
    assert_at_least(speeds[0], 50.0);
    assert_near(speeds[1], speeds[0], 1e-3 * speeds[0]);
}
