#include "measurements.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

bool sc_measurements_create(sc_measurements *measurements, int steps)
{
    *measurements = (sc_measurements){0};
    measurements->ms = calloc((size_t)steps + 1, sizeof(double));
    measurements->stage_ms = calloc((size_t)scree_stage_count() + 1, sizeof(double));
    return measurements->ms != NULL && measurements->stage_ms != NULL;
}

void sc_measurements_destroy(sc_measurements *measurements)
{
    free(measurements->ms);
    free(measurements->stage_ms);
    *measurements = (sc_measurements){0};
}

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

scree_result sc_measurements_step(sc_measurements *measurements, const scree_scene *scene,
                                  scree_world *world, scree_scene_state *state, float dt,
                                  int substeps)
{
    scree_result result = scree_scene_drive(scene, world, state, dt);
    if (result != SCREE_OK)
        return result;
    double start = now_ms();
    result = scree_world_step(world, dt, substeps);
    double ms = now_ms() - start;
    if (result == SCREE_ERROR_NOT_FINITE)
        ++measurements->not_finite;
    else if (result != SCREE_OK)
        return result;
    for (int i = 0; measurements->steps > 0 && i < scree_stage_count(); ++i)
        measurements->stage_ms[i] += scree_world_stage_ms(world, i);
    measurements->ms[measurements->steps++] = ms;
    return SCREE_OK;
}

int sc_measurements_step_number(const sc_measurements *measurements)
{
    return measurements->before + measurements->steps;
}

sc_statistics sc_measurements_times(const sc_measurements *measurements)
{
    sc_statistics times;
    sc_statistics_after_first(measurements->ms, measurements->steps, &times);
    return times;
}

double sc_measurements_stage(const sc_measurements *measurements, int stage)
{
    int n = measurements->steps - 1;
    return n > 0 ? measurements->stage_ms[stage] / n : 0.0;
}

double sc_peak_bytes(void)
{
    struct rusage usage;
    // Linux counts in KiB.
    return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : 0.0;
}

sc_outcome sc_measure_outcome(scree_world *world, const scree_scene_state *state)
{
    sc_outcome outcome = {
        .peak_bytes = sc_peak_bytes(),
        .hash = scree_world_hash(world),
        .counters = scree_world_counters(world),
        .quality = scree_scene_measure(world, state),
    };
    outcome.has_penetration = scree_scene_measure_penetration(world, &outcome.penetration);
    return outcome;
}
