/// The beginning and the end of a step, around its stages.
#ifndef SC_STEP_BEGIN_END_H
#define SC_STEP_BEGIN_END_H

#include "world/world_state.h"

/// Creates the step's context and frees the scratch memory of the last step.
sc_step sc_step_begin(scree_world *world, float dt, int substeps);

/// The error of a step, passed to sc_fail.
typedef struct sc_step_error
{
    scree_result code;  ///< SCREE_OK: no error
    char subject[64], what[160];
} sc_step_error;

/// Stores the counters of the step and returns its error. If stages ran out of memory, restores the
/// state before the step.
sc_step_error sc_step_end(scree_world *world, sc_step *step, scree_result result);

/// Steps a world for a checked length. The world must not be within a step. `function` is the
/// public call.
scree_result sc_step_world(scree_world *world, float dt, int substeps, const char *function);

#endif
