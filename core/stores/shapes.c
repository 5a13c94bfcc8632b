#include "core/stores/shapes.h"

#include "core/assert.h"

#include <float.h>
#include <string.h>

const sc_aabb sc_empty_aabb = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

enum
{
    /// The first floats of the pool stay zero: they are the geometry of the null shape, past whose
    /// end lanes may read.
    NULL_FLOATS = 80
};

#define SHAPE_FIELD(type, name, role, format) SC_FIELD(sc_shapes, type, name, role, format),
static const sc_field slot_fields[] = {SC_ID_FIELDS(sc_shapes) SC_SHAPE_SLOTS(SHAPE_FIELD)};

static const sc_field pool_fields[] = {SC_FIELD(sc_shapes, float, geometry, SC_STATE, "i"),
                                       // geometry_uses has an int32_t for every four floats.
                                       SC_FIELD(sc_shapes, uint8_t, geometry_uses, SC_STATE, "b")};

// clang-format off
#define LISTS(X) \
    X(0, active[0], SC_STATE) X(1, active[1], SC_STATE) X(2, active[2], SC_STATE) \
    X(3, active[3], SC_STATE) X(4, active[4], SC_STATE) X(5, active[5], SC_STATE) \
    X(6, static_list, SC_STATE) X(7, half_spaces, SC_STATE) X(8, retired, SC_UPDATED) \
    X(9, static_changed, SC_CACHE)
// clang-format on
_Static_assert(SC_KIND_COUNT == 6, "a list for each kind");

#define LIST_FIELD(i, list, role) SC_FIELD(sc_shapes, int32_t, list.slot, role, "i"),
static const sc_field list_fields[] = {LISTS(LIST_FIELD)};

enum
{
    BY_SLOT,
    POOL,
    ACTIVE,
    STATIC_LIST = ACTIVE + SC_KIND_COUNT,
    HALF_SPACES,
    RETIRED,
    STATIC_CHANGED
};

#define LIST_TABLE(i, list, role) {list_fields + i, 1, offsetof(sc_shapes, list.capacity)},
static const sc_table tables[] = {SC_TABLE(sc_shapes, slot_fields, ids.capacity),
                                  SC_TABLE(sc_shapes, pool_fields, geometry_capacity),
                                  LISTS(LIST_TABLE)};
const sc_store sc_shape_store = SC_STORE("shapes", tables);

/// Reserves room for `extra` more floats in the pool.
static bool grow_pool(sc_shapes *shapes, sc_memory *memory, int64_t extra)
{
    SC_ASSERT(extra >= 0 && shapes->geometry_used <= shapes->geometry_capacity);
    return sc_table_reserve(&tables[POOL], shapes, memory, shapes->geometry_used + extra);
}

bool sc_shapes_reserve(sc_shapes *shapes, sc_memory *memory, int extra)
{
    SC_ASSERT(extra >= 0 && shapes->count >= 0 && shapes->retired.count >= 0);
    bool pool_is_new = shapes->geometry_used == 0;
    // Every live shape may be destroyed before the next step, and the list of retired shapes then
    // needs room for it.
    if (!sc_table_reserve(&tables[BY_SLOT], shapes, memory, sc_ids_needed(&shapes->ids, extra)) ||
        !sc_table_reserve(&tables[RETIRED], shapes, memory,
                          shapes->count + shapes->retired.count + extra) ||
        !grow_pool(shapes, memory, pool_is_new ? NULL_FLOATS : 0))
    {
        return false;
    }
    shapes->geometry_used += pool_is_new ? NULL_FLOATS : 0;
    shapes->aabb[0] = shapes->previous[0] = shapes->needed[0] = sc_empty_aabb;
    return true;
}

static bool reserve_list(sc_shapes *shapes, sc_memory *memory, int list, int count)
{
    SC_ASSERT(count >= 0);
    return sc_table_reserve(&tables[list], shapes, memory, sc_pad_block(count) + SC_BLOCK);
}

bool sc_lists_reserve(sc_shapes *shapes, sc_memory *memory, sc_shape_kind kind, int extra)
{
    SC_ASSERT(kind < SC_KIND_COUNT && extra >= 0);
    SC_ASSERT(shapes->kind_count[kind] >= 0 && shapes->kind_count[kind] <= shapes->count);
    int of_kind = shapes->kind_count[kind] + extra;
    return kind == SC_KIND_HALF_SPACE
               ? reserve_list(shapes, memory, HALF_SPACES, of_kind)
               : reserve_list(shapes, memory, ACTIVE + (int)kind, of_kind) &&
                     reserve_list(shapes, memory, STATIC_LIST, shapes->count + extra);
}

int32_t sc_shapes_add(sc_shapes *shapes, sc_shape_kind kind)
{
    SC_ASSERT(kind < SC_KIND_COUNT);
    int32_t slot = sc_ids_take(&shapes->ids);
    SC_ASSERT((shapes->flags[slot] & ~SC_SHAPE_CHANGED) == 0);
    shapes->kind[slot] = (uint8_t)kind;
    ++shapes->kind_count[kind];
    shapes->flags[slot] &= SC_SHAPE_CHANGED;
    shapes->aabb[slot] = shapes->previous[slot] = sc_empty_aabb;
    shapes->geometry_start[slot] = 0;
    shapes->first_asleep[slot] = 0;
    ++shapes->count;
    return slot;
}

static sc_list *list_of(sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(&shapes->ids, slot));
    int flags = shapes->flags[slot], kind = shapes->kind[slot];
    SC_ASSERT(kind < SC_KIND_COUNT);
    SC_ASSERT((flags & (SC_SHAPE_ACTIVE | SC_SHAPE_STATIC)) != (SC_SHAPE_ACTIVE | SC_SHAPE_STATIC));
    return flags & SC_SHAPE_ACTIVE      ? &shapes->active[kind]
           : !(flags & SC_SHAPE_STATIC) ? NULL
           : kind == SC_KIND_HALF_SPACE ? &shapes->half_spaces
                                        : &shapes->static_list;
}

void sc_shapes_settle_static(sc_shapes *shapes, sc_memory *memory)
{
    sc_list *changed = &shapes->static_changed;
    for (int i = 0; i < changed->count && i < changed->capacity; ++i)
    {
        shapes->flags[changed->slot[i]] &= (uint8_t)~SC_SHAPE_CHANGED;
    }
    if (changed->count > changed->capacity &&
        changed->count <= shapes->static_list.count / SC_STATIC_CHANGED_FRACTION)
    {
        // If this fails, all static shapes are sorted again the next time, too.
        (void)sc_table_reserve(&tables[STATIC_CHANGED], shapes, memory, changed->count);
    }
    changed->count = 0;
}

/// Records that the lists of shapes changed because of a shape.
static void touch_list(sc_shapes *shapes, int32_t slot)
{
    sc_note_change(&shapes->changes, slot);
    shapes->active_version += (shapes->flags[slot] & SC_SHAPE_ACTIVE) != 0;
    if (!(shapes->flags[slot] & SC_SHAPE_STATIC))
    {
        return;
    }
    sc_list *changed = &shapes->static_changed;
    ++shapes->static_version;
    if (shapes->kind[slot] == SC_KIND_HALF_SPACE)
    {
        changed->count = INT32_MAX;
    }
    if ((shapes->flags[slot] & SC_SHAPE_CHANGED) || changed->count == INT32_MAX)
    {
        return;
    }
    if (changed->count < changed->capacity)
    {
        changed->slot[changed->count] = slot;
        shapes->flags[slot] |= SC_SHAPE_CHANGED;
    }
    ++changed->count;
}

static void leave_list(sc_shapes *shapes, int32_t slot)
{
    sc_list *list = list_of(shapes, slot);
    if (list == NULL)
    {
        return;
    }
    SC_ASSERT(shapes->list_at[slot] >= 0 && shapes->list_at[slot] < list->count);
    SC_ASSERT(list->slot[shapes->list_at[slot]] == slot);
    int32_t last = list->slot[--list->count];
    int32_t at = shapes->list_at[slot];
    list->slot[at] = last;
    shapes->list_at[last] = at;
    list->slot[list->count] = 0;
    touch_list(shapes, slot);
    shapes->flags[slot] &= (uint8_t) ~(SC_SHAPE_ACTIVE | SC_SHAPE_STATIC);
}

void sc_shapes_change_kind(sc_shapes *shapes, int32_t slot, sc_shape_kind kind)
{
    SC_ASSERT(kind < SC_KIND_COUNT && shapes->kind_count[shapes->kind[slot]] > 0);
    leave_list(shapes, slot);
    --shapes->kind_count[shapes->kind[slot]];
    shapes->kind[slot] = (uint8_t)kind;
    ++shapes->kind_count[kind];
}

void sc_shapes_mark_purge(sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(&shapes->ids, slot));
    shapes->flags[slot] |= SC_SHAPE_PURGE;
    shapes->aabb[slot] = shapes->previous[slot] = sc_empty_aabb;
    shapes->purge_pending = true;
    touch_list(shapes, slot);
}

void sc_shapes_enlist(sc_shapes *shapes, int32_t slot, bool enabled, bool moving)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    leave_list(shapes, slot);
    if (!enabled)
    {
        return;
    }
    SC_ASSERT(!moving || shapes->kind[slot] != SC_KIND_HALF_SPACE);
    shapes->flags[slot] |= moving ? SC_SHAPE_ACTIVE : SC_SHAPE_STATIC;
    sc_list *list = list_of(shapes, slot);
    SC_ASSERT(list->count < list->capacity && list->slot[list->count] == 0);
    shapes->list_at[slot] = list->count;
    list->slot[list->count++] = slot;
    touch_list(shapes, slot);
}

void sc_shapes_set_events(sc_shapes *shapes, int32_t slot, int events)
{
    SC_ASSERT(sc_slot_was_used(&shapes->ids, slot) && events >= 0 && events < 1 << SC_ASK_COUNT);
    for (int ask = 0; ask < SC_ASK_COUNT; ++ask)
    {
        shapes->asking[ask] += (events >> ask & 1) - (shapes->events[slot] >> ask & 1);
        SC_ASSERT(shapes->asking[ask] >= 0 && shapes->asking[ask] <= shapes->count);
    }
    shapes->events[slot] = (uint8_t)events;
}

void sc_shapes_remove(sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot) && !(shapes->flags[slot] & SC_SHAPE_GONE));
    SC_ASSERT(shapes->count > 0 && shapes->kind_count[shapes->kind[slot]] > 0);
    SC_ASSERT(shapes->retired.count < shapes->retired.capacity);
    sc_shapes_set_events(shapes, slot, 0);
    leave_list(shapes, slot);
    sc_shapes_mark_purge(shapes, slot);
    shapes->flags[slot] |= SC_SHAPE_GONE;
    sc_ids_retire(&shapes->ids, slot);
    shapes->retired.slot[shapes->retired.count++] = slot;
    --shapes->kind_count[shapes->kind[slot]];
    shapes->chain_count -= shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT;
    SC_ASSERT(shapes->chain_count >= 0);
    --shapes->count;
}

void sc_shapes_recycle(sc_shapes *shapes)
{
    for (int i = 0; i < shapes->retired.count; ++i)
    {
        int32_t slot = shapes->retired.slot[i];
        SC_ASSERT((shapes->flags[slot] & SC_SHAPE_GONE) && list_of(shapes, slot) == NULL);
        shapes->flags[slot] &= SC_SHAPE_CHANGED;
        shapes->kind[slot] = shapes->type[slot] = 0;
        sc_ids_recycle(&shapes->ids, slot);
    }
    shapes->retired.count = 0;
}

/// The start of an equal entry among the last ones stored, if it is in use, or 0.
static int32_t find_recent(const sc_shapes *shapes, const float *values, int count)
{
    SC_ASSERT(count > 0 && count % 4 == 0 && count / 4 < SC_GEOMETRY_SIZES);
    for (int i = 0; i < SC_GEOMETRY_RECENT; ++i)
    {
        // Begin with the newest: shapes made one after another are often equal.
        int at = (shapes->recent_next + SC_GEOMETRY_RECENT - 1 - i) % SC_GEOMETRY_RECENT;
        int32_t start = shapes->recent_start[at];
        if (shapes->recent_floats[at] == count && shapes->geometry_uses[start / 4] > 0 &&
            memcmp(shapes->geometry + start, values, sizeof *values * (size_t)count) == 0)
        {
            return start;
        }
    }
    return 0;
}

bool sc_geometry_reserve(sc_shapes *shapes, sc_memory *memory, const float *values, int count)
{
    SC_ASSERT(count > 0 && count % 4 == 0 && count / 4 < SC_GEOMETRY_SIZES);
    return shapes->geometry_free[count / 4] != 0 || find_recent(shapes, values, count) != 0 ||
           grow_pool(shapes, memory, count);
}

bool sc_geometry_reserve_own(sc_shapes *shapes, sc_memory *memory, int count, int32_t entries)
{
    SC_ASSERT(count > 0 && count % 4 == 0 && entries >= 0);
    return grow_pool(shapes, memory, (int64_t)count * entries);
}

int32_t sc_geometry_add_own(sc_shapes *shapes, const float *values, int count)
{
    SC_ASSERT(count > 0 && count % 4 == 0 && count / 4 < SC_GEOMETRY_SIZES);
    int32_t start = shapes->geometry_free[count / 4];
    if (start != 0)
    {
        memcpy(&shapes->geometry_free[count / 4], shapes->geometry + start, sizeof(int32_t));
    }
    else
    {
        start = shapes->geometry_used;
        shapes->geometry_used += count;
        SC_ASSERT(shapes->geometry_used <= shapes->geometry_capacity);
    }
    SC_ASSERT(start >= NULL_FLOATS && start % 4 == 0 && shapes->geometry_uses[start / 4] == 0);
    memcpy(shapes->geometry + start, values, sizeof *values * (size_t)count);
    shapes->geometry_uses[start / 4] = 1;
    return start;
}

int32_t sc_geometry_add(sc_shapes *shapes, const float *values, int count, int32_t uses)
{
    SC_ASSERT(uses > 0);
    int32_t start = find_recent(shapes, values, count);
    if (start != 0)
    {
        shapes->geometry_uses[start / 4] += uses;
        return start;
    }
    start = sc_geometry_add_own(shapes, values, count);
    shapes->geometry_uses[start / 4] = uses;
    shapes->recent_start[shapes->recent_next] = start;
    shapes->recent_floats[shapes->recent_next] = count;
    shapes->recent_next = (shapes->recent_next + 1) % SC_GEOMETRY_RECENT;
    return start;
}

void sc_geometry_drop(sc_shapes *shapes, int32_t slot)
{
    int32_t start = shapes->geometry_start[slot], size = shapes->geometry_floats[slot] / 4;
    SC_ASSERT(size > 0 && size < SC_GEOMETRY_SIZES && start >= NULL_FLOATS);
    SC_ASSERT(shapes->geometry_uses[start / 4] > 0);
    if (--shapes->geometry_uses[start / 4] > 0)
    {
        return;
    }
    memcpy(shapes->geometry + start, &shapes->geometry_free[size], sizeof(int32_t));
    shapes->geometry_free[size] = start;
}
