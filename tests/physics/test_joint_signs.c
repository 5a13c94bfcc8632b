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

TEST(a_threshold_set_by_one_call_is_tested)
{
    for (int i = 0; i < 4; ++i)
    {
        const bool torque = i % 2 != 0, tells = i / 2 == 0;
        scoped_world *world = world_with_gravity(0.0f, -10.0f);
        const scree_weld_joint_def def = cantilever(world, false, false);
        const scree_joint_id joint = joint_made(world, scree_joint_create_weld(world, &def));
        const float threshold = (torque ? 20.0f : 10.0f) * (tells ? 0.9f : 1.1f);
        assert_ok((torque ? scree_joint_set_torque_threshold
                          : scree_joint_set_force_threshold)(world, joint, threshold));
        run_steps(world, 120);
        assert_int_equal(scree_world_joint_events(world).overload_count, tells);
    }
}

static scree_joint_id add_measured(scree_world *world, int type, scree_body_id a, scree_body_id b)
{
    joint_spec spec = {.type = (scree_joint_type)type, .base = base_of(a, b), .length = 2.0f};
    spec.base.frame_a = (scree_frame){{0.3f, 0.2f}, 0.7f};
    spec.base.frame_b = (scree_frame){{-0.4f, 0.5f}, -0.2f};
    scree_pulley_joint_def pulley = scree_pulley_joint_def_default();
    pulley.base = spec.base;
    pulley.anchor_a = (scree_vec2){-1.0f, 5.0f};
    pulley.anchor_b = (scree_vec2){4.0f, 6.0f};
    pulley.ratio = 1.5f;
    scree_rack_joint_def rack = scree_rack_joint_def_default();
    rack.base = spec.base;
    scree_ratchet_joint_def ratchet = scree_ratchet_joint_def_default();
    ratchet.base = spec.base;
    return type == SCREE_JOINT_PULLEY    ? scree_joint_create_pulley(world, &pulley)
           : type == SCREE_JOINT_RACK    ? scree_joint_create_rack(world, &rack)
           : type == SCREE_JOINT_RATCHET ? scree_joint_create_ratchet(world, &ratchet)
                                         : add_joint(world, &spec);
}

/// Moves a body by its velocities for a short time, about its centre of mass, which moves straight.
static void move_on(scree_world *world, scree_body_id body, double time)
{
    const scree_vec2 center = scree_body_center_of_mass(world, body);
    const scree_vec2 v = scree_body_linear_velocity(world, body);
    const double turn = time * (double)scree_body_angular_velocity(world, body);
    const scree_vec2 p = scree_body_position(world, body);
    const double x = (double)p.x - (double)center.x, y = (double)p.y - (double)center.y;
    const scree_vec2 to = {
        (float)((double)center.x + time * (double)v.x + cos(turn) * x - sin(turn) * y),
        (float)((double)center.y + time * (double)v.y + sin(turn) * x + cos(turn) * y)};
    const float angle = (float)((double)scree_body_angle(world, body) + turn);
    assert_ok(scree_body_set_transform(world, body, scree_transform_from_angle(to, angle)));
}

TEST(the_speed_of_a_joint_is_how_fast_its_coordinate_changes)
{
    const int types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE, SCREE_JOINT_PRISMATIC,
                         SCREE_JOINT_WHEEL,    SCREE_JOINT_PULLEY,   SCREE_JOINT_RACK,
                         SCREE_JOINT_RATCHET};
    for (int i = 0; i < 7; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id bodies[2];
        for (int k = 0; k < 2; ++k)
        {
            // Their centres of mass are not their origins.
            bodies[k] = add_body(world, SCREE_BODY_DYNAMIC, 3.0f * (float)k, (float)k, 0.4f);
            const scree_polygon box =
                scree_polygon_box_at(0.5f, 0.5f, (scree_vec2){0.7f, -0.6f}, 0.0f, 0.0f);
            add_polygon(world, bodies[k], usual_shape(), &box);
        }
        const scree_joint_id joint =
            joint_made(world, add_measured(world, types[i], bodies[0], bodies[1]));
        assert_ok(scree_body_set_velocity(world, bodies[0], (scree_vec2){0.5f, -1.0f}, 0.8f));
        assert_ok(scree_body_set_velocity(world, bodies[1], (scree_vec2){-1.5f, 0.7f}, -1.1f));
        const double speed = (double)scree_joint_speed(world, joint), time = 0.01;
        move_on(world, bodies[0], -0.5 * time);
        move_on(world, bodies[1], -0.5 * time);
        const double before = (double)scree_joint_coordinate(world, joint);
        move_on(world, bodies[0], time);
        move_on(world, bodies[1], time);
        const double after = (double)scree_joint_coordinate(world, joint);
        assert_true(fabs(speed) > 0.3);
        assert_near((after - before) / time, speed, 2e-3);
    }
}
