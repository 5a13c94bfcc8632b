/// Joints against closed forms: pendulums, springs, and what a joined pair keeps.
#include "tests/physics/joint_worlds.h"

static const double PI = 3.14159265358979;

#define G 10.0f

// Pendulums

#define MOST_STEPS 3600

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

// The period of a swing to this angle: T0 / AGM(1, cos(angle / 2)).
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
            scoped_fixture pendulum pendulum = start_pendulum(solver, angles[i]);
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
            assert_near(swing.period, expected, 0.01 * expected);
        }
    }
}

TEST(a_pendulum_keeps_its_energy_for_a_minute)
{
    for (int solver = 0; solver < SOLVERS; ++solver)
    {
        scoped_fixture pendulum pendulum = start_pendulum(solver, 1.5);
        double start = energy_of(&pendulum), most = start, worst = 0.0;
        for (int k = 0; k < 3600; ++k)
        {
            step_world(pendulum.world);
            most = fmax(most, energy_of(&pendulum));
            worst = fmax(worst, worst_separation(pendulum.world));
        }
        double end = energy_of(&pendulum);
        bool soft = solver == SCREE_SOLVER_SOFT_STEP;
        assert_at_most(most, (soft ? 1.01 : 1.04) * start);
        assert_at_least(end, 0.97 * start);
        assert_at_most(worst, soft ? 0.003 : 0.002);
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
    static const scree_joint_type types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_PRISMATIC,
                                             SCREE_JOINT_WHEEL, SCREE_JOINT_REVOLUTE};
    static const float targets[] = {0.0f, 4.0f, 4.0f, -0.5f};
    scree_body_id anchor = add_anchor(world);
    joint_spec parts = {.type = types[kind],
                        .base = base_of(anchor, add_cube(world, 5.0f, 0.0f)),
                        .length = 4.0f,
                        .spring = {true, hertz, ratio, targets[kind]}};
    parts.base.frame_a.position.x = kind == HINGE ? 5.0f : 0.0f;
    return add_joint(world, &parts);
}

// At rest at 4 m, but the hinge at -0.5 rad.
static swing swing_of_spring(int solver, spring_kind kind, float hertz, float ratio)
{
    static double values[MOST_STEPS];
    scoped_world *world = world_solved_by(solver, 0.0f);
    scree_joint_id joint = add_spring(world, kind, hertz, ratio);
    int steps = (int)(6.5f * 60.0f / hertz);
    for (int k = 0; k < steps; ++k)
    {
        step_world(world);
        values[k] = (double)scree_joint_coordinate(world, joint) - (kind == HINGE ? -0.5 : 4.0);
    }
    return swing_of(values, steps);
}

TEST(springs_swing_with_their_frequency_and_damping_ratio)
{
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
    joint_spec parts = {.type = type, .base = joined_at(world, a, b, 1.0f, 0.2f, 0.3f)};
    switch (type)
    {
    case SCREE_JOINT_DISTANCE:
        parts.base.frame_a.position = parts.base.frame_b.position = (scree_vec2){0.0f, 0.3f};
        parts.length = 2.0f;
        break;
    case SCREE_JOINT_REVOLUTE:
        parts.limits = (scree_axis_limits){true, -0.5f, 0.5f};
        break;
    case SCREE_JOINT_PRISMATIC:
        parts.limits = (scree_axis_limits){true, -0.3f, 0.3f};
        break;
    default:
        parts.motor = (scree_axis_motor){true, 3.0f, 2.0f};
        break;
    }
    return add_joint(world, &parts);
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
            join(world, (scree_joint_type)type, a, b);
            scree_body_set_velocity(world, a, (scree_vec2){0.1f, -0.5f}, 1.0f);
            scree_body_set_velocity(world, b, (scree_vec2){-0.2f, 0.7f}, -2.0f);
            test_motion before = total_motion(world);
            step_times(world, 600);
            test_motion after = total_motion(world);
            assert_near(after.px, before.px, 2e-5 * before.scale);
            assert_near(after.py, before.py, 2e-5 * before.scale);
            double drift = fabs(after.angular - before.angular) / before.angular_scale;
            assert_at_most(drift, 0.01);
            assert_at_most(worst_separation(world), 0.01);
        }
    }
}
