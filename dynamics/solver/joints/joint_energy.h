/// A bound on the energy that joints make.
///
/// What joints hold does no work, springs give back what was put into them, and only motors and the
/// world add energy. Passes over the joints of a mechanism with long arms do not keep to that. At
/// the end of each substep the energy that an island of joints has made is taken out of its motion.
#ifndef SC_JOINT_ENERGY_H
#define SC_JOINT_ENERGY_H

#include "dynamics/solver/substeps.h"

/// Which pass over the contacts comes next or has just been.
typedef enum sc_contact_pass
{
    SC_PASS_PREPARE,  ///< warm-start records hold what joints put there; then that of contacts too
    SC_PASS_SOLVE,    ///< the last pass before bodies move
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

/// After velocities are integrated.
void sc_begin_substep_energy(const sc_substeps *substeps);
/// Round each pass over the contacts of a group.
void sc_before_contacts(const sc_substeps *substeps, sc_contact_pass pass);
void sc_after_contacts(const sc_substeps *substeps, sc_contact_pass pass);
/// For the solvers that iterate: after the last iteration, before bodies move; and before errors
/// are taken out of poses.
void sc_bound_iterations(const sc_substeps *substeps);
void sc_before_projection(const sc_substeps *substeps);
/// When the blocks of joints are prepared; and when they are stored.
void sc_begin_joint_energy(const sc_substeps *substeps);
void sc_end_joint_energy(const sc_substeps *substeps);
/// At the end of a substep.
void sc_bound_joint_energy(const sc_substeps *substeps);

#endif
