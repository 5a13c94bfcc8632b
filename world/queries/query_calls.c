#include "world/queries/query_calls.h"

#include "broadphase/aabbs.h"
#include "core/assert.h"
#include "simd/kernels.h"

enum
{
    FEW = 40  ///< ids for which insertion is cheaper than a heap
};

scree_query_filter scree_query_filter_default(void)
{
    return (scree_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX};
}

scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what)
{
    return sc_fail(NULL, code, function, argument, what);
}

scree_result sc_enter_query(const scree_world *world, const char *function)
{
    return world == NULL ? sc_query_fails(SCREE_ERROR_NULL, function, "world", "is null")
           : world->stepping
               ? sc_query_fails(SCREE_ERROR_LOCKED, function, "world", "is in the middle of a step")
               : SCREE_OK;
}

const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function)
{
    const sc_query_index *index = sc_query_index_of(world);
    if (index == NULL)
    {
        sc_query_fails(SCREE_ERROR_OUT_OF_MEMORY, function, "world", "found no memory");
    }
    return index;
}

scree_result sc_check_room(int capacity, const char *function)
{
    return capacity >= 0
               ? SCREE_OK
               : sc_query_fails(SCREE_ERROR_ARGUMENT, function, "capacity", "is negative");
}

scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument)
{
    return sc_is_position(point) ? SCREE_OK
                                 : sc_query_fails(SCREE_ERROR_ARGUMENT, function, argument,
                                                  "is not finite or out of reach");
}

scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function)
{
    SC_TRY(sc_check_query_point(origin, function, "origin"));
    bool fits =
        fabsf(translation.x) <= SC_MAX_TRANSLATION && fabsf(translation.y) <= SC_MAX_TRANSLATION;
    return fits ? SCREE_OK
                : sc_query_fails(SCREE_ERROR_ARGUMENT, function, "translation",
                                 "is not finite or out of reach");
}

sc_tree_entry sc_half_space_entry(const scree_world *world, int32_t slot)
{
    SC_ASSERT(world->shapes.kind[slot] == SC_KIND_HALF_SPACE);
    const sc_shapes *shapes = &world->shapes;
    sc_shape_pose pose = sc_present_pose(&world->bodies, shapes, slot);
    // No filter lets a sensor through.
    const scree_filter nobody = {0};
    const scree_filter *filter = sc_is_sensor(shapes, slot) ? &nobody : &shapes->filter[slot];
    return (sc_tree_entry){.x = pose.x,
                           .y = pose.y,
                           .cos = pose.cos,
                           .sin = pose.sin,
                           .slot = slot,
                           .geometry = shapes->geometry_start[slot],
                           .kind = SC_KIND_HALF_SPACE,
                           .type = SCREE_SHAPE_HALF_SPACE,
                           .category = filter->category,
                           .mask = filter->mask,
                           .group = filter->group};
}

float sc_height_above(const sc_tree_entry *half_space, const float *pool, scree_vec2 point,
                      scree_vec2 *normal)
{
    SC_ASSERT(half_space->kind == SC_KIND_HALF_SPACE);
    const float *header = pool + half_space->geometry;
    *normal = sc_rotate((sc_rotation){half_space->cos, half_space->sin},
                        (scree_vec2){header[0], header[1]});
    return sc_dot(*normal, sc_sub(point, (scree_vec2){half_space->x, half_space->y})) - header[2];
}

sc_ray_point sc_ray_meets_half_space(const sc_ray *ray, const sc_tree_entry *entry,
                                     const float *pool)
{
    scree_vec2 normal;
    float height = sc_height_above(entry, pool, ray->origin, &normal);
    float approach = -sc_dot(normal, ray->translation);
    return height > 0.0f && approach > 0.0f && height <= approach
               ? (sc_ray_point){true, sc_min(height / approach, 1.0f), normal}
               : sc_ray_misses();
}

bool sc_visit_entries(const scree_world *world, const sc_query_index *index, sc_aabb aabb,
                      scree_query_filter filter, sc_entry_visit *visit, void *context)
{
    sc_overlap_args args;
    args.aabb = aabb;
    args.filter = (sc_tree_filter){filter.category, filter.mask, filter.group};
    for (int t = 0; t < index->view_count; ++t)
    {
        args.tree = &index->views[t];
        args.waiting[0] = args.tree->root;
        args.waiting_count = 1;
        while (args.waiting_count > 0)
        {
            args.found_count = 0;
            world->kernels->find_overlaps(&args);
            for (int i = 0; i < args.found_count; ++i)
            {
                if (!visit(context, &args.tree->entries[args.found[i]]))
                {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Lets the id at the top of a heap of `count`, the highest slot first, sink to its place.
static void sink(scree_shape_id *heap, int at, int count)
{
    for (int child; (child = 2 * at + 1) < count; at = child)
    {
        child += child + 1 < count && sc_id_slot(heap[child + 1]) > sc_id_slot(heap[child]);
        if (sc_id_slot(heap[child]) <= sc_id_slot(heap[at]))
        {
            return;
        }
        scree_shape_id swapped = heap[at];
        heap[at] = heap[child];
        heap[child] = swapped;
    }
}

static void make_heap(scree_shape_id *heap, int count)
{
    for (int i = count / 2; i-- > 0;)
    {
        sink(heap, i, count);
    }
}

void sc_found_add(sc_found_shapes *found, int32_t slot)
{
    SC_ASSERT(slot > 0);
    int count = found->count++;
    if (found->ids == NULL || found->capacity == 0)
    {
        return;
    }
    scree_shape_id id = {sc_ids_value(&found->world->shapes.ids, slot)};
    if (count < found->capacity)
    {
        found->ids[count] = id;
        if (count + 1 == found->capacity)
        {
            make_heap(found->ids, found->capacity);
        }
    }
    else if (slot < sc_id_slot(found->ids[0]))
    {
        found->ids[0] = id;
        sink(found->ids, 0, found->capacity);
    }
}

static void sort_few(scree_shape_id *ids, int count)
{
    for (int i = 1; i < count; ++i)
    {
        scree_shape_id id = ids[i];
        int k = i;
        for (; k > 0 && sc_id_slot(ids[k - 1]) > sc_id_slot(id); --k)
        {
            ids[k] = ids[k - 1];
        }
        ids[k] = id;
    }
}

int sc_found_finish(sc_found_shapes *found)
{
    int count = found->count < found->capacity ? found->count : found->capacity;
    if (found->ids != NULL && count <= FEW)
    {
        sort_few(found->ids, count);
    }
    else if (found->ids != NULL)
    {
        make_heap(found->ids, count);
        for (int end = count - 1; end > 0; --end)
        {
            scree_shape_id highest = found->ids[0];
            found->ids[0] = found->ids[end];
            found->ids[end] = highest;
            sink(found->ids, 0, end);
        }
    }
    return found->count;
}
