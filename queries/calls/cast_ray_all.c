/// Rays that find more than one shape.
#include "core/assert.h"
#include "queries/index/found_shapes.h"
#include "queries/calls/query_calls.h"

/// Called for each shape that a ray hits. Returns the fraction at which the ray ends from now on; 0
/// stops the search.
typedef float hit_visit(void *context, const scree_ray_hit *hit);

typedef struct ray_walk
{
    const scree_world *world;
    sc_ray ray;
    scree_query_filter filter;
    hit_visit *visit;
    void *context;
    float limit;          ///< fraction at which the ray ends; negative: stopped
    sc_tree_filter bits;  ///< of the filter; walk_ray sets it
} ray_walk;

static void tell_hit(ray_walk *walk, int32_t slot, sc_ray_point point)
{
    SC_ASSERT(slot > 0);
    scree_vec2 translation = walk->ray.translation;
    scree_ray_hit hit = {.shape = {sc_ids_value(&walk->world->shapes.ids, slot)},
                         .point = sc_add(walk->ray.origin, sc_scale(point.fraction, translation)),
                         .normal = point.normal,
                         .fraction = point.fraction};
    float wanted = walk->visit(walk->context, &hit);
    if (wanted < 0.0f)
    {
        return;
    }
    walk->limit = !(wanted > 0.0f) ? -1.0f : wanted < walk->limit ? wanted : walk->limit;
}

static scree_result walk_ray(ray_walk *walk, const char *function)
{
    SC_TRY(sc_enter_query(walk->world, function));
    SC_TRY(sc_check_ray(walk->ray.origin, walk->ray.translation, function));
    const sc_query_index *index = sc_query_index_or_error(walk->world, function);
    if (index == NULL)
    {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    walk->bits = sc_tree_filter_of(index, walk->filter);
    const sc_list *list = &walk->world->shapes.half_spaces;
    for (int i = 0; i < list->count && walk->limit >= 0.0f; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(index, list->slot[i]);
        sc_ray_point point =
            sc_ray_meets_half_space(&walk->ray, &entry, walk->world->shapes.geometry);
        if (point.hit && point.fraction <= walk->limit && sc_entry_passes(&entry, &walk->bits))
        {
            tell_hit(walk, entry.slot, point);
        }
    }
    for (int t = 0; t < index->view_count; ++t)
    {
        const sc_tree_view *tree = &index->views[t];
        int32_t stack[SC_TREE_STACK];
        int count = 1;
        stack[0] = tree->root;
        while (count > 0)
        {
            int32_t at = stack[--count];
            const sc_tree_node *node = &tree->nodes[at];
            for (int k = 0; k < SC_BLOCK; ++k)
            {
                float leaves, enters = sc_ray_enters(&walk->ray, sc_child_aabb(node, k), &leaves);
                if (enters > sc_min(leaves, walk->limit))
                {
                    continue;
                }
                if (at >= tree->leaf_count)
                {
                    stack[count++] = node->child[k];
                    continue;
                }
                const sc_tree_entry *entry = &tree->entries[SC_BLOCK * at + k];
                if (!sc_entry_passes(entry, &walk->bits))
                {
                    continue;
                }
                sc_ray_point point =
                    sc_ray_meets_shape(&walk->ray, entry, walk->world->shapes.geometry);
                point = sc_ray_point_within(point, enters);
                if (point.hit && point.fraction <= walk->limit)
                {
                    tell_hit(walk, entry->slot, point);
                }
            }
        }
    }
    return SCREE_OK;
}

typedef struct ray_callback
{
    scree_ray_callback *call;
    void *context;
} ray_callback;

static float call_with_hit(void *context, const scree_ray_hit *hit)
{
    const ray_callback *callback = context;
    return callback->call(hit, callback->context);
}

scree_result scree_world_visit_ray(const scree_world *world, scree_vec2 origin,
                                   scree_vec2 translation, scree_query_filter filter,
                                   scree_ray_callback *callback, void *context)
{
    SC_TRY(sc_enter_query(world, __func__));
    if (callback == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "callback", "is null");
    }
    ray_callback called = {callback, context};
    ray_walk all = {world, sc_ray_make(origin, translation), filter, call_with_hit, &called, 1.0f,
                    {0}};
    return walk_ray(&all, __func__);
}

/// The nearest `capacity` of all hits.
typedef struct found_hits
{
    scree_ray_hit *hits;
    int capacity, count;
} found_hits;

static bool is_farther(const scree_ray_hit *a, const scree_ray_hit *b)
{
    return a->fraction > b->fraction ||
           (a->fraction == b->fraction && sc_id_slot(a->shape) > sc_id_slot(b->shape));
}

static void sink_hit(scree_ray_hit *heap, int at, int count)
{
    SC_ASSERT(at >= 0 && at < count);
    for (int child; (child = 2 * at + 1) < count; at = child)
    {
        child += child + 1 < count && is_farther(&heap[child + 1], &heap[child]);
        if (!is_farther(&heap[child], &heap[at]))
        {
            return;
        }
        scree_ray_hit swapped = heap[at];
        heap[at] = heap[child];
        heap[child] = swapped;
    }
}

static void make_hit_heap(scree_ray_hit *heap, int count)
{
    for (int i = count / 2; i-- > 0;)
    {
        sink_hit(heap, i, count);
    }
}

static float add_hit(void *context, const scree_ray_hit *hit)
{
    found_hits *found = context;
    int count = found->count++;
    if (found->hits == NULL || found->capacity == 0)
    {
        return 1.0f;
    }
    if (count < found->capacity)
    {
        found->hits[count] = *hit;
        if (count + 1 == found->capacity)
        {
            make_hit_heap(found->hits, found->capacity);
        }
    }
    else if (is_farther(&found->hits[0], hit))
    {
        found->hits[0] = *hit;
        sink_hit(found->hits, 0, found->capacity);
    }
    return 1.0f;
}

int scree_world_cast_ray_all(const scree_world *world, scree_vec2 origin, scree_vec2 translation,
                             scree_query_filter filter, scree_ray_hit *hits, int capacity)
{
    found_hits found = {hits, capacity, 0};
    ray_walk all = {world, sc_ray_make(origin, translation), filter, add_hit, &found, 1.0f, {0}};
    if (sc_enter_query(world, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK || walk_ray(&all, __func__) != SCREE_OK)
    {
        return -1;
    }
    int count = found.count < capacity ? found.count : capacity;
    if (hits != NULL)
    {
        make_hit_heap(hits, count);
        for (int end = count - 1; end > 0; --end)
        {
            scree_ray_hit farthest = hits[0];
            hits[0] = hits[end];
            hits[end] = farthest;
            sink_hit(hits, 0, end);
        }
    }
    return found.count;
}
