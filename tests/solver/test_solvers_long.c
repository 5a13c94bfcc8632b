/// What must stand for a minute with each solver, and with how few iterations.
#include "tests/support/worlds.h"

#include "scenes/scenes.h"

#include <stdlib.h>

/// Runs a standing scene for 60 s and checks how far its tops went. 0 iterations: the default.
static void stands(const char *name, int size, scree_solver solver, int substeps, int iterations,
                   double drop, double drift)
{
    const scree_scene *scene = scree_scene_find(name);
    assert_non_null(scene);
    scree_world_def def = scree_scene_world_def(scene, size);
    def.solver = solver;
    def.iterations = iterations > 0 ? iterations : def.iterations;
    scree_world *world = world_of(&def);
    scree_scene_params params = {.size = size};
    scree_scene_state *state = calloc(1, sizeof *state);
    assert_non_null(state);
    assert_true(scree_scene_create(scene, world, &params, state));
    for (int i = 0; i < 3600; ++i)
    {
        assert_int_equal(scree_scene_step(scene, world, state, STEP, substeps), SCREE_OK);
    }
    scree_scene_quality quality = scree_scene_measure(world, state);
    print_message("%s %d, %s, %d x %d: dropped %.4f m, drifted %.4f m, %.2g J\n", name, state->size,
                  scree_solver_name(solver), substeps, def.iterations, quality.top_drop,
                  quality.side_drift, quality.kinetic_energy);
    assert_int_equal(quality.escaped, 0);
    // Under their weight: what floats, or was never let go, stands as well.
    double h = (double)STEP / substeps, weight = weight_of_all(world);
    assert_near(carried_by_static_bodies(world, h), weight, 0.02 * weight);
    assert_at_most(quality.top_drop, drop);
    assert_at_most(quality.side_drift, drift);
    assert_at_most(quality.kinetic_energy, 0.001 * scree_world_counters(world).dynamic_bodies);
    free(state);
    scree_world_destroy(world);
}

// Layers rest up to the slop deep in each other, 5 mm; a side drift of 5 cm is a twentieth of a
// box.

static void a_stack_of_ten_stands_a_minute_with_every_solver(void **state)
{
    (void)state;
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("stack", 10, (scree_solver)solver, 1, 0, 0.05, 0.02);
    }
}

static void a_stack_of_ten_stands_with_as_few_iterations_as_the_docs_say(void **state)
{
    (void)state;
    stands("stack", 10, SCREE_SOLVER_PGS, 1, 8, 0.05, 0.05);
    stands("stack", 10, SCREE_SOLVER_PGS_SPLIT, 1, 4, 0.05, 0.05);
    stands("stack", 10, SCREE_SOLVER_PROJECTION, 1, 4, 0.05, 0.05);
}

static void a_pyramid_of_thirty_layers_stands_a_minute_with_every_solver(void **state)
{
    (void)state;
    stands("large_pyramid", 30, SCREE_SOLVER_PGS, 1, 16, 0.15, 0.05);
    stands("large_pyramid", 30, SCREE_SOLVER_PGS_SPLIT, 1, 10, 0.15, 0.1);
    stands("large_pyramid", 30, SCREE_SOLVER_PROJECTION, 1, 10, 0.15, 0.1);
}

static void an_arch_stands_a_minute_with_every_solver(void **state)
{
    (void)state;
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("arch", 17, (scree_solver)solver, 1, 30, 0.1, 0.1);
    }
}

static void heavy_boxes_on_light_ones_stand_with_every_solver(void **state)
{
    (void)state;
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("mass_ratio", 2, (scree_solver)solver, 1, 100, 0.05, 0.05);
        stands("mass_ratio", 2, (scree_solver)solver, 16, 10, 0.05, 0.05);
    }
}

static void a_tower_of_fifty_stands_a_minute_with_every_solver_in_sixteen_substeps(void **state)
{
    (void)state;
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("tower_50", 50, (scree_solver)solver, 16, 10, 0.05, 0.05);
    }
}

static void a_card_house_stands_a_minute_with_every_solver(void **state)
{
    (void)state;
    for (int solver = SCREE_SOLVER_PGS; solver < SCREE_SOLVER_COUNT; ++solver)
    {
        stands("card_house", 5, (scree_solver)solver, 1, 10, 0.05, 0.02);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_ten_stands_a_minute_with_every_solver),
        cmocka_unit_test(a_stack_of_ten_stands_with_as_few_iterations_as_the_docs_say),
        cmocka_unit_test(a_pyramid_of_thirty_layers_stands_a_minute_with_every_solver),
        cmocka_unit_test(an_arch_stands_a_minute_with_every_solver),
        cmocka_unit_test(heavy_boxes_on_light_ones_stand_with_every_solver),
        cmocka_unit_test(a_tower_of_fifty_stands_a_minute_with_every_solver_in_sixteen_substeps),
        cmocka_unit_test(a_card_house_stands_a_minute_with_every_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
