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

/// A part on the x axis, with another one welded to it 2 m further on.
static scree_body_id add_two_parts(scree_world *world, float x)
{
    scree_body_id near = add_part(world, x, 0.0f), far = add_part(world, x + 2.0f, 0.0f);
    add_weld(world, near, far, x + 2.0f, 0.0f);
    return near;
}

/// Two parts 2 and 4 m from a hinge at the origin.
static scree_joint_id add_boom(scree_world *world, joint_spec hinge)
{
    hinge.type = SCREE_JOINT_REVOLUTE;
    hinge.base = joined_at(world, add_anchor(world), add_two_parts(world, 2.0f), 0.0f, 0.0f, 0.0f);
    return add_joint(world, &hinge);
}

TEST(a_motor_turns_a_boom_of_two_parts)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, i % 2 == 0 ? 0.0f : 10.0f);
        scree_joint_id hinge = add_boom(world, (joint_spec){.motor = {true, 1.0f, 1000.0f}});
        run_seconds(world, 2.0f);
        assert_near(scree_joint_coordinate(world, hinge), 2.0, 0.1);
    }
}

TEST(a_motor_that_stood_turns_a_boom_of_two_parts_when_it_is_given_a_speed)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_joint_id hinge = add_boom(world, (joint_spec){.motor = {true, 0.0f, 1000.0f}});
        run_solved(world, 0.5f);
        assert_near(scree_joint_coordinate(world, hinge), 0.0, 0.001);
        assert_ok(scree_joint_set_motor_speed(world, hinge, 1.0f));
        run_solved(world, 2.0f);
        assert_near(scree_joint_coordinate(world, hinge), 2.0, 0.1);
        assert_ok(scree_joint_set_motor_speed(world, hinge, 0.0f));
        run_solved(world, 0.5f);
        assert_near(scree_joint_speed(world, hinge), 0.0, 0.05);
    }
}

TEST(a_motor_lowers_a_load_at_its_speed)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id load = add_two_parts(world, 0.0f);
        joint_spec slider = {.type = SCREE_JOINT_PRISMATIC, .motor = {true, -0.1f, 1000.0f}};
        slider.base = joined_at(world, add_anchor(world), load, 0.0f, 0.0f, 1.5707963f);
        scree_joint_id joint = add_joint(world, &slider);
        run_solved(world, 2.0f);
        assert_near(scree_joint_coordinate(world, joint), -0.2, 0.005);
    }
}

TEST(a_spring_brings_a_boom_of_two_parts_to_its_target)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 0.0f);
        scree_joint_id hinge = add_boom(world, (joint_spec){.spring = {true, 5.0f, 8.0f, 0.3f}});
        run_seconds(world, 10.0f);
        assert_near(scree_joint_coordinate(world, hinge), 0.3, 0.02);
    }
}

/// Three parts in a row on hinges between them; the last one moves across.
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
                scree_vec2 v = scree_body_linear_velocity(world, parts[p]);
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
        assert_ok(scree_body_set_mass_data(world, parts[0], &mass));
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
            joint_spec hinge = {SCREE_JOINT_REVOLUTE,
                                .spring = {true, 5.0f, 0.0f, 3.0f * (float)i}};
            hinge.base = base_of(add_anchor(world), add_part(world, 2.0f, 0.0f));
            hinge.base.frame_b = (scree_frame){{-2.0f, 0.0f}, hinge.spring.target};
            joints[i] = add_joint(world, &hinge);
            scree_vec2 v = {0.0f, 3.0f};
            assert_ok(scree_body_set_velocity(world, hinge.base.body_b, v, 1.5f));
        }
        for (int k = 0; k < 300; ++k)
        {
            step_world(world);
            double across = unwind(3.0, (double)scree_joint_coordinate(world, joints[1])) - 3.0;
            assert_near(scree_joint_coordinate(world, joints[0]), across, 1e-4);
        }
    }
}

TEST(a_spring_that_only_pulls_or_pushes_lets_its_body_go_the_other_way)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        scree_distance_joint_def def = scree_distance_joint_def_default();
        def.base = base_of(add_anchor(world), add_part(world, 3.0f, 0.0f));
        def.length = 3.0f;
        def.spring = (scree_axis_spring){true, 2.0f, 0.0f, 0.0f};
        *(i % 2 == 0 ? &def.upper_spring_force : &def.lower_spring_force) = 0.0f;
        joint_made(world, scree_joint_create_distance(world, &def));
        scree_vec2 v = {i % 2 == 0 ? -1.0f : 1.0f, 0.0f};
        assert_ok(scree_body_set_velocity(world, def.base.body_b, v, 0.0f));
        run_solved(world, 2.0f);
        assert_near(scree_body_linear_velocity(world, def.base.body_b).x, v.x, 1e-4);
    }
}

TEST(a_slider_that_leans_gives_back_all_that_its_spring_or_its_soft_rail_took)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        const bool sprung = i % 2 == 0;
        joint_spec slider = {SCREE_JOINT_PRISMATIC, .spring = {sprung, 1.0f, 0.0f, 5.0f}};
        slider.base = base_of(add_part(world, 0.0f, 0.0f), add_part(world, 4.0f, 4.0f));
        slider.base.frame_a.angle = slider.base.frame_b.angle = 0.7853982f;
        slider.base.hertz = sprung ? 0.0f : 1.0f;
        slider.base.damping_ratio = 0.0f;
        add_joint(world, &slider);
        scree_vec2 across = {-1.0f, 1.0f};
        assert_ok(scree_body_set_velocity(world, slider.base.body_b, across, 0.0f));
        double most = 0.0;
        for (int k = 0; k < 600; ++k)
        {
            step_world(world);
            most = k < 300 ? 0.0 : fmax(most, total_kinetic_energy(world));
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
        scree_body_id near = add_two_parts(world, 2.0f);
        add_weld(world, table, near, 0.0f, 0.0f);
        assert_ok(scree_body_set_velocity(world, table, (scree_vec2){0.0f, 0.0f}, 1.0f));
        run_solved(world, 2.0f);
        assert_near(scree_body_angle(world, near), 2.0, 0.05);
        assert_at_most(worst_separation(world), 0.05);
    }
}

TEST(a_weld_made_open_lowers_its_body_but_lifts_none_without_energy)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        // soft_step closes joints by velocities.
        const bool too_high = i % 2 == 0, iterates = i / 2 != SCREE_SOLVER_SOFT_STEP;
        scoped_world *world = world_solved_by(i / 2, 10.0f);
        joint_spec weld = {.type = SCREE_JOINT_WELD};
        weld.base = base_of(add_anchor(world), add_part(world, 0.0f, too_high ? -1.5f : -2.5f));
        weld.base.frame_b.position.y = 2.0f;
        scree_joint_id joint = add_joint(world, &weld);
        run_solved(world, 2.0f);
        double open = (double)scree_joint_linear_separation(world, joint);
        if (too_high || iterates)
            assert_near(open, too_high ? 0.0 : 0.5, 0.01);
    }
}

/// Bars of 0.8 m and 6.4 kg in a row on an anchor; their motors of 50 kN m turn them all one way,
/// into their limits; `later`: from a speed that is set once they stand. Returns the speed of the
/// fastest after 5 s.
static float speed_of_pressed_row(int bars, float limit, bool later)
{
    scree_body_id bar[8];
    scree_joint_id joint[8];
    scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
    scree_body_id last = add_anchor(world);
    for (int i = 0; i < bars; ++i)
    {
        const float x = 0.8f * (float)i;
        bar[i] = add_body(world, SCREE_BODY_DYNAMIC, x + 0.4f, 0.0f, 0.0f);
        scree_shape_def shape = scree_shape_def_default();
        shape.density = 20.0f;
        shape.filter.mask = 0;
        add_box(world, bar[i], &shape, 0.4f, 0.2f);
        joint_spec hinge = {.type = SCREE_JOINT_REVOLUTE,
                            .limits = {true, -limit, limit},
                            .motor = {true, later ? 0.0f : 8.0f, 5e4f}};
        hinge.base = joined_at(world, last, bar[i], x, 0.0f, 0.0f);
        joint[i] = add_joint(world, &hinge);
        last = bar[i];
    }
    step_times(world, 1);
    for (int i = 0; i < bars; ++i)
        assert_ok(scree_joint_set_motor_speed(world, joint[i], 8.0f));
    run_seconds(world, 5.0f);
    float fastest = 0.0f;
    for (int i = 0; i < bars; ++i)
    {
        const scree_vec2 v = scree_body_linear_velocity(world, bar[i]);
        fastest = fmaxf(fastest, hypotf(v.x, v.y));
    }
    return fastest;
}

TEST(rows_of_hinges_whose_motors_press_on_their_limits_come_to_rest)
{
    for (int bars = 3; bars <= 8; ++bars)
    {
        assert_at_most(speed_of_pressed_row(bars, 0.3f, false), 0.3);
        assert_at_most(speed_of_pressed_row(bars, 0.6f, true), 0.3);
    }
}

/// J, against gravity of 10 m/s^2 from the origin.
static double energy_of_both(scree_world *world, const scree_body_id *load)
{
    double sum = total_kinetic_energy(world);
    for (int i = 0; i < 2; ++i)
        sum += 10.0 * (double)scree_body_mass(world, load[i]) *
               (double)scree_body_position(world, load[i]).y;
    return sum;
}

/// A heavy load on a rope over two pulleys draws a light one up to its pulley and past it. Returns
/// whether the two come to more energy than lifts both by 0.1 m.
static bool hoist_makes_energy(test_random *random)
{
    scree_body_id load[2];
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    scree_pulley_joint_def def = scree_pulley_joint_def_default();
    def.anchor_a = (scree_vec2){-1.5f, 5.0f};
    def.anchor_b = (scree_vec2){1.5f, 5.0f};
    def.ratio = random_between(random, 0.5f, 2.0f);
    def.length = 0.0f;
    for (int i = 0; i < 2; ++i)
    {
        const scree_vec2 anchor = i == 0 ? def.anchor_a : def.anchor_b;
        const float half = random_between(random, 0.1f, 0.4f);
        const float x = random_between(random, -0.3f, 0.3f), y = random_between(random, 1.0f, 3.0f);
        scree_frame *frame = i == 0 ? &def.base.frame_a : &def.base.frame_b;
        frame->position.x = random_between(random, -0.3f, 0.3f);
        frame->position.y = random_between(random, 0.0f, 0.5f);
        scree_shape_def shape = scree_shape_def_default();
        shape.filter.mask = 0;
        shape.density =
            (i == 0 ? 1.0f : random_between(random, 2.0f, 10.0f)) / (4.0f * half * half);
        load[i] = add_body(world, SCREE_BODY_DYNAMIC, anchor.x + x, anchor.y - y, 0.0f);
        add_box(world, load[i], &shape, half, half);
        const float rope = hypotf(x + frame->position.x, frame->position.y - y);
        def.length += i == 0 ? rope : def.ratio * rope;
    }
    def.base.body_a = load[0];
    def.base.body_b = load[1];
    joint_made(world, scree_joint_create_pulley(world, &def));
    const double mass =
        (double)scree_body_mass(world, load[0]) + (double)scree_body_mass(world, load[1]);
    double begin = energy_of_both(world, load), most = begin;
    for (int k = 0; k < 300; ++k)
    {
        step_times(world, 1);
        most = fmax(most, energy_of_both(world, load));
    }
    return most - begin > mass;
}

TEST(hoists_that_draw_a_light_load_past_its_pulley_make_no_energy)
{
    test_random random = random_of(27);
    int makers = 0;
    for (int i = 0; i < 300; ++i)
        makers += hoist_makes_energy(&random);
    assert_int_equal(makers, 0);
}

/// A torque on a part of a boom turns all of it by 1/2 torque t^2 / inertia. The bound takes up to
/// an eighth of that.
TEST(a_torque_does_its_work_on_a_boom)
{
    for (int i = 0; i < 4 * SOLVERS; ++i)
    {
        // On the part at 2 m or on that at 4 m, which are welded to each other.
        scoped_world *world = world_solved_by(i / 4, 0.0f);
        const bool far = i % 2, brakes = i / 2 % 2;
        const scree_body_id near = add_part(world, 2.0f, 0.0f), end = add_part(world, 4.0f, 0.0f);
        add_weld(world, near, end, 4.0f, 0.0f);
        const scree_joint_id hinge = add_hinge(world, add_anchor(world), near, 0.0f, 0.0f);
        const double inertia = 20.0 + 2.0 * (double)scree_body_inertia(world, near);
        const double torque = brakes ? -10.0 : 10.0;
        double before = 0.0;
        for (int k = 0; k < 120; ++k)
        {
            assert_ok(scree_body_apply_torque(world, far ? end : near, (float)torque));
            step_world(world);
            before = (double)scree_body_angular_velocity(world, near);
        }
        assert_near(before, torque * 2.0 / inertia, 0.15 * 20.0 / inertia);
        assert_near(scree_joint_coordinate(world, hinge), torque * 2.0 / inertia,
                    0.15 * 20.0 / inertia);
    }
}

/// The angular momentum of three parts about the origin.
static double angular_momentum_of(const scree_world *world, const scree_body_id parts[3])
{
    double sum = 0.0;
    for (int p = 0; p < 3; ++p)
    {
        const scree_vec2 at = scree_body_position(world, parts[p]);
        const scree_vec2 v = scree_body_linear_velocity(world, parts[p]);
        sum += (double)at.x * (double)v.y - (double)at.y * (double)v.x +
               (double)scree_body_inertia(world, parts[p]) *
                   (double)scree_body_angular_velocity(world, parts[p]);
    }
    return sum;
}

/// A chain of three that folds and spins: most of its energy is spin now and then.
TEST(a_free_machine_that_spins_keeps_its_angular_momentum)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        scree_body_id parts[3];
        add_row(world, parts, 0.0f);
        scree_mass_data mass = {.mass = 1.0f, .inertia = i % 2 ? 4.0f : 0.5f};
        for (int p = 0; p < 3; ++p)
        {
            assert_ok(scree_body_set_mass_data(world, parts[p], &mass));
        }
        assert_ok(scree_body_set_velocity(world, parts[0], (scree_vec2){0.0f, 0.0f}, -9.0f));
        assert_ok(scree_body_set_velocity(world, parts[2], (scree_vec2){0.0f, 3.0f}, 9.0f));
        const double begin = angular_momentum_of(world, parts);
        const double energy = total_kinetic_energy(world);
        for (int k = 0; k < 300; ++k)
        {
            run_seconds(world, STEP);
            assert_near(angular_momentum_of(world, parts), begin, 0.1);
            assert_at_most(total_kinetic_energy(world), energy);
        }
        // The hinges take what turns against them in the first step.
        assert_at_least(total_kinetic_energy(world), (i % 2 ? 0.92 : 0.72) * energy);
    }
}

/// Three parts of large inertia that turn as one.
TEST(a_free_machine_that_turns_as_a_whole_keeps_its_spin_and_energy)
{
    for (int i = 0; i < 3 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 3, 0.0f);
        const float spin = 2.0f + 4.0f * (float)(i % 3);
        scree_body_id parts[3];
        add_row(world, parts, 0.0f);
        scree_mass_data mass = {.mass = 1.0f, .inertia = 8.0f};
        for (int p = 0; p < 3; ++p)
        {
            assert_ok(scree_body_set_mass_data(world, parts[p], &mass));
            scree_vec2 v = {0.0f, 2.0f * spin * (float)(p - 1)};
            assert_ok(scree_body_set_velocity(world, parts[p], v, spin));
        }
        const double energy = total_kinetic_energy(world);
        run_seconds(world, 5.0f);
        for (int p = 0; p < 3; ++p)
        {
            assert_near(scree_body_angular_velocity(world, parts[p]), spin, 0.02 * (double)spin);
        }
        assert_near(total_kinetic_energy(world), energy, 0.03 * energy);
    }
}

/// Wheels at the ends of a bar, and the bar, spin: their hinges take none of it.
TEST(parts_that_spin_in_their_hinges_go_on)
{
    for (int i = 0; i < 2 * SOLVERS; ++i)
    {
        scoped_world *world = world_solved_by(i / 2, 0.0f);
        scree_body_id bar = add_two_parts(world, 0.0f), wheels[2];
        const float spin = i % 2 ? 20.0f : -5.0f;
        for (int k = 0; k < 2; ++k)
        {
            wheels[k] = add_part(world, 2.0f * (float)k, 0.0f);
            add_hinge(world, bar, wheels[k], 2.0f * (float)k, 0.0f);
            assert_ok(scree_body_set_velocity(world, wheels[k], (scree_vec2){0.0f, 0.0f}, spin));
        }
        run_solved(world, 5.0f);
        assert_near(scree_body_angular_velocity(world, wheels[0]), spin, 0.01);
        assert_near(scree_body_angular_velocity(world, wheels[1]), spin, 0.01);
        assert_near(scree_body_angular_velocity(world, bar), 0.0, 0.01);
    }
}
