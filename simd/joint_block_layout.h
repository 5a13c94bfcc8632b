/// The contents of joint blocks, for the kernels and their twins only.
///
/// The cores of all blocks come first, so that passes over points and plain hinges stream only
/// through the cores. After them come, block by block, the data for the geometry and the data of
/// the kind.
#ifndef SC_JOINT_BLOCK_LAYOUT_H
#define SC_JOINT_BLOCK_LAYOUT_H

#include "core/tuning.h"
#include "simd/joint_block.h"

#include <float.h>
#include <stdbool.h>

/// Radians per substep: slower springs lose energy only by their damping.
#define SC_JOINT_LIVELY 0.5f

/// The highest frequency of a spring times h, in cycles: about one radian per substep.
#define SC_JOINT_QUICKEST 0.16f

/// SC_JOINT_WIDE_BIAS and SC_JOINT_WIDE_LEAK do not apply to joints whose squared arm is more than
/// this times the squared radius of gyration of the body, because such joints would gain energy.
#define SC_JOINT_WIDE_ARM 4.0f

/// For joints that are wide open: the additional error that solve_joints removes, as a multiple of
/// the usual one, and the additional fraction of the impulse that it releases.
#define SC_JOINT_WIDE_BIAS 3.3f
#define SC_JOINT_WIDE_LEAK 0.1f

#define SC_JOINT_PI 3.14159265f
#define SC_JOINT_TURN 6.28318531f

/// The effective mass of two rows, a symmetric matrix (first, coupling; coupling, second). A single
/// row uses only `first`.
typedef struct sc_joint_mass
{
    float first[SC_BLOCK], coupling[SC_BLOCK], second[SC_BLOCK];
} sc_joint_mass;

/// Like sc_softness, by lane. rigid: 1 if relax_joints removes all velocity from the row; 0 if the
/// softness belongs to a spring, which relax_joints does not change.
typedef struct sc_joint_softness
{
    float bias_rate[SC_BLOCK], mass_scale[SC_BLOCK], impulse_scale[SC_BLOCK], rigid[SC_BLOCK];
} sc_joint_softness;

typedef struct sc_joint_core
{
    _Alignas(64) float arm_a[2][SC_BLOCK];  ///< from the centre of mass to the point, at present
    float arm_b[2][SC_BLOCK];
    float apart[2][SC_BLOCK];  ///< from a's point to b's, at present
    sc_joint_mass mass;        ///< of the locked part
    float impulse[2][SC_BLOCK];
    /// The error of warm starting, which repeats impulses in their old directions: the angular
    /// effect that the accumulated impulses would have at the present poses, less the effect that
    /// they had. The next pass first applies these angular impulses.
    float turn_a[SC_BLOCK], turn_b[SC_BLOCK];
    float inverse_inertia_a[SC_BLOCK], inverse_inertia_b[SC_BLOCK];
} sc_joint_core;

/// Values at the beginning of the step, and values that few joints have.
typedef struct sc_joint_start
{
    _Alignas(64) float arm_a[2][SC_BLOCK];
    float arm_b[2][SC_BLOCK], apart[2][SC_BLOCK];
    sc_joint_softness soft;  ///< of the locked part; DRIVE: of the linear spring
} sc_joint_start;

/// For all kinds except POINT and RATIO. The row of the axis is (direction, arm_a, arm_b).
typedef struct sc_joint_axis
{
    _Alignas(64) float direction[2][SC_BLOCK];  ///< unused for HINGE, DRIVE: the axis is the angle
    float arm_a[SC_BLOCK], arm_b[SC_BLOCK];
    float shift[2][SC_BLOCK];  ///< the linear impulse that belongs to turn_a and turn_b
    float coordinate[SC_BLOCK], mass[SC_BLOCK];        ///< ROD: at least SC_JOINT_SHORTEST
    float angle[SC_BLOCK];                             ///< SLIDER: of b's frame relative to a's
    float spring[SC_BLOCK], motor[SC_BLOCK];           ///< impulses
    float lower[SC_BLOCK], upper[SC_BLOCK];            ///< impulses; DRIVE: of the linear spring
    float target[SC_BLOCK];                            ///< of the spring
    sc_joint_softness soft;                            ///< of the spring
    float least[SC_BLOCK], most[SC_BLOCK];             ///< impulses of the spring
    float motor_speed[SC_BLOCK], motor_max[SC_BLOCK];  ///< m/s or rad/s; an impulse
    float lower_limit[SC_BLOCK], upper_limit[SC_BLOCK];
    float begin_direction[2][SC_BLOCK], begin_angle[SC_BLOCK];
} sc_joint_axis;

/// DRIVE: follows the axis.
typedef struct sc_joint_drive
{
    _Alignas(64) float speed[2][SC_BLOCK];
    float speed_max[SC_BLOCK], spring_max[SC_BLOCK];  ///< impulses
} sc_joint_drive;

/// RATIO. The Jacobian row consists of (direction, arm) of each body.
typedef struct sc_joint_ratio
{
    _Alignas(64) float direction_a[2][SC_BLOCK], direction_b[2][SC_BLOCK];
    float arm_a[SC_BLOCK], arm_b[SC_BLOCK];
    /// The linear impulses that belong to turn_a and turn_b
    float shift_a[2][SC_BLOCK], shift_b[2][SC_BLOCK];
    float error[SC_BLOCK];
    float last_a[SC_BLOCK], last_b[SC_BLOCK];  ///< see sc_joint_state.angle_a
    float travel_a[SC_BLOCK], travel_b[SC_BLOCK];
    float ratio[SC_BLOCK], phase[SC_BLOCK];
    int32_t type[SC_BLOCK];
    float begin_angle_a[SC_BLOCK], begin_angle_b[SC_BLOCK];
    /// From the pulley to the point; for a rack, begin_b is the direction of frame b.
    float begin_a[2][SC_BLOCK], begin_b[2][SC_BLOCK];
} sc_joint_ratio;

enum
{
    SC_JOINT_CORE_LINES = (int)(sizeof(sc_joint_core) / sizeof(sc_lane_line)),
};

/// The number of lines of a block after all cores.
static inline int sc_joint_other_lines(sc_joint_kind kind)
{
    size_t bytes = sizeof(sc_joint_start);
    bytes += kind == SC_JOINT_RATIO ? sizeof(sc_joint_ratio) : 0;
    const bool point = kind == SC_JOINT_POINT || kind == SC_JOINT_LINK;
    bytes += kind != SC_JOINT_RATIO && !point ? sizeof(sc_joint_axis) : 0;
    bytes += kind == SC_JOINT_DRIVE ? sizeof(sc_joint_drive) : 0;
    return (int)(bytes / sizeof(sc_lane_line));
}

static inline sc_joint_core *sc_joint_core_of(const sc_joint_args *args, int i)
{
    return (sc_joint_core *)(args->lines + (ptrdiff_t)i * SC_JOINT_CORE_LINES);
}

static inline sc_joint_start *sc_joint_start_of(const sc_joint_args *args, sc_joint_kind kind,
                                                int i)
{
    sc_lane_line *others = args->lines + (ptrdiff_t)args->block_count * SC_JOINT_CORE_LINES;
    return (sc_joint_start *)(others + (ptrdiff_t)i * sc_joint_other_lines(kind));
}

/// The data of a kind that follow the start of a block: an axis, followed by a drive, or a ratio.
static inline sc_joint_axis *sc_joint_axis_of(sc_joint_start *start)
{
    return (sc_joint_axis *)(start + 1);
}

static inline sc_joint_drive *sc_joint_drive_of(sc_joint_start *start)
{
    return (sc_joint_drive *)(sc_joint_axis_of(start) + 1);
}

static inline sc_joint_ratio *sc_joint_ratio_of(sc_joint_start *start)
{
    return (sc_joint_ratio *)(start + 1);
}

/// Offsets and sizes, in floats, of records that are gathered four floats at a time.
enum
{
    SC_FRAME_FLOATS = (int)(sizeof(sc_joint_frame) / sizeof(float)),
    SC_SETTINGS_FLOATS = (int)(sizeof(sc_joint_settings) / sizeof(float)),
    SC_STATE_FLOATS = (int)(sizeof(sc_joint_state) / sizeof(float)),
    SC_STATE_IMPULSES = 0,
    SC_STATE_LIMITS = 4,  ///< limits and angles
    SC_STATE_TRAVEL = 8,
    SC_STATE_WRENCH = 12,
};
_Static_assert(sizeof(sc_joint_frame) == 32 && sizeof(sc_joint_settings) == 96 &&
                   sizeof(sc_joint_state) == 64,
               "");

#endif
