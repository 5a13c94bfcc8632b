/// Calls on joints.
#include "tests/fuzz/rows.h"

#include <string.h>

#define PI 3.1415926f

enum
{
    TRIES = 12,  ///< looks for a joint of a type, or for another body
    BULK = 12    ///< most joints of one call
};

// Definitions.

static scree_frame frame_of(fuzz *f)
{
    scree_frame frame = {{0.0f, 0.0f}, 0.0f};
    if (fuzz_odds(f, 192))
    {
        frame.position = fuzz_arm(f, 1.0f);
    }
    if (fuzz_odds(f, 64))
    {
        frame.angle = fuzz_float(f, -7.0f, 7.0f);
    }
    return frame;
}

/// Everything of a base but the bodies.
static void fill_base(fuzz *f, scree_joint_base *base)
{
    base->frame_a = frame_of(f);
    base->frame_b = frame_of(f);
    if (fuzz_odds(f, 64))
    {
        base->hertz = fuzz_float(f, 0.0f, 60.0f);
        base->damping_ratio = fuzz_float(f, 0.0f, 2.0f);
    }
    if (fuzz_odds(f, 48))
    {
        base->break_force = fuzz_float(f, 0.0f, 500.0f);
        base->break_torque = fuzz_float(f, 0.0f, 500.0f);
    }
    if (fuzz_odds(f, 64))
    {
        base->force_threshold = fuzz_float(f, 0.0f, 100.0f);
        base->torque_threshold = fuzz_float(f, 0.0f, 100.0f);
    }
    base->collide_connected = fuzz_odds(f, 96);
    base->user_data = fuzz_user_data(f);
}

static void pick_bodies(fuzz *f, scree_joint_base *base)
{
    base->body_a = base->body_b = fuzz_body(f);
    for (int i = 0; i < TRIES && base->body_a.value == base->body_b.value; ++i)
    {
        base->body_b = fuzz_body(f);
    }
}

static void fill_spring(fuzz *f, scree_axis_spring *spring, float low, float high)
{
    spring->enable = fuzz_odds(f, 96);
    if (fuzz_odds(f, 128))
    {
        spring->hertz = fuzz_float(f, 0.0f, 20.0f);
        spring->damping_ratio = fuzz_float(f, 0.0f, 2.0f);
        spring->target = fuzz_float(f, low, high);
    }
}

static void fill_limits(fuzz *f, scree_axis_limits *limits, float low, float high)
{
    limits->enable = fuzz_odds(f, 96);
    if (fuzz_odds(f, 128))
    {
        limits->lower = fuzz_float(f, low, 0.5f * (low + high));
        limits->upper = fuzz_float(f, 0.5f * (low + high), high);
    }
}

static void fill_motor(fuzz *f, scree_axis_motor *motor)
{
    motor->enable = fuzz_odds(f, 96);
    if (fuzz_odds(f, 128))
    {
        motor->speed = fuzz_float(f, -10.0f, 10.0f);
        motor->max = fuzz_float(f, 0.0f, 500.0f);
    }
}

static void fill_distance(fuzz *f, scree_distance_def *def)
{
    def->length = fuzz_length(f, 0.1f, 3.0f);
    fill_spring(f, &def->spring, 0.0f, 1.0f);
    if (fuzz_odds(f, 64))
    {
        def->lower_spring_force = fuzz_float(f, -200.0f, 0.0f);
        def->upper_spring_force = fuzz_float(f, 0.0f, 200.0f);
    }
    fill_limits(f, &def->limits, 0.0f, 4.0f * f->size);
    fill_motor(f, &def->motor);
}

static void fill_revolute(fuzz *f, scree_revolute_def *def)
{
    fill_spring(f, &def->spring, -PI, PI);
    fill_limits(f, &def->limits, -3.0f, 3.0f);
    fill_motor(f, &def->motor);
}

static void fill_prismatic(fuzz *f, scree_prismatic_def *def)
{
    fill_spring(f, &def->spring, -f->size, f->size);
    fill_limits(f, &def->limits, -2.0f * f->size, 2.0f * f->size);
    fill_motor(f, &def->motor);
}

static void fill_wheel(fuzz *f, scree_wheel_def *def)
{
    fill_spring(f, &def->spring, -f->size, f->size);
    fill_limits(f, &def->limits, -2.0f * f->size, 2.0f * f->size);
    fill_motor(f, &def->motor);
}

static void fill_weld(fuzz *f, scree_weld_def *def)
{
    if (fuzz_odds(f, 128))
    {
        def->angular_hertz = fuzz_float(f, 0.0f, 60.0f);
        def->angular_damping_ratio = fuzz_float(f, 0.0f, 2.0f);
    }
}

static void fill_motor_joint(fuzz *f, scree_motor_def *def)
{
    def->linear_velocity = fuzz_vec2(f, -5.0f, 5.0f);
    def->angular_velocity = fuzz_float(f, -5.0f, 5.0f);
    def->max_velocity_force = fuzz_float(f, 0.0f, 500.0f);
    def->max_velocity_torque = fuzz_float(f, 0.0f, 500.0f);
    if (fuzz_odds(f, 128))
    {
        def->linear_hertz = fuzz_float(f, 0.0f, 20.0f);
        def->angular_hertz = fuzz_float(f, 0.0f, 20.0f);
        def->linear_damping_ratio = fuzz_float(f, 0.0f, 2.0f);
        def->angular_damping_ratio = fuzz_float(f, 0.0f, 2.0f);
        def->max_spring_force = fuzz_float(f, 0.0f, 500.0f);
        def->max_spring_torque = fuzz_float(f, 0.0f, 500.0f);
    }
}

static void fill_filter(fuzz *f, scree_filter_def *def)
{
    (void)f;
    (void)def;
}

static void fill_gear(fuzz *f, scree_gear_def *def)
{
    def->ratio = fuzz_float(f, 0.2f, 5.0f) * (fuzz_odds(f, 128) ? -1.0f : 1.0f);
    def->phase = fuzz_odds(f, 64) ? fuzz_float(f, -2.0f, 2.0f) : 0.0f;
}

static void fill_pulley(fuzz *f, scree_pulley_def *def)
{
    def->anchor_a = fuzz_place(f);
    def->anchor_b = fuzz_place(f);
    def->ratio = fuzz_float(f, 0.2f, 5.0f);
    def->length = fuzz_length(f, 0.0f, 10.0f);
}

static void fill_rack(fuzz *f, scree_rack_def *def)
{
    def->radius = fuzz_length(f, 0.1f, 2.0f) * (fuzz_odds(f, 128) ? -1.0f : 1.0f);
}

static void fill_ratchet(fuzz *f, scree_ratchet_def *def)
{
    def->tooth = fuzz_float(f, 0.01f, 3.0f) * (fuzz_odds(f, 128) ? -1.0f : 1.0f);
    def->phase = fuzz_odds(f, 64) ? fuzz_float(f, -2.0f, 2.0f) : 0.0f;
}

// Creation, change and the definition as it is. The calls are written out, for a test looks for
// them.

static void skip_if_full(fuzz *f)
{
    f->now.skipped = fuzz_is_full(f, FUZZ_JOINT) || f->table[FUZZ_BODY].live_count < 2;
}

static scree_joint_id joint_of_type(fuzz *f, scree_joint_type type)
{
    scree_joint_id joint = fuzz_joint(f);
    for (int i = 0;
         i < TRIES && f->now.invalid == 0 && scree_joint_get_type(f->now.world, joint) != type; ++i)
    {
        joint = fuzz_joint(f);
    }
    return joint;
}

/// Both versions that a call is made with: sensible values mostly, now and then a wrong version.
#define CREATES(type, fill, usual, call)                                \
    static void joint_create_##type(fuzz *f)                            \
    {                                                                   \
        skip_if_full(f);                                                \
        if (f->now.skipped)                                             \
        {                                                               \
            return;                                                     \
        }                                                               \
        scree_world *world = f->now.world;                              \
        scree_##type##_def def = (usual);                               \
        def.version = fuzz_version(f, def.version);                     \
        pick_bodies(f, &def.base);                                      \
        fill_base(f, &def.base);                                        \
        fill(f, &def);                                                  \
        const scree_##type##_def *given = fuzz_null(f) ? NULL : &def;   \
        fuzz_joined(f, def.base.body_a, def.base.body_b, (call).value); \
    }

#define SETS(type, TYPE, fill, read, call)                            \
    static void joint_set_##type(fuzz *f)                             \
    {                                                                 \
        scree_world *world = f->now.world;                            \
        scree_joint_id joint = joint_of_type(f, TYPE);                \
        scree_##type##_def def = (read);                              \
        def.version = fuzz_version(f, def.version);                   \
        if (fuzz_odds(f, 128))                                        \
        {                                                             \
            fill_base(f, &def.base);                                  \
        }                                                             \
        fill(f, &def);                                                \
        if (fuzz_turns_bad(f))                                        \
        {                                                             \
            pick_bodies(f, &def.base);                                \
        }                                                             \
        const scree_##type##_def *given = fuzz_null(f) ? NULL : &def; \
        fuzz_result(f, (call));                                       \
    }

#define CREATES_MANY(type, fill, usual, call)                                            \
    static void joints_create_##type(fuzz *f)                                            \
    {                                                                                    \
        skip_if_full(f);                                                                 \
        if (f->now.skipped)                                                              \
        {                                                                                \
            return;                                                                      \
        }                                                                                \
        scree_world *world = f->now.world;                                               \
        scree_##type##_def defs[BULK];                                                   \
        scree_joint_id ids[BULK];                                                        \
        int count = fuzz_count(f, BULK);                                                 \
        for (int i = 0; i < count; ++i)                                                  \
        {                                                                                \
            defs[i] = (usual);                                                           \
            defs[i].version = fuzz_version(f, defs[i].version);                          \
            pick_bodies(f, &defs[i].base);                                               \
            fill_base(f, &defs[i].base);                                                 \
            fill(f, &defs[i]);                                                           \
        }                                                                                \
        const scree_##type##_def *given = fuzz_null(f) ? NULL : defs;                    \
        if (count == 0)                                                                  \
        {                                                                                \
            fuzz_forgive(f);                                                             \
        }                                                                                \
        scree_result result = (call);                                                    \
        fuzz_result(f, result);                                                          \
        for (int i = 0; result == SCREE_OK && i < count; ++i)                            \
        {                                                                                \
            fuzz_stage_joint(f, defs[i].base.body_a, defs[i].base.body_b, ids[i].value); \
        }                                                                                \
    }

CREATES(distance, fill_distance, scree_distance_def_default(),
        scree_joint_create_distance(world, given))
CREATES(revolute, fill_revolute, scree_revolute_def_default(),
        scree_joint_create_revolute(world, given))
CREATES(prismatic, fill_prismatic, scree_prismatic_def_default(),
        scree_joint_create_prismatic(world, given))
CREATES(weld, fill_weld, scree_weld_def_default(), scree_joint_create_weld(world, given))
CREATES(wheel, fill_wheel, scree_wheel_def_default(), scree_joint_create_wheel(world, given))
CREATES(motor, fill_motor_joint, scree_motor_def_default(), scree_joint_create_motor(world, given))
CREATES(filter, fill_filter, scree_filter_def_default(), scree_joint_create_filter(world, given))
CREATES(gear, fill_gear, scree_gear_def_default(), scree_joint_create_gear(world, given))
CREATES(pulley, fill_pulley, scree_pulley_def_default(), scree_joint_create_pulley(world, given))
CREATES(rack, fill_rack, scree_rack_def_default(), scree_joint_create_rack(world, given))
CREATES(ratchet, fill_ratchet, scree_ratchet_def_default(),
        scree_joint_create_ratchet(world, given))

CREATES_MANY(distance, fill_distance, scree_distance_def_default(),
             scree_joints_create_distance(world, given, count, ids))
CREATES_MANY(revolute, fill_revolute, scree_revolute_def_default(),
             scree_joints_create_revolute(world, given, count, ids))
CREATES_MANY(prismatic, fill_prismatic, scree_prismatic_def_default(),
             scree_joints_create_prismatic(world, given, count, ids))
CREATES_MANY(weld, fill_weld, scree_weld_def_default(),
             scree_joints_create_weld(world, given, count, ids))
CREATES_MANY(wheel, fill_wheel, scree_wheel_def_default(),
             scree_joints_create_wheel(world, given, count, ids))

SETS(distance, SCREE_JOINT_DISTANCE, fill_distance, scree_joint_distance(world, joint),
     scree_joint_set_distance(world, joint, given))
SETS(revolute, SCREE_JOINT_REVOLUTE, fill_revolute, scree_joint_revolute(world, joint),
     scree_joint_set_revolute(world, joint, given))
SETS(prismatic, SCREE_JOINT_PRISMATIC, fill_prismatic, scree_joint_prismatic(world, joint),
     scree_joint_set_prismatic(world, joint, given))
SETS(weld, SCREE_JOINT_WELD, fill_weld, scree_joint_weld(world, joint),
     scree_joint_set_weld(world, joint, given))
SETS(wheel, SCREE_JOINT_WHEEL, fill_wheel, scree_joint_wheel(world, joint),
     scree_joint_set_wheel(world, joint, given))
SETS(motor, SCREE_JOINT_MOTOR, fill_motor_joint, scree_joint_motor(world, joint),
     scree_joint_set_motor(world, joint, given))
SETS(filter, SCREE_JOINT_FILTER, fill_filter, scree_joint_filter(world, joint),
     scree_joint_set_filter(world, joint, given))
SETS(gear, SCREE_JOINT_GEAR, fill_gear, scree_joint_gear(world, joint),
     scree_joint_set_gear(world, joint, given))
SETS(pulley, SCREE_JOINT_PULLEY, fill_pulley, scree_joint_pulley(world, joint),
     scree_joint_set_pulley(world, joint, given))
SETS(rack, SCREE_JOINT_RACK, fill_rack, scree_joint_rack(world, joint),
     scree_joint_set_rack(world, joint, given))
SETS(ratchet, SCREE_JOINT_RATCHET, fill_ratchet, scree_joint_ratchet(world, joint),
     scree_joint_set_ratchet(world, joint, given))

// The rest.

static void joint_set_motor_speed(fuzz *f)
{
    static const scree_joint_type types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};
    scree_joint_id joint = joint_of_type(f, types[fuzz_below(&f->stream, 4)]);
    float speed = fuzz_float(f, -20.0f, 20.0f);
    fuzz_result(f, scree_joint_set_motor_speed(f->now.world, joint, speed));
}

/// What a joint holds is there.
static void joint_body_a(fuzz *f)
{
    const scree_world *world = f->now.world;
    scree_joint_id joint = fuzz_joint(f);
    scree_body_id a = scree_joint_body_a(world, joint), b = scree_joint_body_b(world, joint);
    if (scree_joint_is_valid(world, joint) && !f->now.locked &&
        !(scree_body_is_valid(world, a) && scree_body_is_valid(world, b)))
    {
        fuzz_find(f, "a joint of a body that is gone");
    }
}

static void see_joints(fuzz *f, const scree_joint_id *ids, int written, int there, int capacity)
{
    int expected = there < capacity ? there : capacity > 0 ? capacity : 0;
    fuzz_see(f, (uint64_t)written);
    for (int i = 0; i < written; ++i)
    {
        fuzz_see_id(f, ids[i].value);
    }
    if (!f->now.locked && written != expected)
    {
        fuzz_find(f, "%d joints written of %d, with room for %d", written, there, capacity);
    }
}

static void world_joints(fuzz *f)
{
    scree_joint_id ids[FUZZ_BULK];
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool missing = fuzz_null(f);
    int there = missing ? 0 : scree_world_joint_count(f->now.world);
    int written = scree_world_joints(f->now.world, missing ? NULL : ids, capacity);
    see_joints(f, ids, written, there, capacity);
}

static void body_joints(fuzz *f)
{
    scree_joint_id ids[FUZZ_BULK];
    scree_body_id body = fuzz_body(f);
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool missing = fuzz_null(f);
    int count = scree_body_joint_count(f->now.world, body), known = 0;
    int written = scree_body_joints(f->now.world, body, missing ? NULL : ids, capacity);
    see_joints(f, ids, written, missing ? 0 : count, capacity);
    const fuzz_table *joints = &f->table[FUZZ_JOINT];
    int32_t entry = fuzz_table_find(&f->table[FUZZ_BODY], f->now.side, body.value);
    for (int i = 0; entry >= 0 && i < joints->live_count; ++i)
    {
        const fuzz_object *joint = &joints->object[joints->live[i]];
        known += joint->owner == entry || joint->other == entry;
    }
    if (!f->now.locked && f->now.world != NULL && count != known)
    {
        fuzz_find(f, "a body has %d joints where there should be %d", count, known);
    }
}

static void world_joint_events(fuzz *f)
{
    scree_joint_events events = scree_world_joint_events(f->now.world);
    fuzz_see(f, f->now.locked ? 0 : (uint64_t)events.break_count);
    for (int i = 0; !f->now.locked && i < events.break_count; ++i)
    {
        fuzz_see_id(f, events.breaks[i].joint.value);
    }
    for (int i = 0; !f->now.locked && i < events.overload_count; ++i)
    {
        fuzz_see_id(f, events.overloads[i].joint.value);
        fuzz_see_vec2(f, events.overloads[i].force);
        fuzz_see_float(f, events.overloads[i].torque);
    }
    scree_joint_type type = (scree_joint_type)fuzz_choice(f, SCREE_JOINT_TYPE_COUNT);
    const char *name = scree_joint_type_name(type);
    if ((strcmp(name, "unknown") == 0) != ((int)type < 0 || type >= SCREE_JOINT_TYPE_COUNT))
    {
        fuzz_find(f, "joint type %d is called %s", (int)type, name);
    }
}

static const fuzz_row rows[] = {
    ROW(joint_create_distance, 6),  ROW(joint_create_revolute, 8),   ROW(joint_create_prismatic, 5),
    ROW(joint_create_weld, 5),      ROW(joint_create_wheel, 5),      ROW(joint_create_motor, 4),
    ROW(joint_create_filter, 3),    ROW(joint_create_gear, 3),       ROW(joint_create_pulley, 3),
    ROW(joint_create_rack, 3),      ROW(joint_create_ratchet, 3),    ROW(joints_create_distance, 1),
    ROW(joints_create_revolute, 1), ROW(joints_create_prismatic, 1), ROW(joints_create_weld, 1),
    ROW(joints_create_wheel, 1),    ROW(joint_set_distance, 3),      ROW(joint_set_revolute, 3),
    ROW(joint_set_prismatic, 3),    ROW(joint_set_weld, 3),          ROW(joint_set_wheel, 3),
    ROW(joint_set_motor, 3),        ROW(joint_set_filter, 3),        ROW(joint_set_gear, 3),
    ROW(joint_set_pulley, 3),       ROW(joint_set_rack, 3),          ROW(joint_set_ratchet, 3),
    ROW(joint_set_motor_speed, 3),  READ_ROW(joint_body_a, 2),       READ_ROW(world_joints, 2),
    READ_ROW(body_joints, 4),       READ_ROW(world_joint_events, 2),
};

const fuzz_rows fuzz_joint_rows = {rows, sizeof rows / sizeof *rows};
