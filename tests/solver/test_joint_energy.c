/// The bound on the energy of joints lets machines work: motors, springs, islands that glide.
#include "tests/physics/joint_worlds.h"

/// A box of 0.4 m and 1 kg that touches nothing.
static scree_body_id add_part(scree_world *world, float x, float y)
{
    scree_body_id part = add_body(world, SCREE_BODY_DYNAMIC, x, y, 0.0f);
    scree_shape_def def = scree_shape_def_default();
    def.density = 1.0f / 0.16f;
    def.filter.mask = 0;
    add_box(world, part, &def, 0.2f, 0.2f);
    return part;
}

/// A part 2 m from a hinge at the origin, with another one welded to it at 4 m.
static scree_joint_id add_boom(scree_world *world, const scree_revolute_def *settings)
{
    scree_body_id near = add_part(world, 2.0f, 0.0f), far = add_part(world, 4.0f, 0.0f);
    scree_revolute_def def = *settings;
    def.base = joined_at(world, add_anchor(world), near, 0.0f, 0.0f, 0.0f);
    scree_joint_id hinge = joint_made(world, scree_joint_create_revolute(world, &def));
    add_weld(world, near, far, 4.0f, 0.0f);
    return hinge;
}

TEST(a_motor_turns_a_boom_of_two_parts)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, i % 2 == 0 ? 0.0f : 10.0f);
        scree_revolute_def def = scree_revolute_def_default();
        def.motor = (scree_axis_motor){true, 1.0f, 1000.0f};
        scree_joint_id hinge = add_boom(world, &def);
        run_seconds(world, 2.0f);
        assert_near(scree_joint_coordinate(world, hinge), 2.0, 0.1);
    }
}

TEST(a_motor_lowers_a_load_at_its_speed)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id near = add_part(world, 0.0f, 0.0f), far = add_part(world, 2.0f, 0.0f);
        scree_prismatic_def def = scree_prismatic_def_default();
        def.base = joined_at(world, add_anchor(world), near, 0.0f, 0.0f, 1.5707963f);
        def.motor = (scree_axis_motor){true, -0.1f, 1000.0f};
        scree_joint_id slider = joint_made(world, scree_joint_create_prismatic(world, &def));
        add_weld(world, near, far, 2.0f, 0.0f);
        run_solved(world, 2.0f);
        assert_near(scree_joint_coordinate(world, slider), -0.2, 0.005);
    }
}

TEST(a_spring_brings_a_boom_of_two_parts_to_its_target)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_revolute_def def = scree_revolute_def_default();
        def.spring = (scree_axis_spring){true, 5.0f, 8.0f, 0.3f};
        scree_joint_id hinge = add_boom(world, &def);
        run_seconds(world, 10.0f);
        assert_near(scree_joint_coordinate(world, hinge), 0.3, 0.02);
    }
}

/// Three parts in a row on hinges between them, the last of which moves across.
static void add_row(scree_world *world, scree_body_id parts[3], float glide)
{
    for (int i = 0; i < 3; ++i)
    {
        parts[i] = add_part(world, 2.0f * (float)i, 0.0f);
        scree_vec2 v = {glide, i == 2 ? 3.0f : 0.0f};
        assert_ok(scree_body_set_velocity(world, parts[i], v, 0.0f));
    }
    add_hinge(world, parts[0], parts[1], 1.0f, 0.0f);
    add_hinge(world, parts[1], parts[2], 3.0f, 0.0f);
}

TEST(a_free_machine_keeps_its_momentum_and_makes_no_energy_however_fast_it_glides)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const double glide = i % 2 == 0 ? 0.0 : 100.0;
        scree_body_id parts[3];
        add_row(world, parts, (float)glide);
        for (int k = 0; k < 300; ++k)
        {
            run_seconds(world, STEP);
            double x = 0.0, y = 0.0, energy = 0.0;
            for (int p = 0; p < 3; ++p)
            {
                scree_vec2 v = scree_body_velocity(world, parts[p]);
                double u = (double)v.x - glide, w = (double)v.y;
                double spin = (double)scree_body_angular_velocity(world, parts[p]);
                x += u;
                y += w;
                energy += 0.5 * (u * u + w * w +
                                 (double)scree_body_inertia(world, parts[p]) * spin * spin);
            }
            assert_near(x, 0.0, 1e-3);
            assert_near(y, 3.0, 1e-3);
            assert_at_most(energy, 4.5 * 1.03);
        }
    }
}

TEST(a_body_that_does_not_turn_stays_upright_in_a_machine)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id parts[3];
        add_row(world, parts, 0.0f);
        scree_mass_data mass = {.mass = 1.0f, .inertia = 0.0f};
        assert_ok(scree_body_set_mass(world, parts[0], &mass));
        assert_ok(scree_body_set_velocity(world, parts[2], (scree_vec2){0.0f, 50.0f}, 0.0f));
        for (int k = 0; k < 300; ++k)
        {
            run_seconds(world, STEP);
            assert_true(scree_body_angular_velocity(world, parts[0]) == 0.0f);
        }
        assert_true(scree_body_angle(world, parts[0]) == 0.0f);
    }
}

TEST(a_hinge_spring_swings_across_half_a_turn_as_it_does_elsewhere)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_joint_id joints[2];
        for (int i = 0; i < 2; ++i)
        {
            scree_body_id part = add_part(world, 2.0f, 0.0f);
            scree_revolute_def def = scree_revolute_def_default();
            def.base = joined_at(world, add_anchor(world), part, 0.0f, 0.0f, 0.0f);
            def.spring = (scree_axis_spring){true, 5.0f, 0.0f, i == 0 ? 0.0f : 3.0f};
            def.base.frame_b.angle += def.spring.target;
            joints[i] = joint_made(world, scree_joint_create_revolute(world, &def));
            assert_ok(scree_body_set_velocity(world, part, (scree_vec2){0.0f, 3.0f}, 1.5f));
        }
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            double across = unwind(3.0, (double)scree_joint_coordinate(world, joints[1])) - 3.0;
            assert_near(scree_joint_coordinate(world, joints[0]), across, 1e-4);
        }
    }
}

TEST(a_spring_that_only_pulls_lets_its_body_come)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const float side = i % 2 == 0 ? 1.0f : -1.0f;
        scree_distance_def def = scree_distance_def_default();
        def.base.body_a = add_anchor(world);
        def.base.body_b = add_part(world, 3.0f, 0.0f);
        def.length = 3.0f;
        def.spring = (scree_axis_spring){true, 2.0f, 0.0f, 0.0f};
        *(i % 2 == 0 ? &def.upper_spring_force : &def.lower_spring_force) = 0.0f;
        joint_made(world, scree_joint_create_distance(world, &def));
        scree_vec2 v = {-side, 0.0f};
        assert_ok(scree_body_set_velocity(world, def.base.body_b, v, 0.0f));
        run_solved(world, 2.0f);
        assert_near(scree_body_velocity(world, def.base.body_b).x, -side, 1e-4);
    }
}

TEST(a_slider_that_leans_gives_back_all_that_its_spring_or_its_soft_rail_took)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const bool sprung = i % 2 == 0;
        scree_prismatic_def def = scree_prismatic_def_default();
        def.base = base_of(add_part(world, 0.0f, 0.0f), add_part(world, 4.0f, 4.0f));
        def.base.frame_a.angle = def.base.frame_b.angle = 0.7853982f;
        def.base.hertz = sprung ? 0.0f : 1.0f;
        def.base.damping_ratio = 0.0f;
        def.spring = (scree_axis_spring){sprung, 1.0f, 0.0f, 5.0f};
        joint_made(world, scree_joint_create_prismatic(world, &def));
        scree_vec2 across = {-1.0f, 1.0f};
        assert_ok(scree_body_set_velocity(world, def.base.body_b, across, 0.0f));
        double most = 0.0;
        for (int k = 0; k < 600; ++k)
        {
            step_world(world);
            most = k < 300 ? most : fmax(most, total_kinetic_energy(world));
        }
        // 1 J, and what the spring holds at first: half a kg at 1 Hz, 0.657 m from its target.
        assert_at_least(most, sprung ? 0.85 * 5.26 : 0.98);
    }
}

TEST(a_machine_follows_a_kinematic_body_that_only_turns)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_body_id table = add_body(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
        scree_body_id near = add_part(world, 2.0f, 0.0f), far = add_part(world, 4.0f, 0.0f);
        add_weld(world, table, near, 0.0f, 0.0f);
        add_weld(world, near, far, 4.0f, 0.0f);
        assert_ok(scree_body_set_velocity(world, table, (scree_vec2){0.0f, 0.0f}, 1.0f));
        run_solved(world, 2.0f);
        assert_near(scree_body_angle(world, far), 2.0, 0.05);
        assert_at_most(worst_separation(world), 0.05);
    }
}

TEST(a_weld_made_open_lowers_its_body_but_lifts_none_without_energy)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        // soft_step closes joints by velocities.
        if (i / 2 == SCREE_SOLVER_SOFT_STEP)
            continue;
        scoped_world *world = world_solved_by(i / 2, 10.0f);
        const float too_high = i % 2 == 0 ? 0.5f : -0.5f;
        scree_weld_def def = scree_weld_def_default();
        def.base = base_of(add_anchor(world), add_part(world, 2.0f, too_high));
        def.base.frame_b.position.x = -2.0f;
        scree_joint_id weld = joint_made(world, scree_joint_create_weld(world, &def));
        run_solved(world, 2.0f);
        assert_near(scree_joint_linear_separation(world, weld), too_high > 0.0f ? 0.0 : 0.5, 0.01);
    }
}
