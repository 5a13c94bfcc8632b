/// Joints: creation, change and destruction.
#include "core/assert.h"
#include "dynamics/solver/joints/break_joints.h"
#include "simd/kernels.h"
#include "world/joined_bodies.h"
#include "dynamics/joints/joint_type.h"

#include <stdio.h>
#include <string.h>

/// Checks a whole definition of a new joint.
static scree_result check_new(scree_world *world, const sc_joint_type *type, const void *def,
                              const char *function, const char *name)
{
    SC_TRY(sc_check_joint_def(world, type, def, function, name));
    const scree_joint_base *base = sc_joint_base_of(type, def);
    const scree_body_id ids[] = {base->body_a, base->body_b};
    for (int side = 0; side < 2; ++side)
    {
        char argument[sizeof world->error.argument];
        snprintf(argument, sizeof argument, "%s.base.body_%c", name, side == 0 ? 'a' : 'b');
        if (sc_peek_row(world, ids[side]) < 0)
        {
            return sc_fail(world, SCREE_ERROR_STALE_ID, function, argument,
                           sc_stale_text(world, ids[side].value));
        }
        SC_REQUIRE_IN(function, side == 0 || ids[0].value != ids[1].value, argument,
                      "is the same body as body_a");
    }
    return SCREE_OK;
}

static void write_record(sc_joints *joints, int32_t slot, const sc_joint_record *record)
{
    SC_ASSERT(sc_slot_is_live(&joints->ids, slot));
    joints->breakable_count += ((record->flags & SC_JOINT_BREAKABLE) != 0) -
                               ((joints->flags[slot] & SC_JOINT_BREAKABLE) != 0);
    joints->watched_count +=
        ((record->flags & SC_JOINT_WATCHED) != 0) - ((joints->flags[slot] & SC_JOINT_WATCHED) != 0);
    joints->flags[slot] = record->flags;
    joints->kind[slot] = record->kind;
    joints->frame[slot] = record->frame;
    joints->settings[slot] = record->settings;
    joints->switches[slot] = (uint8_t)record->settings.switches;
    joints->given[slot] = record->given;
}

/// Adds a joint that has been checked and for which memory is reserved.
static scree_joint_id add_joint(scree_world *world, const sc_joint_type *type, const void *def)
{
    sc_joints *joints = &world->joints;
    const scree_joint_base *base = sc_joint_base_of(type, def);
    sc_joint_record record = sc_pack_joint(type, def);
    int32_t row_a = sc_peek_row(world, base->body_a), row_b = sc_peek_row(world, base->body_b);
    if (!(record.flags & SC_JOINT_COLLIDES))
    {
        sc_part_contacts(world, row_a, row_b);
    }
    int32_t slot =
        sc_joints_add(joints, &world->bodies, world->bodies.slot[row_a], world->bodies.slot[row_b]);
    joints->type[slot] = (uint8_t)type->type;
    joints->traits[slot] = type->traits;
    joints->user_data[slot] = base->user_data;
    write_record(joints, slot, &record);
    if (joints->kind[slot] == SC_JOINT_RATIO)
    {
        sc_begin_count(world, slot);
    }
    sc_wake_built(world, row_a);
    sc_wake_built(world, row_b);
    return (scree_joint_id){sc_ids_value(&joints->ids, slot)};
}

static scree_result reserve(scree_world *world, int count, const char *function)
{
    sc_link_joint_kernels();
    SC_TRY(sc_check_ids(world, &world->joints.ids, count, function, "has no more ids for joints"));
    return sc_joints_reserve(&world->joints, &world->memory, count) ? SCREE_OK
                                                                    : sc_no_memory(world, function);
}

scree_joint_id sc_create_joint(scree_world *world, const sc_joint_type *type, const void *def,
                               const char *function)
{
    bool done = sc_enter(world, function) == SCREE_OK &&
                check_new(world, type, def, function, "def") == SCREE_OK &&
                reserve(world, 1, function) == SCREE_OK;
    return done ? add_joint(world, type, def) : (scree_joint_id){0};
}

scree_result sc_create_joints(scree_world *world, const sc_joint_type *type, const void *defs,
                              int count, scree_joint_id *ids, const char *function)
{
    const size_t size = type->def_size;
    const char *def = defs;
    SC_TRY(sc_enter(world, function));
    SC_REQUIRE_COUNT(function, count, "count");
    if (count > 0)
    {
        SC_REQUIRE_POINTER(function, defs, "defs");
    }
    for (int i = 0; i < count; ++i)
    {
        char name[32];
        snprintf(name, sizeof name, "defs[%d]", i);
        SC_TRY(check_new(world, type, def + size * (size_t)i, function, name));
    }
    SC_TRY(reserve(world, count, function));
    for (int i = 0; i < count; ++i)
    {
        scree_joint_id id = add_joint(world, type, def + size * (size_t)i);
        if (ids != NULL)
        {
            ids[i] = id;
        }
    }
    return SCREE_OK;
}

void sc_get_joint_def(const scree_world *world, const sc_joint_type *type, scree_joint_id joint,
                      void *def)
{
    int32_t slot = sc_peek_joint(world, joint);
    if (slot != 0 && world->joints.type[slot] == type->type)
    {
        const sc_joints *joints = &world->joints;
        const sc_joint_record record = {joints->frame[slot], joints->settings[slot],
                                        joints->given[slot], joints->flags[slot],
                                        joints->kind[slot]};
        scree_joint_base *base = sc_unpack_joint(type, &record, def);
        base->body_a = scree_joint_body_a(world, joint);
        base->body_b = scree_joint_body_b(world, joint);
        base->user_data = joints->user_data[slot];
    }
}

static void change(scree_world *world, const sc_joint_type *type, int32_t slot,
                   const sc_joint_record *record)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    sc_joints *joints = &world->joints;
    const sc_joint_settings before = joints->settings[slot];
    bool same = memcmp(&joints->frame[slot], &record->frame, sizeof record->frame) == 0 &&
                before.switches == record->settings.switches;
    bool collides = (joints->flags[slot] & SC_JOINT_COLLIDES) != 0;
    const int32_t row_a = sc_joint_row(world, slot, 0), row_b = sc_joint_row(world, slot, 1);
    if (collides && !(record->flags & SC_JOINT_COLLIDES))
    {
        sc_part_contacts(world, row_a, row_b);
    }
    const uint8_t kind = joints->kind[slot];
    const bool counts = kind == SC_JOINT_RATIO;
    if (counts)
    {
        sc_count_on(world, slot);
    }
    write_record(joints, slot, record);
    if (counts)
    {
        sc_begin_count(world, slot);
    }
    if (type->change != NULL)
    {
        type->change(&joints->state[slot], &before, &record->settings);
    }
    if (!collides && (record->flags & SC_JOINT_COLLIDES))
    {
        sc_part_contacts(world, row_a, row_b);
    }
    if (!same)
    {
        sc_forget_joint_impulses(&joints->state[slot]);
    }
    // A change of `version` makes trees and the bound on energy be found again. Soft joints are in
    // no tree; the bound depends on frames, on springs and on whether a motor drives.
    const bool drove = before.motor_speed != 0.0f, drives = record->settings.motor_speed != 0.0f;
    joints->version += !same || before.spring_hertz != record->settings.spring_hertz ||
                       drove != drives || joints->kind[slot] != kind;
    sc_wake_joint(world, slot);
}

scree_result sc_set_joint_def(scree_world *world, const sc_joint_type *type, scree_joint_id joint,
                              const void *def, const char *function)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, function, &slot));
    SC_REQUIRE_IN(function, world->joints.type[slot] == type->type, "joint", "is of another type");
    return sc_change_joint(world, type, slot, def, function, "def");
}

scree_result sc_change_joint(scree_world *world, const sc_joint_type *type, int32_t slot,
                             const void *def, const char *function, const char *name)
{
    SC_ASSERT(world->joints.type[slot] == type->type);
    const bool whole = name[0] != 0;
    SC_TRY(sc_check_joint_def(world, type, def, function, name));
    const scree_joint_base *base = sc_joint_base_of(type, def);
    const scree_joint_id joint = {sc_ids_value(&world->joints.ids, slot)};
    SC_REQUIRE_IN(function, base->body_a.value == scree_joint_body_a(world, joint).value,
                  whole ? "def.base.body_a" : "base.body_a", "is not that of the joint");
    SC_REQUIRE_IN(function, base->body_b.value == scree_joint_body_b(world, joint).value,
                  whole ? "def.base.body_b" : "base.body_b", "is not that of the joint");
    sc_joint_record record = sc_pack_joint(type, def);
    change(world, type, slot, &record);
    world->joints.user_data[slot] = base->user_data;
    return SCREE_OK;
}

static void destroy_joint(scree_world *world, int32_t slot)
{
    const int32_t row_a = sc_joint_row(world, slot, 0), row_b = sc_joint_row(world, slot, 1);
    bool collides = (world->joints.flags[slot] & SC_JOINT_COLLIDES) != 0;
    sc_wake_joint(world, slot);
    sc_joints_remove(&world->joints, &world->bodies, slot);
    if (!collides)
    {
        sc_part_contacts(world, row_a, row_b);
    }
}

scree_result scree_joint_destroy(scree_world *world, scree_joint_id joint)
{
    SC_RECORD(joint_destroy, joint);
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    destroy_joint(world, slot);
    return SCREE_OK;
}

scree_result scree_joints_destroy(scree_world *world, const scree_joint_id *joints, int count)
{
    SC_RECORD(joints_destroy, joints, count);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_COUNT(__func__, count, "count");
    if (count > 0)
    {
        SC_REQUIRE_POINTER(__func__, joints, "joints");
    }
    for (int i = 0; i < count; ++i)
    {
        if (sc_peek_joint(world, joints[i]) == 0)
        {
            return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "joints",
                           sc_stale_text(world, joints[i].value));
        }
    }
    // All joints are live. Check that none is listed twice.
    uint8_t *flags = world->joints.flags;
    int seen = 0;
    bool repeats = false;
    for (; seen < count && !repeats; ++seen)
    {
        const int32_t slot = sc_peek_joint(world, joints[seen]);
        repeats = (flags[slot] & SC_JOINT_MARKED) != 0;
        flags[slot] |= SC_JOINT_MARKED;
    }
    for (int i = 0; i < seen; ++i)
    {
        flags[sc_peek_joint(world, joints[i])] &= (uint8_t)~SC_JOINT_MARKED;
    }
    if (repeats)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "joints", "names a joint twice");
    }
    for (int i = 0; i < count; ++i)
    {
        destroy_joint(world, sc_peek_joint(world, joints[i]));
    }
    return SCREE_OK;
}

scree_result scree_joint_set_user_data(scree_world *world, scree_joint_id joint, void *user_data)
{
    SC_RECORD(joint_set_user_data, joint, user_data);
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    world->joints.user_data[slot] = user_data;
    return SCREE_OK;
}
