/// Joints in blocks of 16 lanes, one kind to a block, and the arguments of their kernels.
///
/// Two lanes of a block never share a row below dynamic_count. Empty lanes refer to the null joint,
/// slot 0, whose frames, settings and state are all zero, and to the static row.
#ifndef SC_JOINT_BLOCK_H
#define SC_JOINT_BLOCK_H

#include "simd/contact_block.h"
#include "core/joint_records.h"

/// The number of lines of 16 floats of a block of a kind. Only kernels read their contents.
int sc_joint_lines(sc_joint_kind kind);

/// The kernels run on blocks [begin, end). In each substep soft_step calls solve, integrates
/// positions and calls relax. Other solvers call update (not in the first substep) and iterate (as
/// often as the world's setting says), integrate positions and call project.
///   prepare_joints  fills blocks from records at the poses of the step's beginning; adds the
///                   impulses of the last step, times warm_scale, to the warm-start records
///   solve_joints    velocities, with the softness of each row
///   update_joints   arms, coordinates and errors at the present poses
///   iterate_joints  velocities: springs with their softness, other rows without softness or bias
///   relax_joints    update_joints and iterate_joints without springs, in one pass
///   project_joints  poses: removes the fraction `erp` of the errors from the deltas
///   store_joints    copies impulses and other lasting values back to the states
/// An axis or a locked part with its own frequency is a spring. relax_joints does not change its
/// impulse, because the spring would otherwise be damped twice, and project_joints does not change
/// its error.
///
/// Warm starting repeats in each substep the effect of all impulses on the velocities, in their old
/// directions. As arms and directions turn, update and relax record the resulting error, and the
/// next solve, or the first iteration, begins with its correction.
typedef struct sc_joint_args
{
    sc_joint_kind kind;         ///< of all blocks
    const sc_block_rows *rows;  ///< by block: rows of the solver, times SC_ROW_STEP
    sc_lane_line *lines;        ///< sc_joint_lines(kind) for each block
    int32_t block_count;        ///< number of all blocks of these lines
    uint8_t *flags;  ///< by block: union of SC_JOINT_* of its lanes, SC_JOINT_FIXED; set by prepare
    const int32_t *joint;               ///< by block lane: slot of the joint; 0: empty
    const int32_t (*body)[2];           ///< by slot of the joint: slots of its bodies
    const int32_t *body_row;            ///< by slot of the body: its row, of all bodies
    const sc_joint_frame *frames;       ///< by slot of the joint
    const sc_joint_settings *settings;  ///< by slot of the joint
    const uint8_t *switches;            ///< of the settings, by slot: read for all lanes of a block
    sc_joint_state *states;             ///< by slot of the joint: prepare reads, store writes
    const sc_pose *poses;               ///< by row of all bodies: centre of mass
    const float *center_x, *center_y;   ///< by row of all bodies: of mass, body coordinates
    sc_velocity *velocities;            ///< by row of the solver, like the next two
    sc_delta *deltas;
    sc_warm_start *warm_starts;
    /// By row of the solver: the highest frequency of a spring there, times h; see
    /// sc_quickest_spring.
    const float *quickest;
    int32_t dynamic_count;           ///< rows below this may be written
    int32_t discard_row;             ///< takes all other writes
    float h, inverse_h;              ///< s, 1/s
    float stiff_h, inverse_stiff_h;  ///< of sc_step.stiff_h: limits the frequency of springs
    float warm_scale;                ///< factor for the impulses of the last step
    /// For parts without their own frequency. bias_rate: 1/s, includes mass_scale.
    sc_softness stiff;
    float shortest;     ///< m: SC_JOINT_SHORTEST of the world
    float wide_square;  ///< m^2: square of SC_JOINT_WIDE of the world
    float erp;          ///< the fraction of errors that project_joints removes in a pass
} sc_joint_args;

/// Clears the impulses and the recorded errors of warm starting in `count` blocks.
void sc_forget_joints(const sc_joint_args *args, int count);

/// Scales the impulses of a joint, and the stiffness of its springs until the step ends.
void sc_weaken_joint(const sc_joint_args *args, int lane, float impulse_scale, float spring_scale);

/// The highest frequency, times h, that undamped springs may have at a body with `joint_count`
/// joints. The force of a spring depends on its coordinate at the beginning of the substep, and
/// symplectic Euler is stable up to 2 rad per substep. The n springs of a body, where the axis and
/// the locked part of each joint count, are together up to n times as stiff as one.
float sc_quickest_spring(int joint_count);

enum
{
    /// In flags of a block: a lane is empty or has a body that cannot move.
    SC_JOINT_FIXED = 128,
};

#endif
