/// What happens round the stages of a step.
#ifndef SC_WORLD_STEP_H
#define SC_WORLD_STEP_H

#include "world/world.h"

/// The step's context; rows, contacts and scratch memory brought up to date.
sc_step sc_step_begin(scree_world *world, float dt, int substeps);
/// Counts, clears the forces and disables the bodies that left the range of numbers. Returns the
/// step's result.
scree_result sc_step_end(scree_world *world, sc_step *step, scree_result result);

#endif
