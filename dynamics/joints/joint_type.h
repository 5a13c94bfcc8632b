/// A type of joint: the numbers of its definition, the kind of block that solves it, the values
/// that getters read and how it is drawn.
///
/// For each type, one file of this folder has all these and the public calls of the type.
/// SC_JOINT_TYPES lists the types. Code for all types uses the table sc_joint_types. The solver and
/// its kernels know kinds (core/joint_records.h), not types.
#ifndef SC_JOINT_TYPE_H
#define SC_JOINT_TYPE_H

#include "world/checks.h"
#include "world/draw/draw_parts.h"
#include "world/waking.h"

/// A definition as the store keeps it.
typedef struct sc_joint_record
{
    sc_joint_frame frame;
    sc_joint_settings settings;
    sc_joint_given given;
    uint8_t flags, kind;
} sc_joint_record;

/// A float of a definition, its range, and where a record keeps it.
typedef struct sc_joint_number
{
    const char *name;
    size_t def, record;  ///< offsets
    float lower, upper;
    enum
    {
        SC_IN_RANGE,
        SC_AT_MOST_NEXT,  ///< and not above the number that follows
        SC_MAGNITUDE,     ///< of either sign
        SC_IN_UNITS,      ///< the lower bound is in length units
    } rule;
} sc_joint_number;

/// A joint at the poses of its bodies.
typedef struct sc_posed_joint
{
    float unit;  ///< length unit of the world
    const sc_joint_settings *settings;
    const sc_joint_state *state;
    sc_rotation rotation_a, rotation_b;  ///< of the bodies
    scree_vec2 origin_a, origin_b;       ///< of the bodies, m
    scree_vec2 arm_a, arm_b;             ///< from there to the points of the frames
    scree_vec2 apart;                    ///< from a's point to b's
    scree_vec2 axis_a, axis_b;           ///< directions of the frames
} sc_posed_joint;

/// Velocities of the points of its frames, m/s, and of its bodies, rad/s.
typedef struct sc_joint_motion
{
    scree_vec2 velocity_a, velocity_b;
    float w_a, w_b;
} sc_joint_motion;

/// The values of scree_joint_coordinate and the separations.
typedef struct sc_joint_measures
{
    float coordinate, linear, angular;
} sc_joint_measures;

typedef struct sc_joint_type
{
    scree_joint_type type;
    const char *name, *filled_by;
    size_t def_size, base;           ///< bytes; the offset of the base
    const sc_joint_number *numbers;  ///< beside those of the base
    int number_count;
    size_t axis[3];      ///< offsets of spring.enable, motor.enable, limits.enable; 0: no axis
    sc_joint_kind kind;  ///< SC_JOINT_HINGE: SC_JOINT_POINT while nothing acts on its axis
    int32_t ratio_type;  ///< of SC_JOINT_RATIO
    uint8_t traits;
    /// Sets the members of the settings that are derived from the numbers; null: there are none.
    /// settings->hertz is base.hertz already.
    void (*complete)(sc_joint_settings *settings);
    /// Updates the state after the settings changed from `before` to `after`; null: the state stays
    /// as it is.
    void (*change)(sc_joint_state *state, const sc_joint_settings *before,
                   const sc_joint_settings *after);
    sc_joint_measures (*measure)(const sc_posed_joint *p);  ///< null: all are 0
    /// How fast the coordinate changes, m/s or rad/s; null: 0.
    float (*speed)(const sc_posed_joint *p, const sc_joint_motion *motion);
    void (*draw)(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item);
} sc_joint_type;

/// A line for each type: the end of its constant SCREE_JOINT_..., and its name.
#define SC_JOINT_TYPES(X)   \
    X(DISTANCE, distance)   \
    X(REVOLUTE, revolute)   \
    X(PRISMATIC, prismatic) \
    X(WELD, weld)           \
    X(WHEEL, wheel)         \
    X(MOTOR, motor)         \
    X(FILTER, filter)       \
    X(GEAR, gear)           \
    X(PULLEY, pulley)       \
    X(RACK, rack)           \
    X(RATCHET, ratchet)
#define SC_DECLARE_JOINT_TYPE(NAME, name) extern const sc_joint_type sc_##name##_joint;
SC_JOINT_TYPES(SC_DECLARE_JOINT_TYPE)
extern const sc_joint_type *const sc_joint_types[SCREE_JOINT_TYPE_COUNT];

// clang-format off
/// The members of sc_joint_type that are the same for all types except for the name, and the
/// offsets of the parts of the axis.
#define SC_JOINT_DEF(TYPE, type_name) \
    .type = SCREE_JOINT_##TYPE, .name = #type_name, \
    .filled_by = "scree_" #type_name "_joint_def_default", \
    .def_size = sizeof(scree_##type_name##_joint_def), \
    .base = offsetof(scree_##type_name##_joint_def, base)
#define SC_JOINT_NUMBERS(array) \
    .numbers = (array), .number_count = (int)(sizeof(array) / sizeof *(array))
#define SC_JOINT_AXIS(type) \
    .axis = {offsetof(scree_##type##_joint_def, spring.enable), \
             offsetof(scree_##type##_joint_def, motor.enable), \
             offsetof(scree_##type##_joint_def, limits.enable)}

// An element of sc_joint_type.numbers: the type, the member of its definition, the member of
// sc_joint_record, and the range.
#define SC_NUMBER(type, member, kept, low, high, rule) \
    {#member, offsetof(scree_##type##_joint_def, member), \
     offsetof(sc_joint_record, kept), low, high, \
     rule}
#define SC_IN(type, member, kept, low, high) SC_NUMBER(type, member, kept, low, high, SC_IN_RANGE)
#define SC_HERTZ(type, member, kept) SC_IN(type, member, kept, 0.0f, SC_MAX_SETTING)
#define SC_FORCE(type, member, kept) SC_IN(type, member, kept, 0.0f, SC_MAX_JOINT_FORCE)
#define SC_SPEED(type, member, kept) \
    SC_IN(type, member, kept, -SC_MAX_JOINT_SPEED, SC_MAX_JOINT_SPEED)
#define SC_PLACE(type, member, kept) SC_IN(type, member, kept, -SC_WORLD_REACH, SC_WORLD_REACH)
#define SC_SPRING(type) \
    SC_HERTZ(type, spring.hertz, settings.spring_hertz), \
    SC_HERTZ(type, spring.damping_ratio, settings.spring_damping_ratio)
#define SC_LIMITS(type, low, high) \
    SC_NUMBER(type, limits.lower, settings.lower, low, high, SC_AT_MOST_NEXT), \
    SC_IN(type, limits.upper, settings.upper, low, high)
#define SC_MOTOR(type) \
    SC_SPEED(type, motor.speed, settings.motor_speed), \
    SC_FORCE(type, motor.max, settings.motor_max)
#define SC_TRANSLATION(type) \
    SC_SPRING(type), SC_PLACE(type, spring.target, settings.target), \
    SC_LIMITS(type, -SC_WORLD_REACH, SC_WORLD_REACH), SC_MOTOR(type)
// clang-format on

/// The members of all defaults.
#define SC_JOINT_DEFAULT .version = SC_DEF_VERSION, .base = {.damping_ratio = 1.0f}

// The public calls of a type.
scree_joint_id sc_create_joint(scree_world *world, const sc_joint_type *type, const void *def,
                               const char *function);
scree_result sc_create_joints(scree_world *world, const sc_joint_type *type, const void *defs,
                              int count, scree_joint_id *ids, const char *function);
/// Reads the definition of a joint. Writes nothing if the joint is of another type.
void sc_get_joint_def(const scree_world *world, const sc_joint_type *type, scree_joint_id joint,
                      void *def);
scree_result sc_set_joint_def(scree_world *world, const sc_joint_type *type, scree_joint_id joint,
                              const void *def, const char *function);

/// Changes a live joint to a definition of its type. `name` is the name of the definition in error
/// messages; if it is empty, they name only the member.
scree_result sc_change_joint(scree_world *world, const sc_joint_type *type, int32_t slot,
                             const void *def, const char *function, const char *name);

// Macros for the public calls of a type. They take the full name of the call, so that a text search
// finds it in the file of the type.
#define SC_CREATE_CALL(call, type)                                               \
    scree_joint_id call(scree_world *world, const scree_##type##_joint_def *def) \
    {                                                                            \
        SC_RECORD(joint_create_##type, def);                                     \
        return sc_create_joint(world, &sc_##type##_joint, def, __func__);        \
    }
#define SC_CREATE_MANY_CALL(call, type)                                                    \
    scree_result call(scree_world *world, const scree_##type##_joint_def *defs, int count, \
                      scree_joint_id *ids)                                                 \
    {                                                                                      \
        SC_RECORD(joints_create_##type, defs, count, ids);                                 \
        return sc_create_joints(world, &sc_##type##_joint, defs, count, ids, __func__);    \
    }
#define SC_GET_CALL(call, type)                                                   \
    scree_##type##_joint_def call(const scree_world *world, scree_joint_id joint) \
    {                                                                             \
        scree_##type##_joint_def def = {0};                                       \
        sc_get_joint_def(world, &sc_##type##_joint, joint, &def);                 \
        return def;                                                               \
    }
#define SC_SET_CALL(call, type)                                                   \
    scree_result call(scree_world *world, scree_joint_id joint,                   \
                      const scree_##type##_joint_def *def)                        \
    {                                                                             \
        SC_RECORD(joint_set_##type##_settings, joint, def);                       \
        return sc_set_joint_def(world, &sc_##type##_joint, joint, def, __func__); \
    }

/// The kind that solves a joint of a type and of these settings.
sc_joint_kind sc_joint_kind_of(const sc_joint_type *type, const sc_joint_settings *settings);
/// Checks a definition except for its bodies. `name` is the name of the definition in error
/// messages, such as "def"; if it is empty, they name only the member.
scree_result sc_check_joint_def(scree_world *world, const sc_joint_type *type, const void *def,
                                const char *function, const char *name);
const scree_joint_base *sc_joint_base_of(const sc_joint_type *type, const void *def);
/// The record of a definition that was checked.
sc_joint_record sc_pack_joint(const sc_joint_type *type, const void *def);
/// Writes everything except the bodies and the user data, and returns the base.
scree_joint_base *sc_unpack_joint(const sc_joint_type *type, const sc_joint_record *record,
                                  void *def);
/// For `complete` of several types: the force of the spring is unbounded, and a spring of 0 Hz is
/// switched off.
void sc_complete_spring(sc_joint_settings *settings);

/// The slot of a live joint, or 0. Records no error.
int32_t sc_peek_joint(const scree_world *world, scree_joint_id joint);
/// The checks with which every call that changes a joint begins. Sets *slot.
scree_result sc_enter_joint(scree_world *world, scree_joint_id joint, const char *function,
                            int32_t *slot);

sc_posed_joint sc_pose_joint(const scree_world *world, int32_t slot);
/// The joint with its bodies at the poses `a` and `b`.
sc_posed_joint sc_pose_joint_at(const scree_world *world, int32_t slot, sc_pose a, sc_pose b);
/// The angle of frame b against frame a, rad, -pi to pi.
float sc_joint_angle(const sc_posed_joint *p);
/// SC_JOINT_RATIO: sc_joint_state.travel_a and travel_b as x and y, at the poses of `p`.
scree_vec2 sc_joint_travel(const sc_posed_joint *p);
/// How far a coordinate lies beyond the limits, if these are enabled.
float sc_joint_beyond_limits(const sc_joint_settings *settings, float coordinate);
/// The translation along the direction of frame a, and the distance of b's point from the line in
/// that direction.
sc_joint_measures sc_measure_slider(const sc_posed_joint *p);
float sc_slider_speed(const sc_posed_joint *p, const sc_joint_motion *motion);
/// The angular velocity of b relative to a, rad/s.
float sc_turn_speed(const sc_posed_joint *p, const sc_joint_motion *motion);
/// For joints that count turns (SC_JOINT_RATIO): sc_count_on adds the motion of the bodies since
/// the last update to their travel, and sc_begin_count makes the next update count from the present
/// poses.
void sc_count_on(scree_world *world, int32_t slot);
void sc_begin_count(scree_world *world, int32_t slot);

// These functions draw a line or a point of an item, or whole joints: from point to point, or along
// the axis and across it.
void sc_draw_joint_line(const sc_drawing *d, scree_vec2 from, scree_vec2 to, bool flexible,
                        scree_draw_item item);
void sc_draw_joint_point(const sc_drawing *d, scree_vec2 at, scree_draw_item item);
void sc_draw_rigid_joint(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item);
void sc_draw_flexible_joint(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item);
void sc_draw_slider(const sc_drawing *d, const sc_posed_joint *p, scree_draw_item item);

static inline int32_t sc_joint_row(const scree_world *world, int32_t slot, int side)
{
    return world->bodies.row[world->joints.body[slot][side]];
}

static inline void sc_wake_joint(scree_world *world, int32_t slot)
{
    sc_wake(world, sc_joint_row(world, slot, 0));
    sc_wake(world, sc_joint_row(world, slot, 1));
}

#endif
