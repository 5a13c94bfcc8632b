#include "tests/support/scene_runs.h"

scene_run *start_scene(const char *name, int size, const scree_world_def *def)
{
    scene_run *run = calloc(1, sizeof *run);
    assert_non_null(run);
    run->scene = scree_scene_find(name);
    assert_non_null(run->scene);
    scree_world_def own = scree_scene_world_def(run->scene, size);
    run->world = world_of(def != NULL ? def : &own);
    scree_scene_params params = {.size = size};
    if (!scree_scene_create(run->scene, run->world, &params, &run->state))
    {
        fail_msg("%s: %s", name, scree_error_text(run->world));
    }
    return run;
}

void step_scene(scene_run *run, int count, int substeps)
{
    substeps = substeps > 0 ? substeps : scree_scene_substeps(run->scene);
    for (int i = 0; i < count; ++i)
    {
        assert_ok(scree_scene_step(run->scene, run->world, &run->state, STEP, substeps));
    }
}

void stop_scene(scene_run *run)
{
    scree_world_destroy(run->world);
    free(run);
}

double assert_stands(const char *name, int size, const scree_world_def *def, int substeps,
                     double drop, double drift, double energy)
{
    scene_run *run = start_scene(name, size, def);
    substeps = substeps > 0 ? substeps : scree_scene_substeps(run->scene);
    step_scene(run, 3600, substeps);
    scree_scene_quality quality = scree_scene_measure(run->world, &run->state);
    print_message("%s %d, %s, %d substeps: dropped %.4f m, drifted %.4f m, %.2g J\n", name,
                  run->state.size, scree_solver_name(scree_world_solver(run->world)), substeps,
                  quality.top_drop, quality.side_drift, quality.kinetic_energy);
    assert_int_equal(quality.escaped, 0);
    // Under their weight: what floats, or was never let go, stands as well.
    double h = (double)STEP / substeps, weight = weight_of_all(run->world);
    assert_near(carried_by_static_bodies(run->world, h), weight, 0.02 * weight);
    assert_at_most(quality.top_drop, drop);
    assert_at_most(quality.side_drift, drift);
    assert_at_most(quality.kinetic_energy,
                   energy * scree_world_counters(run->world).dynamic_bodies);
    stop_scene(run);
    return quality.top_drop;
}

double pyramid_residual(int solver, bool warm, int iterations)
{
    scree_world_def def = scree_scene_world_def(scree_scene_find("large_pyramid"), 20);
    def.solver = (scree_solver)solver;
    def.iterations = iterations;
    def.warm_starting = warm;
    def.measure_residual = true;
    scene_run *run = start_scene("large_pyramid", 20, &def);
    scree_world *world = run->world;
    double sum = 0.0;
    for (int i = 0; i < 60; ++i)
    {
        step_world(world);
        scree_residual residual = scree_world_residual(world);
        assert_true(residual.points >= scree_world_counters(world).contacts);
        assert_true(residual.rms <= residual.max);
        sum += i >= 50 ? (double)residual.rms / 10.0 : 0.0;
    }
    stop_scene(run);
    return sum;
}
