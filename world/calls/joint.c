/// Joints: creation, change and destruction.
#include "core/assert.h"
#include "dynamics/solver/joints/break_joints.h"
#include "world/calls/joint_calls.h"
#include "world/joined.h"
#include "world/waking.h"

#include <stdio.h>
#include <string.h>

static const char *const type_names[SCREE_JOINT_TYPE_COUNT] = {
    "distance", "revolute", "prismatic", "weld", "wheel",  "motor",
    "filter",   "gear",     "pulley",    "rack", "ratchet"};

const char *scree_joint_type_name(scree_joint_type type)
{
    return (int)type >= 0 && type < SCREE_JOINT_TYPE_COUNT ? type_names[type] : "unknown";
}

/// Checks a whole definition of a new joint.
static scree_result check_new(scree_world *world, scree_joint_type type, const void *def,
                              const char *function, const char *name)
{
    SC_TRY(sc_check_joint_def(world, type, def, function, name));
    const scree_joint_base *base = sc_joint_base_of(def);
    const scree_body_id ids[] = {base->body_a, base->body_b};
    for (int side = 0; side < 2; ++side)
    {
        char argument[sizeof world->error.argument];
        snprintf(argument, sizeof argument, "%s.base.body_%c", name, side == 0 ? 'a' : 'b');
        if (sc_peek_row(world, ids[side]) < 0)
        {
            return sc_fail(world, SCREE_ERROR_STALE_ID, function, argument, sc_stale);
        }
        SC_REQUIRE_IN(function, side == 0 || ids[0].value != ids[1].value, argument,
                      "is the same body as body_a");
    }
    return SCREE_OK;
}

static void wake_both(scree_world *world, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    sc_wake(world, sc_joint_row(world, slot, 0));
    sc_wake(world, sc_joint_row(world, slot, 1));
}

static void write_record(sc_joints *joints, int32_t slot, const sc_joint_record *record)
{
    SC_ASSERT(sc_slot_is_live(&joints->ids, slot));
    joints->breakable_count += ((record->flags & SC_JOINT_BREAKABLE) != 0) -
                               ((joints->flags[slot] & SC_JOINT_BREAKABLE) != 0);
    joints->watched_count +=
        ((record->flags & SC_JOINT_WATCHED) != 0) - ((joints->flags[slot] & SC_JOINT_WATCHED) != 0);
    joints->flags[slot] = record->flags;
    joints->kind[slot] =
        (uint8_t)sc_joint_kind_of((scree_joint_type)joints->type[slot], &record->settings);
    joints->frame[slot] = record->frame;
    joints->settings[slot] = record->settings;
    joints->switches[slot] = (uint8_t)record->settings.switches;
    joints->given[slot] = record->given;
    joints->break_force[slot] = record->break_force;
    joints->break_torque[slot] = record->break_torque;
    joints->force_threshold[slot] = record->force_threshold;
    joints->torque_threshold[slot] = record->torque_threshold;
}

static sc_joint_record read_record(const sc_joints *joints, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&joints->ids, slot));
    return (sc_joint_record){.frame = joints->frame[slot],
                             .settings = joints->settings[slot],
                             .given = joints->given[slot],
                             .break_force = joints->break_force[slot],
                             .break_torque = joints->break_torque[slot],
                             .force_threshold = joints->force_threshold[slot],
                             .torque_threshold = joints->torque_threshold[slot],
                             .flags = joints->flags[slot]};
}

/// Adds a joint that was checked and reserved for.
static scree_joint_id add_joint(scree_world *world, scree_joint_type type, const void *def)
{
    sc_joints *joints = &world->joints;
    const scree_joint_base *base = sc_joint_base_of(def);
    sc_joint_record record = sc_pack_joint(type, def);
    int32_t row_a = sc_peek_row(world, base->body_a), row_b = sc_peek_row(world, base->body_b);
    if (!(record.flags & SC_JOINT_COLLIDES))
    {
        sc_part_contacts(world, row_a, row_b);
    }
    int32_t slot =
        sc_joints_add(joints, &world->bodies, world->bodies.slot[row_a], world->bodies.slot[row_b]);
    joints->type[slot] = (uint8_t)type;
    joints->traits[slot] = type == SCREE_JOINT_WELD ? SC_JOINT_WELDED : 0;
    joints->user_data[slot] = base->user_data;
    write_record(joints, slot, &record);
    if (joints->kind[slot] == SC_JOINT_RATIO)
    {
        sc_begin_count(world, slot);
    }
    wake_both(world, slot);
    return (scree_joint_id){sc_ids_value(&joints->ids, slot)};
}

static scree_result reserve(scree_world *world, int count, const char *function)
{
    SC_TRY(sc_check_ids(world, &world->joints.ids, count, function, "has no more ids for joints"));
    return sc_joints_reserve(&world->joints, &world->memory, count) ? SCREE_OK
                                                                    : sc_no_memory(world, function);
}

static scree_joint_id create_one(scree_world *world, scree_joint_type type, const void *def,
                                 const char *function)
{
    bool done = sc_enter(world, function) == SCREE_OK &&
                check_new(world, type, def, function, "def") == SCREE_OK &&
                reserve(world, 1, function) == SCREE_OK;
    return done ? add_joint(world, type, def) : (scree_joint_id){0};
}

static scree_result create_many(scree_world *world, scree_joint_type type, const void *defs,
                                int count, scree_joint_id *ids, const char *function)
{
    const size_t size = sc_joint_def_size(type);
    SC_TRY(sc_enter(world, function));
    SC_REQUIRE_IN(function, count >= 0, "count", "is negative");
    if (count > 0)
    {
        SC_REQUIRE_POINTER(function, defs, "defs");
    }
    for (int i = 0; i < count; ++i)
    {
        char name[32];
        snprintf(name, sizeof name, "defs[%d]", i);
        SC_TRY(check_new(world, type, (const char *)defs + size * (size_t)i, function, name));
    }
    SC_TRY(reserve(world, count, function));
    for (int i = 0; i < count; ++i)
    {
        scree_joint_id id = add_joint(world, type, (const char *)defs + size * (size_t)i);
        if (ids != NULL)
        {
            ids[i] = id;
        }
    }
    return SCREE_OK;
}

static void get_def(const scree_world *world, scree_joint_id joint, scree_joint_type type,
                    void *def)
{
    int32_t slot = sc_peek_joint(world, joint);
    if (slot == 0 || world->joints.type[slot] != type)
    {
        return;
    }
    sc_joint_record record = read_record(&world->joints, slot);
    sc_unpack_joint(type, &record, def);
    scree_joint_base base = *sc_joint_base_of(def);
    base.body_a = scree_joint_body_a(world, joint);
    base.body_b = scree_joint_body_b(world, joint);
    base.user_data = world->joints.user_data[slot];
    memcpy((char *)def + offsetof(scree_filter_def, base), &base, sizeof base);
}

static void change(scree_world *world, int32_t slot, const sc_joint_record *record)
{
    SC_ASSERT(sc_slot_is_live(&world->joints.ids, slot));
    sc_joints *joints = &world->joints;
    const scree_joint_type type = (scree_joint_type)joints->type[slot];
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
    bool turns_round =
        type == SCREE_JOINT_RATCHET && (before.ratio > 0.0f) != (record->settings.ratio > 0.0f);
    write_record(joints, slot, record);
    if (counts)
    {
        sc_begin_count(world, slot);
    }
    if (turns_round)
    {
        // The other way is free from here on.
        joints->state[slot].travel_b = joints->state[slot].travel_a;
    }
    if (!collides && (record->flags & SC_JOINT_COLLIDES))
    {
        sc_part_contacts(world, row_a, row_b);
    }
    if (!same)
    {
        sc_forget_joint_impulses(&joints->state[slot]);
    }
    // Soft joints are in no tree; frames and springs decide about the bound on energy.
    joints->version +=
        !same || before.spring_hertz != record->settings.spring_hertz || joints->kind[slot] != kind;
    wake_both(world, slot);
}

static scree_result set_def(scree_world *world, scree_joint_id joint, scree_joint_type type,
                            const void *def, const char *function)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, function, &slot));
    SC_REQUIRE_IN(function, world->joints.type[slot] == type, "joint", "is of another type");
    SC_TRY(sc_check_joint_def(world, type, def, function, "def"));
    const scree_joint_base *base = sc_joint_base_of(def);
    SC_REQUIRE_IN(function, base->body_a.value == scree_joint_body_a(world, joint).value,
                  "def.base.body_a", "is not that of the joint");
    SC_REQUIRE_IN(function, base->body_b.value == scree_joint_body_b(world, joint).value,
                  "def.base.body_b", "is not that of the joint");
    sc_joint_record record = sc_pack_joint(type, def);
    change(world, slot, &record);
    world->joints.user_data[slot] = base->user_data;
    return SCREE_OK;
}

#define JOINT_CALLS(name, TYPE)                                                                 \
    scree_joint_id scree_joint_create_##name(scree_world *world, const scree_##name##_def *def) \
    {                                                                                           \
        return create_one(world, TYPE, def, __func__);                                          \
    }                                                                                           \
    scree_##name##_def scree_joint_##name(const scree_world *world, scree_joint_id joint)       \
    {                                                                                           \
        scree_##name##_def def = {0};                                                           \
        get_def(world, joint, TYPE, &def);                                                      \
        return def;                                                                             \
    }                                                                                           \
    scree_result scree_joint_set_##name(scree_world *world, scree_joint_id joint,               \
                                        const scree_##name##_def *def)                          \
    {                                                                                           \
        return set_def(world, joint, TYPE, def, __func__);                                      \
    }

JOINT_CALLS(distance, SCREE_JOINT_DISTANCE)
JOINT_CALLS(revolute, SCREE_JOINT_REVOLUTE)
JOINT_CALLS(prismatic, SCREE_JOINT_PRISMATIC)
JOINT_CALLS(weld, SCREE_JOINT_WELD)
JOINT_CALLS(wheel, SCREE_JOINT_WHEEL)
JOINT_CALLS(motor, SCREE_JOINT_MOTOR)
JOINT_CALLS(filter, SCREE_JOINT_FILTER)
JOINT_CALLS(gear, SCREE_JOINT_GEAR)
JOINT_CALLS(pulley, SCREE_JOINT_PULLEY)
JOINT_CALLS(rack, SCREE_JOINT_RACK)
JOINT_CALLS(ratchet, SCREE_JOINT_RATCHET)

#define BULK_CALL(name, TYPE)                                                                   \
    scree_result scree_joints_create_##name(scree_world *world, const scree_##name##_def *defs, \
                                            int count, scree_joint_id *ids)                     \
    {                                                                                           \
        return create_many(world, TYPE, defs, count, ids, __func__);                            \
    }

BULK_CALL(distance, SCREE_JOINT_DISTANCE)
BULK_CALL(revolute, SCREE_JOINT_REVOLUTE)
BULK_CALL(prismatic, SCREE_JOINT_PRISMATIC)
BULK_CALL(weld, SCREE_JOINT_WELD)
BULK_CALL(wheel, SCREE_JOINT_WHEEL)

scree_result scree_joint_set_motor_speed(scree_world *world, scree_joint_id joint, float speed)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    const int type = world->joints.type[slot];
    SC_REQUIRE(type == SCREE_JOINT_DISTANCE || type == SCREE_JOINT_REVOLUTE ||
                   type == SCREE_JOINT_PRISMATIC || type == SCREE_JOINT_WHEEL,
               "joint", "is of a type without a motor along an axis");
    SC_REQUIRE(fabsf(speed) <= SC_MAX_JOINT_SPEED, "speed", "is not a number in [-1e12, 1e12]");
    float *kept = &world->joints.settings[slot].motor_speed;
    if (*kept != speed)
    {
        wake_both(world, slot);
    }
    *kept = speed;
    return SCREE_OK;
}

scree_result scree_joint_destroy(scree_world *world, scree_joint_id joint)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    const int32_t row_a = sc_joint_row(world, slot, 0), row_b = sc_joint_row(world, slot, 1);
    bool collides = (world->joints.flags[slot] & SC_JOINT_COLLIDES) != 0;
    wake_both(world, slot);
    sc_joints_remove(&world->joints, &world->bodies, slot);
    if (!collides)
    {
        sc_part_contacts(world, row_a, row_b);
    }
    return SCREE_OK;
}

scree_result scree_joint_set_user_data(scree_world *world, scree_joint_id joint, void *user_data)
{
    int32_t slot;
    SC_TRY(sc_enter_joint(world, joint, __func__, &slot));
    world->joints.user_data[slot] = user_data;
    return SCREE_OK;
}
