#include "core/shapes.h"

#include "core/assert.h"

#include <float.h>
#include <string.h>

const sc_aabb sc_empty_aabb = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

enum
{
    SLOT_ARRAYS = 19,
    /// The first floats of the pool stay zero: the geometry of the null shape, and what lanes read
    /// past it.
    NULL_FLOATS = 80
};

static void list_arrays(sc_shapes *shapes, sc_array arrays[SLOT_ARRAYS])
{
    int n = 0;
#define ARRAY(field) arrays[n++] = (sc_array){(void **)&shapes->field, sizeof *shapes->field}
    ARRAY(kind);
    ARRAY(type);
    ARRAY(flags);
    ARRAY(body_slot);
    ARRAY(body_row);
    ARRAY(next);
    ARRAY(newer);
    ARRAY(list_at);
    ARRAY(geometry_start);
    ARRAY(geometry_floats);
    ARRAY(local);
    ARRAY(pose);
    ARRAY(aabb);
    ARRAY(previous);
    ARRAY(density);
    ARRAY(material);
    ARRAY(filter);
    ARRAY(user_data);
#undef ARRAY
    arrays[n] = (sc_array){(void **)&shapes->origin, 4 * sizeof *shapes->origin};
}

/// Room for `extra` more floats in the pool.
static bool grow_pool(sc_shapes *shapes, sc_memory *memory, int extra)
{
    int64_t needed = (int64_t)shapes->geometry_used + extra;
    if (needed <= shapes->geometry_capacity)
    {
        return true;
    }
    if (needed > INT32_MAX / 2)
    {
        return false;
    }
    int grown = sc_grown(shapes->geometry_capacity, (int)needed);
    sc_array arrays[] = {{(void **)&shapes->geometry, 4 * sizeof *shapes->geometry},
                         {(void **)&shapes->geometry_uses, sizeof *shapes->geometry_uses}};
    if (!sc_resize_arrays(memory, arrays, 2, (size_t)shapes->geometry_capacity / 4,
                          (size_t)grown / 4))
    {
        return false;
    }
    shapes->geometry_capacity = grown;
    return true;
}

bool sc_shapes_reserve(sc_shapes *shapes, sc_memory *memory, int extra)
{
    int slots = sc_ids_needed(&shapes->ids, extra);
    if (slots > shapes->slot_capacity)
    {
        int grown = sc_grown(shapes->slot_capacity, slots);
        sc_array arrays[SLOT_ARRAYS];
        list_arrays(shapes, arrays);
        if (!sc_ids_reserve(&shapes->ids, memory, grown) ||
            !sc_resize_arrays(memory, arrays, SLOT_ARRAYS, (size_t)shapes->slot_capacity,
                              (size_t)grown))
        {
            return false;
        }
        if (shapes->slot_capacity == 0)
        {
            shapes->aabb[0] = shapes->previous[0] = sc_empty_aabb;
        }
        shapes->slot_capacity = grown;
    }
    // Every live shape may end before the next step, and then waits in this list.
    if (shapes->count + shapes->retired_count + extra > shapes->retired_capacity)
    {
        int grown =
            sc_grown(shapes->retired_capacity, shapes->count + shapes->retired_count + extra);
        sc_array retired = {(void **)&shapes->retired, sizeof *shapes->retired};
        if (!sc_resize_arrays(memory, &retired, 1, (size_t)shapes->retired_capacity, (size_t)grown))
        {
            return false;
        }
        shapes->retired_capacity = grown;
    }
    if (shapes->geometry_used == 0)
    {
        if (!grow_pool(shapes, memory, NULL_FLOATS))
        {
            return false;
        }
        shapes->geometry_used = NULL_FLOATS;
    }
    return true;
}

static bool reserve_list(sc_list *list, sc_memory *memory, int count)
{
    int needed = sc_pad_block(count) + SC_BLOCK;
    if (needed > list->capacity)
    {
        int grown = sc_grown(list->capacity, needed);
        sc_array array = {(void **)&list->slot, sizeof *list->slot};
        if (!sc_resize_arrays(memory, &array, 1, (size_t)list->capacity, (size_t)grown))
        {
            return false;
        }
        list->capacity = grown;
    }
    return true;
}

bool sc_lists_reserve(sc_shapes *shapes, sc_memory *memory, sc_shape_kind kind, int extra)
{
    int of_kind = shapes->kind_count[kind] + extra;
    return kind == SC_KIND_HALF_SPACE
               ? reserve_list(&shapes->half_spaces, memory, of_kind)
               : reserve_list(&shapes->active[kind], memory, of_kind) &&
                     reserve_list(&shapes->static_list, memory, shapes->count + extra);
}

static void release_list(sc_list *list, sc_memory *memory)
{
    sc_release(memory, list->slot, sizeof *list->slot * (size_t)list->capacity);
}

void sc_shapes_release(sc_shapes *shapes, sc_memory *memory)
{
    sc_array arrays[SLOT_ARRAYS];
    list_arrays(shapes, arrays);
    for (int i = 0; i < SLOT_ARRAYS; ++i)
    {
        sc_release(memory, *arrays[i].data, arrays[i].element * (size_t)shapes->slot_capacity);
    }
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        release_list(&shapes->active[kind], memory);
    }
    release_list(&shapes->static_list, memory);
    release_list(&shapes->half_spaces, memory);
    sc_release(memory, shapes->retired, sizeof *shapes->retired * (size_t)shapes->retired_capacity);
    sc_release(memory, shapes->geometry,
               sizeof *shapes->geometry * (size_t)shapes->geometry_capacity);
    sc_release(memory, shapes->geometry_uses,
               sizeof *shapes->geometry_uses * (size_t)(shapes->geometry_capacity / 4));
    sc_ids_release(&shapes->ids, memory);
    *shapes = (sc_shapes){0};
}

int32_t sc_shapes_add(sc_shapes *shapes, sc_shape_kind kind)
{
    int32_t slot = sc_ids_take(&shapes->ids);
    shapes->kind[slot] = (uint8_t)kind;
    ++shapes->kind_count[kind];
    shapes->flags[slot] = 0;
    shapes->aabb[slot] = shapes->previous[slot] = sc_empty_aabb;
    shapes->geometry_start[slot] = 0;
    ++shapes->count;
    return slot;
}

static sc_list *list_of(sc_shapes *shapes, int32_t slot)
{
    int flags = shapes->flags[slot], kind = shapes->kind[slot];
    return flags & SC_SHAPE_ACTIVE      ? &shapes->active[kind]
           : !(flags & SC_SHAPE_STATIC) ? NULL
           : kind == SC_KIND_HALF_SPACE ? &shapes->half_spaces
                                        : &shapes->static_list;
}

static void leave_list(sc_shapes *shapes, int32_t slot)
{
    sc_list *list = list_of(shapes, slot);
    if (list == NULL)
    {
        return;
    }
    int32_t last = list->slot[--list->count];
    int32_t at = shapes->list_at[slot];
    list->slot[at] = last;
    shapes->list_at[last] = at;
    list->slot[list->count] = 0;
    if (shapes->flags[slot] & SC_SHAPE_STATIC)
    {
        sc_shapes_touch_static(shapes);
    }
    shapes->flags[slot] &= (uint8_t) ~(SC_SHAPE_ACTIVE | SC_SHAPE_STATIC);
}

void sc_shapes_mark_purge(sc_shapes *shapes, int32_t slot)
{
    shapes->flags[slot] |= SC_SHAPE_PURGE;
    shapes->aabb[slot] = shapes->previous[slot] = sc_empty_aabb;
    shapes->purge_pending = true;
    ++shapes->active_version;
}

void sc_shapes_touch_static(sc_shapes *shapes) { ++shapes->static_version; }

void sc_shapes_enlist(sc_shapes *shapes, int32_t slot, bool enabled, bool moving)
{
    leave_list(shapes, slot);
    sc_shapes_mark_purge(shapes, slot);
    if (!enabled)
    {
        return;
    }
    shapes->flags[slot] |= moving ? SC_SHAPE_ACTIVE : SC_SHAPE_STATIC;
    sc_list *list = list_of(shapes, slot);
    shapes->list_at[slot] = list->count;
    list->slot[list->count++] = slot;
    if (!moving)
    {
        sc_shapes_touch_static(shapes);
    }
}

void sc_shapes_remove(sc_shapes *shapes, int32_t slot)
{
    leave_list(shapes, slot);
    sc_shapes_mark_purge(shapes, slot);
    shapes->flags[slot] |= SC_SHAPE_GONE;
    sc_ids_retire(&shapes->ids, slot);
    shapes->retired[shapes->retired_count++] = slot;
    --shapes->kind_count[shapes->kind[slot]];
    --shapes->count;
}

void sc_shapes_recycle(sc_shapes *shapes)
{
    for (int i = 0; i < shapes->retired_count; ++i)
    {
        int32_t slot = shapes->retired[i];
        shapes->flags[slot] = 0;
        shapes->kind[slot] = shapes->type[slot] = 0;
        sc_ids_recycle(&shapes->ids, slot);
    }
    shapes->retired_count = 0;
}

/// The start of an equal entry in use among those stored last, or 0.
static int32_t find_recent(const sc_shapes *shapes, const float *values, int count)
{
    for (int i = 0; i < SC_GEOMETRY_RECENT; ++i)
    {
        // Starting with the one stored last: shapes made one after another are often alike.
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
    return shapes->geometry_free[count / 4] != 0 || find_recent(shapes, values, count) != 0 ||
           grow_pool(shapes, memory, count);
}

int32_t sc_geometry_add(sc_shapes *shapes, const float *values, int count, int32_t uses)
{
    SC_ASSERT(count > 0 && count % 4 == 0 && count / 4 < SC_GEOMETRY_SIZES && uses > 0);
    int32_t start = find_recent(shapes, values, count);
    if (start != 0)
    {
        shapes->geometry_uses[start / 4] += uses;
        return start;
    }
    start = shapes->geometry_free[count / 4];
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
    memcpy(shapes->geometry + start, values, sizeof *values * (size_t)count);
    shapes->geometry_uses[start / 4] = uses;
    shapes->recent_start[shapes->recent_next] = start;
    shapes->recent_floats[shapes->recent_next] = count;
    shapes->recent_next = (shapes->recent_next + 1) % SC_GEOMETRY_RECENT;
    return start;
}

void sc_geometry_drop(sc_shapes *shapes, int32_t slot)
{
    int32_t start = shapes->geometry_start[slot], size = shapes->geometry_floats[slot] / 4;
    if (--shapes->geometry_uses[start / 4] > 0)
    {
        return;
    }
    memcpy(shapes->geometry + start, &shapes->geometry_free[size], sizeof(int32_t));
    shapes->geometry_free[size] = start;
}
