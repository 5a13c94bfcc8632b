/// What the substeps of every solver are made of: passes over the bodies and the contacts of a
/// group.
///
/// Each solver is one file over these: soft_step.c, pgs.c, pgs_split.c, projection.c.
#ifndef SC_SUBSTEPS_H
#define SC_SUBSTEPS_H

#include "core/pass.h"
#include "core/step_context.h"
#include "simd/kernels.h"
#include "dynamics/solver/constraints.h"

enum
{
    SC_ALL_WORKERS = -1,
    /// Bytes that one block uses beside itself: what a kernel gathers and scatters for its lanes.
    SC_VELOCITY_BYTES = 2 * SC_BLOCK * (int)sizeof(sc_velocity),
    SC_DELTA_BYTES = 2 * SC_BLOCK * (int)sizeof(sc_delta),
    SC_PREPARE_BYTES = SC_VELOCITY_BYTES + 2 * SC_BLOCK * (int)sizeof(sc_warm_start) +
                       SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold) + sizeof(float)),
    SC_STORE_BYTES = SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold))
};

typedef struct sc_substeps
{
    sc_step *step;
    const sc_island_group *group;
    /// That solves the group by itself. SC_ALL_WORKERS: the shared group, colour by colour.
    int worker;
    sc_contact_args contacts;
    sc_joint_args joints;  ///< without what is of one kind
    sc_integrate_args bodies;
    const int32_t *locked;  ///< rows of bodies with a lock on x or y, locked_count of them
    int locked_count;
    float *impulse_sums;           ///< SC_SUM_FLOATS by block, N s; null unless measured
    sc_velocity *push_velocities;  ///< by row; null: the solver needs none (pgs_split)
    int64_t bytes;                 ///< of the passes of one worker
} sc_substeps;

/// Bias rate and scales of a soft constraint of the given frequency and damping ratio.
sc_softness sc_soften(float hertz, float damping_ratio, float h);
/// The number of substeps in which an impulse of this one acts: warm starting repeats it.
float sc_substeps_left(const sc_step *step, int substep);

/// Runs all substeps of a step for a group.
typedef void sc_solver(sc_substeps *substeps);
sc_solver sc_soft_step, sc_pgs, sc_pgs_split, sc_projection;

/// For the shared group, without locks and what single solvers need.
sc_substeps sc_shared_substeps(sc_step *step);
/// A pass over all blocks, colour by colour: only blocks of one colour may run at the same time.
/// `gathered`: bytes that a block uses beside itself.
void sc_pass_contacts(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                      const char *name, int gathered);
/// The same by the kernel's name, which the trace shows.
#define SC_PASS_CONTACTS(substeps, args, kernel, gathered) \
    sc_pass_contacts(substeps, args, (substeps)->step->kernels->kernel, #kernel, gathered)

/// The same over the blocks of hubs alone.
void sc_pass_hubs(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                  const char *name, int gathered);

/// A pass over all joints of the group, colour by colour, within one kind by kind:
/// dynamics/solver/joints/joint_passes.c.
void sc_pass_joints(sc_substeps *substeps, sc_joint_kernel *kernel, const char *name);
/// The same by the kernel's name, which the trace shows.
#define SC_PASS_JOINTS(substeps, kernel) \
    sc_pass_joints(substeps, (substeps)->step->kernels->kernel, #kernel)
/// What kernels of joints work with, for the shared group.
sc_joint_args sc_joint_args_of(const sc_step *step, float warm_scale);
/// Those of the group; null if it has none.
const sc_joint_group *sc_joints_of(const sc_substeps *substeps);
/// Arguments of the blocks of one kind of them.
sc_joint_args sc_joints_of_kind(const sc_substeps *substeps, const sc_joint_group *group,
                                sc_joint_kind kind);
/// Whether the group has joints.
bool sc_has_joints(const sc_substeps *substeps);
/// Impulses of joints become zero, and what is still to be corrected in them.
void sc_forget_group_joints(const sc_substeps *substeps);
/// Takes errors of joints out of the poses: the solvers that iterate.
void sc_project_joints(sc_substeps *substeps);

/// Joints and contacts of the group to blocks.
void sc_prepare_constraints(sc_substeps *substeps);

/// Row range number `index` of a group, or an empty one.
sc_row_range sc_rows_of(const sc_substeps *substeps, int index);

/// Begins a substep: velocities change by what gravity, forces, damping and warm starting do in it;
/// without warm starting all impulses are forgotten.
void sc_integrate_velocities(sc_substeps *substeps, int substep);
/// Changes of pose follow the velocities of `args` for a substep.
void sc_integrate_positions(sc_substeps *substeps, const sc_integrate_args *args);
/// Locked velocities are zero; so are the warm-start records, or warm starting would bring them
/// back.
void sc_apply_axis_locks(const sc_substeps *substeps);
/// A locked coordinate stays where it is: its velocity is zero, so its change of pose is.
void sc_apply_position_locks(const sc_substeps *substeps);
/// Impulses so far, and what the warm-start records hold of them, become zero.
void sc_forget_impulses(const sc_substeps *substeps);

/// Iterations of sequential impulses on the velocities, at the separations that this substep begins
/// with: dynamics/solver/pgs.c.
void sc_iterate_contacts(sc_substeps *substeps, int substep);

/// Restitution, after the substeps of a group: dynamics/solver/restitution.c.
void sc_restitute(sc_substeps *substeps);

/// Marks in step->rows.deep which bodies of the group overlap static shapes deeply:
/// dynamics/solver/deep_overlaps.c.
void sc_find_deep_bodies(const sc_substeps *substeps);

enum
{
    SC_SUM_FLOATS = 2 * SC_BLOCK  ///< of a block: normal impulses by lane, then tangential ones
};
/// Memory for the sums of impulses of a step, if the world measures them. False: none.
bool sc_begin_impulse_sums(sc_step *step);
/// Adds what the blocks hold: at the end of each substep.
void sc_add_impulses(const sc_substeps *substeps);
/// Adds those of the last substep, and stores the sums with the contacts.
void sc_store_impulse_sums(const sc_substeps *substeps);

/// Of the residuals of a group.
typedef struct sc_residual_sum
{
    int points;
    double squares;
    float max;
} sc_residual_sum;

/// How far the velocities are from what the last pass over the contacts aimed at.
/// `substeps->contacts.residuals` is overwritten.
sc_residual_sum sc_measure_residual(sc_substeps *substeps);

#endif
