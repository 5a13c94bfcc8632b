/// The solver soft_step: substeps of soft constraints with relaxation, then restitution.
///
/// Sources: E. Catto, Solver2D (2024), soft step; M. Macklin et al., Small Steps in Physics
/// Simulation (2019).
#ifndef SC_SOFT_STEP_H
#define SC_SOFT_STEP_H

#include "core/step.h"

/// The stage pack_bodies: rows into the records that lanes gather. False: no memory.
bool sc_pack_bodies(sc_step *step);
/// The stage prepare_contacts: manifolds into blocks, and the warm-start sums.
bool sc_prepare_contacts(sc_step *step);
/// The stage solve_substeps.
bool sc_solve_substeps(sc_step *step);
/// The stage store_impulses: restitution, then impulses back to the manifolds.
bool sc_store_impulses(sc_step *step);
/// The stage finish_bodies: velocities and poses back to the rows. step->bad says which rows left
/// the range of numbers and were left as they were.
bool sc_finish_bodies(sc_step *step);

#endif
