/// The measurements of a run: the time of each step and of its stages, and at the end its quality.
/// The first step, which finds all contacts and touches fresh memory, is kept apart from the rest.
#ifndef SCREE_TOOLS_MEASUREMENTS_H
#define SCREE_TOOLS_MEASUREMENTS_H

#include "scenes/scenes.h"
#include "scenes/statistics.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sc_measurements
{
    int before;        // steps of an earlier process, which are not measured
    int steps;         // taken
    double *ms;        // of each step; room for all planned steps
    double *stage_ms;  // of each stage, summed over the steps after the first
    int not_finite;    // steps that had to disable a body
} sc_measurements;

/// The state at the end of a run.
typedef struct sc_outcome
{
    double
        peak_bytes;  // of memory that the program had at a time, as the system counts; 0: unknown
    uint64_t hash;
    scree_counters counters;
    scree_scene_quality quality;
    bool has_penetration;
    scree_scene_penetration penetration;
} sc_outcome;

bool sc_measurements_create(sc_measurements *measurements, int steps);
void sc_measurements_destroy(sc_measurements *measurements);

/// Steps the world once and times it, the scene's own driving left out of the time.
scree_result sc_measurements_step(sc_measurements *measurements, const scree_scene *scene,
                                  scree_world *world, scree_scene_state *state, float dt,
                                  int substeps);

/// The number of the last step, counted from the start of the scene.
int sc_measurements_step_number(const sc_measurements *measurements);

/// The times of the steps after the first, ms; all zero if there are none.
sc_statistics sc_measurements_times(const sc_measurements *measurements);
/// Mean over the steps after the first, ms.
double sc_measurements_stage(const sc_measurements *measurements, int stage);

/// The most memory that the program has had so far, by the system's count; 0: not known.
double sc_peak_bytes(void);

/// Ends the run: the world is stepped on a little to measure its overlaps.
sc_outcome sc_measure_outcome(scree_world *world, const scree_scene_state *state);

#endif
