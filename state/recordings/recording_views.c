/// Recordings: values that the program writes to live arrays.
#include "state/recordings/recorder.h"

#include <string.h>

sc_written_view sc_view_of(scree_world *world, int view)
{
    sc_bodies *b = &world->bodies;
    sc_soft_bodies *s = &world->soft;
    sc_circles *c = &world->circles;
    switch (view)
    {
    case SC_VIEW_BODIES:
        return (sc_written_view){{b->vx, b->vy, b->w}, 3, sc_body_count(b)};
    case SC_VIEW_SOFT:
        return (sc_written_view){{s->x, s->y, s->vx, s->vy}, 4, s->vertex_count};
    default:
        return (sc_written_view){{c->vx, c->vy}, 2, c->count};
    }
}

static bool reserve_copy(sc_recorder *r, sc_view_copy *copy, int count)
{
    if (copy->capacity >= count)
    {
        return true;
    }
    const int capacity = sc_grown(copy->capacity, count);
    float *values = sc_allocate(r->memory, 4 * sizeof(float) * (size_t)capacity);
    if (values == NULL)
    {
        sc_recorder_fail(r, SCREE_ERROR_OUT_OF_MEMORY, "recording", "found no memory");
        return false;
    }
    if (copy->values != NULL)
    {
        sc_release(r->memory, copy->values, 4 * sizeof(float) * (size_t)copy->capacity);
    }
    copy->values = values;
    copy->capacity = capacity;
    return true;
}

void sc_note_views(sc_recorder *r, scree_world *world)
{
    for (int v = 0; v < SC_VIEW_COUNT; ++v)
    {
        const sc_written_view view = sc_view_of(world, v);
        sc_view_copy *copy = &r->views[v];
        const bool kept = (world->views_taken >> v & 1) != 0 && reserve_copy(r, copy, view.count);
        copy->count = kept ? view.count : 0;
        for (int i = 0; i < view.array_count && copy->count > 0; ++i)
        {
            memcpy(copy->values + (size_t)i * (size_t)copy->capacity, view.arrays[i],
                   sizeof(float) * (size_t)view.count);
        }
    }
}

/// Whether element i of a view has other bits than its copy.
static bool was_written(const sc_written_view *view, const sc_view_copy *copy, int i)
{
    bool same = true;
    for (int k = 0; k < view->array_count; ++k)
    {
        same &= memcmp(&view->arrays[k][i],
                       &copy->values[(size_t)k * (size_t)copy->capacity + (size_t)i],
                       sizeof(float)) == 0;
    }
    return !same;
}

static void put_view(sc_recorder *r, const sc_written_view *view, const sc_view_copy *copy, int v)
{
    const size_t begin = r->size;
    sc_record_number(r, SC_RECORDED_VIEW, 2);
    sc_record_number(r, 0, 4);
    sc_record_number(r, (uint64_t)v, 1);
    sc_record_number(r, 0, 4);
    uint32_t count = 0;
    for (int i = 0; i < copy->count; ++i)
    {
        if (was_written(view, copy, i))
        {
            sc_record_number(r, (uint64_t)i, 4);
            for (int k = 0; k < view->array_count; ++k)
            {
                sc_record_float(r, view->arrays[k][i]);
            }
            ++count;
        }
    }
    if (r->failed == SCREE_OK)
    {
        const size_t end = r->size;
        r->size = begin + 2;
        sc_record_number(r, end - begin - 6, 4);
        r->size = begin + 7;
        sc_record_number(r, count, 4);
        r->size = end;
    }
}

void sc_record_views(sc_recorder *r, scree_world *world)
{
    for (int v = 0; v < SC_VIEW_COUNT; ++v)
    {
        const sc_written_view view = sc_view_of(world, v);
        const sc_view_copy *copy = &r->views[v];
        bool same = true;
        for (int k = 0; k < view.array_count && copy->count > 0; ++k)
        {
            same &= memcmp(view.arrays[k], copy->values + (size_t)k * (size_t)copy->capacity,
                           sizeof(float) * (size_t)copy->count) == 0;
        }
        if (!same && copy->count == view.count)
        {
            put_view(r, &view, copy, v);
        }
    }
}
