/// Queries for the shapes at a point and in a box.
#include "queries/index/found_shapes.h"
#include "queries/calls/query_calls.h"

bool sc_entry_contains(const sc_tree_entry *entry, const float *pool, scree_vec2 point)
{
    scree_vec2 p = sc_unrotate((sc_rotation){entry->cos, entry->sin},
                               sc_sub(point, (scree_vec2){entry->x, entry->y}));
    const float radius = entry->radius;
    if (entry->kind == SC_KIND_CIRCLE)
    {
        return sc_dot(p, p) <= radius * radius;
    }
    const float *geometry = pool + entry->geometry, *vertices = geometry + SC_GEOMETRY_HEADER;
    const int count = (int)geometry[2];
    const float *normals = vertices + 2 * sc_entry_pad(entry, count);
    bool inside = count > 2;
    for (int i = 0; i < count && inside; ++i)
    {
        scree_vec2 n = {normals[2 * i], normals[2 * i + 1]};
        inside = sc_dot(n, sc_sub(p, (scree_vec2){vertices[2 * i], vertices[2 * i + 1]})) <= 0.0f;
    }
    for (int i = 0, k = count - 1; i < count && radius > 0.0f && !inside; k = i++)
    {
        scree_vec2 a = {vertices[2 * k], vertices[2 * k + 1]};
        scree_vec2 edge = sc_sub((scree_vec2){vertices[2 * i], vertices[2 * i + 1]}, a);
        scree_vec2 arm = sc_sub(p, a);
        float along = sc_max(0.0f, sc_min(sc_dot(arm, edge) / sc_dot(edge, edge), 1.0f));
        scree_vec2 gap = sc_sub(arm, sc_scale(along, edge));
        inside = sc_dot(gap, gap) <= radius * radius;
    }
    return inside;
}

typedef struct point_query
{
    scree_vec2 point;
    const float *pool;
    sc_found_shapes found;
} point_query;

static bool visit_at_point(void *context, const sc_tree_entry *entry)
{
    point_query *query = context;
    if (sc_entry_contains(entry, query->pool, query->point))
    {
        sc_found_add(&query->found, entry->slot);
    }
    return true;
}

static bool visit_in_aabb(void *context, const sc_tree_entry *entry)
{
    sc_found_add(context, entry->slot);
    return true;
}

int scree_world_overlap_point(const scree_world *world, scree_vec2 point, scree_query_filter filter,
                              scree_shape_id *shapes, int capacity)
{
    if (sc_enter_query(world, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK ||
        sc_check_query_point(point, __func__, "point") != SCREE_OK)
    {
        return -1;
    }
    const sc_query_index *index = sc_query_index_or_error(world, __func__);
    if (index == NULL)
    {
        return -1;
    }
    sc_aabb aabb = {point.x, point.y, point.x, point.y};
    point_query query = {point, world->shapes.geometry, {&world->shapes.ids, shapes, capacity, 0}};
    sc_visit_entries(index, aabb, filter, visit_at_point, &query);
    sc_visit_half_spaces(index, aabb, filter, visit_in_aabb, &query.found);
    return sc_found_finish(&query.found);
}

static scree_result visit_aabb(const scree_world *world, scree_aabb aabb, scree_query_filter filter,
                               sc_entry_visit *visit, void *context, const char *function)
{
    SC_TRY(sc_check_query_point(aabb.lower, function, "aabb.lower"));
    SC_TRY(sc_check_query_point(aabb.upper, function, "aabb.upper"));
    SC_TRY(aabb.lower.x <= aabb.upper.x && aabb.lower.y <= aabb.upper.y
               ? SCREE_OK
               : sc_query_fails(SCREE_ERROR_ARGUMENT, function, "aabb",
                                "has its lower corner above the upper one"));
    const sc_query_index *index = sc_query_index_or_error(world, function);
    if (index == NULL)
    {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    sc_aabb bounds = {aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y};
    if (sc_visit_entries(index, bounds, filter, visit, context))
    {
        sc_visit_half_spaces(index, bounds, filter, visit, context);
    }
    return SCREE_OK;
}

int scree_world_overlap_aabb(const scree_world *world, scree_aabb aabb, scree_query_filter filter,
                             scree_shape_id *shapes, int capacity)
{
    if (sc_enter_query(world, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK)
    {
        return -1;
    }
    sc_found_shapes found = {&world->shapes.ids, shapes, capacity, 0};
    bool visited = visit_aabb(world, aabb, filter, visit_in_aabb, &found, __func__) == SCREE_OK;
    return visited ? sc_found_finish(&found) : -1;
}

typedef struct shape_callback
{
    const scree_world *world;
    scree_shape_callback *call;
    void *context;
} shape_callback;

static bool call_with_shape(void *context, const sc_tree_entry *entry)
{
    const shape_callback *callback = context;
    scree_shape_id id = {sc_ids_value(&callback->world->shapes.ids, entry->slot)};
    return callback->call(id, callback->context);
}

scree_result scree_world_visit_aabb(const scree_world *world, scree_aabb aabb,
                                    scree_query_filter filter, scree_shape_callback *callback,
                                    void *context)
{
    SC_TRY(sc_enter_query(world, __func__));
    if (callback == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "callback", "is null");
    }
    shape_callback called = {world, callback, context};
    return visit_aabb(world, aabb, filter, call_with_shape, &called, __func__);
}
