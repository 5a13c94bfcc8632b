/// Queries with a geometry, and queries for the closest point. They are computed in double
/// precision, one shape at a time.
#include "geometry/shape_cast.h"
#include "queries/index/found_shapes.h"
#include "queries/calls/geometry_search.h"

#include <math.h>

#define MAX_DISTANCE (4.0f * SC_WORLD_REACH)

typedef struct shape_overlaps
{
    sc_query_geometry geometry;
    sc_found_shapes found;
} shape_overlaps;

static bool visit_overlap(void *context, const sc_tree_entry *entry)
{
    shape_overlaps *query = context;
    const sc_query_geometry *g = &query->geometry;
    sc_convex shape = sc_entry_shape(entry, g->world->shapes.geometry);
    sc_frame frame = sc_entry_frame(entry, g->from);
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
    shape_overlaps query;
    if (sc_begin_geometry(&query.geometry, world, geometry, pose, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK)
    {
        return -1;
    }
    query.found = (sc_found_shapes){&world->shapes.ids, shapes, capacity, 0};
    sc_visit_near(&query.geometry, filter, visit_overlap, &query);
    return sc_found_finish(&query.found);
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
    sc_convex shape = sc_entry_shape(entry, search->pool);
    sc_frame frame = sc_entry_frame(entry, sc_widened(search->point));
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
    search->best.point = sc_narrowed(sc_addd(sc_widened(search->point), search->candidate));
}

scree_closest_point scree_world_closest_point(const scree_world *world, scree_vec2 point,
                                              float max_distance, scree_query_filter filter)
{
    scree_closest_point none = {.result = sc_enter_query(world, __func__)};
    if (none.result == SCREE_OK)
    {
        none.result = sc_check_query_point(point, __func__, "point");
    }
    if (none.result == SCREE_OK)
    {
        none.result = sc_check_number(NULL, __func__, "max_distance", (double)max_distance, 0.0,
                                      (double)MAX_DISTANCE);
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
    sc_nearest_search search = {.filter = filter,
                                .bound = bound_distance,
                                .measure = measure_distance,
                                .keep = keep_closest,
                                .context = &closest,
                                .limit = max_distance};
    sc_search_nearest(&search, index);
    closest.best.shape = sc_shape_id_of(world, search.slot);
    return closest.best;
}

typedef struct cast_search
{
    sc_query_geometry geometry;
    sc_entry_cast *cast;
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
    const sc_query_geometry *g = &search->geometry;
    sc_convex shape = sc_entry_shape(entry, g->world->shapes.geometry);
    sc_frame frame = sc_entry_frame(entry, g->from), end = g->placed.frame;
    sc_vec2d path = sc_widened(search->translation);
    sc_ray_hit hit = search->cast(g, entry, &frame, path);
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

/// Checks a cast and places its geometry. Records the error, if there is one.
static scree_result begin_cast(cast_search *cast, const scree_world *world,
                               const scree_geometry *geometry, const scree_pose *pose,
                               scree_vec2 translation, const char *function)
{
    SC_TRY(sc_begin_geometry(&cast->geometry, world, geometry, pose, function));
    SC_TRY(sc_check_ray((scree_vec2){0.0f, 0.0f}, translation, function));
    sc_aabb aabb = cast->geometry.aabb;
    scree_vec2 center = {0.5f * (aabb.lower_x + aabb.upper_x),
                         0.5f * (aabb.lower_y + aabb.upper_y)};
    // The half extents of the bounds, measured from their centre after it was rounded.
    cast->half_x = sc_max(aabb.upper_x - center.x, center.x - aabb.lower_x);
    cast->half_y = sc_max(aabb.upper_y - center.y, center.y - aabb.lower_y);
    cast->center = sc_ray_make(center, translation);
    return SCREE_OK;
}

scree_shape_hit sc_cast_geometry(const scree_world *world, const scree_geometry *geometry,
                                 const scree_pose *pose, scree_vec2 translation,
                                 scree_query_filter filter, sc_entry_cast *entry_cast,
                                 const char *function)
{
    cast_search cast = {.cast = entry_cast, .translation = translation, .best = {.fraction = 1.0f}};
    cast.best.result = begin_cast(&cast, world, geometry, pose, translation, function);
    if (cast.best.result != SCREE_OK)
    {
        return cast.best;
    }
    cast.best.point = sc_add(pose->position, translation);
    sc_nearest_search search = {.filter = filter,
                                .bound = bound_fraction,
                                .measure = measure_cast,
                                .keep = keep_cast,
                                .context = &cast,
                                .limit = 1.0f};
    sc_search_nearest(&search, cast.geometry.index);
    cast.best.shape = sc_shape_id_of(world, search.slot);
    return cast.best;
}

static sc_ray_hit cast_whole(const sc_query_geometry *g, const sc_tree_entry *entry,
                             const sc_frame *frame, sc_vec2d path)
{
    sc_convex shape = sc_entry_shape(entry, g->world->shapes.geometry);
    return sc_shape_cast(&shape, frame, &g->placed.shape, &g->placed.frame, path);
}

scree_shape_hit scree_world_cast_shape(const scree_world *world, const scree_geometry *geometry,
                                       const scree_pose *pose, scree_vec2 translation,
                                       scree_query_filter filter)
{
    return sc_cast_geometry(world, geometry, pose, translation, filter, cast_whole, __func__);
}

/// A cast that reports every shape that it hits.
typedef struct cast_walk
{
    cast_search search;
    sc_tree_filter filter;
    scree_ray_callback *call;
    void *context;
    float limit;  ///< fraction at which the cast ends; negative: stopped
} cast_walk;

static void try_cast(cast_walk *walk, const sc_tree_entry *entry, float least)
{
    if (entry->slot == 0 || least > walk->limit || !sc_entry_passes(entry, &walk->filter))
    {
        return;
    }
    const float fraction = sc_max(measure_cast(&walk->search, entry), least);
    if (!(fraction <= walk->limit))
    {
        return;
    }
    keep_cast(&walk->search, fraction);
    scree_shape_hit hit = walk->search.best;
    hit.shape = sc_shape_id_of(walk->search.geometry.world, entry->slot);
    const float wanted = walk->call(&hit, walk->context);
    if (!(wanted < 0.0f))
    {
        walk->limit = !(wanted > 0.0f) ? -1.0f : sc_min(wanted, walk->limit);
    }
}

scree_result scree_world_visit_shape_cast(const scree_world *world, const scree_geometry *geometry,
                                          const scree_pose *pose, scree_vec2 translation,
                                          scree_query_filter filter, scree_ray_callback *callback,
                                          void *context)
{
    SC_TRY(sc_enter_query(world, __func__));
    if (callback == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "callback", "is null");
    }
    cast_walk walk = {.search = {.cast = cast_whole, .translation = translation},
                      .call = callback,
                      .context = context,
                      .limit = 1.0f};
    SC_TRY(begin_cast(&walk.search, world, geometry, pose, translation, __func__));
    const sc_query_index *index = walk.search.geometry.index;
    walk.filter = sc_tree_filter_of(index, filter);
    const sc_list *list = &world->shapes.half_spaces;
    for (int i = 0; i < list->count && walk.limit >= 0.0f; ++i)
    {
        const sc_tree_entry entry = sc_half_space_entry(index, list->slot[i]);
        try_cast(&walk, &entry, 0.0f);
    }
    for (int t = 0; t < index->view_count; ++t)
    {
        const sc_tree_view *tree = &index->views[t];
        int32_t stack[SC_TREE_STACK];
        int count = 1;
        stack[0] = tree->root;
        while (count > 0 && walk.limit >= 0.0f)
        {
            const int32_t at = stack[--count];
            const sc_tree_node *node = &tree->nodes[at];
            for (int k = 0; k < SC_BLOCK; ++k)
            {
                const float least = bound_fraction(&walk.search, sc_child_aabb(node, k));
                if (least <= walk.limit && at < tree->leaf_count)
                {
                    try_cast(&walk, &tree->entries[SC_BLOCK * at + k], least);
                }
                else if (least <= walk.limit)
                {
                    stack[count++] = node->child[k];
                }
            }
        }
    }
    return SCREE_OK;
}
