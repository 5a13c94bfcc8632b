/// How overlap opens with each solver beside the closed form; rolling resistance.
#include "tests/support/worlds.h"

#define SLOP 0.01
#define ERP 0.25

/// Two discs, or a disc on the ground, that overlap.
typedef struct overlap
{
    scree_world *world;
    scree_body_id a, b;  ///< a null: the ground
    int substeps;
} overlap;

static scree_world_def def_of(int solver, double push_speed)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity.y = 0.0f;
    def.slop = (float)SLOP;
    def.erp = def.position_correction = (float)ERP;
    def.contact_push_speed = (float)push_speed;
    // Each of two points changes the target of the other: enough iterations to agree.
    def.iterations = 60;
    return def;
}

static const float masses[] = {0.0f, 1.0f, 9.0f, 0.2f};

/// `deep`: of overlap, m. A mass of a of 0: a half-space. Boxes have two points, discs one.
static overlap make_overlap(const scree_world_def *def, double deep, bool boxes, float mass_a,
                            int substeps)
{
    overlap o = {.world = world_of(def), .substeps = substeps};
    scree_shape_def shape = surface(0.0f, 0.0f);
    if (mass_a > 0.0f)
    {
        o.a = add_body(o.world, SCREE_BODY_DYNAMIC, 0.0f, -0.5f, 0.0f);
        boxes ? add_box(o.world, o.a, &shape, 0.5f, 0.5f) : add_circle(o.world, o.a, &shape, 0.5f);
        scree_mass_data mass = {mass_a, mass_a, {0.0f, 0.0f}};
        assert_ok(scree_body_set_mass_data(o.world, o.a, &mass));
    }
    else
    {
        add_ground(o.world, &shape);
    }
    o.b = add_body(o.world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f - (float)deep, 0.0f);
    boxes ? add_box(o.world, o.b, &shape, 0.5f, 0.5f) : add_circle(o.world, o.b, &shape, 0.5f);
    scree_mass_data mass = {1.0f, 1.0f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(o.world, o.b, &mass));
    return o;
}

static double depth_of(const overlap *o)
{
    double a = o->a.value != 0 ? (double)scree_body_position(o->world, o->a).y : -0.5;
    return 1.0 - ((double)scree_body_position(o->world, o->b).y - a);
}

static double parting_speed(const overlap *o)
{
    double a = o->a.value != 0 ? (double)scree_body_linear_velocity(o->world, o->a).y : 0.0;
    return (double)scree_body_linear_velocity(o->world, o->b).y - a;
}

#define scoped_overlap __attribute__((cleanup(end_overlap))) overlap
static void end_overlap(overlap *o) { scree_world_destroy(o->world); }

static void step(const overlap *o) { assert_ok(scree_world_step(o->world, STEP, o->substeps)); }

#define SETUPS (2 * 4 * 5)

/// Discs and boxes, on the ground and on bodies of other masses, in 1 to 8 substeps.
static overlap overlap_at(int i, const scree_world_def *def, double deep)
{
    static const int substeps[] = {1, 2, 3, 5, 8};
    return make_overlap(def, deep, i % 2 == 1, masses[i / 2 % 4], substeps[i / 8]);
}

TEST(pseudo_velocities_and_projection_take_out_their_share_in_every_substep)
{
    for (int solver = SCREE_SOLVER_PGS_SPLIT; solver <= SCREE_SOLVER_PROJECTION; ++solver)
    {
        for (int i = 0; i < SETUPS; ++i)
        {
            // Fast enough to be no limit.
            scree_world_def def = def_of(solver, 1e4);
            scoped_overlap o = overlap_at(i, &def, 0.1);
            for (int k = 1; k <= 6; ++k)
            {
                step(&o);
                double left = (0.1 - SLOP) * pow(1.0 - ERP, k * o.substeps);
                assert_near(depth_of(&o), SLOP + left, 2e-5);
                assert_near(parting_speed(&o), 0.0, 1e-6);
            }
        }
    }
}

TEST(projection_takes_out_the_deeper_overlap_of_two_points)
{
    for (int i = 0; i < 2; ++i)
    {
        const float angle = i == 0 ? 0.02f : -0.02f;
        scree_world_def def = def_of(SCREE_SOLVER_PROJECTION, 1e4);
        scoped_overlap o = make_overlap(&def, 0.1, true, 0.0f, 1);
        assert_ok(scree_body_set_transform(
            o.world, o.b, scree_transform_from_angle((scree_vec2){0.0f, 0.4f}, angle)));
        step(&o);
        double deep = 0.5 * (cos(0.02) + sin(0.02)) - 0.4;
        assert_near(scree_body_position(o.world, o.b).y, 0.4 + ERP * (deep - SLOP), 2e-5);
        assert_near(scree_body_angle(o.world, o.b), angle, 1e-6);
    }
}

TEST(no_overlap_opens_faster_than_the_push_speed)
{
    const double push_speed = 0.6;  // m/s
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 0; i < SETUPS; ++i)
        {
            scree_world_def def = def_of(solver, push_speed);
            // So deep that the share is more than the push, all the time.
            scoped_overlap o = overlap_at(i, &def, 0.2);
            double h = (double)STEP / o.substeps, speed = push_speed;
            assert_true(ERP * (0.2 - 6.0 * speed * (double)STEP - SLOP) / h > push_speed);
            for (int k = 1; k <= 6; ++k)
            {
                step(&o);
                assert_near(depth_of(&o), 0.2 - speed * k * (double)STEP, 3e-5);
                assert_near(parting_speed(&o), solver == SCREE_SOLVER_PGS ? push_speed : 0.0, 2e-4);
            }
        }
    }
}

TEST(with_pgs_the_first_substep_gives_the_speed_at_which_overlap_opens)
{
    for (int warm = 0; warm < 2; ++warm)
    {
        for (int i = 0; i < SETUPS; ++i)
        {
            scree_world_def def = def_of(SCREE_SOLVER_PGS, 1e4);
            def.warm_starting = warm == 1;
            scoped_overlap o = overlap_at(i, &def, 0.1);
            // Later ones want less, and contacts do not pull: the speed stays until they part.
            double speed = ERP * (0.1 - SLOP) / ((double)STEP / o.substeps);
            for (int k = 1; k <= 3; ++k)
            {
                step(&o);
                assert_near(parting_speed(&o), speed, 2e-4 * speed);
                assert_near(depth_of(&o), 0.1 - speed * k * (double)STEP, 3e-4 * speed * k);
            }
        }
    }
}

TEST(overlap_of_no_more_than_the_slop_stays)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 0; i < SETUPS; ++i)
        {
            scree_world_def def = def_of(solver, 1e4);
            scoped_overlap o = overlap_at(i, &def, 0.99 * SLOP);
            for (int k = 0; k < 5; ++k)
            {
                step(&o);
                assert_near(depth_of(&o), 0.99 * SLOP, 1e-6);
                assert_near(parting_speed(&o), 0.0, 1e-6);
            }
        }
    }
}

TEST(a_gap_closes_within_a_substep_and_no_more)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int i = 0; i < SETUPS; ++i)
        {
            scree_world_def def = def_of(solver, 1e4);
            scoped_overlap o = overlap_at(i, &def, -0.015);
            // It would go 0.05 m in the step: more than the gap, less than a fast body.
            assert_ok(scree_body_set_velocity(o.world, o.b, (scree_vec2){0.0f, -3.0f}, 0.0f));
            // The last substep closes the gap that is left for it.
            double h = (double)STEP / o.substeps, gap = 0.015, speed = 3.0;
            for (int k = 0; k < o.substeps; ++k)
            {
                speed = fmin(speed, gap / h);
                gap -= h * speed;
            }
            step(&o);
            assert_near(-depth_of(&o), gap, 2e-5);
            assert_near(-parting_speed(&o), speed, 2e-3);
            step(&o);
            assert_near(depth_of(&o), 0.0, 2e-5);
            assert_near(parting_speed(&o), 0.0, 2e-3);
        }
    }
}

TEST(soft_contacts_open_as_their_spring_and_damper_say)
{
    const double hertz[] = {10.0, 45.0, 500.0}, ratios[] = {0.5, 1.0, 10.0};
    for (int i = 0; i < SETUPS; ++i)
    {
        for (int k = 0; k < 9; ++k)
        {
            scree_world_def def = def_of(SCREE_SOLVER_SOFT_STEP, 1.5);
            def.contact_hertz = (float)hertz[k % 3];
            def.contact_damping_ratio = (float)ratios[k / 3];
            // One point each: two of a box turn it between them. A body that cannot move has
            // twice the frequency, up to 3/8 of the substeps', others up to a quarter.
            scoped_overlap o = overlap_at(i & ~1, &def, 0.1);
            double h = (double)STEP / o.substeps, z = ratios[k / 3];
            double cap = (o.a.value != 0 ? 0.25 : 0.375) / h, twice = o.a.value != 0 ? 1.0 : 2.0;
            double w = 2.0 * 3.14159265358979 * fmin(twice * hertz[k % 3], cap);
            // Implicit Euler of s'' + 2 z w s' + w^2 s = 0 from rest, and at rest again after it.
            double rate = h * w * w / (1.0 + h * w * (2.0 * z + h * w)), deep = 0.1;
            for (int n = 1; n <= 4; ++n)
            {
                step(&o);
                for (int j = 0; j < o.substeps; ++j)
                {
                    deep -= h * fmin(rate * deep, 1.5);
                }
                assert_near(depth_of(&o), deep, 2e-5);
                assert_near(parting_speed(&o), 0.0, 1e-4);
            }
        }
    }
}

static bool tips(int solver, float resistance, float torque)
{
    scoped_world *world = world_solved_by(solver, 10.0f);
    scree_shape_def def = surface(0.9f, 0.0f);
    def.material.rolling_resistance = resistance;
    add_ground(world, &def);
    scree_body_id box = add_body(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, 0.0f);
    scree_polygon round = scree_polygon_box_at(0.3f, 0.3f, (scree_vec2){0.0f, 0.0f}, 0.0f, 0.2f);
    add_polygon(world, box, &def, &round);
    scree_mass_data mass = {1.0f, 0.2f, {0.0f, 0.0f}};
    assert_ok(scree_body_set_mass_data(world, box, &mass));
    int substeps = substeps_of(solver);
    for (int i = 0; i < 120; ++i)
    {
        // It settles first.
        scree_body_apply_torque(world, box, i < 60 ? 0.0f : torque);
        assert_ok(scree_world_step(world, STEP, substeps));
    }
    return fabsf(scree_body_angle(world, box)) > 0.1f;
}

TEST(rolling_resistance_counts_the_push_of_both_points)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int travel = -1; travel <= 1; travel += 2)
        {
            // Its corners hold up to m g 0.3 m. Rolling resistance adds c r m g, with a radius of
            // 0.2 m, whichever of the two carries the weight.
            float sign = (float)travel;
            assert_false(tips(solver, 0.0f, sign * 2.8f));
            assert_true(tips(solver, 0.0f, sign * 3.4f));
            assert_false(tips(solver, 2.0f, sign * 6.6f));
            assert_true(tips(solver, 2.0f, sign * 7.6f));
        }
    }
}
