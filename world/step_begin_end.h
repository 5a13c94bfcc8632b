/// The beginning and the end of a step, around its stages.
#ifndef SC_STEP_BEGIN_END_H
#define SC_STEP_BEGIN_END_H

#include "world/world_state.h"

/// The step's context; scratch memory of the last step is free again.
sc_step sc_step_begin(scree_world *world, float dt, int substeps);

/// The error of a step, for sc_fail.
typedef struct sc_step_error
{
    scree_result code;  ///< SCREE_OK: nothing
    char subject[64], what[160];
} sc_step_error;

/// Counters of the step and its report, or, after stages that found no memory, everything as it
/// was.
sc_step_error sc_step_end(scree_world *world, sc_step *step, scree_result result);

/// A step of a checked length in a world that does not step, in the name of a public call.
scree_result sc_step_world(scree_world *world, float dt, int substeps, const char *function);

#endif
