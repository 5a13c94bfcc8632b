/// Each solver: hops, lifts, residuals. Others: test_solvers_overlap.c, test_physics_contact.c.
#include "tests/support/scene_runs.h"

#define GRAVITY 10.0

TEST(a_ball_that_does_not_bounce_stays_down_but_with_pgs_hops_by_its_erp)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        double h = rise_after_bounce(solver, substeps_of(solver), 0.0f, STEP);
        // Found up to v dt deep, overlap opens with a speed of erp v dt / h = erp v.
        double v = sqrt(2.0 * GRAVITY * 4.0), push_speed = 0.2 * v;
        double hop = solver == SCREE_SOLVER_PGS ? push_speed * push_speed / (2.0 * GRAVITY) : 0.0;
        assert_near(h, 0.0, hop + 0.005);
    }
}

TEST(kinematic_bodies_carry_and_are_not_moved_with_every_solver)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        scoped_world *world = world_solved_by(solver, 10.0f);
        scree_body_id lift =
            add_slab(world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, usual_shape(), 3.0f, 0.5f);
        scree_body_set_velocity(world, lift, (scree_vec2){0.5f, 1.0f}, 0.0f);
        scree_body_id box = add_crate(world, 0.0f, 1.0f, 0.5f, 0.5f);
        run_solved(world, 2.0f);
        assert_near_vec2(scree_body_position(world, lift), 1.0, 2.0, 1e-4);
        assert_near_vec2(scree_body_linear_velocity(world, box), 0.5, 1.0, 0.01);
        assert_near(scree_body_position(world, box).y, 3.0, 0.02);
    }
}

TEST(iterations_lower_the_residual)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        double few = pyramid_residual(solver, false, 10);
        double many = pyramid_residual(solver, false, 40);
        assert_at_most(many, 0.7 * few);
    }
}

TEST(the_residual_of_a_box_at_rest_is_zero_and_nobody_else_is_told)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        for (int asked = 0; asked < 2; ++asked)
        {
            scree_world_def def = def_solved_by(solver);
            def.measure_residual = asked;
            scoped_world *world = world_of(&def);
            add_ground(world, usual_shape());
            run_solved(world, STEP);
            assert_int_equal(scree_world_residual(world).points, 0);
            add_crate(world, 0.0f, 0.5f, 0.5f, 0.5f);
            run_solved(world, 2.0f);
            scree_residual residual = scree_world_residual(world);
            assert_int_equal(residual.points, asked ? 2 : 0);
            assert_near(residual.max, 0.0, 1e-6);
            assert_at_most(residual.rms, residual.max);
        }
    }
}

TEST(measuring_changes_nothing)
{
    for (int solver = 0; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        uint64_t hashes[2];
        for (int asked = 0; asked < 2; ++asked)
        {
            scree_world_def def = def_solved_by(solver);
            def.measure_residual = def.measure_impulses = asked;
            scoped_world *world = world_of(&def);
            scree_shape_def shape = surface(0.6f, 0.3f);
            add_bin(world, &shape, 3.0f, 10.0f, false);
            for (int i = 0; i < 40; ++i)
            {
                scree_body_id body = add_body(world, SCREE_BODY_DYNAMIC, (float)(i % 5) - 2.0f,
                                              0.6f + (float)(i / 5), 0.1f * (float)i);
                add_mixed(world, body, &shape, i, 0.8f);
            }
            run_solved(world, 1.0f);
            hashes[asked] = scree_world_hash(world);
        }
        assert_true(hashes[0] == hashes[1]);
    }
}
