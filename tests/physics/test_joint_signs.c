/// Joints whichever way they are loaded and turned, their sides swapped: bounds, springs, drives.
#include "tests/physics/joint_worlds.h"

static const double PI = 3.14159265358979;

static void set_sides(scree_joint_base *base, scree_body_id a, scree_body_id b, bool swapped)
{
    base->body_a = swapped ? b : a;
    base->body_b = swapped ? a : b;
}

/// A cube of 1 kg, 2 m to the right of a post or to the left, is held by a weld: 20 N m.
static scree_weld_joint_def cantilever(scree_world *world, bool left, bool swapped)
{
    const float x = left ? -2.0f : 2.0f;
    const scree_body_id post = add_anchor(world), cube = add_cube(world, x, 0.0f);
    scree_weld_joint_def def = scree_weld_joint_def_default();
    set_sides(&def.base, post, cube, swapped);
    (swapped ? &def.base.frame_a : &def.base.frame_b)->position.x = -x;
    return def;
}

TEST(a_joint_breaks_above_its_torque_whichever_way_that_turns)
{
    for (int i = 0; i < 8; ++i)
    {
        const bool holds = i / 4 != 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_weld_joint_def def = cantilever(world, i % 2 != 0, i / 2 % 2 != 0);
        def.base.break_torque = holds ? 22.0f : 18.0f;
        const scree_joint_id joint = joint_made(world, scree_joint_create_weld(world, &def));
        run_steps(world, 120);
        assert_int_equal(scree_joint_is_valid(world, joint), holds);
    }
}

TEST(an_overload_is_told_whichever_way_it_turns_and_whichever_side_hangs)
{
    for (int i = 0; i < 16; ++i)
    {
        const bool tells = i / 8 == 0, torque = i / 4 % 2 != 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        scree_weld_joint_def def = cantilever(world, i % 2 != 0, i / 2 % 2 != 0);
        *(torque ? &def.base.torque_threshold : &def.base.force_threshold) =
            (torque ? 20.0f : 10.0f) * (tells ? 0.9f : 1.1f);
        const scree_joint_id joint = joint_made(world, scree_joint_create_weld(world, &def));
        run_steps(world, 120);
        const scree_joint_events events = scree_world_joint_events(world);
        assert_int_equal(events.overload_count, tells);
        assert_true(!tells || events.overloads[0].joint.value == joint.value);
    }
}

// A quarter of a radian lies between the angle and the target, across half a turn.
TEST(a_spring_turns_the_short_way_across_half_a_turn)
{
    for (int i = 0; i < 4 * SOLVERS; ++i)
    {
        const float sign = i % 2 != 0 ? -1.0f : 1.0f;
        scoped_world *world = world_solved_by(i / 4, 0.0f);
        const scree_body_id anchor = add_anchor(world), ball = add_ball(world, 0.0f, 0.0f, 0.5f);
        scree_revolute_joint_def def = scree_revolute_joint_def_default();
        set_sides(&def.base, anchor, ball, i / 2 % 2 != 0);
        def.spring = (scree_axis_spring){true, 1.0f, 1.0f, sign * 3.0f};
        joint_made(world, scree_joint_create_revolute(world, &def));
        const float turned = i / 2 % 2 != 0 ? -sign : sign;
        assert_ok(scree_body_set_angle(world, ball, -turned * 3.0f));
        double angle = -3.0 * (double)turned;
        for (int k = 0; k < 240; ++k)
        {
            step_world(world);
            angle = unwind(angle, (double)scree_body_angle(world, ball));
        }
        assert_near(angle, (double)turned * (3.0 - 2.0 * PI), 0.01);
    }
}

TEST(a_gear_keeps_its_phase_whichever_way_it_turns)
{
    for (int i = 0; i < 8; ++i)
    {
        const float phase = i % 2 != 0 ? -0.4f : 0.4f, ratio = i / 2 % 2 != 0 ? -2.0f : 2.0f;
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id anchor = add_anchor(world);
        const scree_body_id a = add_ball(world, -1.0f, 0.0f, 0.5f);
        const scree_body_id b = add_ball(world, 1.0f, 0.0f, 0.5f);
        add_hinge(world, anchor, a, -1.0f, 0.0f);
        add_hinge(world, anchor, b, 1.0f, 0.0f);
        scree_gear_joint_def def = scree_gear_joint_def_default();
        def.base.body_a = a;
        def.base.body_b = b;
        def.ratio = ratio;
        def.phase = phase;
        const scree_joint_id gear = joint_made(world, scree_joint_create_gear(world, &def));
        scree_body_set_angular_velocity(world, i / 4 != 0 ? a : b, 1.0f);
        run_steps(world, 120);
        const double turned = (double)ratio * (double)scree_body_angle(world, b);
        const double off = turned - (double)scree_body_angle(world, a) - (double)phase;
        assert_near(remainder(off, 2.0 * PI), 0.0, 0.01);
        assert_at_most(scree_joint_angular_separation(world, gear), 0.01);
    }
}

// The spring and the velocity of a drive have a bound each, for force and torque: whichever is the
// smaller, it bounds its own part alone.
TEST(each_part_of_a_drive_keeps_to_its_own_bound)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const scree_body_id anchor = add_anchor(world), cube = add_cube(world, 0.0f, 0.0f);
        const float inertia = scree_body_mass_data(world, cube).inertia;
        scree_motor_joint_def def = scree_motor_joint_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        if (i % 2 == 0)
        {
            // A spring that is drawn out far, and no brake to speak of.
            def.base.frame_a.position.x = 500.0f;
            def.linear_hertz = def.angular_hertz = 2.0f;
            def.max_spring_force = 6.0f;
            def.max_spring_torque = 2.0f * inertia;
            def.base.frame_a.angle = 3.0f;
            def.max_velocity_force = 0.0f;
        }
        else
        {
            def.linear_velocity.x = 500.0f;
            def.angular_velocity = 50.0f;
            def.max_velocity_force = 6.0f;
            def.max_velocity_torque = 2.0f * inertia;
            def.max_spring_force = 60.0f;
        }
        joint_made(world, scree_joint_create_motor(world, &def));
        step_times(world, 30);
        // Half a second at 6 N and 1 kg, and at 2 rad/s^2.
        assert_near(scree_body_linear_velocity(world, cube).x, 3.0, 0.05);
        assert_near(scree_body_angular_velocity(world, cube), 1.0, 0.05);
    }
}

// The body comes back in a world without gravity. No impulse of before may pull at it.
TEST(a_joint_has_no_force_left_after_either_body_was_disabled)
{
    const int types = SCREE_JOINT_WHEEL + 1;
    for (int i = 0; i < 4 * types; ++i)
    {
        const bool swapped = i % 2 != 0, holder = i / 2 % 2 != 0;
        scoped_world *world = world_with_gravity(3.0f, -10.0f);
        const scree_body_id anchor = add_anchor(world), cube = add_cube(world, 0.0f, -2.0f);
        joint_spec spec = {.type = (scree_joint_type)(i / 4), .length = 2.0f};
        if (spec.type == SCREE_JOINT_DISTANCE)
            spec.base = base_of(swapped ? cube : anchor, swapped ? anchor : cube);
        else
            // The axis is level, so that what slides along it bears the weight.
            spec.base = joined_at(world, swapped ? cube : anchor, swapped ? anchor : cube, 0.0f,
                                  -2.0f, 0.0f);
        const scree_joint_id joint = add_joint(world, &spec);
        run_steps(world, 10);
        assert_at_least(fabs((double)scree_joint_force(world, joint).y), 5.0);
        const scree_body_id gone = holder ? anchor : cube;
        assert_ok(scree_body_set_enabled(world, gone, false));
        assert_near_vec2(scree_joint_force(world, joint), 0.0, 0.0, 0.0);
        assert_ok(scree_world_set_gravity(world, (scree_vec2){0.0f, 0.0f}));
        assert_ok(scree_body_set_enabled(world, gone, true));
        assert_near_vec2(scree_joint_force(world, joint), 0.0, 0.0, 0.0);
        assert_near(scree_joint_torque(world, joint), 0.0, 0.0);
        assert_near(scree_joint_motor_force(world, joint), 0.0, 0.0);
    }
}
