/// State that a step carries over to the next one, where the steps are not of one length.
#include "tests/support/worlds.h"

#define BOXES 4

static const double weight = 10.0;  // m/s^2

static scree_world *world_pulled_aside(int solver, int iterations, double aside)
{
    scree_world_def def = def_solved_by(solver);
    def.gravity = (scree_vec2){(float)aside, -(float)weight};
    def.iterations = iterations;
    return world_of(&def);
}

/// Sums of the normal and the tangent impulses of a body's contact with the body below it.
typedef struct impulses
{
    double normal, tangent;
    int points;
} impulses;

static impulses carried_at(const scree_world *world, double height)
{
    scree_contact contacts[2 * BOXES];
    int count = scree_world_contacts(world, contacts, 2 * BOXES);
    assert_true(count <= 2 * BOXES);
    impulses sum = {0};
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < contacts[i].point_count; ++k)
        {
            const scree_contact_point *p = &contacts[i].points[k];
            if (fabs((double)p->position.y - height) < 0.1)
            {
                sum.normal += (double)p->normal_impulse;
                sum.tangent += (double)p->tangent_impulse;
                ++sum.points;
            }
        }
    }
    return sum;
}

/// By turns of 1/60 s and 1/30 s each layer presses with the weight above it, in every step.
static void check_stack(int solver, int boxes, int substeps, int iterations, double aside,
                        double tolerance)
{
    scoped_world *world = world_pulled_aside(solver, iterations, aside);
    add_ground(world, usual_shape());
    scree_body_id stack[BOXES];
    for (int i = 0; i < boxes; ++i)
    {
        stack[i] = add_crate(world, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
    }
    for (int i = 0; i < 400; ++i)
    {
        float dt = i % 2 ? 1.0f / 30.0f : 1.0f / 60.0f;
        assert_ok(scree_world_step(world, dt, substeps));
        for (int k = 0; i > 200 && k < boxes; ++k)
        {
            impulses carried = carried_at(world, (double)k);
            double mass = boxes - k, h = (double)dt / substeps;
            assert_int_equal(carried.points, 2);
            assert_near(carried.normal, weight * mass * h, tolerance * mass * h);
            // Its sign follows the order of the two shapes.
            assert_near(fabs(carried.tangent), aside * mass * h, 20.0 * tolerance * mass * h);
            scree_vec2 v = scree_body_linear_velocity(world, stack[k]);
            assert_near(hypotf(v.x, v.y), 0.0, tolerance);
        }
    }
}

TEST(boxes_and_stacks_press_with_their_weight_in_steps_of_two_lengths)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        // One iteration adds nothing to the impulse that was carried over; ten would find it again.
        check_stack(solver, 1, 1, 1, 1.0, 1e-3);
        check_stack(solver, 1, 4, 1, 1.0, 1e-3);
        check_stack(solver, 1, 1, 10, 1.0, 1e-3);
        check_stack(solver, BOXES, 1, 4, 0.0, 1e-3);
        check_stack(solver, BOXES, 4, 4, 0.0, 1e-3);
    }
    // Springs act less in the longer step.
    check_stack(SCREE_SOLVER_SOFT_STEP, 1, 4, 1, 1.0, 0.003);
    check_stack(SCREE_SOLVER_SOFT_STEP, BOXES, 4, 1, 0.0, 1.2);
}

TEST(a_ball_held_by_its_rolling_resistance_stays_in_steps_of_two_lengths)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_pulled_aside(solver, 1, 1.0);
        scree_shape_def def = surface(0.9f, 0.0f);
        def.material.rolling_resistance = 0.3f;
        add_ground(world, &def);
        scree_body_id ball = add_disc(world, SCREE_BODY_DYNAMIC, 0.0f, 0.5f, &def, 0.5f);
        int substeps = substeps_of(solver);
        float worst = 0.0f, angle = 0.0f;
        for (int i = 0; i < 400; ++i)
        {
            float dt = i % 2 ? 1.0f / 30.0f : 1.0f / 60.0f;
            assert_ok(scree_world_step(world, dt, substeps));
            scree_vec2 v = scree_body_linear_velocity(world, ball);
            angle = i <= 200 ? scree_body_angle(world, ball) : angle;
            float speed = fabsf(v.x) + fabsf(scree_body_angular_velocity(world, ball));
            worst = i > 200 ? fmaxf(worst, speed) : worst;
        }
        assert_at_most(worst, 1e-6);
        assert_near(scree_body_angle(world, ball), angle, 1e-6);
    }
}

/// Blocks of 1 kg on vertical sliders, each on the one below at its lower limit or, where the axis
/// leads down, at its upper one.
static void check_limits(int solver, bool upper, double tolerance)
{
    scoped_world *world = world_pulled_aside(solver, 1, 0.0);
    scree_body_id below = static_body(world), blocks[BOXES];
    scree_joint_id joints[BOXES];
    scree_shape_def def = *usual_shape();
    def.filter.mask = 0;
    for (int k = 0; k < BOXES; ++k)
    {
        blocks[k] = add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, &def, 0.5f, 0.5f);
        joint_spec spec = {.type = SCREE_JOINT_PRISMATIC,
                           .base = base_of(below, blocks[k]),
                           .limits = {.enable = true, .lower = 0.0f, .upper = 1.0f}};
        spec.limits = upper ? (scree_axis_limits){true, -1.0f, 0.0f} : spec.limits;
        spec.base.frame_a.angle = spec.base.frame_b.angle = upper ? -1.57079633f : 1.57079633f;
        joints[k] = add_joint(world, &spec);
        below = blocks[k];
    }
    for (int i = 0; i < 800; ++i)
    {
        float dt = i % 2 ? 1.0f / 30.0f : 1.0f / 60.0f;
        assert_ok(scree_world_step(world, dt, substeps_of(solver)));
        for (int k = 0; i > 600 && k < BOXES; ++k)
        {
            const double force = (double)scree_joint_force(world, joints[k]).y;
            assert_near(force, weight * (BOXES - k), tolerance);
        }
    }
}

TEST(limits_of_joints_press_with_the_weight_in_steps_of_two_lengths)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        // Springs act less in the longer step.
        const double tolerance = solver == SCREE_SOLVER_SOFT_STEP ? 4.0 : 1e-3;
        check_limits(solver, false, tolerance);
        check_limits(solver, true, tolerance);
    }
}
