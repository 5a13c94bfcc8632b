/// A bound on the energy that joints add.
///
/// Ideal joints do no work, springs return the energy stored in them, and only motors and the world
/// add energy. Passes over the joints of a mechanism with long arms violate this. The energy that
/// an island of joints has gained is removed from its motion at the end of each substep.
#ifndef SC_JOINT_ENERGY_H
#define SC_JOINT_ENERGY_H

#include "dynamics/solver/substeps.h"

/// The pass over the contacts that comes next or has just run.
typedef enum sc_contact_pass
{
    /// Preparation: warm-start records hold impulses of joints, and after the pass also of contacts
    SC_PASS_PREPARE,
    SC_PASS_SOLVE,  ///< the last pass before bodies move
    SC_PASS_RELAX
} sc_contact_pass;

/// The islands of a group.
typedef struct sc_island_list
{
    sc_joint_island *begin, *end;
} sc_island_list;

/// The parts of an island.
typedef struct sc_part_list
{
    sc_joint_part *begin, *end;
} sc_part_list;

static inline void sc_copy_velocity(double *to, const sc_velocity *v)
{
    to[0] = (double)v->vx;
    to[1] = (double)v->vy;
    to[2] = (double)v->w;
}

sc_island_list sc_islands_in(const sc_substeps *substeps);
sc_part_list sc_parts_in(const sc_substeps *substeps, const sc_joint_island *island);

/// Called after velocities are integrated.
void sc_begin_substep_energy(const sc_substeps *substeps);
/// These are called before and after each pass over the contacts of a group.
void sc_before_contacts(const sc_substeps *substeps, sc_contact_pass pass);
void sc_after_contacts(const sc_substeps *substeps, sc_contact_pass pass);
/// Called by iterative solvers after the last iteration, before bodies move and before poses are
/// corrected.
void sc_bound_iterations(const sc_substeps *substeps);
void sc_before_projection(const sc_substeps *substeps);
/// These are called when the blocks of joints are prepared and when they are stored.
void sc_begin_joint_energy(const sc_substeps *substeps);
void sc_end_joint_energy(const sc_substeps *substeps);
/// Called at the end of a substep.
void sc_bound_joint_energy(const sc_substeps *substeps);

#endif
