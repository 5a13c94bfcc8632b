/// Queries of one shape.
#include "broadphase/aabbs.h"
#include "simd/queries/ray_shapes.h"
#include "queries/calls/query_calls.h"

/// The entry of a live shape at its present pose.
static sc_tree_entry entry_of(const scree_world *world, int32_t slot)
{
    const sc_shape_pose pose = sc_present_pose(&world->bodies, &world->shapes, slot);
    return sc_tree_entry_of(&world->shapes, slot, &pose);
}

static scree_result enter_shape(const scree_world *world, scree_shape_id shape,
                                const char *function, int32_t *slot)
{
    SC_TRY(sc_enter_query(world, function));
    *slot = sc_peek_shape(world, shape);
    return *slot != 0 ? SCREE_OK
                      : sc_query_fails(SCREE_ERROR_STALE_ID, function, "shape",
                                       sc_stale_text(world, shape.value));
}

bool scree_shape_contains(const scree_world *world, scree_shape_id shape, scree_vec2 point)
{
    const int32_t slot = sc_peek_shape(world, shape);
    if (slot == 0 || world->stepping || !sc_is_position(point))
    {
        return false;
    }
    const sc_tree_entry entry = entry_of(world, slot);
    const float *pool = world->shapes.geometry;
    scree_vec2 normal;
    return entry.kind == SC_KIND_HALF_SPACE ? sc_height_above(&entry, pool, point, &normal) <= 0.0f
                                            : sc_entry_contains(&entry, pool, point);
}

scree_ray_hit scree_shape_cast_ray(const scree_world *world, scree_shape_id shape,
                                   scree_vec2 origin, scree_vec2 translation)
{
    int32_t slot = 0;
    scree_ray_hit hit = {.fraction = 1.0f};
    hit.result = enter_shape(world, shape, __func__, &slot);
    hit.result = hit.result == SCREE_OK ? sc_check_ray(origin, translation, __func__) : hit.result;
    if (hit.result != SCREE_OK)
    {
        return hit;
    }
    const sc_ray ray = sc_ray_make(origin, translation);
    const sc_shapes *shapes = &world->shapes;
    const sc_tree_entry entry = entry_of(world, slot);
    sc_ray_point point = sc_ray_misses();
    if (entry.kind == SC_KIND_HALF_SPACE)
    {
        point = sc_ray_meets_half_space(&ray, &entry, shapes->geometry);
    }
    else
    {
        const sc_shape_pose pose = sc_present_pose(&world->bodies, shapes, slot);
        float leaves, enters = sc_ray_enters(&ray, sc_query_aabb(shapes, slot, &pose), &leaves);
        if (!(enters > sc_min(leaves, 1.0f)))
        {
            point = sc_ray_point_within(sc_ray_meets_shape(&ray, &entry, shapes->geometry), enters);
        }
    }
    if (point.hit && point.fraction <= 1.0f)
    {
        hit.shape = shape;
        hit.fraction = point.fraction;
        hit.normal = point.normal;
    }
    hit.point = sc_add(origin, sc_scale(hit.fraction, translation));
    return hit;
}

scree_closest_point scree_shape_closest_point(const scree_world *world, scree_shape_id shape,
                                              scree_vec2 point)
{
    static const float center[2];
    const sc_convex dot = {center, 1, 0.0f};
    const sc_frame here = {.cos = 1.0};
    int32_t slot = 0;
    scree_closest_point closest = {.result = enter_shape(world, shape, __func__, &slot)};
    closest.result = closest.result == SCREE_OK ? sc_check_query_point(point, __func__, "point")
                                                : closest.result;
    if (closest.result != SCREE_OK)
    {
        return closest;
    }
    const sc_tree_entry entry = entry_of(world, slot);
    const sc_vec2d from = {(double)point.x, (double)point.y};
    const sc_convex convex = sc_entry_shape(&entry, world->shapes.geometry);
    const sc_frame frame = sc_entry_frame(&entry, from);
    const sc_distance d = sc_convex_distance(&convex, &frame, &dot, &here);
    const double gap = sc_surface_distance(&d, &convex, &dot);
    closest.shape = shape;
    closest.distance = gap > 0.0 ? (float)gap : 0.0f;
    closest.point = gap > 0.0 ? sc_narrowed(sc_addd(from, sc_scaled(-gap, d.normal))) : point;
    return closest;
}
