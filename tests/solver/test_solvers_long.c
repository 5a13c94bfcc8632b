/// Stacks that must stand for a minute with each solver, and the savings of warm starting.
#include "tests/support/scene_runs.h"

// Layers rest up to the slop, 5 mm, deep; 5 cm is a twentieth of a box. Iterations as in docs.
TEST(scenes_stand_a_minute_with_every_solver)
{
    static const struct
    {
        const char *name;
        int size, substeps;
        int iterations[SCREE_SOLVER_COUNT];  ///< 0: the default; none of soft_step
        double drop, drift;
    } scenes[] = {{"stack", 10, 1, {0, 0, 0, 0}, 0.05, 0.02},
                  {"stack", 10, 1, {0, 8, 4, 4}, 0.05, 0.05},
                  {"large_pyramid", 30, 1, {0, 16, 10, 10}, 0.15, 0.05},
                  {"arch", 17, 1, {0, 30, 30, 30}, 0.1, 0.1},
                  {"mass_ratio", 2, 1, {0, 100, 100, 100}, 0.05, 0.05},
                  {"mass_ratio", 2, 16, {0, 10, 10, 10}, 0.05, 0.05},
                  {"tower_50", 50, 16, {0, 10, 10, 10}, 0.05, 0.05},
                  {"card_house", 5, 1, {0, 10, 10, 10}, 0.05, 0.02}};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i)
    {
        for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
        {
            const char *name = scenes[i].name;
            scree_world_def def = scree_scene_world_def(scree_scene_find(name), scenes[i].size);
            def.solver = (scree_solver)solver;
            def.iterations =
                scenes[i].iterations[solver] > 0 ? scenes[i].iterations[solver] : def.iterations;
            assert_stands(name, scenes[i].size, &def, scenes[i].substeps, scenes[i].drop,
                          scenes[i].drift, 0.001);
        }
    }
}

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
            assert_true(cold >= 2 * warm);
        }
    }
}
