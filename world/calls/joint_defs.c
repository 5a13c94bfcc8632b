/// Definitions of joints: their defaults, their ranges and how they are kept.
#include "world/calls/joint_calls.h"

#include <stdio.h>
#include <string.h>

/// Round a whole turn the angle would jump from one limit to the other.
#define MAX_ANGLE_LIMIT (0.99f * (float)SC_PI)

/// A float of a definition, and where it is kept.
typedef struct number
{
    const char *name;
    size_t def, record;  ///< offsets
    float lower, upper;
    enum
    {
        IN_RANGE,
        AT_MOST_NEXT,  ///< and not above the number that follows
        MAGNITUDE,     ///< of either sign
    } rule;
} number;

/// A bool of a definition that is one of the switches.
typedef struct flag
{
    size_t def;
    int32_t bit;
} flag;

typedef struct layout
{
    const char *filled_by;
    size_t size;
    const number *numbers;
    const flag *flags;
    int number_count, flag_count;
} layout;

// clang-format off
#define MEMBER(type, member, kept, low, high, rule) \
    {#member, offsetof(scree_##type##_def, member), offsetof(sc_joint_record, kept), low, high, \
     rule}
#define IN(type, member, kept, low, high) MEMBER(type, member, kept, low, high, IN_RANGE)
#define HERTZ(type, member, kept) IN(type, member, kept, 0.0f, SC_MAX_SETTING)
#define FORCE(type, member, kept) IN(type, member, kept, 0.0f, SC_MAX_JOINT_FORCE)
#define SPEED(type, member, kept) IN(type, member, kept, -SC_MAX_JOINT_SPEED, SC_MAX_JOINT_SPEED)
#define PLACE(type, member, kept) IN(type, member, kept, -SC_WORLD_REACH, SC_WORLD_REACH)
#define SPRING(type) \
    HERTZ(type, spring.hertz, settings.spring_hertz), \
    HERTZ(type, spring.damping_ratio, settings.spring_damping_ratio)
#define LIMITS(type, low, high) \
    MEMBER(type, limits.lower, settings.lower, low, high, AT_MOST_NEXT), \
    IN(type, limits.upper, settings.upper, low, high)
#define MOTOR(type) \
    SPEED(type, motor.speed, settings.motor_speed), FORCE(type, motor.max, settings.motor_max)
#define TRANSLATION_AXIS(type) \
    SPRING(type), PLACE(type, spring.target, settings.target), \
    LIMITS(type, -SC_WORLD_REACH, SC_WORLD_REACH), MOTOR(type)
#define AXIS_FLAGS(type) \
    {offsetof(scree_##type##_def, spring.enable), SC_JOINT_SPRING}, \
    {offsetof(scree_##type##_def, motor.enable), SC_JOINT_MOTOR}, \
    {offsetof(scree_##type##_def, limits.enable), SC_JOINT_LIMITS}

// All definitions begin like this one.
static const number base_numbers[] = {
    PLACE(filter, base.frame_a.position.x, frame.ax),
    PLACE(filter, base.frame_a.position.y, frame.ay),
    IN(filter, base.frame_a.angle, given.angle_a, -FLT_MAX, FLT_MAX),
    PLACE(filter, base.frame_b.position.x, frame.bx),
    PLACE(filter, base.frame_b.position.y, frame.by),
    IN(filter, base.frame_b.angle, given.angle_b, -FLT_MAX, FLT_MAX),
    HERTZ(filter, base.hertz, given.hertz),
    HERTZ(filter, base.damping_ratio, given.damping_ratio),
    FORCE(filter, base.break_force, break_force),
    FORCE(filter, base.break_torque, break_torque),
    FORCE(filter, base.force_threshold, force_threshold),
    FORCE(filter, base.torque_threshold, torque_threshold)};

static const number distance_numbers[] = {
    IN(distance, length, settings.target, SC_MIN_JOINT_LENGTH, SC_WORLD_REACH),
    SPRING(distance), PLACE(distance, spring.target, given.target),
    MEMBER(distance, lower_spring_force, settings.spring_lower, -SC_MAX_JOINT_FORCE,
           SC_MAX_JOINT_FORCE, AT_MOST_NEXT),
    IN(distance, upper_spring_force, settings.spring_upper, -SC_MAX_JOINT_FORCE,
       SC_MAX_JOINT_FORCE),
    LIMITS(distance, 0.0f, SC_WORLD_REACH), MOTOR(distance)};
static const flag distance_flags[] = {AXIS_FLAGS(distance)};

static const number revolute_numbers[] = {
    SPRING(revolute), IN(revolute, spring.target, settings.target, -(float)SC_PI, (float)SC_PI),
    LIMITS(revolute, -MAX_ANGLE_LIMIT, MAX_ANGLE_LIMIT), MOTOR(revolute)};
static const flag revolute_flags[] = {AXIS_FLAGS(revolute)};

static const number prismatic_numbers[] = {TRANSLATION_AXIS(prismatic)};
static const flag prismatic_flags[] = {AXIS_FLAGS(prismatic)};

static const number weld_numbers[] = {
    HERTZ(weld, angular_hertz, settings.spring_hertz),
    HERTZ(weld, angular_damping_ratio, settings.spring_damping_ratio)};

static const number wheel_numbers[] = {TRANSLATION_AXIS(wheel)};
static const flag wheel_flags[] = {AXIS_FLAGS(wheel)};

static const number motor_numbers[] = {
    SPEED(motor, linear_velocity.x, settings.vx), SPEED(motor, linear_velocity.y, settings.vy),
    SPEED(motor, angular_velocity, settings.motor_speed),
    FORCE(motor, max_velocity_force, settings.point_max),
    FORCE(motor, max_velocity_torque, settings.motor_max),
    HERTZ(motor, linear_hertz, settings.hertz),
    HERTZ(motor, linear_damping_ratio, settings.damping_ratio),
    HERTZ(motor, angular_hertz, settings.spring_hertz),
    HERTZ(motor, angular_damping_ratio, settings.spring_damping_ratio),
    FORCE(motor, max_spring_force, settings.point_spring_max),
    FORCE(motor, max_spring_torque, settings.spring_upper)};

static const number gear_numbers[] = {
    MEMBER(gear, ratio, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO, MAGNITUDE),
    IN(gear, phase, settings.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

static const number pulley_numbers[] = {
    PLACE(pulley, anchor_a.x, settings.vx), PLACE(pulley, anchor_a.y, settings.vy),
    PLACE(pulley, anchor_b.x, settings.ux), PLACE(pulley, anchor_b.y, settings.uy),
    IN(pulley, ratio, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO),
    IN(pulley, length, settings.phase, 0.0f, SC_WORLD_REACH)};

static const number rack_numbers[] = {
    MEMBER(rack, radius, settings.ratio, SC_MIN_JOINT_RATIO, SC_MAX_JOINT_RATIO, MAGNITUDE)};

static const number ratchet_numbers[] = {
    MEMBER(ratchet, tooth, settings.ratio, SC_MIN_JOINT_TOOTH, (float)SC_PI, MAGNITUDE),
    IN(ratchet, phase, settings.phase, -SC_MAX_SETTING, SC_MAX_SETTING)};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define LAYOUT(type) \
    "was not filled by scree_" #type "_def_default", sizeof(scree_##type##_def)
#define NUMBERS(type) LAYOUT(type), type##_numbers
static const layout layouts[SCREE_JOINT_TYPE_COUNT] = {
    {NUMBERS(distance), distance_flags, COUNT(distance_numbers), COUNT(distance_flags)},
    {NUMBERS(revolute), revolute_flags, COUNT(revolute_numbers), COUNT(revolute_flags)},
    {NUMBERS(prismatic), prismatic_flags, COUNT(prismatic_numbers), COUNT(prismatic_flags)},
    {NUMBERS(weld), NULL, COUNT(weld_numbers), 0},
    {NUMBERS(wheel), wheel_flags, COUNT(wheel_numbers), COUNT(wheel_flags)},
    {NUMBERS(motor), NULL, COUNT(motor_numbers), 0},
    {LAYOUT(filter), NULL, NULL, 0, 0},
    {NUMBERS(gear), NULL, COUNT(gear_numbers), 0},
    {NUMBERS(pulley), NULL, COUNT(pulley_numbers), 0},
    {NUMBERS(rack), NULL, COUNT(rack_numbers), 0},
    {NUMBERS(ratchet), NULL, COUNT(ratchet_numbers), 0}};
// clang-format on

#define SAME_BASE(type)                                                                      \
    _Static_assert(offsetof(scree_##type##_def, base) == offsetof(scree_filter_def, base) && \
                       offsetof(scree_##type##_def, version) == 0,                           \
                   "the bases of definitions lie in one place")
SAME_BASE(distance);
SAME_BASE(revolute);
SAME_BASE(prismatic);
SAME_BASE(weld);
SAME_BASE(wheel);
SAME_BASE(motor);
SAME_BASE(gear);
SAME_BASE(pulley);
SAME_BASE(rack);
SAME_BASE(ratchet);

size_t sc_joint_def_size(scree_joint_type type) { return layouts[type].size; }

const scree_joint_base *sc_joint_base_of(const void *def)
{
    return (const scree_joint_base *)(const void *)((const char *)def +
                                                    offsetof(scree_filter_def, base));
}

static float float_at(const void *structure, size_t offset)
{
    float value;
    memcpy(&value, (const char *)structure + offset, sizeof value);
    return value;
}

static bool bool_at(const void *structure, size_t offset)
{
    bool value;
    memcpy(&value, (const char *)structure + offset, sizeof value);
    return value;
}

static scree_result refuse(scree_world *world, const char *function, const char *name,
                           const char *member, const char *what)
{
    char argument[sizeof world->error.argument];
    snprintf(argument, sizeof argument, "%s.%s", name, member);
    return sc_fail(world, SCREE_ERROR_ARGUMENT, function, argument, what);
}

static scree_result check_numbers(scree_world *world, const number *numbers, int count,
                                  const void *def, const char *function, const char *name)
{
    for (int i = 0; i < count; ++i)
    {
        const number *n = &numbers[i];
        float value = float_at(def, n->def);
        float size = n->rule == MAGNITUDE ? fabsf(value) : value;
        if (!(size >= n->lower && size <= n->upper))
        {
            char what[96];
            snprintf(what, sizeof what, "is not a number in [%.9g, %.9g]%s", (double)n->lower,
                     (double)n->upper, n->rule == MAGNITUDE ? " or its negative" : "");
            return refuse(world, function, name, n->name, what);
        }
    }
    // A number that is out of its own range is to be named, not the one before it.
    for (int i = 0; i < count; ++i)
    {
        const number *n = &numbers[i];
        if (n->rule == AT_MOST_NEXT && float_at(def, n->def) > float_at(def, n[1].def))
        {
            char what[96];
            snprintf(what, sizeof what, "is greater than %s", n[1].name);
            return refuse(world, function, name, n->name, what);
        }
    }
    return SCREE_OK;
}

scree_result sc_check_joint_def(scree_world *world, scree_joint_type type, const void *def,
                                const char *function, const char *name)
{
    const layout *layout = &layouts[type];
    SC_TRY(sc_check_version(world, def, function, name, layout->filled_by));
    SC_TRY(check_numbers(world, base_numbers, COUNT(base_numbers), def, function, name));
    return check_numbers(world, layout->numbers, layout->number_count, def, function, name);
}

/// What follows from the numbers: the rest of the settings.
static void complete(scree_joint_type type, sc_joint_record *record)
{
    static const int32_t ratio_types[SCREE_JOINT_TYPE_COUNT] = {
        [SCREE_JOINT_GEAR] = SC_RATIO_GEAR,
        [SCREE_JOINT_PULLEY] = SC_RATIO_PULLEY,
        [SCREE_JOINT_RACK] = SC_RATIO_RACK,
        [SCREE_JOINT_RATCHET] = SC_RATIO_RATCHET};
    sc_joint_settings *settings = &record->settings;
    settings->ratio_type = ratio_types[type];
    if (type == SCREE_JOINT_MOTOR)
    {
        settings->spring_lower = -settings->spring_upper;
    }
    else
    {
        settings->hertz = record->given.hertz;
        settings->damping_ratio = record->given.damping_ratio;
        settings->switches |= settings->hertz > 0.0f ? SC_JOINT_SOFT_POINT : 0;
    }
    bool holds_angle = type == SCREE_JOINT_WELD;
    if (holds_angle || type == SCREE_JOINT_REVOLUTE || type == SCREE_JOINT_PRISMATIC ||
        type == SCREE_JOINT_WHEEL)
    {
        settings->spring_lower = -FLT_MAX;
        settings->spring_upper = FLT_MAX;
        // A spring of 0 Hz that holds nothing is none: that of a weld would be as stiff as it gets.
        settings->switches |= holds_angle ? SC_JOINT_SPRING : 0;
        settings->switches &= holds_angle || settings->spring_hertz > 0.0f ? ~0 : ~SC_JOINT_SPRING;
    }
}

sc_joint_record sc_pack_joint(scree_joint_type type, const void *def)
{
    const layout *layout = &layouts[type];
    const scree_joint_base *base = sc_joint_base_of(def);
    sc_joint_record record;
    memset(&record, 0, sizeof record);
    for (int i = 0; i < COUNT(base_numbers) + layout->number_count; ++i)
    {
        const number *n =
            i < COUNT(base_numbers) ? &base_numbers[i] : &layout->numbers[i - COUNT(base_numbers)];
        memcpy((char *)&record + n->record, (const char *)def + n->def, sizeof(float));
    }
    for (int i = 0; i < layout->flag_count; ++i)
    {
        record.settings.switches |= bool_at(def, layout->flags[i].def) ? layout->flags[i].bit : 0;
    }
    sc_rotation a = sc_rotation_of(record.given.angle_a), b = sc_rotation_of(record.given.angle_b);
    record.frame.a_cos = a.cos;
    record.frame.a_sin = a.sin;
    record.frame.b_cos = b.cos;
    record.frame.b_sin = b.sin;
    bool breaks =
        type != SCREE_JOINT_FILTER && (record.break_force > 0.0f || record.break_torque > 0.0f);
    bool watched = type != SCREE_JOINT_FILTER &&
                   (record.force_threshold > 0.0f || record.torque_threshold > 0.0f);
    bool springs = (record.settings.switches & SC_JOINT_SPRING) != 0;
    record.flags = (uint8_t)((base->collide_connected ? SC_JOINT_COLLIDES : 0) |
                             (breaks ? SC_JOINT_BREAKABLE : 0) | (watched ? SC_JOINT_WATCHED : 0) |
                             (springs ? SC_JOINT_SPRING_GIVEN : 0));
    complete(type, &record);
    return record;
}

void sc_unpack_joint(scree_joint_type type, const sc_joint_record *record, void *def)
{
    const layout *layout = &layouts[type];
    memset(def, 0, layout->size);
    const uint32_t version = SC_DEF_VERSION;
    memcpy(def, &version, sizeof version);
    for (int i = 0; i < COUNT(base_numbers) + layout->number_count; ++i)
    {
        const number *n =
            i < COUNT(base_numbers) ? &base_numbers[i] : &layout->numbers[i - COUNT(base_numbers)];
        memcpy((char *)def + n->def, (const char *)record + n->record, sizeof(float));
    }
    int32_t switches = (record->settings.switches & ~SC_JOINT_SPRING) |
                       (record->flags & SC_JOINT_SPRING_GIVEN ? SC_JOINT_SPRING : 0);
    for (int i = 0; i < layout->flag_count; ++i)
    {
        bool set = (switches & layout->flags[i].bit) != 0;
        memcpy((char *)def + layout->flags[i].def, &set, sizeof set);
    }
    bool collides = (record->flags & SC_JOINT_COLLIDES) != 0;
    memcpy((char *)def + offsetof(scree_filter_def, base.collide_connected), &collides,
           sizeof collides);
}

static const scree_joint_base base_default = {.damping_ratio = 1.0f};
static const scree_axis_spring spring_default = {.damping_ratio = 1.0f};

scree_distance_def scree_distance_def_default(void)
{
    return (scree_distance_def){.version = SC_DEF_VERSION,
                                .base = base_default,
                                .length = 1.0f,
                                .spring = spring_default,
                                .lower_spring_force = -SC_MAX_JOINT_FORCE,
                                .upper_spring_force = SC_MAX_JOINT_FORCE};
}

scree_revolute_def scree_revolute_def_default(void)
{
    return (scree_revolute_def){
        .version = SC_DEF_VERSION, .base = base_default, .spring = spring_default};
}

scree_prismatic_def scree_prismatic_def_default(void)
{
    return (scree_prismatic_def){
        .version = SC_DEF_VERSION, .base = base_default, .spring = spring_default};
}

scree_weld_def scree_weld_def_default(void)
{
    return (scree_weld_def){
        .version = SC_DEF_VERSION, .base = base_default, .angular_damping_ratio = 1.0f};
}

scree_wheel_def scree_wheel_def_default(void)
{
    return (scree_wheel_def){.version = SC_DEF_VERSION,
                             .base = base_default,
                             .spring = {.enable = true, .hertz = 1.0f, .damping_ratio = 0.7f}};
}

scree_motor_def scree_motor_def_default(void)
{
    return (scree_motor_def){.version = SC_DEF_VERSION,
                             .base = base_default,
                             .linear_damping_ratio = 1.0f,
                             .angular_damping_ratio = 1.0f};
}

scree_filter_def scree_filter_def_default(void)
{
    return (scree_filter_def){.version = SC_DEF_VERSION, .base = base_default};
}

scree_gear_def scree_gear_def_default(void)
{
    return (scree_gear_def){.version = SC_DEF_VERSION, .base = base_default, .ratio = 1.0f};
}

scree_pulley_def scree_pulley_def_default(void)
{
    return (scree_pulley_def){
        .version = SC_DEF_VERSION, .base = base_default, .ratio = 1.0f, .length = 1.0f};
}

scree_rack_def scree_rack_def_default(void)
{
    return (scree_rack_def){.version = SC_DEF_VERSION, .base = base_default, .radius = 1.0f};
}

scree_ratchet_def scree_ratchet_def_default(void)
{
    return (scree_ratchet_def){.version = SC_DEF_VERSION, .base = base_default, .tooth = 0.1f};
}
