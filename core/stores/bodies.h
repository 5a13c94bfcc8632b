/// The store of bodies: one array per field, in rows, and the ids that name them.
///
/// Invariants:
///   rows [0, count[DYNAMIC])                       dynamic, enabled, awake
///   rows [count[DYNAMIC], + count[KINEMATIC])      kinematic, enabled
///   rows after those, count[ASLEEP] of them        dynamic, enabled, asleep
///   the rest                                       static or disabled
///   row[slot] and slot[row] are inverse to each other for live bodies
///   pose[row] is the centre of mass: pose.xy = (x, y) + rotate(cos, sin)(center_x, center_y)
///   inverse_mass, inverse_inertia are 0 except for enabled dynamic bodies
///   for bodies in rows past the moving ones, previous, where it is kept, is x, y, cos, sin
///   dynamic bodies of more than SC_SUMMED_SHAPES shapes have a mass_sum, the sum over all their
///   shapes; other dynamic bodies may have one, bodies that are not dynamic have none
#ifndef SC_BODIES_H
#define SC_BODIES_H

#include "core/row_records.h"
#include "core/assert.h"
#include "core/ids.h"
#include "core/stores/changes.h"
#include "core/stores/mass_sum.h"
#include "core/maths.h"
#include "core/stores/store.h"

#include <string.h>

typedef enum sc_group
{
    SC_GROUP_DYNAMIC = 0,
    SC_GROUP_KINEMATIC,
    SC_GROUP_ASLEEP,
    SC_GROUP_REST,
    SC_GROUP_COUNT
} sc_group;

/// sc_bodies.flags
enum
{
    SC_BODY_LOCK_X = 1,
    SC_BODY_LOCK_Y = 2,
    SC_BODY_LOCK_ANGLE = 4,
    SC_BODY_LOCKS = 7,
    SC_BODY_DISABLED = 8,
    SC_BODY_MARKED = 16,     ///< within a call: already visited
    SC_BODY_RECENTRED = 32,  ///< offsets of its shapes are for its old centre of mass
    SC_BODY_ASLEEP = 64,
    SC_BODY_WAKES = 128,  ///< still asleep, but wakes in the next step
};

/// The lengths that decide whether a body is fast in a step.
typedef struct sc_body_reach
{
    float safe;  ///< m: a fraction of the smallest inscribed radius of its shapes
    // m, from the centre of mass: the farthest point, and the farthest point that moves by
    // rotation.
    float extent, arm;
} sc_body_reach;

// clang-format off
/// The arrays by row.
#define SC_BODY_ROWS(X) \
    X(scree_body_id, id, SC_STATE, "#") \
    X(int32_t, slot, SC_STATE, "i") \
    X(float, x, SC_HASHED, "f") \
    X(float, y, SC_HASHED, "f") \
    X(float, cos, SC_HASHED, "f") \
    X(float, sin, SC_HASHED, "f") \
    X(float, vx, SC_HASHED, "f") \
    X(float, vy, SC_HASHED, "f") \
    X(float, w, SC_HASHED, "f") \
    X(sc_pose, pose, SC_STATE, "f") \
    X(float, center_x, SC_STATE, "f")      /* of mass, body frame */ \
    X(float, center_y, SC_STATE, "f") \
    X(float, mass, SC_STATE, "f") \
    X(float, inertia, SC_STATE, "f") \
    X(float, inverse_mass, SC_STATE, "f") \
    X(float, inverse_inertia, SC_STATE, "f") \
    X(float, force_x, SC_STATE, "f") \
    X(float, force_y, SC_STATE, "f") \
    X(float, torque, SC_STATE, "f") \
    X(float, linear_damping, SC_STATE, "f") \
    X(float, angular_damping, SC_STATE, "f") \
    X(float, gravity_scale, SC_STATE, "f") \
    X(float, sleep_threshold, SC_STATE, "f") \
    X(int32_t, first_shape, SC_STATE, "i") /* head of the list through sc_shapes.next */ \
    X(int32_t, shape_count, SC_STATE, "i") \
    X(int32_t, first_joint, SC_STATE, "i") /* head of the list through sc_joints.next */ \
    X(sc_mass_sum *, mass_sum, SC_CACHE, "p") /* of dynamic bodies with many shapes; else null */ \
    X(void *, user_data, SC_STATE, "p") \
    X(float, safe, SC_CACHE, "f") /* safe, extent and arm: a sc_body_reach, as of the last step */ \
    X(float, extent, SC_CACHE, "f") \
    X(float, arm, SC_CACHE, "f") \
    X(float, target_time, SC_UPDATED, "f")   /* of kinematic bodies: see sc_target */ \
    X(uint32_t, target_mark, SC_UPDATED, "i") /* sc_velocity_mark to the target */ \
    X(uint32_t, came_at, SC_STATE, "i")    /* sc_bodies.steps when it came into its group */ \
    X(uint32_t, held_at, SC_STATE, "i") /* sc_bodies.steps when held was counted */ \
    X(uint8_t, bullet, SC_STATE, "b") \
    X(uint8_t, quiet_forces, SC_STATE, "b") /* forces and impulses do not wake it */ \
    X(uint8_t, held, SC_STATE, "b") /* steps that a bullet was pressed: sweep_bodies.c */ \
    X(uint8_t, type, SC_STATE, "b") \
    X(uint8_t, flags, SC_UPDATED, "b")

/// By slot, in worlds that keep previous poses: origin and rotation before the last step. For a
/// body that does not move this is its present pose.
#define SC_BODY_PREVIOUS(X) X(sc_pose, previous, SC_UPDATED, "f")
// clang-format on

typedef struct sc_bodies
{
    sc_ids ids;
    int32_t *row;  ///< by slot

    int32_t count[SC_GROUP_COUNT];
    int32_t capacity;  ///< rows, a multiple of 16
    SC_BODY_ROWS(SC_MEMBER)

    bool keeps_previous;
    int32_t previous_capacity;
    SC_BODY_PREVIOUS(SC_MEMBER)

    int32_t locked_count;  ///< bodies with a lock on x or y
    bool forces_pending;   ///< a force or torque waits for the next step
    bool rows_moved;       ///< rows moved since the last step: row numbers kept elsewhere are stale
    bool recentred;        ///< a body is SC_BODY_RECENTRED
    sc_changes changes;    ///< slots of bodies that calls moved between steps, for queries

    uint32_t jointed_version;  ///< changes with the masses and locks of bodies that have joints
    uint32_t steps;            ///< steps that moved bodies: all except failed ones
    bool moves_known;
    int32_t move_count, move_capacity;
    struct scree_body_move
        *moves;  ///< of the last step, in order of slots; filled on the first request
} sc_bodies;

/// sc_bodies.target_time is the time left until a kinematic body reaches its target, > 0 s, or one
/// of these values. It is valid only while target_mark matches the body's velocity, because
/// programs may write velocities through live arrays, without a call.
enum sc_target
{
    SC_TARGET_REACHED = -1,  ///< the next step sets its velocity to 0
    SC_TARGET_NONE = 0
};

static inline int sc_body_count(const sc_bodies *bodies)
{
    return bodies->count[0] + bodies->count[1] + bodies->count[2] + bodies->count[3];
}

static inline bool sc_row_exists(const sc_bodies *bodies, int32_t row)
{
    return row >= 0 && row < sc_body_count(bodies);
}

/// Whether a row holds a live body, and the slot of that body leads back to the row.
static inline bool sc_bodies_has_row(const sc_bodies *bodies, int32_t row)
{
    return sc_row_exists(bodies, row) && sc_slot_is_live(&bodies->ids, bodies->slot[row]) &&
           bodies->row[bodies->slot[row]] == row;
}

/// The number of rows of bodies that may move: enabled kinematic and awake dynamic bodies.
static inline int sc_moving_count(const sc_bodies *bodies)
{
    return bodies->count[SC_GROUP_DYNAMIC] + bodies->count[SC_GROUP_KINEMATIC];
}

/// Whether a body is dynamic and enabled. It may be asleep.
static inline bool sc_row_is_dynamic(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    int32_t asleep = row - sc_moving_count(bodies);
    return row < bodies->count[SC_GROUP_DYNAMIC] ||
           (asleep >= 0 && asleep < bodies->count[SC_GROUP_ASLEEP]);
}

extern const sc_store sc_body_store;

bool sc_bodies_reserve(sc_bodies *bodies, sc_memory *memory, int extra);
void sc_bodies_release(sc_bodies *bodies, sc_memory *memory);
/// Lists the bodies that the last step moved. Returns false and changes nothing if out of memory.
bool sc_bodies_list_moves(sc_bodies *bodies, sc_memory *memory);
/// Frees the mass sum of a row, if there is one.
void sc_bodies_drop_mass_sum(sc_bodies *bodies, sc_memory *memory, int32_t row);
/// Adds a body at the end of a group and returns its row. The caller has reserved room. All fields
/// except the ids are zero.
int32_t sc_bodies_add(sc_bodies *bodies, sc_group group);
void sc_bodies_remove(sc_bodies *bodies, int32_t row);
/// The group that the type and flags of a row require.
sc_group sc_bodies_wanted_group(const sc_bodies *bodies, int32_t row);
/// Moves a body to the group that its type and flags require. Returns its new row.
int32_t sc_bodies_regroup(sc_bodies *bodies, int32_t row);
/// Recomputes the centre of mass in the world after x, y, cos, sin or the centre changed.
void sc_bodies_update_pose(sc_bodies *bodies, int32_t row);
/// Updates inverse mass and inertia from mass, inertia, type, locks and enabled.
void sc_bodies_update_inverses(sc_bodies *bodies, int32_t row);

/// A hash of the velocity of a row. If it differs from an earlier hash, the velocity was written in
/// between.
static inline uint32_t sc_velocity_mark(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    const float v[] = {bodies->vx[row], bodies->vy[row], bodies->w[row]};
    uint32_t bits[3];
    memcpy(bits, v, sizeof bits);
    return bits[0] ^ (bits[1] * 0x9e3779b1u) ^ (bits[2] * 0x85ebca6bu);
}

/// The origin and rotation: x, y, cos, sin. This is not the centre of mass.
static inline sc_pose sc_body_origin(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    return (sc_pose){bodies->x[row], bodies->y[row], bodies->cos[row], bodies->sin[row]};
}

/// Sets the previous pose to the present one after a body was created, teleported or stopped.
static inline void sc_bodies_set_previous(sc_bodies *bodies, int32_t row)
{
    if (bodies->keeps_previous)
    {
        SC_ASSERT(bodies->slot[row] > 0 && bodies->slot[row] < bodies->previous_capacity);
        bodies->previous[bodies->slot[row]] = sc_body_origin(bodies, row);
    }
}

static inline sc_rotation sc_body_rotation(const sc_bodies *bodies, int32_t row)
{
    SC_ASSERT(row >= 0 && row < bodies->capacity);
    return (sc_rotation){bodies->cos[row], bodies->sin[row]};
}

/// Checks the invariants. Returns null if they hold, else the text of one that does not
/// (core/require.h).
const char *sc_validate_bodies(const sc_bodies *bodies);

#endif
