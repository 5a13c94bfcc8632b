/// Queries with a geometry, and for the closest point: in double precision, shape by shape.
#include "narrowphase/convex/distance.h"
#include "narrowphase/convex/shape_cast.h"
#include "world/calls/placed.h"
#include "world/queries/query_calls.h"

#include <float.h>
#include <math.h>

#define MAX_DISTANCE (4.0f * SC_WORLD_REACH)

static sc_vec2d widen(scree_vec2 v) { return (sc_vec2d){(double)v.x, (double)v.y}; }

static sc_convex shape_of(const sc_tree_entry *entry, const float *pool)
{
    return sc_convex_of_entry(pool + entry->geometry, (sc_shape_kind)entry->kind, entry->radius);
}

static sc_frame frame_of(const sc_tree_entry *entry, sc_vec2d from)
{
    return sc_frame_at((double)entry->x, (double)entry->y, entry->cos, entry->sin, from);
}

/// A geometry of the caller, and bounds of it that are as wide as rounding may take them.
typedef struct query_geometry
{
    const scree_world *world;
    const sc_query_index *index;
    sc_vec2d from;
    sc_placed placed;
    sc_aabb aabb;
} query_geometry;

static void bound(query_geometry *query)
{
    double low_x = DBL_MAX, low_y = DBL_MAX, high_x = -DBL_MAX, high_y = -DBL_MAX;
    for (int i = 0; i < query->placed.shape.count; ++i)
    {
        sc_vec2d p =
            sc_addd(query->from, sc_convex_place(&query->placed.shape, &query->placed.frame, i));
        low_x = p.x < low_x ? p.x : low_x;
        low_y = p.y < low_y ? p.y : low_y;
        high_x = p.x > high_x ? p.x : high_x;
        high_y = p.y > high_y ? p.y : high_y;
    }
    double reach = fabs(low_x) + fabs(low_y) + fabs(high_x) + fabs(high_y);
    double margin = (double)query->placed.shape.radius * 1.00001 + 1e-6 * reach;
    query->aabb = (sc_aabb){(float)(low_x - margin), (float)(low_y - margin),
                            (float)(high_x + margin), (float)(high_y + margin)};
}

static scree_result begin(query_geometry *query, const scree_world *world,
                          const scree_geometry *geometry, const scree_pose *pose,
                          const char *function)
{
    SC_TRY(sc_enter_query(world, function));
    query->world = world;
    query->from = pose != NULL ? widen(pose->position) : (sc_vec2d){0.0, 0.0};
    if (geometry == NULL || pose == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, function, geometry == NULL ? "geometry" : "pose",
                              "is null");
    }
    SC_TRY(sc_check_query_point(pose->position, function, "pose.position"));
    if (!sc_is_finite(pose->angle))
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, function, "pose.angle", "is not finite");
    }
    if (geometry->type == SCREE_SHAPE_HALF_SPACE ||
        sc_place_geometry(&query->placed, geometry, pose, query->from) != SCREE_OK)
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, function, "geometry",
                              "is a half-space, or not one that a world takes");
    }
    bound(query);
    query->index = sc_query_index_or_error(world, function);
    return query->index != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

typedef struct shape_overlaps
{
    query_geometry geometry;
    sc_found_shapes found;
} shape_overlaps;

static bool visit_overlap(void *context, const sc_tree_entry *entry)
{
    shape_overlaps *query = context;
    const query_geometry *g = &query->geometry;
    sc_convex shape = shape_of(entry, g->world->shapes.geometry);
    sc_frame frame = frame_of(entry, g->from);
    sc_distance d = sc_convex_distance(&shape, &frame, &g->placed.shape, &g->placed.frame);
    if (sc_surface_distance(&d, &shape, &g->placed.shape) <= 0.0)
    {
        sc_found_add(&query->found, entry->slot);
    }
    return true;
}

int scree_world_overlap_shape(const scree_world *world, const scree_geometry *geometry,
                              const scree_pose *pose, scree_query_filter filter,
                              scree_shape_id *shapes, int capacity)
{
    shape_overlaps query = {.found = {world, shapes, capacity, 0}};
    if (begin(&query.geometry, world, geometry, pose, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK)
    {
        return -1;
    }
    sc_visit_entries(world, query.geometry.index, query.geometry.aabb, filter, visit_overlap,
                     &query);
    const sc_list *half_spaces = &world->shapes.half_spaces;
    for (int i = 0; i < half_spaces->count; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(world, half_spaces->slot[i]);
        if (sc_query_sees(filter, &entry))
        {
            visit_overlap(&query, &entry);
        }
    }
    return sc_found_finish(&query.found);
}

/// A search for the entry of least value: a distance, or a fraction.
typedef struct nearest_search
{
    const scree_world *world;
    scree_query_filter filter;
    /// Of an AABB: what it holds has no lesser value. Monotonic, rounding included.
    float (*bound)(const void *context, sc_aabb aabb);
    /// Of an entry, with its result noted if it is kept; infinite: none.
    float (*measure)(void *context, const sc_tree_entry *entry);
    /// The last one measured is the best so far.
    void (*keep)(void *context, float value);
    void *context;
    float limit;   ///< what is greater does not count
    int32_t slot;  ///< of the best so far; 0: none
} nearest_search;

static void try_entry(nearest_search *search, const sc_tree_entry *entry, float least)
{
    if (least > search->limit || !sc_query_sees(search->filter, entry))
    {
        return;
    }
    // Not less than the bound, so that what is found does not depend on the order of the search.
    float value = sc_max(search->measure(search->context, entry), least);
    if (value < search->limit ||
        (value == search->limit && (search->slot == 0 || entry->slot < search->slot)))
    {
        search->limit = value;
        search->slot = entry->slot;
        search->keep(search->context, value);
    }
}

typedef struct search_node
{
    float least;
    int32_t node;
} search_node;

static void search_tree(nearest_search *search, const sc_tree_view *tree)
{
    search_node stack[SC_TREE_STACK];
    int count = 1;
    stack[0] = (search_node){0.0f, tree->root};
    while (count > 0)
    {
        search_node next = stack[--count];
        if (next.least > search->limit)
        {
            continue;
        }
        const sc_tree_node *node = &tree->nodes[next.node];
        for (int k = 0, first = count; k < SC_BLOCK; ++k)
        {
            float least = search->bound(search->context, sc_child_aabb(node, k));
            if (least > search->limit)
            {
                continue;
            }
            if (next.node < tree->leaf_count)
            {
                try_entry(search, &tree->entries[SC_BLOCK * next.node + k], least);
                continue;
            }
            // The nearest child goes on top.
            int at = count++;
            for (; at > first && stack[at - 1].least < least; --at)
            {
                stack[at] = stack[at - 1];
            }
            stack[at] = (search_node){least, node->child[k]};
        }
    }
}

static void search_all(nearest_search *search, const sc_query_index *index)
{
    const sc_list *half_spaces = &search->world->shapes.half_spaces;
    for (int i = 0; i < half_spaces->count; ++i)
    {
        sc_tree_entry entry = sc_half_space_entry(search->world, half_spaces->slot[i]);
        try_entry(search, &entry, 0.0f);
    }
    for (int t = 0; t < index->view_count; ++t)
    {
        search_tree(search, &index->views[t]);
    }
}

typedef struct closest_search
{
    const float *pool;
    scree_vec2 point;
    sc_vec2d candidate;  ///< relative to the point
    scree_closest_point best;
} closest_search;

static float bound_distance(const void *context, sc_aabb aabb)
{
    scree_vec2 p = ((const closest_search *)context)->point;
    float x = sc_max(sc_max(aabb.lower_x - p.x, p.x - aabb.upper_x), 0.0f);
    float y = sc_max(sc_max(aabb.lower_y - p.y, p.y - aabb.upper_y), 0.0f);
    return sqrtf(x * x + y * y);
}

static float measure_distance(void *context, const sc_tree_entry *entry)
{
    static const float origin[2];
    const sc_convex dot = {origin, 1, 0.0f};
    const sc_frame here = {.cos = 1.0};
    closest_search *search = context;
    sc_convex shape = shape_of(entry, search->pool);
    sc_frame frame = frame_of(entry, widen(search->point));
    sc_distance d = sc_convex_distance(&shape, &frame, &dot, &here);
    double gap = sc_surface_distance(&d, &shape, &dot);
    gap = gap > 0.0 ? gap : 0.0;
    search->candidate = sc_scaled(-gap, d.normal);
    return (float)gap;
}

static void keep_closest(void *context, float value)
{
    closest_search *search = context;
    search->best.distance = value;
    search->best.point = sc_narrowed(sc_addd(widen(search->point), search->candidate));
}

scree_closest_point scree_world_closest_point(const scree_world *world, scree_vec2 point,
                                              float max_distance, scree_query_filter filter)
{
    scree_closest_point none = {.result = sc_enter_query(world, __func__)};
    if (none.result == SCREE_OK)
    {
        none.result = sc_check_query_point(point, __func__, "point");
    }
    if (none.result == SCREE_OK && !(max_distance >= 0.0f && max_distance <= MAX_DISTANCE))
    {
        none.result = sc_query_fails(SCREE_ERROR_ARGUMENT, __func__, "max_distance",
                                     "is not a number in [0, 4e8]");
    }
    const sc_query_index *index =
        none.result == SCREE_OK ? sc_query_index_or_error(world, __func__) : NULL;
    if (index == NULL)
    {
        none.result = none.result == SCREE_OK ? SCREE_ERROR_OUT_OF_MEMORY : none.result;
        return none;
    }
    closest_search closest = {
        .pool = world->shapes.geometry, .point = point, .best = {.distance = max_distance}};
    nearest_search search = {.world = world,
                             .filter = filter,
                             .bound = bound_distance,
                             .measure = measure_distance,
                             .keep = keep_closest,
                             .context = &closest,
                             .limit = max_distance};
    search_all(&search, index);
    closest.best.shape = sc_shape_id_of(world, search.slot);
    return closest.best;
}

typedef struct cast_search
{
    query_geometry geometry;
    scree_vec2 translation;
    sc_ray center;             ///< of the bounds
    float half_x, half_y;      ///< of the bounds
    sc_ray_hit candidate;      ///< the last one measured
    sc_vec2d candidate_point;  ///< relative to geometry.from
    scree_shape_hit best;
} cast_search;

static float bound_fraction(const void *context, sc_aabb aabb)
{
    const cast_search *search = context;
    sc_aabb grown = {aabb.lower_x - search->half_x, aabb.lower_y - search->half_y,
                     aabb.upper_x + search->half_x, aabb.upper_y + search->half_y};
    float leaves, enters = sc_ray_enters(&search->center, grown, &leaves);
    return enters <= leaves ? enters : INFINITY;
}

static float measure_cast(void *context, const sc_tree_entry *entry)
{
    cast_search *search = context;
    const query_geometry *g = &search->geometry;
    sc_convex shape = shape_of(entry, g->world->shapes.geometry);
    sc_frame frame = frame_of(entry, g->from), end = g->placed.frame;
    sc_vec2d path = widen(search->translation);
    sc_ray_hit hit = sc_shape_cast(&shape, &frame, &g->placed.shape, &g->placed.frame, path);
    if (!hit.hit)
    {
        return INFINITY;
    }
    end.x += hit.fraction * path.x;
    end.y += hit.fraction * path.y;
    sc_distance d = sc_convex_distance(&shape, &frame, &g->placed.shape, &end);
    search->candidate = hit;
    search->candidate_point = sc_middle_point(&d, &shape, &g->placed.shape);
    return (float)hit.fraction;
}

static void keep_cast(void *context, float value)
{
    cast_search *search = context;
    search->best.fraction = value;
    search->best.normal = sc_narrowed(search->candidate.normal);
    search->best.point = sc_narrowed(sc_addd(search->geometry.from, search->candidate_point));
}

scree_shape_hit scree_world_cast_shape(const scree_world *world, const scree_geometry *geometry,
                                       const scree_pose *pose, scree_vec2 translation,
                                       scree_query_filter filter)
{
    cast_search cast = {.translation = translation, .best = {.fraction = 1.0f}};
    cast.best.result = begin(&cast.geometry, world, geometry, pose, __func__);
    if (cast.best.result == SCREE_OK)
    {
        cast.best.result = sc_check_ray((scree_vec2){0.0f, 0.0f}, translation, __func__);
    }
    if (cast.best.result != SCREE_OK)
    {
        return cast.best;
    }
    sc_aabb aabb = cast.geometry.aabb;
    scree_vec2 center = {0.5f * (aabb.lower_x + aabb.upper_x),
                         0.5f * (aabb.lower_y + aabb.upper_y)};
    // The bounds as they are seen from a centre that was rounded.
    cast.half_x = sc_max(aabb.upper_x - center.x, center.x - aabb.lower_x);
    cast.half_y = sc_max(aabb.upper_y - center.y, center.y - aabb.lower_y);
    cast.center = sc_ray_make(center, translation);
    cast.best.point = sc_add(pose->position, translation);
    nearest_search search = {.world = world,
                             .filter = filter,
                             .bound = bound_fraction,
                             .measure = measure_cast,
                             .keep = keep_cast,
                             .context = &cast,
                             .limit = 1.0f};
    search_all(&search, cast.geometry.index);
    cast.best.shape = sc_shape_id_of(world, search.slot);
    return cast.best;
}
