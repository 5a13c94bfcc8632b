/// Joints against closed forms: pendulums, springs, and what a joined pair keeps.
#include "tests/physics/joint_worlds.h"

static const double PI = 3.14159265358979;

#define G 10.0f

// Pendulums

enum
{
    MOST_STEPS = 3600
};

typedef struct pendulum
{
    scree_world *world;
    scree_body_id bob;
    scree_joint_id joint;
} pendulum;

// A ball on an arm of 2 m, turned by this angle from where it hangs.
static pendulum start_pendulum(int solver, double angle)
{
    pendulum pendulum = {.world = world_solved_by(solver, G)};
    scree_world *world = pendulum.world;
    scree_body_id anchor = add_anchor(world);
    pendulum.bob = add_ball(world, (float)(2.0 * sin(angle)), (float)(-2.0 * cos(angle)), 0.25f);
    pendulum.joint = add_hinge(world, anchor, pendulum.bob, 0.0f, 0.0f);
    return pendulum;
}

static double energy_of(const pendulum *pendulum)
{
    scree_vec2 at = scree_body_position(pendulum->world, pendulum->bob);
    return (double)scree_body_kinetic_energy(pendulum->world, pendulum->bob) +
           (double)(scree_body_mass(pendulum->world, pendulum->bob) * G) * (2.0 + (double)at.y);
}

// Of a swing to this angle: T0 / AGM(1, cos(angle / 2)).
static double period_of(const pendulum *pendulum, double angle)
{
    double mass = (double)scree_body_mass(pendulum->world, pendulum->bob);
    double inertia = (double)scree_body_inertia(pendulum->world, pendulum->bob) + mass * 4.0;
    double a = 1.0, b = cos(0.5 * angle);
    for (int i = 0; i < 20; ++i)
    {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2.0 * PI * sqrt(inertia / (mass * (double)G * 2.0)) / a;
}

TEST(a_pendulum_has_the_period_of_its_amplitude)
{
    const double angles[] = {0.05, 0.5, 1.5, 2.5};
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        for (int i = 0; i < 4; ++i)
        {
            static double values[MOST_STEPS];
            pendulum pendulum = start_pendulum(solver, angles[i]);
            double expected = period_of(&pendulum, angles[i]);
            int steps = (int)(4.5 * expected / (double)STEP);
            for (int k = 0; k < steps; ++k)
            {
                step_world(pendulum.world);
                scree_vec2 at = scree_body_position(pendulum.world, pendulum.bob);
                values[k] = atan2((double)at.x, -(double)at.y);
            }
            swing swing = swing_of(values, steps);
            assert_true(swing.periods >= 3);
            print_message("solver %d, %.2f rad: period %.4f s, by the closed form %.4f s\n", solver,
                          angles[i], swing.period, expected);
            assert_near(swing.period, expected, 0.01 * expected);
            scree_world_destroy(pendulum.world);
        }
    }
}

// Velocities lag half a substep behind positions, so that the sum of both energies sways; what
// matters is that it neither runs down nor builds up.
TEST(a_pendulum_keeps_its_energy_for_a_minute)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        pendulum pendulum = start_pendulum(solver, 1.5);
        double start = energy_of(&pendulum), most = start, worst = 0.0;
        for (int k = 0; k < 3600; ++k)
        {
            step_world(pendulum.world);
            most = fmax(most, energy_of(&pendulum));
            worst = fmax(worst, worst_separation(pendulum.world));
        }
        double end = energy_of(&pendulum);
        print_message(
            "solver %d: energy %.4f J of %.4f J left, %.4f J at most, separation %.2g m\n", solver,
            end, start, most, worst);
        bool soft = solver == SCREE_SOLVER_SOFT_STEP;
        assert_at_most(most, (soft ? 1.01 : 1.04) * start);
        assert_at_least(end, 0.97 * start);
        assert_at_most(worst, soft ? 0.003 : 0.002);
        scree_world_destroy(pendulum.world);
    }
}

// Springs

typedef enum spring_kind
{
    ROD,
    SLIDER,
    WHEEL,
    HINGE,
    SPRING_KINDS
} spring_kind;

// A cube on a spring of a kind, on a static body, pulled from its rest by 1 m or 0.5 rad.
static scree_joint_id add_spring(scree_world *world, spring_kind kind, float hertz, float ratio)
{
    scree_body_id anchor = add_anchor(world);
    scree_body_id cube = add_cube(world, 5.0f, 0.0f);
    scree_axis_spring spring = {true, hertz, ratio, 0.0f};
    scree_joint_id joint = {0};
    if (kind == ROD)
    {
        scree_distance_def def = scree_distance_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.length = 4.0f;
        def.spring = spring;
        joint = scree_joint_create_distance(world, &def);
    }
    else if (kind == SLIDER)
    {
        scree_prismatic_def def = scree_prismatic_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.spring = spring;
        def.spring.target = 4.0f;
        joint = scree_joint_create_prismatic(world, &def);
    }
    else if (kind == WHEEL)
    {
        scree_wheel_def def = scree_wheel_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.spring = spring;
        def.spring.target = 4.0f;
        joint = scree_joint_create_wheel(world, &def);
    }
    else
    {
        scree_revolute_def def = scree_revolute_def_default();
        def.base.body_a = anchor;
        def.base.body_b = cube;
        def.base.frame_a.position.x = 5.0f;
        def.spring = spring;
        def.spring.target = -0.5f;
        joint = scree_joint_create_revolute(world, &def);
    }
    return joint_made(world, joint);
}

// At rest at 4 m, but the hinge at -0.5 rad.
static swing swing_of_spring(int solver, spring_kind kind, float hertz, float ratio)
{
    static double values[MOST_STEPS];
    scree_world *world = world_solved_by(solver, 0.0f);
    scree_joint_id joint = add_spring(world, kind, hertz, ratio);
    int steps = (int)(6.5f * 60.0f / hertz);
    for (int k = 0; k < steps; ++k)
    {
        step_world(world);
        values[k] = (double)scree_joint_coordinate(world, joint) - (kind == HINGE ? -0.5 : 4.0);
    }
    scree_world_destroy(world);
    return swing_of(values, steps);
}

// Springs are solved so that they neither lose nor gain but what their damping ratio says.
TEST(springs_swing_with_their_frequency_and_damping_ratio)
{
    static const char *const names[] = {"rod", "slider", "wheel", "hinge"};
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        double h = (double)STEP / substeps_of(solver);
        for (int kind = 0; kind < SPRING_KINDS; ++kind)
        {
            const double ratios[] = {0.0, 0.1, 0.3};
            for (int i = 0; i < 3; ++i)
            {
                swing swing = swing_of_spring(solver, (spring_kind)kind, 1.0f, (float)ratios[i]);
                assert_true(swing.periods >= 4);
                double delta = -log(swing.decay);
                double found = delta / sqrt(4.0 * PI * PI + delta * delta);
                double period = 1.0 / sqrt(1.0 - ratios[i] * ratios[i]);
                print_message("solver %d, %s: period %.4f s for %.4f s, ratio %.4f for %.2f\n",
                              solver, names[kind], swing.period, period, found, ratios[i]);
                assert_near(swing.period, period, h * period);
                assert_near(found, ratios[i], 0.01);
            }
        }
    }
}

TEST(a_critically_damped_spring_does_not_overshoot)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        for (int kind = 0; kind < SPRING_KINDS; ++kind)
        {
            scoped_world *world = world_solved_by(solver, 0.0f);
            scree_joint_id joint = add_spring(world, (spring_kind)kind, 2.0f, 1.0f);
            double rest = kind == HINGE ? -0.5 : 4.0, lowest = INFINITY;
            for (int k = 0; k < 180; ++k)
            {
                step_world(world);
                lowest = fmin(lowest, (double)scree_joint_coordinate(world, joint));
            }
            assert_at_least(lowest, rest - 0.001);
            assert_near(scree_joint_coordinate(world, joint), rest, 0.001);
        }
    }
}

// Momentum

static scree_joint_id join(scree_world *world, scree_joint_type type, scree_body_id a,
                           scree_body_id b)
{
    scree_distance_def distance = scree_distance_def_default();
    scree_revolute_def revolute = scree_revolute_def_default();
    scree_prismatic_def prismatic = scree_prismatic_def_default();
    scree_weld_def weld = scree_weld_def_default();
    scree_wheel_def wheel = scree_wheel_def_default();
    scree_joint_base base = joined_at(world, a, b, 1.0f, 0.2f, 0.3f);
    distance.base = revolute.base = prismatic.base = weld.base = wheel.base = base;
    switch (type)
    {
    case SCREE_JOINT_DISTANCE:
        distance.base.frame_a.position = distance.base.frame_b.position = (scree_vec2){0.0f, 0.3f};
        distance.length = 2.0f;
        return scree_joint_create_distance(world, &distance);
    case SCREE_JOINT_REVOLUTE:
        revolute.limits = (scree_axis_limits){true, -0.5f, 0.5f};
        return scree_joint_create_revolute(world, &revolute);
    case SCREE_JOINT_PRISMATIC:
        prismatic.limits = (scree_axis_limits){true, -0.3f, 0.3f};
        return scree_joint_create_prismatic(world, &prismatic);
    case SCREE_JOINT_WELD:
        return scree_joint_create_weld(world, &weld);
    default:
        wheel.motor = (scree_axis_motor){true, 3.0f, 2.0f};
        return scree_joint_create_wheel(world, &wheel);
    }
}

// Rounding alone may change what a free pair has: the centres are an arm's length off the origin.
TEST(a_free_pair_keeps_its_momentum_whatever_joins_it)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        for (int type = SCREE_JOINT_DISTANCE; type <= SCREE_JOINT_WHEEL; ++type)
        {
            scoped_world *world = world_solved_by(solver, 0.0f);
            scree_body_id a = add_cube(world, 0.0f, 0.0f),
                          b = add_crate(world, 2.0f, 0.0f, 1, 0.3f);
            joint_made(world, join(world, (scree_joint_type)type, a, b));
            scree_body_set_velocity(world, a, (scree_vec2){0.1f, -0.5f}, 1.0f);
            scree_body_set_velocity(world, b, (scree_vec2){-0.2f, 0.7f}, -2.0f);
            test_motion before = total_motion(world);
            for (int k = 0; k < 600; ++k)
                step_world(world);
            test_motion after = total_motion(world);
            assert_near(after.px, before.px, 2e-5 * before.scale);
            assert_near(after.py, before.py, 2e-5 * before.scale);
            double drift = fabs(after.angular - before.angular) / before.angular_scale;
            print_message("solver %d, %s: angular momentum off by %.2g\n", solver,
                          scree_joint_type_name((scree_joint_type)type), drift);
            assert_at_most(drift, 0.01);
            assert_at_most(worst_separation(world), 0.01);
        }
    }
}
