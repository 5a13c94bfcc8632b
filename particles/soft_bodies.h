/// The stages of soft bodies.
#ifndef SC_SOFT_BODIES_H
#define SC_SOFT_BODIES_H

#include "core/step.h"
#include "particles/soft_store.h"

/// The stage find_soft_pairs: takes all memory that the soft bodies need in this step, and finds
/// what they may touch. Nothing of the world changes. False: no memory.
bool sc_find_soft_pairs(sc_step *step);

/// Takes back what find_soft_pairs marked, for a step that fails later on.
void sc_soft_abandon_step(sc_soft_bodies *soft);

/// The stage move_soft_bodies: the substeps. Rigid bodies are pushed through the solver's records,
/// before finish_bodies takes these over. Always true.
bool sc_move_soft_bodies(sc_step *step);

#endif
