/// Calls on joints.
#include "tests/fuzz/rows.h"

#include <string.h>

#define TRIES 12  // looks for a joint of a type

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

static void joint_set_motor_speed(fuzz *f)
{
    static const scree_joint_type types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};
    scree_joint_id joint = joint_of_type(f, types[fuzz_below(&f->stream, 4)]);
    float speed = fuzz_float(f, -20.0f, 20.0f);
    fuzz_result(f, scree_joint_set_motor_speed(f->now.world, joint, speed));
}

static scree_joint_id joint_with_axis(fuzz *f)
{
    static const scree_joint_type types[] = {SCREE_JOINT_DISTANCE, SCREE_JOINT_REVOLUTE,
                                             SCREE_JOINT_PRISMATIC, SCREE_JOINT_WHEEL};
    return joint_of_type(f, types[fuzz_below(&f->stream, 4)]);
}

static void joint_set_axis_spring(fuzz *f)
{
    scree_joint_id joint = joint_with_axis(f);
    scree_axis_spring spring = {.enable = fuzz_bool(f), .target = fuzz_float(f, -1.0f, 1.0f)};
    spring.hertz = fuzz_float(f, 0.0f, 20.0f);
    spring.damping_ratio = fuzz_float(f, 0.0f, 2.0f);
    fuzz_result(f, scree_joint_set_axis_spring(f->now.world, joint, spring));
}

static void joint_set_axis_motor(fuzz *f)
{
    scree_joint_id joint = joint_with_axis(f);
    scree_axis_motor motor = {.enable = fuzz_bool(f), .speed = fuzz_float(f, -20.0f, 20.0f)};
    motor.max = fuzz_float(f, 0.0f, 500.0f);
    fuzz_result(f, scree_joint_set_axis_motor(f->now.world, joint, motor));
}

static void joint_set_axis_limits(fuzz *f)
{
    scree_joint_id joint = joint_with_axis(f);
    bool is_length = scree_joint_get_type(f->now.world, joint) == SCREE_JOINT_DISTANCE;
    scree_axis_limits limits = {.enable = fuzz_bool(f)};
    limits.lower = is_length ? fuzz_length(f, 0.0f, 1.0f) : fuzz_float(f, -2.0f, 0.0f);
    limits.upper = is_length ? fuzz_length(f, 1.0f, 4.0f) : fuzz_float(f, 0.0f, 2.0f);
    fuzz_result(f, scree_joint_set_axis_limits(f->now.world, joint, limits));
}

/// The base of a joint, of some joint perhaps, with a few numbers changed.
static void joint_set_base(fuzz *f)
{
    scree_joint_id joint = fuzz_joint(f);
    scree_joint_base base = scree_joint_get_base(f->now.world, joint);
    base.collide_connected ^= fuzz_odds(f, 64);
    base.hertz = fuzz_odds(f, 64) ? fuzz_float(f, 0.0f, 60.0f) : base.hertz;
    base.break_force = fuzz_odds(f, 48) ? fuzz_float(f, 0.0f, 500.0f) : base.break_force;
    base.frame_a.position = fuzz_odds(f, 32) ? fuzz_arm(f, 1.0f) : base.frame_a.position;
    if (fuzz_turns_bad(f))
    {
        scree_body_id other = fuzz_body(f);
        f->now.invalid |= other.value != base.body_b.value ? FUZZ_BAD_ID : 0;
        base.body_b = other;
    }
    fuzz_result(f, scree_joint_set_base(f->now.world, joint, fuzz_null(f) ? NULL : &base));
}

static void joint_frames_at(fuzz *f)
{
    scree_joint_base base = {.body_a = fuzz_body(f), .body_b = fuzz_body(f)};
    scree_vec2 anchor = fuzz_place(f), axis = {1.0f, 0.0f};
    axis = fuzz_odds(f, 128) ? fuzz_vec2(f, -1.0f, 1.0f) : axis;
    scree_result result =
        scree_joint_frames_at(f->now.world, anchor, axis, fuzz_null(f) ? NULL : &base);
    fuzz_see(f, (uint64_t)result);
    if (result == SCREE_OK && f->now.invalid != 0)
    {
        fuzz_find(f, "scree_joint_frames_at takes what it must not");
    }
    if (result == SCREE_OK)
    {
        SEE_FLOATS(f, base.frame_a.position.x, base.frame_a.position.y, base.frame_a.angle,
                   base.frame_b.position.x, base.frame_b.position.y, base.frame_b.angle);
    }
}

/// The bodies of a joint exist.
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

static void see_joints(fuzz *f, const scree_joint_id *ids, int told, int there, int capacity)
{
    fuzz_see(f, (uint64_t)told);
    for (int i = 0; i < told && i < capacity; ++i)
    {
        fuzz_see_id(f, ids[i].value);
    }
    if (!f->now.locked && told != there)
    {
        fuzz_find(f, "%d joints listed of %d, with room for %d", told, there, capacity);
    }
}

static void world_joints(fuzz *f)
{
    scree_joint_id ids[FUZZ_BULK];
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool missing = fuzz_null(f);
    int there = scree_world_joint_count(f->now.world);
    int told = scree_world_joints(f->now.world, missing ? NULL : ids, capacity);
    see_joints(f, ids, told, there, missing ? 0 : capacity);
}

static void body_joints(fuzz *f)
{
    scree_joint_id ids[FUZZ_BULK];
    scree_body_id body = fuzz_body(f);
    int capacity = fuzz_count(f, FUZZ_BULK);
    bool missing = fuzz_null(f);
    int count = scree_body_joint_count(f->now.world, body), known = 0;
    int told = scree_body_joints(f->now.world, body, missing ? NULL : ids, capacity);
    see_joints(f, ids, told, count, missing ? 0 : capacity);
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
    ROW(joint_set_motor_speed, 3), READ_ROW(joint_body_a, 2),       READ_ROW(world_joints, 2),
    READ_ROW(body_joints, 4),      READ_ROW(world_joint_events, 2), ROW(joint_set_axis_spring, 3),
    ROW(joint_set_axis_motor, 3),  ROW(joint_set_axis_limits, 3),   ROW(joint_set_base, 3),
    READ_ROW(joint_frames_at, 2),
};

const fuzz_rows fuzz_joint_rows = {rows, sizeof rows / sizeof *rows};
