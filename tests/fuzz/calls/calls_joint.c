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
    READ_ROW(body_joints, 4),      READ_ROW(world_joint_events, 2),
};

const fuzz_rows fuzz_joint_rows = {rows, sizeof rows / sizeof *rows};
