/// What must stand for a minute with each solver, with how few iterations, and how many of them
/// warm starting saves.
#include "tests/support/scene_runs.h"

/// 0 iterations: the default.
static void stands(const char *name, int size, scree_solver solver, int substeps, int iterations,
                   double drop, double drift)
{
    scree_world_def def = scree_scene_world_def(scree_scene_find(name), size);
    def.solver = solver;
    def.iterations = iterations > 0 ? iterations : def.iterations;
    assert_stands(name, size, &def, substeps, drop, drift, 0.001);
}

// Layers rest up to the slop deep in each other, 5 mm; a side drift of 5 cm is a twentieth of a
// box.

TEST(a_stack_of_ten_stands_a_minute_with_every_solver)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("stack", 10, (scree_solver)solver, 1, 0, 0.05, 0.02);
    }
}

TEST(a_stack_of_ten_stands_with_as_few_iterations_as_the_docs_say)
{
    stands("stack", 10, SCREE_SOLVER_PGS, 1, 8, 0.05, 0.05);
    stands("stack", 10, SCREE_SOLVER_PGS_SPLIT, 1, 4, 0.05, 0.05);
    stands("stack", 10, SCREE_SOLVER_PROJECTION, 1, 4, 0.05, 0.05);
}

TEST(a_pyramid_of_thirty_layers_stands_a_minute_with_every_solver)
{
    stands("large_pyramid", 30, SCREE_SOLVER_PGS, 1, 16, 0.15, 0.05);
    stands("large_pyramid", 30, SCREE_SOLVER_PGS_SPLIT, 1, 10, 0.15, 0.1);
    stands("large_pyramid", 30, SCREE_SOLVER_PROJECTION, 1, 10, 0.15, 0.1);
}

TEST(an_arch_stands_a_minute_with_every_solver)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("arch", 17, (scree_solver)solver, 1, 30, 0.1, 0.1);
    }
}

TEST(heavy_boxes_on_light_ones_stand_with_every_solver)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("mass_ratio", 2, (scree_solver)solver, 1, 100, 0.05, 0.05);
        stands("mass_ratio", 2, (scree_solver)solver, 16, 10, 0.05, 0.05);
    }
}

TEST(a_tower_of_fifty_stands_a_minute_with_every_solver_in_sixteen_substeps)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("tower_50", 50, (scree_solver)solver, 16, 10, 0.05, 0.05);
    }
}

TEST(a_card_house_stands_a_minute_with_every_solver)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("card_house", 5, (scree_solver)solver, 1, 10, 0.05, 0.02);
    }
}

/// Fewest iterations, in steps of a tenth, that bring the residual to the goal.
static int iterations_to(double goal, int solver, bool warm)
{
    int iterations = 4;
    while (pyramid_residual(solver, warm, iterations) > goal)
    {
        iterations += (iterations + 9) / 10;
        assert_true(iterations <= 1000);
    }
    return iterations;
}

TEST(warm_starting_halves_the_iterations_to_a_residual_at_least)
{
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        const double goals[] = {1e-2, 1e-3};
        for (int i = 0; i < 2; ++i)
        {
            int warm = iterations_to(goals[i], solver, true);
            int cold = iterations_to(goals[i], solver, false);
            print_message("%s to %g m/s: %d iterations warm, %d cold\n",
                          scree_solver_name((scree_solver)solver), goals[i], warm, cold);
            assert_true(cold >= 2 * warm);
        }
    }
}
