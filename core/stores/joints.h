/// The store of joints, by slot, and the list of each body's joints.
///
/// Invariants:
///   slot 0 is the null joint: all zero; empty lanes point at it
///   a live joint is in the lists of both its bodies; a list begins with sc_bodies.first_joint, the
///   newest joint first; a link of a list is 2 slot + side (0: a, 1: b), or 0: none
///   breakable_count and watched_count count the joints with SC_JOINT_BREAKABLE, SC_JOINT_WATCHED
#ifndef SC_JOINTS_H
#define SC_JOINTS_H

#include "core/assert.h"
#include "core/joint_records.h"
#include "core/stores/bodies.h"
#include "scree/joint.h"

#include <float.h>

/// sc_joints.flags
enum
{
    SC_JOINT_COLLIDES = 1,       ///< shapes of its bodies collide with each other
    SC_JOINT_BREAKABLE = 2,      ///< has a break force or torque
    SC_JOINT_SPRING_GIVEN = 4,   ///< its definition has a spring, possibly of 0 Hz
    SC_JOINT_WATCHED = 8,        ///< has a threshold of force or torque
    SC_JOINT_MOTOR_GIVEN = 16,   ///< its definition has a motor, which a stiff rod does not use
    SC_JOINT_LIMITS_GIVEN = 32,  ///< its definition has limits, which a stiff rod does not use
    SC_JOINT_MARKED = 64,        ///< temporary, within scree_joints_destroy
};

/// The bodies a and b, or a link for each of them.
typedef int32_t sc_joint_bodies[2];

/// Values of a definition that the solver does not use, kept to be read back and for break_joints.
typedef struct sc_joint_given
{
    float angle_a, angle_b;      ///< of the frames, rad
    float hertz, damping_ratio;  ///< of the base
    float target;                ///< of a spring, if the settings have another value in its place
    float break_force, break_torque, force_threshold, torque_threshold;  ///< N, N m; 0: none
} sc_joint_given;

/// Traits: properties that decide how a joint is solved, besides its kind.
enum
{
    SC_JOINT_LONG_ARM = 1,  ///< it has a long arm, or one that may become long
    /// Passes may add energy, because of a long arm, a spring, unequal masses or a loop. The energy
    /// of the island is then bounded.
    SC_JOINT_MAKES_ENERGY = 2,
    SC_JOINT_WELDED = 4,  ///< is a weld; set when the joint is created
};

/// The state for which the traits were computed. When it changes, the traits are recomputed.
typedef struct sc_trait_key
{
    bool known;
    uint32_t version, jointed_version;  ///< of joints and bodies
    float slowest_stiff;   ///< 1/s, of stiff springs (sc_spring_is_stiff); FLT_MAX: none
    float quickest_slack;  ///< 1/s, of springs that are not stiff; 0: none
} sc_trait_key;

// clang-format off
/// The arrays by slot.
#define SC_JOINT_SLOTS(X) \
    X(uint8_t, type, SC_STATE, "b")                /* scree_joint_type */ \
    X(uint8_t, kind, SC_CACHE, "b")                /* sc_joint_kind, of type and settings */ \
    X(uint8_t, flags, SC_STATE, "b") \
    X(sc_joint_bodies, body, SC_STATE, "i")        /* slots of a and b */ \
    X(sc_joint_bodies, next, SC_STATE, "i")        /* links */ \
    X(sc_joint_bodies, previous, SC_STATE, "i") \
    X(sc_joint_frame, frame, SC_STATE, "f") \
    X(sc_joint_settings, settings, SC_STATE, "f") \
    X(uint8_t, switches, SC_CACHE, "b")            /* the switches of the settings */ \
    X(uint8_t, traits, SC_CACHE, "b")              /* SC_JOINT_LONG_ARM and so on */ \
    X(sc_joint_given, given, SC_STATE, "f") \
    X(sc_joint_state, state, SC_STATE, "f") \
    X(void *, user_data, SC_STATE, "p")
// clang-format on

typedef struct sc_joints
{
    sc_ids ids;
    int32_t count;
    int32_t breakable_count, watched_count;
    SC_JOINT_SLOTS(SC_MEMBER)
    /// Counts up when joints are created or destroyed, and in the other cases that
    /// docs/architecture.md lists.
    uint32_t version;
    sc_trait_key trait_key;
    int32_t break_count, break_capacity;
    struct scree_joint_break *breaks;  ///< of the last step, in order of slots
    int32_t overload_count, overload_capacity;
    struct scree_joint_overload *overloads;  ///< of the last step, in order of slots
} sc_joints;

extern const sc_store sc_joint_store;

/// Reserves slots for `extra` more joints. Returns false and changes nothing if out of memory. The
/// same holds for the next function.
bool sc_joints_reserve(sc_joints *joints, sc_memory *memory, int extra);
/// Reserves room for the breaks and overloads of all joints that may have them.
bool sc_joints_reserve_events(sc_joints *joints, sc_memory *memory);
void sc_joints_release(sc_joints *joints, sc_memory *memory);
/// Takes a new slot and links it into the lists of two bodies (slots). The caller has reserved
/// room. All fields except links and bodies are zero.
int32_t sc_joints_add(sc_joints *joints, sc_bodies *bodies, int32_t body_a, int32_t body_b);
/// Ends the id of a joint and removes it from the lists.
void sc_joints_remove(sc_joints *joints, sc_bodies *bodies, int32_t slot);

static inline bool sc_joint_is_live(const sc_joints *joints, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < joints->ids.capacity);
    return (joints->ids.generation[slot] & 1u) != 0;
}

/// The slot of the other body of a link, and the next link of the same body.
static inline int32_t sc_joint_other_body(const sc_joints *joints, int32_t link)
{
    SC_ASSERT(sc_joint_is_live(joints, link / 2));
    return joints->body[link / 2][1 - link % 2];
}

static inline int32_t sc_next_joint(const sc_joints *joints, int32_t link)
{
    SC_ASSERT(sc_joint_is_live(joints, link / 2));
    return joints->next[link / 2][link % 2];
}

/// The force, N, or torque, N m, that gives an impulse in a substep of h seconds. It is finite if
/// the impulse is finite.
static inline float sc_joint_force_of(float impulse, float h)
{
    SC_ASSERT(h > 0.0f);
    return sc_max(-FLT_MAX, sc_min(FLT_MAX, impulse / h));
}

/// Whether a joint keeps the shapes of two bodies (rows) from colliding. Walks the joint lists of
/// both bodies in step and stops at the end of the shorter one.
bool sc_joints_separate(const sc_joints *joints, const sc_bodies *bodies, int32_t row_a,
                        int32_t row_b);

#endif
