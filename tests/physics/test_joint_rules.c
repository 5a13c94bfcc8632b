/// Joints by mechanics, their sides swapped: energy, damping, disabled bodies.
#include "tests/physics/joint_worlds.h"

static const double PI = 3.14159265358979;

/// Dynamic in a world without gravity.
static scree_body_id add_bar(scree_world *world, float x, float y, float w)
{
    scree_body_id bar = add_crate(world, x, y, 2.0f, 0.1f);
    scree_body_set_velocity(world, bar, (scree_vec2){0.0f, 0.0f}, w);
    return bar;
}

/// The bodies of a definition change sides.
static void swap_sides(scree_joint_base *base)
{
    scree_body_id body = base->body_a;
    scree_frame frame = base->frame_a;
    base->body_a = base->body_b;
    base->frame_a = base->frame_b;
    base->body_b = body;
    base->frame_b = frame;
}

TEST(a_free_slider_on_a_turning_rail_keeps_energy_and_angular_momentum)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        int solver = i / 2;
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id rail = add_bar(world, 0.0f, 0.0f, 2.0f);
        scree_body_id bead = add_crate(world, 0.5f, 0.0f, 0.2f, 0.2f);
        scree_body_set_velocity(world, bead, (scree_vec2){0.2f, 1.0f}, 2.0f);
        scree_prismatic_joint_def def = scree_prismatic_joint_def_default();
        def.base = joined_at(world, rail, bead, 0.5f, 0.0f, 0.0f);
        if (i % 2 != 0)
            swap_sides(&def.base);
        joint_made(world, scree_joint_create_prismatic(world, &def));
        test_motion before = total_motion(world);
        step_times(world, 120);
        test_motion after = total_motion(world);
        assert_near(after.energy, before.energy, 0.001 * before.energy);
        assert_near(after.angular, before.angular, 1e-4 * before.angular_scale);
        assert_at_most(worst_separation(world), 0.001);
    }
}

TEST(a_soft_rod_without_a_spring_swings_with_its_own_damping)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        static double values[480];
        int solver = i / 2;
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_distance_joint_def def = scree_distance_joint_def_default();
        def.base.body_a = add_anchor(world);
        def.base.body_b = add_cube(world, 3.0f, 0.0f);
        if (i % 2 != 0)
            swap_sides(&def.base);
        def.base.hertz = 1.0f;
        def.base.damping_ratio = 0.1f;
        def.length = 2.0f;
        scree_joint_id joint = joint_made(world, scree_joint_create_distance(world, &def));
        for (int k = 0; k < 480; ++k)
        {
            step_world(world);
            values[k] = (double)scree_joint_coordinate(world, joint) - 2.0;
        }
        swing swing = swing_of(values, 480);
        double delta = -log(swing.decay), ratio = delta / sqrt(4.0 * PI * PI + delta * delta);
        assert_near(swing.period, 1.0 / sqrt(1.0 - 0.01), 0.01);
        assert_near(ratio, 0.1, 0.005);
    }
}

TEST(a_rack_that_is_free_to_turn_is_held_where_it_meshes)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id anchor = add_anchor(world), pinion = add_ball(world, 0.0f, 0.0f, 0.5f);
        add_hinge(world, anchor, pinion, 0.0f, 0.0f);
        scree_body_id bar = add_bar(world, 0.3f, 1.0f, 1.0f);
        scree_rack_joint_def def = scree_rack_joint_def_default();
        def.base.body_a = pinion;
        def.base.body_b = bar;
        def.radius = 0.5f;
        scree_joint_id joint = joint_made(world, scree_joint_create_rack(world, &def));
        scree_body_set_velocity(world, bar, (scree_vec2){0.5f, 0.0f}, 1.0f);
        step_world(world);
        double before = total_kinetic_energy(world), worst = 0.0;
        for (int k = 0; k < 120; ++k)
        {
            assert_ok(scree_world_step(world, STEP, SUBSTEPS));
            worst = fmax(worst, (double)scree_joint_linear_separation(world, joint));
        }
        assert_at_most(worst, 0.001);
        assert_near(total_kinetic_energy(world), before, 0.01 * before);
    }
}

TEST(a_load_that_swings_on_a_pulley_keeps_its_energy)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        int solver = i / 2;
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id swinging = add_crate(world, 0.0f, -3.0f, 0.5f, 0.5f);
        scree_body_id hanging = add_crate(world, 6.0f, -3.0f, 0.5f, 0.55f);
        scree_pulley_joint_def def = scree_pulley_joint_def_default();
        bool swapped = i % 2 != 0;
        def.base.body_a = swapped ? hanging : swinging;
        def.base.body_b = swapped ? swinging : hanging;
        scree_vec2 near = {-2.0f, 0.0f}, far = {6.0f, 0.0f};
        def.anchor_a = swapped ? far : near;
        def.anchor_b = swapped ? near : far;
        scree_frame *swings = swapped ? &def.base.frame_b : &def.base.frame_a;
        scree_frame *hangs = swapped ? &def.base.frame_a : &def.base.frame_b;
        swings->position = (scree_vec2){0.2f, 0.5f};
        hangs->position = (scree_vec2){0.0f, 0.5f};
        def.length = hypotf(2.2f, 2.5f) + 2.5f;
        joint_made(world, scree_joint_create_pulley(world, &def));
        double begin = 0.0, worst = 0.0, mass_a = (double)scree_body_mass(world, swinging),
               mass_b = (double)scree_body_mass(world, hanging);
        for (int k = 0; k < 180; ++k)
        {
            double energy = total_kinetic_energy(world) +
                            10.0 * (mass_a * (double)scree_body_position(world, swinging).y +
                                    mass_b * (double)scree_body_position(world, hanging).y);
            begin = k == 0 ? energy : begin;
            worst = fmax(worst, fabs(energy - begin));
            assert_ok(scree_world_step(world, STEP, 16));
        }
        // Sequential impulses take the pull of the substep before.
        assert_at_most(worst, solver == SCREE_SOLVER_SOFT_STEP ? 0.02 : 0.12);
    }
}

/// A joint of a type between bodies a metre apart.
static scree_joint_id join_pair(scree_world *world, int type, scree_body_id a, scree_body_id b)
{
    scree_vec2 at = scree_body_position(world, a);
    joint_spec parts = {.type = (scree_joint_type)type,
                        .base = joined_at(world, a, b, at.x, at.y, 0.0f)};
    if (type == SCREE_JOINT_DISTANCE)
    {
        parts.base.frame_b.position = (scree_vec2){0.0f, 0.0f};
    }
    return add_joint(world, &parts);
}

TEST(a_joint_waits_while_either_of_its_bodies_is_disabled)
{
    const int types = SCREE_JOINT_WHEEL + 1;
    for (int i = 0; i < 4 * types * SOLVERS; ++i)
    {
        int type = i / 4 % types, solver = i / 4 / types;
        bool swapped = i % 2 != 0, dynamic = i % 4 > 1;
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id falls = add_cube(world, 0.0f, 0.0f);
        scree_body_id gone = dynamic ? add_cube(world, 0.0f, 1.0f)
                                     : add_body(world, SCREE_BODY_STATIC, 0.0f, 1.0f, 0.0f);
        join_pair(world, type, swapped ? gone : falls, swapped ? falls : gone);
        assert_ok(scree_body_set_enabled(world, gone, false));
        step_times(world, 60);
        // g t^2 / 2, and what a step of 1/60 s adds to it.
        assert_near(scree_body_position(world, falls).y, -5.0, 0.1);
        assert_near(scree_body_position(world, falls).x, 0.0, 0.0);
        assert_near(scree_body_position(world, gone).y, 1.0, 0.0);
    }
}

TEST(a_ratchet_tells_how_far_it_is_behind_its_tooth_whichever_way_it_turns)
{
    for (int i = 0; i < 4; ++i)
    {
        float sign = i % 2 != 0 ? -1.0f : 1.0f, side = i / 2 != 0 ? -1.0f : 1.0f;
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        scree_body_id anchor = add_anchor(world), wheel = add_ball(world, 2.0f, 0.0f, 0.5f);
        add_hinge(world, anchor, wheel, 2.0f, 0.0f);
        scree_ratchet_joint_def def = scree_ratchet_joint_def_default();
        def.base.body_a = side > 0.0f ? anchor : wheel;
        def.base.body_b = side > 0.0f ? wheel : anchor;
        def.tooth = 0.5f * sign;
        scree_joint_id joint = joint_made(world, scree_joint_create_ratchet(world, &def));
        scree_vec2 at = {2.0f, 0.0f};
        scree_body_set_transform(world, wheel, scree_transform_from_angle(at, -0.1f * sign * side));
        assert_near(scree_joint_coordinate(world, joint), -0.1 * (double)sign, 1e-5);
        assert_near(scree_joint_angular_separation(world, joint), 0.1, 1e-5);
        scree_body_set_transform(world, wheel, scree_transform_from_angle(at, 0.1f * sign * side));
        assert_near(scree_joint_angular_separation(world, joint), 0.0, 0.0);
        // Once turned beyond a tooth, the ratchet stops the body at that tooth on its way back.
        scree_body_set_transform(world, wheel, scree_transform_from_angle(at, 0.9f * sign * side));
        run_steps(world, 1);
        def.tooth = -def.tooth;
        assert_ok(scree_joint_set_ratchet_settings(world, joint, &def));
        assert_near(scree_joint_angular_separation(world, joint), 0.0, 1e-5);
        run_steps(world, 10);
        assert_near(scree_body_angle(world, wheel), 0.9 * (double)(sign * side), 1e-4);
    }
}

TEST(what_a_breaking_joint_lets_go_of_does_not_fall_asleep_in_the_next_step)
{
    for (int i = 0; i < 2 * 16; ++i)
    {
        scree_world_def world_def = scree_world_def_default();
        world_def.gravity.y = 0.0f;
        scoped_world *world = world_of(&world_def);
        scree_body_id wall = add_body(world, SCREE_BODY_STATIC, -3.0f, 0.0f, 0.0f);
        scree_body_id cube = add_cube(world, 0.0f, 0.0f);
        scree_body_id puller = add_body(world, SCREE_BODY_KINEMATIC, 3.0f, 0.0f, 0.0f);
        scree_distance_joint_def def = scree_distance_joint_def_default();
        def.spring = (scree_axis_spring){true, 1.0f, 1.0f, 0.0f};
        def.length = 2.9f;
        def.base.body_a = wall;
        def.base.body_b = cube;
        joint_made(world, scree_joint_create_distance(world, &def));
        def.base.body_a = puller;
        if (i % 2 != 0)
            swap_sides(&def.base);
        def.base.break_force = 4.5f + 0.007f * (float)(i / 2);
        scree_joint_id joint = joint_made(world, scree_joint_create_distance(world, &def));
        scree_body_set_velocity(world, puller, (scree_vec2){0.02f, 0.0f}, 0.0f);
        int steps = 0;
        for (; steps < 240 && scree_joint_is_valid(world, joint); ++steps)
            step_world(world);
        assert_in_range(steps, 40, 239);
        assert_at_most(fabs((double)scree_body_linear_velocity(world, cube).x), 0.05);
        step_world(world);
        assert_true(scree_body_is_awake(world, cube));
        run_steps(world, 10);
        assert_at_most(scree_body_linear_velocity(world, cube).x, -0.1);
    }
}

TEST(unchanged_settings_of_a_gear_keep_its_turns)
{
    for (int i = 0; i < 2; ++i)
    {
        scoped_world *world = world_with_gravity(0.0f, 0.0f);
        const scree_body_id a = add_cube(world, 0.0f, 0.0f), b = add_cube(world, 3.0f, 0.0f);
        scree_gear_joint_def def = scree_gear_joint_def_default();
        def.base = base_of(a, b);
        const scree_joint_id gear = joint_made(world, scree_joint_create_gear(world, &def));
        run_steps(world, 3);
        // A call turns one of them.
        assert_ok(scree_body_set_angle(world, i == 0 ? a : b, 0.5f));
        assert_near(scree_joint_angular_separation(world, gear), 0.5, 1e-4);
        assert_ok(scree_joint_set_gear_settings(world, gear, &def));
        assert_near(scree_joint_angular_separation(world, gear), 0.5, 1e-4);
        run_steps(world, 120);
        assert_near(scree_joint_angular_separation(world, gear), 0.0, 0.01);
        assert_near(scree_body_angle(world, a), scree_body_angle(world, b), 0.01);
    }
}
