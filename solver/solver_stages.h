/// The stages of a step that solvers are made of.
#ifndef SC_SOLVER_STAGES_H
#define SC_SOLVER_STAGES_H

#include "core/step_context.h"

/// The stage pack_bodies: rows into the records that lanes gather. False: no memory.
bool sc_pack_bodies(sc_step *step);
/// The stage prepare_contacts: manifolds into blocks, the warm-start sums, and which bodies overlap
/// static shapes deeply. False: no memory.
bool sc_prepare_contacts(sc_step *step);
/// The stage solve_substeps: velocities and changes of pose, by the world's solver, then
/// restitution. False: no memory.
bool sc_solve_substeps(sc_step *step);
/// The stage store_impulses: impulses back to the manifolds. Always true.
bool sc_store_impulses(sc_step *step);
/// Velocities and poses back to the rows. step->nonfinite_result says which rows became non-finite
/// or left the +-1e8 m bounds and were left as they were.
void sc_store_bodies(sc_step *step);

#endif
