#include "profile_world.h"

#include "tools/common/output.h"

#include <time.h>

scree_world *sc_profile_world_create(const sc_profile_options *options, int threads,
                                     const scree_tasks *tasks, scree_scene_state *state)
{
    scree_world_def def = scree_scene_world_def(options->scene, options->params.size);
    def.simd = options->simd;
    def.worker_count = threads;
    if (tasks != NULL)
        def.tasks = *tasks;
    def.solver = options->solver;
    def.enable_sleep |= options->sleep;
    def.measure_times = true;
    scree_world *world = scree_world_create(&def);
    if (world != NULL && scree_scene_create(options->scene, world, &options->params, state))
        return world;
    const char *reason = scree_error_text(world);
    sc_print_error("cannot build %s: %s", options->scene->name,
                   reason[0] != '\0' ? reason : "out of memory");
    scree_world_destroy(world);
    return NULL;
}

bool sc_profile_world_step(const sc_profile_options *options, scree_world *world,
                           scree_scene_state *state, double *ns)
{
    const float dt = scree_scene_dt(options->scene);
    scree_result result = scree_scene_drive(options->scene, world, state, dt);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (result == SCREE_OK)
        result = scree_world_step(world, dt, options->substeps);
    clock_gettime(CLOCK_MONOTONIC, &end);
    *ns = 1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec);
    if (result == SCREE_OK || result == SCREE_ERROR_NOT_FINITE)
        return true;
    sc_print_error("a step of %s failed: %s", options->scene->name, scree_error_text(world));
    return false;
}
