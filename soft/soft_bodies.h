/// The stages of soft bodies.
#ifndef SC_SOFT_BODIES_H
#define SC_SOFT_BODIES_H

#include "core/step_context.h"

/// The stage find_soft_pairs: what the soft bodies may touch in this step, and their records.
/// False: no memory.
bool sc_find_soft_pairs(sc_step *step);

/// The stage move_soft_bodies: the substeps, on the records. Rigid bodies are pushed through those
/// of the solver, before finish_bodies takes these over. False: no memory.
bool sc_move_soft_bodies(sc_step *step);

/// The records go to the bodies; those that became non-finite are disabled.
void sc_commit_soft_bodies(sc_step *step);
/// After a step that found no memory: the bodies as they were before it.
void sc_rollback_soft_bodies(sc_step *step);

#endif
