/// What happens round the stages of a step.
#ifndef SC_WORLD_STEP_H
#define SC_WORLD_STEP_H

#include "world/world.h"

/// The step's context; rows, contacts and scratch memory brought up to date.
sc_step sc_step_begin(scree_world *world, float dt, int substeps);

/// What a step has to report, for sc_fail.
typedef struct sc_step_error
{
    scree_result code;  ///< SCREE_OK: nothing
    char subject[64], what[160];
} sc_step_error;

/// Counts, clears the forces and disables the bodies that became non-finite.
sc_step_error sc_step_end(scree_world *world, sc_step *step, scree_result result);

#endif
