#include "dynamics/solver/joints/separated_pairs.h"

#include "broadphase/sort.h"
#include "core/assert.h"

static uint64_t key_of(int32_t body_a, int32_t body_b)
{
    const uint64_t a = (uint64_t)body_a, b = (uint64_t)body_b;
    return a < b ? a << 32 | b : b << 32 | a;
}

int sc_list_separated_pairs(const sc_joints *joints, uint64_t *keys, uint64_t *scratch)
{
    int count = 0;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (sc_joint_is_live(joints, slot) && !(joints->flags[slot] & SC_JOINT_COLLIDES))
        {
            SC_ASSERT(count < joints->count);
            keys[count++] = key_of(joints->body[slot][0], joints->body[slot][1]);
        }
    }
    sc_sort_keys(keys, scratch, count);
    return count;
}

bool sc_are_shapes_separated(const uint64_t *keys, int count, const sc_shapes *shapes, int32_t a,
                             int32_t b)
{
    if ((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_PURGE)
    {
        return false;
    }
    const uint64_t key = key_of(shapes->body_slot[a], shapes->body_slot[b]);
    int begin = 0, end = count;
    while (begin < end)
    {
        const int middle = begin + (end - begin) / 2;
        begin = keys[middle] < key ? middle + 1 : begin;
        end = keys[middle] < key ? end : middle;
    }
    return begin < count && keys[begin] == key;
}
