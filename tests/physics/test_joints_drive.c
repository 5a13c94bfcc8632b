/// Motors, limits and the joints that couple turns and travels.
#include "tests/physics/joint_worlds.h"

static const double PI = 3.14159265358979;

// Steps of one body round its own centre, on a static one.
static scree_body_id add_wheel(scree_world *world, scree_body_id anchor, float x, float y)
{
    scree_body_id wheel = add_ball(world, x, y, 0.5f);
    add_hinge(world, anchor, wheel, x, y);
    return wheel;
}

static scree_joint_id add_driven(scree_world *world, scree_body_id anchor, scree_body_id wheel,
                                 scree_axis_motor motor)
{
    scree_revolute_joint_def def = scree_revolute_joint_def_default();
    scree_vec2 at = scree_body_position(world, wheel);
    def.base = joined_at(world, anchor, wheel, at.x, at.y, 0.0f);
    def.motor = motor;
    return joint_made(world, scree_joint_create_revolute(world, &def));
}

TEST(a_motor_turns_by_its_torque_over_the_inertia_up_to_its_speed)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id anchor = add_anchor(world), wheel = add_ball(world, 3.0f, 0.0f, 0.5f);
        scree_joint_id joint =
            add_driven(world, anchor, wheel, (scree_axis_motor){true, 4.0f, 0.5f});
        double alpha = 0.5 / (double)scree_body_inertia(world, wheel);
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            double expected = fmin(4.0, alpha * (double)STEP * (k + 1));
            assert_near(scree_body_angular_velocity(world, wheel), expected, 0.001 * 4.0);
        }
        assert_near(scree_joint_torque(world, joint), 0.0, 1e-3);
        // Against a torque that is larger than its own it gives way, and tells how hard it pushes.
        for (int k = 0; k < 20; ++k)
        {
            scree_body_apply_torque(world, wheel, -0.8f);
            step_world(world);
        }
        assert_near(scree_joint_torque(world, joint), 0.5, 0.005);
        double slowed = 4.0 - 0.6 * alpha / 3.0;
        assert_near(scree_body_angular_velocity(world, wheel), slowed, 0.02);
    }
}

TEST(a_motor_and_limits_of_a_distance_joint_act_with_its_spring_only)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_distance_joint_def def = scree_distance_joint_def_default();
        def.base.body_a = add_anchor(world);
        def.base.body_b = add_cube(world, 2.0f, 0.0f);
        def.length = 2.0f;
        def.motor = (scree_axis_motor){true, 3.0f, 1e5f};
        def.limits = (scree_axis_limits){true, 2.5f, 3.0f};
        scree_joint_id joint = joint_made(world, scree_joint_create_distance(world, &def));
        step_times(world, 30);
        assert_near(scree_joint_coordinate(world, joint), 2.0, 1e-5);
        assert_near(scree_joint_force(world, joint).x, 0.0, 1e-3);
        def = scree_joint_distance_settings(world, joint);
        assert_true(def.motor.enable && def.limits.enable && !def.spring.enable);
        def.spring.enable = true;
        def.motor.max = 100.0f;
        assert_ok(scree_joint_set_distance_settings(world, joint, &def));
        step_times(world, 60);
        assert_near(scree_joint_coordinate(world, joint), 3.0, 0.01);
    }
}

// A body that comes to a limit is stopped there. A hard blow may pass it by the travel of one step.
TEST(limits_hold_against_a_motor_and_a_fall)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id anchor = add_anchor(world), wheel = add_ball(world, 3.0f, 0.0f, 0.5f);
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base = joined_at(world, anchor, wheel, 3.0f, 0.0f, 0.0f);
        hinge.motor = (scree_axis_motor){true, 2.0f, 5.0f};
        hinge.limits = (scree_axis_limits){true, -0.5f, 1.0f};
        scree_joint_id turning = joint_made(world, scree_joint_create_revolute(world, &hinge));
        scree_body_id cube = add_cube(world, -3.0f, 0.0f);
        scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
        slider.base = joined_at(world, anchor, cube, -3.0f, 0.0f, (float)(0.5 * PI));
        slider.limits = (scree_axis_limits){true, -2.0f, 1.0f};
        scree_joint_id falling = joint_made(world, scree_joint_create_prismatic(world, &slider));
        double highest = 0.0, lowest = 0.0;
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            highest = fmax(highest, (double)scree_joint_coordinate(world, turning));
            lowest = fmin(lowest, (double)scree_joint_coordinate(world, falling));
        }
        assert_at_most(highest, 1.0 + 0.005);
        assert_at_least(lowest, -2.0 - 0.005);
        assert_near(scree_joint_coordinate(world, turning), 1.0, 0.005);
        assert_near(scree_joint_coordinate(world, falling), -2.0, 0.005);
        assert_near(scree_joint_force(world, falling).y, 10.0, 0.1);
    }
}

TEST(a_limit_that_is_moved_away_leaves_no_push_behind)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        scree_body_id anchor = add_anchor(world), wheel = add_ball(world, 3.0f, 0.0f, 0.5f);
        scree_revolute_joint_def def = scree_revolute_joint_def_default();
        def.base = joined_at(world, anchor, wheel, 3.0f, 0.0f, 0.0f);
        def.limits = (scree_axis_limits){true, -2.0f, 0.0f};
        scree_joint_id joint = joint_made(world, scree_joint_create_revolute(world, &def));
        for (int k = 0; k < 60; ++k)
        {
            scree_body_apply_torque(world, wheel, 1000.0f);
            step_world(world);
        }
        double angle = (double)scree_body_angle(world, wheel);
        // A brake that holds the wheel would take what the limit pushes on.
        def.motor = (scree_axis_motor){true, 0.0f, 1e6f};
        if (i % 2 == 0)
        {
            def.base.frame_a.angle = 1.0f;
        }
        else
        {
            def.limits = (scree_axis_limits){false, -2.0f, 2.0f};
            assert_ok(scree_joint_set_revolute_settings(world, joint, &def));
            def.limits.enable = true;
        }
        assert_ok(scree_joint_set_revolute_settings(world, joint, &def));
        scree_body_set_velocity(world, wheel, (scree_vec2){0.0f, 0.0f}, 0.0f);
        step_world(world);
        assert_near(scree_body_angle(world, wheel), angle, 1e-6);
    }
}

TEST(gears_turn_in_their_ratio_through_whole_turns)
{
    const float ratios[] = {2.0f, -0.5f, 1.0f};
    for (int i = 0; i < 3; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id anchor = add_anchor(world), a = add_ball(world, -1.0f, 0.0f, 0.5f);
        scree_body_id b = add_wheel(world, anchor, 1.0f, 0.0f);
        add_driven(world, anchor, a, (scree_axis_motor){true, 3.0f, 100.0f});
        scree_gear_joint_def gear = scree_gear_joint_def_default();
        gear.base.body_a = a;
        gear.base.body_b = b;
        gear.ratio = ratios[i];
        joint_made(world, scree_joint_create_gear(world, &gear));
        double turn_a = 0.0, turn_b = 0.0, worst = 0.0;
        for (int k = 0; k < 600; ++k)
        {
            run_steps(world, 1);
            turn_a = unwind(turn_a, (double)scree_body_angle(world, a));
            turn_b = unwind(turn_b, (double)scree_body_angle(world, b));
            worst = fmax(worst, fabs(turn_b * (double)ratios[i] - turn_a));
        }
        assert_near(turn_a, 30.0, 0.2);
        assert_at_most(worst, 0.005);
    }
}

TEST(a_pulley_keeps_its_rope_and_falls_as_atwood_says)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id light = add_crate(world, -2.0f, -5.0f, 0.5f, 0.5f);
        scree_body_id heavy = add_crate(world, 2.0f, -5.0f, 0.5f, 1.5f);
        scree_pulley_joint_def def = scree_pulley_joint_def_default();
        def.base.body_a = light;
        def.base.body_b = heavy;
        def.anchor_a = (scree_vec2){-2.0f, 0.0f};
        def.anchor_b = (scree_vec2){2.0f, 0.0f};
        def.length = 10.0f;
        joint_made(world, scree_joint_create_pulley(world, &def));
        double worst = 0.0;
        for (int k = 0; k < 60; ++k)
        {
            step_world(world);
            double rope = -(double)scree_body_position(world, light).y -
                          (double)scree_body_position(world, heavy).y;
            worst = fmax(worst, fabs(rope - 10.0));
        }
        // 3 kg against 1 kg: 5 m/s^2.
        assert_near(scree_body_linear_velocity(world, heavy).y, -5.0, 0.02);
        assert_near(scree_body_linear_velocity(world, light).y, 5.0, 0.02);
        assert_at_most(worst, 0.005);
    }
}

TEST(a_rope_of_a_pulley_hangs_slack_without_a_pull)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id a = add_cube(world, -2.0f, -5.0f), b = add_cube(world, 2.0f, -5.0f);
    scree_pulley_joint_def def = scree_pulley_joint_def_default();
    def.base.body_a = a;
    def.base.body_b = b;
    def.anchor_a = (scree_vec2){-2.0f, 0.0f};
    def.anchor_b = (scree_vec2){2.0f, 0.0f};
    def.length = 10.0f;
    joint_made(world, scree_joint_create_pulley(world, &def));
    scree_body_set_velocity(world, a, (scree_vec2){0.0f, 1.0f}, 0.0f);
    run_steps(world, 60);
    assert_near(scree_body_linear_velocity(world, a).y, 1.0, 1e-5);
    assert_near(scree_body_linear_velocity(world, b).y, 0.0, 1e-5);
}

TEST(a_rack_travels_by_radius_times_angle)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    scree_body_id anchor = add_anchor(world), pinion = add_ball(world, 0.0f, 0.0f, 0.5f);
    scree_body_id bar = add_crate(world, 0.0f, -0.7f, 3.0f, 0.2f);
    scree_joint_id motor =
        add_driven(world, anchor, pinion, (scree_axis_motor){true, 2.0f, 100.0f});
    scree_prismatic_joint_def slider = scree_prismatic_joint_def_default();
    slider.base = joined_at(world, anchor, bar, 0.0f, -0.7f, 0.0f);
    scree_joint_id sliding = joint_made(world, scree_joint_create_prismatic(world, &slider));
    scree_rack_joint_def rack = scree_rack_joint_def_default();
    rack.base.body_a = pinion;
    rack.base.body_b = bar;
    rack.radius = 0.5f;
    joint_made(world, scree_joint_create_rack(world, &rack));
    double angle = 0.0, worst = 0.0;
    for (int k = 0; k < 480; ++k)
    {
        if (k == 240)
            scree_joint_set_motor_speed(world, motor, -2.0f);
        run_steps(world, 1);
        angle = unwind(angle, (double)scree_body_angle(world, pinion));
        double travel = (double)scree_joint_coordinate(world, sliding);
        worst = fmax(worst, fabs(travel - 0.5 * angle));
        if (k == 239)
            assert_near(angle, 8.0, 0.1);
    }
    assert_at_most(worst, 0.005);
    assert_near(angle, 0.0, 0.2);
}

TEST(a_ratchet_turns_one_way_and_is_held_at_its_teeth)
{
    for (int sign = -1; sign <= 1; sign += 2)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id anchor = add_anchor(world), wheel = add_wheel(world, anchor, 2.0f, 0.0f);
        scree_ratchet_joint_def def = scree_ratchet_joint_def_default();
        def.base.body_a = anchor;
        def.base.body_b = wheel;
        def.tooth = 0.2f * (float)sign;
        joint_made(world, scree_joint_create_ratchet(world, &def));
        double angle = 0.0, farthest = 0.0;
        for (int k = 0; k < 600; ++k)
        {
            // A second forward, a second back with a tenth of the torque for longer.
            bool forward = k % 120 < 30;
            scree_body_apply_torque(world, wheel, (float)sign * (forward ? 0.5f : -0.4f));
            run_steps(world, 1);
            angle = unwind(angle, (double)scree_body_angle(world, wheel));
            farthest = fmax(farthest, angle * sign);
            double last_tooth = 0.2 * floor(farthest / 0.2 + 1e-3);
            if (angle * sign < last_tooth - 0.01)
                fail_msg("step %d: %.4f rad is behind the tooth at %.4f rad", k, angle * sign,
                         last_tooth);
        }
        // Five pushes got it on.
        assert_at_least(farthest, 5.0);
    }
}

TEST(a_motor_joint_brings_a_body_to_its_target)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id anchor = add_anchor(world), cube = add_cube(world, 0.0f, 0.0f);
        scree_motor_joint_def def = scree_motor_joint_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.base.frame_a.position = (scree_vec2){4.0f, 3.0f};
        def.linear_hertz = 5.0f;
        def.linear_damping_ratio = 0.7f;
        def.angular_hertz = 2.0f;
        def.angular_damping_ratio = 1.0f;
        def.max_spring_force = 100.0f;
        def.max_spring_torque = 20.0f;
        scree_joint_id joint = joint_made(world, scree_joint_create_motor(world, &def));
        step_times(world, 300);
        scree_vec2 at = scree_body_position(world, cube);
        // The spring hangs through by g / omega^2.
        double sag = 10.0 / pow(2.0 * PI * 5.0, 2.0);
        assert_near_vec2(at, 4.0, 3.0 - sag, 0.001);
        assert_near(scree_joint_force(world, joint).y, 10.0, 0.1);
        // No more force than it may: a heavy pull gets the cube away.
        for (int k = 0; k < 60; ++k)
        {
            scree_body_apply_force_to_center(world, cube, (scree_vec2){-200.0f, 0.0f});
            step_world(world);
        }
        assert_at_most(scree_body_position(world, cube).x, -20.0);
    }
}

TEST(a_motor_joint_keeps_a_velocity_up_to_its_force)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id anchor = add_anchor(world), cube = add_cube(world, 0.0f, 0.0f);
        scree_motor_joint_def def = scree_motor_joint_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.linear_velocity = (scree_vec2){2.0f, 1.0f};
        def.angular_velocity = 3.0f;
        def.max_velocity_force = 4.0f;
        def.max_velocity_torque = 1.0f;
        joint_made(world, scree_joint_create_motor(world, &def));
        step_times(world, 15);
        // A quarter of a second at 4 N and 1 kg: on the way there.
        scree_vec2 v = scree_body_linear_velocity(world, cube);
        assert_near(hypot((double)v.x, (double)v.y), 1.0, 0.02);
        step_times(world, 120);
        v = scree_body_linear_velocity(world, cube);
        assert_near_vec2(v, 2.0, 1.0, 0.01);
        assert_near(scree_body_angular_velocity(world, cube), 3.0, 0.01);
    }
}
