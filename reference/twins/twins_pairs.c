/// Twins of the broadphase kernels: shapes to AABBs, AABBs against AABBs, sweeps over sorted AABBs.

#include "core/row_records.h"
#include "core/shape_records.h"
#include "core/tuning.h"
#include "core/maths.h"
#include "reference/twins/twins.h"

#include <stddef.h>

/// An AABB as two corners.
typedef struct corners
{
    scree_vec2 lower, upper;
} corners;

static corners grow(corners aabb, float margin)
{
    scree_vec2 m = {margin, margin};
    return (corners){sc_sub(aabb.lower, m), sc_add(aabb.upper, m)};
}

static sc_aabb aabb_of(corners c) { return (sc_aabb){c.lower.x, c.lower.y, c.upper.x, c.upper.y}; }

static bool contains(sc_aabb container, corners content)
{
    return container.lower_x <= content.lower.x && container.lower_y <= content.lower.y &&
           content.upper.x <= container.upper_x && content.upper.y <= container.upper_y;
}

static bool overlap(sc_aabb a, sc_aabb b)
{
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

/// The place that a fast shape reaches within the step: shapes on its path must be found in time.
typedef struct travel
{
    scree_vec2 displacement;  ///< zero for shapes that are not fast
    bool steady;              ///< the AABB may be wider, to be replaced rarely
    scree_vec2 way;           ///< of steady shapes, over the steps to come
} travel;

static travel travel_of(const sc_shapes_args *args, int32_t slot, scree_vec2 arm)
{
    int32_t row = args->body_row[slot];
    if (row >= args->moving_count)
    {
        row = args->static_row;
    }
    const sc_velocity *v = &args->velocities[row];
    const sc_shape_local *local = &args->locals[slot];
    scree_vec2 velocity = {v->vx, v->vy};
    scree_vec2 displacement = sc_scale(args->dt, velocity);
    float distance = fabsf(displacement.x) + fabsf(displacement.y);
    float turned = args->dt * (fabsf(v->w) * local->max_extent);  // by the farthest point

    float slow = sc_max(args->slow, args->slow_radii * local->bounding_radius);
    travel t = {{0.0f, 0.0f}, distance + turned <= slow, {0.0f, 0.0f}};
    if (t.steady)
    {
        // The velocity of the shape's own centre, which turns with the body.
        scree_vec2 at_arm = {v->vx - v->w * arm.y, v->vy + v->w * arm.x};
        t.way = sc_scale(args->ahead, at_arm);
    }
    if (distance > SC_FAST_FRACTION * local->inscribed_radius)
    {
        t.displacement = displacement;
    }
    return t;
}

/// A shape's AABB is replaced only when the shape, with its margin and its path, leaves it.
static void update_aabb(const sc_shapes_args *args, int entry, corners tight, const travel *t)
{
    int32_t slot = args->slots[entry];
    scree_vec2 back = {sc_min(t->displacement.x, 0.0f), sc_min(t->displacement.y, 0.0f)};
    scree_vec2 ahead = {sc_max(t->displacement.x, 0.0f), sc_max(t->displacement.y, 0.0f)};
    corners swept = {sc_add(tight.lower, back), sc_add(tight.upper, ahead)};
    corners needed = grow(swept, args->margin);
    if (args->needed != NULL)
    {
        args->needed[slot] = aabb_of(needed);
    }
    if (!args->replace)
    {
        args->previous[slot] = args->aabbs[slot];
    }
    args->moved[entry] = t->steady ? 0 : SC_AABB_UNSTEADY;
    if (args->replace || !contains(args->aabbs[slot], needed))
    {
        corners fresh = grow(needed, t->steady ? args->hysteresis : 0.0f);
        scree_vec2 before = {sc_min(t->way.x, 0.0f), sc_min(t->way.y, 0.0f)};
        scree_vec2 after = {sc_max(t->way.x, 0.0f), sc_max(t->way.y, 0.0f)};
        args->aabbs[slot] =
            aabb_of((corners){sc_add(fresh.lower, before), sc_add(fresh.upper, after)});
        args->moved[entry] |= SC_AABB_REPLACED;
    }
}

/// Bounds of a shape's core about its centre, world axes. `geometry` starts with its header.
typedef corners bounds_function(const float *geometry, sc_rotation rotation);

static corners bounds_of_circle(const float *geometry, sc_rotation rotation)
{
    (void)geometry;
    (void)rotation;
    return (corners){{0.0f, 0.0f}, {0.0f, 0.0f}};
}

static corners bounds_of_box(const float *geometry, sc_rotation rotation)
{
    float half_width = geometry[0], half_height = geometry[1];
    float c = fabsf(rotation.cos), s = fabsf(rotation.sin);
    scree_vec2 upper = {c * half_width + s * half_height, s * half_width + c * half_height};
    return (corners){{-upper.x, -upper.y}, upper};
}

/// The vertices beyond the real ones repeat the first and change nothing.
static corners bounds_of_polygon(const float *geometry, sc_rotation rotation)
{
    int count = (int)geometry[2];
    const float *vertices = geometry + SC_GEOMETRY_HEADER;
    corners found = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    for (int k = 0; k < count; k++)
    {
        scree_vec2 vertex = {vertices[2 * k], vertices[2 * k + 1]};
        scree_vec2 p = sc_rotate(rotation, vertex);
        if (k == 0)
        {
            found = (corners){p, p};
        }
        found.lower = (scree_vec2){sc_min(found.lower.x, p.x), sc_min(found.lower.y, p.y)};
        found.upper = (scree_vec2){sc_max(found.upper.x, p.x), sc_max(found.upper.y, p.y)};
    }
    return found;
}

static void update_aabbs(const sc_shapes_args *args, int begin, int end, bounds_function *bounds_of)
{
    for (int entry = begin; entry < end; entry++)
    {
        int32_t slot = args->slots[entry];
        const sc_pose *body = &args->body_poses[args->body_row[slot]];
        const sc_shape_local *local = &args->locals[slot];
        const float *geometry = args->geometry + args->geometry_start[slot];

        sc_rotation turn = {body->cos, body->sin};
        scree_vec2 com = {body->x, body->y}, offset = {local->x, local->y};
        scree_vec2 local_rotation = {local->cos, local->sin};
        scree_vec2 arm = sc_rotate(turn, offset);
        scree_vec2 turned = sc_rotate(turn, local_rotation);
        scree_vec2 center = sc_add(com, arm);
        sc_rotation rotation = {turned.x, turned.y};
        travel t = travel_of(args, slot, arm);
        args->poses[slot] =
            (sc_shape_pose){center.x, center.y, rotation.cos,  rotation.sin,
                            arm.x,    arm.y,    local->radius, sc_pack_path(t.displacement)};

        corners core = bounds_of(geometry, rotation);
        corners found = {sc_add(center, core.lower), sc_add(center, core.upper)};
        update_aabb(args, entry, grow(found, local->radius), &t);
    }
}

void sc_twin_update_circle_aabbs(const sc_shapes_args *args, int begin, int end)
{
    update_aabbs(args, begin, end, bounds_of_circle);
}

void sc_twin_update_box_aabbs(const sc_shapes_args *args, int begin, int end)
{
    update_aabbs(args, begin, end, bounds_of_box);
}

void sc_twin_update_convex4_aabbs(const sc_shapes_args *args, int begin, int end)
{
    update_aabbs(args, begin, end, bounds_of_polygon);
}

void sc_twin_update_convex8_aabbs(const sc_shapes_args *args, int begin, int end)
{
    update_aabbs(args, begin, end, bounds_of_polygon);
}

void sc_twin_test_pair_overlaps(const sc_aabb *aabbs, const int32_t *a, const int32_t *b,
                                uint16_t *overlaps, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        int word = i / SC_BLOCK, bit = i % SC_BLOCK;
        if (bit == 0)
        {
            overlaps[word] = 0;
        }
        if (overlap(aabbs[a[i]], aabbs[b[i]]))
        {
            overlaps[word] = (uint16_t)(overlaps[word] | 1u << bit);
        }
    }
}
