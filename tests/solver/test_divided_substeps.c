/// Damping, forces and torques act as long in hard islands, which have shorter substeps, as
/// elsewhere.
#include "dynamics/solver/hard_islands.h"
#include "tests/support/worlds.h"
#include "world/validate.h"

/// Most parts of a substep of any island; 0: none is divided.
static int most_parts(const scree_world *world)
{
    const sc_constraints *constraints = &world->constraints;
    int most = 0;
    for (int g = SC_SHARED_GROUP + 1; g < constraints->group_count; ++g)
    {
        most = constraints->groups[g].parts > most ? constraints->groups[g].parts : most;
    }
    return most;
}

/// A ball on a pair of boxes, without friction: the lower box is light, the upper one heavy if the
/// island is to be hard.
static scree_body_id add_ball_on_pair(scree_world *world, bool hard, const scree_body_def *given)
{
    scree_shape_def heavy = *usual_shape();
    heavy.density = hard ? 100.0f : 1.0f;
    add_slab(world, SCREE_BODY_STATIC, 0.0f, -0.5f, usual_shape(), 30.0f, 0.5f);
    add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
    add_slab(world, SCREE_BODY_DYNAMIC, 0.0f, 1.5f, &heavy, 0.5f, 0.5f);
    scree_body_def def = *given;
    def.type = SCREE_BODY_DYNAMIC;
    def.position = (scree_vec2){-0.1f, 2.1f};
    const scree_body_id ball = scree_body_create(world, &def);
    const scree_shape_def smooth = surface(0.0f, 0.0f);
    add_circle(world, ball, &smooth, 0.1f);
    return ball;
}

TEST(damping_in_hard_islands_is_that_of_whole_substeps)
{
    for (int hard = 0; hard < 2; ++hard)
    {
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
        scree_body_def def = scree_body_def_default();
        def.linear_velocity.x = 0.4f;
        def.angular_velocity = 5.0f;
        def.linear_damping = 2.0f;
        def.angular_damping = 3.0f;
        const scree_body_id ball = add_ball_on_pair(world, hard, &def);
        run_steps(world, 30);
        assert_int_equal(most_parts(world), hard ? SC_PARTS_OF_HEAVY : 0);
        const double h = (double)STEP / SUBSTEPS, count = 30.0 * SUBSTEPS;
        const double speed = 0.4 * pow(1.0 + 2.0 * h, -count);
        const double spin = 5.0 * pow(1.0 + 3.0 * h, -count);
        assert_near(scree_body_linear_velocity(world, ball).x, speed, 0.03 * speed);
        assert_near(scree_body_angular_velocity(world, ball), spin, 0.03 * spin);
    }
}

TEST(forces_and_torques_in_hard_islands_act_for_the_time_of_a_step)
{
    for (int hard = 0; hard < 2; ++hard)
    {
        scoped_world *world = world_solved_by(SCREE_SOLVER_SOFT_STEP, 10.0f);
        const scree_body_def def = scree_body_def_default();
        const scree_body_id ball = add_ball_on_pair(world, hard, &def);
        const float mass = scree_body_mass(world, ball), inertia = scree_body_inertia(world, ball);
        for (int i = 0; i < 30; ++i)
        {
            const scree_vec2 force = {mass * 0.8f, 0.0f};
            assert_ok(scree_body_apply_force_to_center(world, ball, force));
            assert_ok(scree_body_apply_torque(world, ball, inertia * 3.0f));
            run_steps(world, 1);
        }
        assert_int_equal(most_parts(world), hard ? SC_PARTS_OF_HEAVY : 0);
        assert_near(scree_body_linear_velocity(world, ball).x, 0.4, 0.01);
        assert_near(scree_body_angular_velocity(world, ball), 1.5, 0.02);
    }
}
