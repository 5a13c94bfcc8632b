#include "core/shapes.h"

#include <float.h>
#include <string.h>

const sc_box sc_empty_box = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

enum
{
    SLOT_ARRAYS = 17
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
    ARRAY(list_at);
    ARRAY(geometry_start);
    ARRAY(local);
    ARRAY(pose);
    ARRAY(box);
    ARRAY(previous);
    ARRAY(density);
    ARRAY(material);
    ARRAY(filter);
    ARRAY(user_data);
#undef ARRAY
    arrays[n] = (sc_array){(void **)&shapes->origin, 4 * sizeof *shapes->origin};
}

bool sc_shapes_reserve(sc_shapes *shapes, sc_memory *memory, int extra, int geometry_floats)
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
            shapes->box[0] = shapes->previous[0] = sc_empty_box;
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
    // The first 80 floats stay zero: the geometry of the null shape and of circles.
    int used = shapes->geometry_used < 80 ? 80 : shapes->geometry_used;
    if ((int64_t)used + geometry_floats > shapes->geometry_capacity)
    {
        if ((int64_t)used + geometry_floats > INT32_MAX / 2)
        {
            return false;
        }
        int grown = sc_grown(shapes->geometry_capacity, used + geometry_floats);
        sc_array arrays[] = {{(void **)&shapes->geometry, 4 * sizeof *shapes->geometry},
                             {(void **)&shapes->geometry_uses, sizeof *shapes->geometry_uses}};
        if (!sc_resize_arrays(memory, arrays, 2, (size_t)shapes->geometry_capacity / 4,
                              (size_t)grown / 4))
        {
            return false;
        }
        shapes->geometry_capacity = grown;
    }
    shapes->geometry_used = used;
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
                     reserve_list(&shapes->resting, memory, shapes->count + extra);
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
    release_list(&shapes->resting, memory);
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
    shapes->box[slot] = shapes->previous[slot] = sc_empty_box;
    shapes->geometry_start[slot] = 0;
    ++shapes->count;
    return slot;
}

static sc_list *list_of(sc_shapes *shapes, int32_t slot)
{
    int flags = shapes->flags[slot], kind = shapes->kind[slot];
    return flags & SC_SHAPE_ACTIVE       ? &shapes->active[kind]
           : !(flags & SC_SHAPE_RESTING) ? NULL
           : kind == SC_KIND_HALF_SPACE  ? &shapes->half_spaces
                                         : &shapes->resting;
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
    if (shapes->flags[slot] & SC_SHAPE_RESTING)
    {
        sc_shapes_touch_resting(shapes);
    }
    shapes->flags[slot] &= (uint8_t) ~(SC_SHAPE_ACTIVE | SC_SHAPE_RESTING);
}

void sc_shapes_mark_purge(sc_shapes *shapes, int32_t slot)
{
    shapes->flags[slot] |= SC_SHAPE_PURGE;
    shapes->box[slot] = shapes->previous[slot] = sc_empty_box;
    shapes->purge_pending = true;
    ++shapes->active_version;
}

void sc_shapes_touch_resting(sc_shapes *shapes) { ++shapes->resting_version; }

void sc_shapes_enlist(sc_shapes *shapes, int32_t slot, bool enabled, bool moving)
{
    leave_list(shapes, slot);
    sc_shapes_mark_purge(shapes, slot);
    if (!enabled)
    {
        return;
    }
    shapes->flags[slot] |= moving ? SC_SHAPE_ACTIVE : SC_SHAPE_RESTING;
    sc_list *list = list_of(shapes, slot);
    shapes->list_at[slot] = list->count;
    list->slot[list->count++] = slot;
    if (!moving)
    {
        sc_shapes_touch_resting(shapes);
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

/// Whether the entry at `start` is in use and equals `values`.
static bool same_geometry(const sc_shapes *shapes, int32_t start, const float *values, int count)
{
    return start > 0 && shapes->geometry_uses[start / 4] > 0 &&
           start + count <= shapes->geometry_used &&
           memcmp(shapes->geometry + start, values, sizeof *values * (size_t)count) == 0;
}

int32_t sc_geometry_add(sc_shapes *shapes, const float *values, int count)
{
    if (count == 0)
    {
        return 0;
    }
    // Shapes made one after another are often alike: look at the last few slots.
    for (int32_t back = 1; back <= 16 && shapes->ids.used - back > 0; ++back)
    {
        int32_t slot = shapes->ids.used - back;
        int32_t start = (shapes->flags[slot] & SC_SHAPE_GONE) ? 0 : shapes->geometry_start[slot];
        if (same_geometry(shapes, start, values, count))
        {
            ++shapes->geometry_uses[start / 4];
            return start;
        }
    }
    int32_t start = shapes->geometry_free[count / 4];
    if (start != 0)
    {
        memcpy(&shapes->geometry_free[count / 4], shapes->geometry + start, sizeof(int32_t));
    }
    else
    {
        start = shapes->geometry_used;
        shapes->geometry_used += count;
    }
    memcpy(shapes->geometry + start, values, sizeof *values * (size_t)count);
    shapes->geometry_uses[start / 4] = 1;
    return start;
}

void sc_geometry_drop(sc_shapes *shapes, int32_t start, int count)
{
    if (start == 0 || --shapes->geometry_uses[start / 4] > 0)
    {
        return;
    }
    memcpy(shapes->geometry + start, &shapes->geometry_free[count / 4], sizeof(int32_t));
    shapes->geometry_free[count / 4] = start;
}
