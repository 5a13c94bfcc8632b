#include "core/stores/joints.h"

#include "core/assert.h"
#include "scree/events.h"

#include <string.h>

#define JOINT_FIELD(type, name, role, format) SC_FIELD(sc_joints, type, name, role, format),
static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_joints) SC_JOINT_SLOTS(JOINT_FIELD)};
static const sc_field break_fields[] = {
    SC_FIELD(sc_joints, scree_joint_break, breaks, SC_STATE, "###pfff")};
static const sc_field overload_fields[] = {
    SC_FIELD(sc_joints, scree_joint_overload, overloads, SC_STATE, "###pfff")};
static const sc_table tables[] = {SC_TABLE(sc_joints, slot_fields, ids.capacity),
                                  SC_TABLE(sc_joints, break_fields, break_capacity),
                                  SC_TABLE(sc_joints, overload_fields, overload_capacity)};

enum
{
    BY_SLOT,
    BREAKS,
    OVERLOADS
};

const sc_store sc_joint_store = SC_STORE("joints", tables);

bool sc_joints_reserve(sc_joints *joints, sc_memory *memory, int extra)
{
    SC_ASSERT(extra >= 0);
    return sc_table_reserve(&tables[BY_SLOT], joints, memory, sc_ids_needed(&joints->ids, extra));
}

bool sc_joints_reserve_events(sc_joints *joints, sc_memory *memory)
{
    SC_ASSERT(joints->breakable_count >= 0 && joints->breakable_count <= joints->count);
    SC_ASSERT(joints->watched_count >= 0 && joints->watched_count <= joints->count);
    return sc_table_reserve(&tables[BREAKS], joints, memory, joints->breakable_count) &&
           sc_table_reserve(&tables[OVERLOADS], joints, memory, joints->watched_count);
}

void sc_joints_release(sc_joints *joints, sc_memory *memory)
{
    sc_store_release(&sc_joint_store, joints, memory);
}

static int32_t *first_joint_of(sc_bodies *bodies, int32_t body_slot)
{
    SC_ASSERT(sc_slot_is_live(&bodies->ids, body_slot));
    return &bodies->first_joint[bodies->row[body_slot]];
}

int32_t sc_joints_add(sc_joints *joints, sc_bodies *bodies, int32_t body_a, int32_t body_b)
{
    int32_t slot = sc_ids_take(&joints->ids);
    SC_ASSERT(slot < joints->ids.capacity && body_a != body_b);
    SC_ASSERT(joints->flags[slot] == 0 && joints->body[slot][0] == 0);
#define CLEAR_JOINT_FIELD(type, name, role, format) memset(&joints->name[slot], 0, sizeof(type));
    SC_JOINT_SLOTS(CLEAR_JOINT_FIELD)
    joints->body[slot][0] = body_a;
    joints->body[slot][1] = body_b;
    for (int side = 0; side < 2; ++side)
    {
        int32_t *first = first_joint_of(bodies, joints->body[slot][side]);
        joints->next[slot][side] = *first;
        if (*first != 0)
        {
            SC_ASSERT(joints->previous[*first / 2][*first % 2] == 0);
            SC_ASSERT(joints->body[*first / 2][*first % 2] == joints->body[slot][side]);
            joints->previous[*first / 2][*first % 2] = 2 * slot + side;
        }
        *first = 2 * slot + side;
    }
    ++joints->count;
    ++joints->version;
    return slot;
}

void sc_joints_remove(sc_joints *joints, sc_bodies *bodies, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&joints->ids, slot) && joints->count > 0);
    for (int side = 0; side < 2; ++side)
    {
        int32_t next = joints->next[slot][side], previous = joints->previous[slot][side];
        if (next != 0)
        {
            SC_ASSERT(joints->previous[next / 2][next % 2] == 2 * slot + side);
            joints->previous[next / 2][next % 2] = previous;
        }
        SC_ASSERT((previous != 0
                       ? joints->next[previous / 2][previous % 2]
                       : *first_joint_of(bodies, joints->body[slot][side])) == 2 * slot + side);
        *(previous != 0 ? &joints->next[previous / 2][previous % 2]
                        : first_joint_of(bodies, joints->body[slot][side])) = next;
    }
    joints->breakable_count -= (joints->flags[slot] & SC_JOINT_BREAKABLE) != 0;
    joints->watched_count -= (joints->flags[slot] & SC_JOINT_WATCHED) != 0;
    SC_ASSERT(joints->breakable_count >= 0 && joints->watched_count >= 0);
    SC_JOINT_SLOTS(CLEAR_JOINT_FIELD)
    sc_ids_retire(&joints->ids, slot);
    sc_ids_recycle(&joints->ids, slot);
    --joints->count;
    ++joints->version;
}

bool sc_joints_separate(const sc_joints *joints, const sc_bodies *bodies, int32_t row_a,
                        int32_t row_b)
{
    SC_ASSERT(row_a != row_b && sc_row_exists(bodies, row_a) && sc_row_exists(bodies, row_b));
    const int32_t slot_a = bodies->slot[row_a], slot_b = bodies->slot[row_b];
    int32_t a = bodies->first_joint[row_a], b = bodies->first_joint[row_b];
    // Stop at the end of the shorter list, which has then been read completely.
    for (; a != 0 && b != 0; a = sc_next_joint(joints, a), b = sc_next_joint(joints, b))
    {
        bool by_a =
            sc_joint_other_body(joints, a) == slot_b && !(joints->flags[a / 2] & SC_JOINT_COLLIDES);
        bool by_b =
            sc_joint_other_body(joints, b) == slot_a && !(joints->flags[b / 2] & SC_JOINT_COLLIDES);
        if (by_a || by_b)
        {
            return true;
        }
    }
    return false;
}
