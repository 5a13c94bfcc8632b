/// Records of joints, one per slot, in the form in which the store keeps them and the kernels read
/// them.
///
/// A joint has a locked part, the coordinates that it holds at 0, and an axis, whose coordinate may
/// have a spring, a motor and limits. Kernels distinguish kinds (below); callers distinguish types
/// (scree_joint_type).
#ifndef SC_JOINT_RECORDS_H
#define SC_JOINT_RECORDS_H

#include "scree/base.h"

#include <stddef.h>

/// The kinds of joints. The constraint graph has separate batches for each.
typedef enum sc_joint_kind
{
    SC_JOINT_POINT = 0,  ///< a hinge with a free axis: holds the points together
    SC_JOINT_HINGE,      ///< revolute and weld: points together; the axis is the angle
    SC_JOINT_SLIDER,     ///< prismatic: across the direction and the angle; axis: the translation
    SC_JOINT_WHEEL,      ///< across the direction; axis: the translation; the motor turns
    SC_JOINT_ROD,        ///< distance: only the axis, along the line between the points
    SC_JOINT_DRIVE,      ///< motor: velocities and springs with bounded force
    SC_JOINT_RATIO,      ///< gear, pulley, rack, ratchet: one row of a Jacobian
    /// A POINT joint of a tree that dynamics/solver/joints/joint_trees.c solves as a whole. Passes
    /// over lanes of this kind compute arms and errors and leave the velocities unchanged.
    SC_JOINT_LINK,
    SC_JOINT_KIND_COUNT,
    SC_JOINT_NONE = SC_JOINT_KIND_COUNT  ///< filter: no block
} sc_joint_kind;

/// sc_joint_settings.switches; a block has the union of the switches of its lanes
enum
{
    /// HINGE: a spring of 0 Hz is stiff (a weld); in other kinds it does nothing
    SC_JOINT_SPRING = 1,
    SC_JOINT_MOTOR = 2,
    SC_JOINT_LIMITS = 4,
    SC_JOINT_SOFT_POINT = 8,  ///< hertz > 0; without it the point is as stiff as the step allows
};

/// sc_joint_settings.ratio_type, SC_JOINT_RATIO only
enum
{
    SC_RATIO_GEAR = 0,
    SC_RATIO_PULLEY,
    SC_RATIO_RACK,
    SC_RATIO_RATCHET
};

/// In body coordinates, relative to the origin of the body. Rotations are (cos, sin).
typedef struct sc_joint_frame
{
    _Alignas(32) float ax;  ///< m
    float ay, a_cos, a_sin;
    float bx, by, b_cos, b_sin;
} sc_joint_frame;

/// Members that a kind does not use are 0. Kernels load four floats at a time.
typedef struct sc_joint_settings
{
    _Alignas(32) float hertz;  ///< of the locked part (ROD, RATIO: of the one row); 0: stiff
    float damping_ratio;
    float spring_hertz, spring_damping_ratio;  ///< weld: of the angle, where 0 Hz means stiff
    float target;                              ///< of the spring; ROD: the length
    float spring_lower, spring_upper;  ///< N or N m: its range, -FLT_MAX and FLT_MAX if free
    float motor_speed, motor_max;      ///< m/s or rad/s; N or N m
    float lower, upper;                ///< limits of the coordinate
    // clang-format off
    union  ///< DRIVE uses `drive`, RATIO the member of its ratio_type; lanes of RATIO read `row`
    {
        struct { float ratio, phase; } row, gear;
        struct { float ratio, length; scree_vec2 anchor_a;  // anchors in the world
                 float unused; scree_vec2 anchor_b; } pulley;
        struct { float radius; } rack;
        struct { float tooth, phase; } ratchet;
        struct { float unused[2]; scree_vec2 velocity; float max_force;  // m/s, N
                 float unused_too[2], max_spring_force; } drive;
    };
    // clang-format on
    int32_t switches;    ///< SC_JOINT_SPRING and so on
    int32_t ratio_type;  ///< RATIO only
    float unused[3];
} sc_joint_settings;

_Static_assert(sizeof(sc_joint_settings) == 96 && offsetof(sc_joint_settings, row.ratio) == 44 &&
                   offsetof(sc_joint_settings, pulley.anchor_a) == 52 &&
                   offsetof(sc_joint_settings, drive.velocity) == 52 &&
                   offsetof(sc_joint_settings, drive.max_force) == 60 &&
                   offsetof(sc_joint_settings, pulley.anchor_b) == 64 &&
                   offsetof(sc_joint_settings, drive.max_spring_force) == 72 &&
                   offsetof(sc_joint_settings, switches) == 76,
               "settings lie as load_records of simd/kernels/kernels_prepare_joints.c loads them");

/// Frequency, in cycles per substep, above which a spring is stiff and may add energy.
#define SC_JOINT_STIFF_SPRING 0.04f

static inline bool sc_spring_is_stiff(float hertz, float h)
{
    return hertz * h > SC_JOINT_STIFF_SPRING;
}

/// Whether springs of a joint may add energy in substeps of h seconds. This holds for a stiff
/// spring along the axis, and for a locked part with its own frequency, whose stiffness changes as
/// arms turn.
static inline bool sc_joint_may_make_energy(const sc_joint_settings *settings, float h)
{
    return (settings->switches & SC_JOINT_SOFT_POINT) ||
           ((settings->switches & SC_JOINT_SPRING) &&
            sc_spring_is_stiff(settings->spring_hertz, h));
}

/// Whether a motor may press a joint against its limits. Motor and limit then push against each
/// other harder than the solver's passes over several such hinges in a row can balance.
static inline bool sc_joint_presses(const sc_joint_settings *settings)
{
    const int both = SC_JOINT_MOTOR | SC_JOINT_LIMITS;
    return (settings->switches & both) == both && settings->motor_speed != 0.0f;
}

/// The state that later steps depend on: impulses of the last substep (warm starting), N s and N m
/// s.
typedef struct sc_joint_state
{
    _Alignas(16) float locked[2];  ///< POINT, HINGE, DRIVE: x, y; SLIDER: across, angle; WHEEL:
                                   ///< across; RATIO: the row
    float spring, motor;           ///< along the axis; ROD without a spring: the rod is `spring`
    float lower, upper;            ///< >= 0; DRIVE: x, y of the linear spring
    /// RATIO: angles of the bodies when the joint was last updated, rad. For a rack, angle_b is the
    /// place of b's point along the rack, m.
    float angle_a, angle_b;
    /// RATIO: how far each body has turned since the first step of the joint, rad. Rack: travel_b
    /// is in m. Ratchet: travel_a is the angle of b against a, travel_b the stop.
    float travel_a, travel_b;
    float known;    ///< RATIO: 1 once the angles are known; a new joint is all zero
    float surplus;  ///< J, <= 0: energy that its island has gained and not lost again
    float force_x, force_y, torque;  ///< sum of the above on b, world axes, N s, N m s
    float coordinate;                ///< value in the last solve, m or rad
} sc_joint_state;

#endif
