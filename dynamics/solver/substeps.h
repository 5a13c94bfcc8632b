/// The building blocks of the substeps of all solvers: passes over the bodies and the constraints
/// of a group.
///
/// Each solver is a file that uses them: soft_step.c, pgs.c, pgs_split.c, projection.c.
#ifndef SC_SUBSTEPS_H
#define SC_SUBSTEPS_H

#include "core/pass.h"
#include "core/step_context.h"
#include "simd/kernels.h"
#include "dynamics/solver/constraints.h"

#include <float.h>

enum
{
    SC_ALL_WORKERS = -1,
    /// Bytes that a block uses in addition to itself: the data that a kernel gathers and scatters
    /// for its lanes.
    SC_VELOCITY_BYTES = 2 * SC_BLOCK * (int)sizeof(sc_velocity),
    SC_DELTA_BYTES = 2 * SC_BLOCK * (int)sizeof(sc_delta),
    SC_PREPARE_BYTES = SC_VELOCITY_BYTES + 2 * SC_BLOCK * (int)sizeof(sc_warm_start) +
                       SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold) + sizeof(float)),
    SC_STORE_IMPULSES_BYTES = SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold))
};

typedef struct sc_substeps
{
    sc_step *step;
    const sc_island_group *group;
    /// The worker that solves the group alone. SC_ALL_WORKERS: the group is the shared one, which
    /// all workers solve colour by colour.
    int worker;
    sc_contact_args contacts;
    sc_joint_args joints;  ///< without the members that differ between kinds
    sc_integrate_args bodies;
    const int32_t *locked;  ///< rows of bodies with a lock on x or y, locked_count of them
    int locked_count;
    float *impulse_sums;           ///< SC_SUM_FLOATS by block, N s; null unless measured
    sc_velocity *push_velocities;  ///< by row; null unless the solver is pgs_split
    int64_t bytes;                 ///< in the passes of one worker
} sc_substeps;

/// The bias rate and scales of a soft constraint of the given frequency and damping ratio.
sc_softness sc_soften(float hertz, float damping_ratio, float h);
/// The number of substeps in which an impulse of this substep acts: this one and, by warm starting,
/// those after it.
float sc_substeps_left(const sc_step *step, int substep);

/// Runs all substeps of a step for a group.
typedef void sc_solver(sc_substeps *substeps);
sc_solver sc_soft_step, sc_pgs, sc_pgs_split, sc_projection;

/// The data for the shared group, without locks and members for single solvers.
sc_substeps sc_shared_substeps(sc_step *step);
/// Runs a kernel over all blocks, colour by colour, because only blocks of one colour may run at
/// the same time. `gathered`: bytes that a block uses in addition to itself.
void sc_pass_contacts(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                      const char *name, int gathered);
/// Calls sc_pass_contacts with a kernel and its name for the trace.
#define SC_PASS_CONTACTS(substeps, args, kernel, gathered) \
    sc_pass_contacts(substeps, args, (substeps)->step->kernels->kernel, #kernel, gathered)

/// Like sc_pass_contacts, but only over the blocks of hubs.
void sc_pass_hubs(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                  const char *name, int gathered);

/// Runs a kernel over all joints of the group, colour by colour, and kind by kind within a colour:
/// dynamics/solver/joints/joint_passes.c.
void sc_pass_joints(sc_substeps *substeps, sc_joint_kernel *kernel, const char *name);
/// Calls sc_pass_joints with a kernel and its name for the trace.
#define SC_PASS_JOINTS(substeps, kernel) \
    sc_pass_joints(substeps, (substeps)->step->kernels->kernel, #kernel)
/// The arguments of joint kernels for the shared group.
sc_joint_args sc_joint_args_of(const sc_step *step, float warm_scale);
/// The joints of the group; null if it has none.
const sc_joint_group *sc_joints_of(const sc_substeps *substeps);
/// The arguments for the blocks of one kind of joints.
sc_joint_args sc_joints_of_kind(const sc_substeps *substeps, const sc_joint_group *group,
                                sc_joint_kind kind);
/// Whether the group has joints.
bool sc_has_joints(const sc_substeps *substeps);
/// Clears the impulses of joints and the recorded errors of their warm starting (sc_forget_joints).
void sc_forget_group_joints(const sc_substeps *substeps);
/// Corrects the errors of joints in the poses, for iterative solvers.
void sc_project_joints(sc_substeps *substeps);

/// Fills the blocks of the joints and contacts of the group.
void sc_prepare_constraints(sc_substeps *substeps);

/// Row range number `index` of a group, or an empty one.
sc_row_range sc_rows_of(const sc_substeps *substeps, int index);

/// Begins a substep: changes velocities by gravity, forces, damping and warm starting. Without warm
/// starting, clears all impulses.
void sc_integrate_velocities(sc_substeps *substeps, int substep);
/// Adds the motion of a substep with the velocities of `args` to the changes of pose.
void sc_integrate_positions(sc_substeps *substeps, const sc_integrate_args *args);
/// Clears velocities along locked axes, also in the warm-start records: otherwise warm starting
/// would restore them.
void sc_apply_axis_locks(const sc_substeps *substeps);
/// Clears the change of pose along locked axes.
void sc_apply_position_locks(const sc_substeps *substeps);
/// Clears the accumulated impulses, also in the warm-start records.
void sc_forget_impulses(const sc_substeps *substeps);

/// Runs iterations of sequential impulses on the velocities, with the separations at the beginning
/// of this substep: dynamics/solver/pgs.c.
void sc_iterate_contacts(sc_substeps *substeps, int substep);

/// Applies restitution after the substeps of a group: dynamics/solver/restitution.c.
void sc_restitute(sc_substeps *substeps);

/// Marks the bodies of the group that overlap static shapes deeply in step->rows.deep:
/// dynamics/solver/deep_overlaps.c.
void sc_find_deep_bodies(const sc_substeps *substeps);

enum
{
    SC_SUM_FLOATS = 2 * SC_BLOCK  ///< of a block: normal impulses by lane, then tangential ones
};
/// Allocates the sums of impulses of a step, if the world measures them. Returns false if out of
/// memory.
bool sc_begin_impulse_sums(sc_step *step);
/// Adds the impulses in the blocks to the sums, at the end of each substep.
void sc_add_impulses(const sc_substeps *substeps);
/// Adds the impulses of the last substep, and stores the sums with the contacts.
void sc_store_impulse_sums(const sc_substeps *substeps);

/// The sums of the residuals of a group.
typedef struct sc_residual_sum
{
    int points;
    double squares;
    float max;
} sc_residual_sum;

/// Measures by how much the velocities miss the goal of the last pass over the contacts
/// (residual.c). Overwrites `substeps->contacts.residuals`.
sc_residual_sum sc_measure_residual(sc_substeps *substeps);

#endif
