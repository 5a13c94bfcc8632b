/// Joints in blocks of 16 lanes, one kind to a block, and the arguments of their kernels.
///
/// Two lanes of a block never share a row below dynamic_count. Empty lanes point at the null joint,
/// slot 0, whose frames, settings and state are all zero, and at the static row.
#ifndef SC_JOINT_BLOCK_H
#define SC_JOINT_BLOCK_H

#include "simd/contact_block.h"
#include "core/joint_records.h"

/// How many lines of 16 floats a block of a kind takes: kernels and nobody else know what they
/// hold.
int sc_joint_lines(sc_joint_kind kind);

/// Blocks [begin, end). Per substep, soft_step: solve, (positions), relax. Others: update (not in
/// the first), iterate as often as the world says, (positions), project.
///   prepare_joints  records to blocks at the poses of the step's beginning; adds the impulses of
///                   the last step, times warm_scale, to the warm-start records
///   solve_joints    velocities, with the softness of each row
///   update_joints   arms, coordinates and errors at the poses of now
///   iterate_joints  velocities: springs with their softness, all else without softness or bias
///   relax_joints    update_joints and, but for springs, iterate_joints in one pass
///   project_joints  poses: takes `erp` of the errors out of the deltas
///   store_joints    impulses and what else lasts back to the states
/// What has a frequency of its own, axis or locked part, is a spring: relaxing leaves its impulse
/// alone, for that is where it would be damped twice, and projection leaves its error.
///
/// Warm starting repeats in each substep what all impulses did to the velocities, in the directions
/// of then. As arms and directions turn, update and relax note by how much that is off, and the
/// next solve, or the first iteration, begins with it.
typedef struct sc_joint_args
{
    sc_joint_kind kind;         ///< of all blocks
    const sc_block_rows *rows;  ///< by block: rows of the solver, times SC_ROW_STEP
    sc_lane_line *lines;        ///< sc_joint_lines(kind) for each block
    int32_t block_count;        ///< of all blocks that these lines are for
    uint8_t *flags;        ///< by block: SC_JOINT_* of its lanes, SC_JOINT_FIXED; prepare sets them
    const int32_t *joint;  ///< by block lane: slot of the joint; 0: empty
    const int32_t (*body)[2];           ///< by slot of the joint: slots of its bodies
    const int32_t *body_row;            ///< by slot of the body: its row, of all bodies
    const sc_joint_frame *frames;       ///< by slot of the joint
    const sc_joint_settings *settings;  ///< by slot of the joint
    const uint8_t *switches;            ///< those of the settings, by slot: blocks ask for all
    sc_joint_state *states;             ///< by slot of the joint: prepare reads, store writes
    const sc_pose *poses;               ///< by row of all bodies: centre of mass
    const float *center_x, *center_y;   ///< by row of all bodies: of mass, body coordinates
    sc_velocity *velocities;            ///< by row of the solver, and the next two
    sc_delta *deltas;
    sc_warm_start *warm_starts;
    /// By row of the solver: the highest frequency of a spring there, times h; sc_quickest_spring.
    const float *quickest;
    int32_t dynamic_count;           ///< rows below may be written
    int32_t discard_row;             ///< takes all other writes
    float h, inverse_h;              ///< s, 1/s
    float stiff_h, inverse_stiff_h;  ///< of sc_step.stiff_h: bounds the frequency of springs
    float warm_scale;                ///< times the impulses of the last step
    /// Of what has no hertz of its own: bias_rate 1/s, includes mass_scale.
    sc_softness stiff;
    float shortest;     ///< m: SC_JOINT_SHORTEST of the world
    float wide_square;  ///< m^2: that of SC_JOINT_WIDE
    float erp;          ///< of what project_joints takes out in one pass
} sc_joint_args;

/// Impulses of `count` blocks become zero, and what is still to be corrected in them.
void sc_forget_joints(const sc_joint_args *args, int count);

/// Multiplies the impulses of a joint, and until the step ends the stiffness of its springs.
void sc_weaken_joint(const sc_joint_args *args, int lane, float impulse_scale, float spring_scale);

/// The highest frequency, times h, of undamped springs of a body with so many joints. The force of
/// a spring follows from its coordinate when the substep begins. Together, the n joints of a body
/// are up to n times as stiff as one, counting the axis and the locked part of each, and symplectic
/// Euler is stable up to 2 rad per substep.
float sc_quickest_spring(int joint_count);

enum
{
    SC_JOINT_FIXED =
        128,  ///< in flags of a block: some lane is empty or has a body that cannot move
};

#endif
