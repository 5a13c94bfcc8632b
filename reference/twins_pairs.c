// Twins of the broadphase kernels: shapes to boxes, boxes against boxes, sweeps over sorted boxes.

#include "core/maths.h"
#include "reference/twins.h"

/// An axis-aligned box as two corners.
typedef struct corners
{
    scree_vec2 lower, upper;
} corners;

static corners grow(corners box, float margin)
{
    scree_vec2 m = {margin, margin};
    return (corners){sc_sub(box.lower, m), sc_add(box.upper, m)};
}

static bool contains(sc_box outer, corners inner)
{
    return outer.lower_x <= inner.lower.x && outer.lower_y <= inner.lower.y &&
           inner.upper.x <= outer.upper_x && inner.upper.y <= outer.upper_y;
}

static bool overlap(sc_box a, sc_box b)
{
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

/// Where a shape gets to within the step, if it is fast: then what lies on its way is to be met on
/// time.
typedef struct travel
{
    scree_vec2 way;  ///< zero for shapes that are not fast
    float reach;     ///< pairs closer than the sum of their reaches make contact points
    bool slow;       ///< the box may be wider, so that it is replaced rarely
} travel;

static travel travel_of(const sc_shapes_args *args, int32_t slot)
{
    int32_t row = args->body_row[slot];
    if (row >= args->moving_count)
    {
        row = args->dummy_row;
    }
    const sc_velocity *v = &args->velocities[row];
    const sc_shape_local *local = &args->locals[slot];
    scree_vec2 velocity = {v->vx, v->vy};
    scree_vec2 way = sc_scale(args->dt, velocity);
    float distance = fabsf(way.x) + fabsf(way.y);
    float turned = args->dt * (fabsf(v->w) * local->extent);  // by the farthest point

    travel t = {{0.0f, 0.0f}, SC_BOX_MARGIN, distance + turned <= args->slow};
    if (distance > SC_FAST_SHARE * local->inner)
    {
        t.way = way;
        t.reach = SC_BOX_MARGIN + distance;
    }
    return t;
}

/// A shape's box is replaced only when the shape, with its margin and its way, leaves it.
static void place_box(const sc_shapes_args *args, int entry, corners tight, const travel *t)
{
    int32_t slot = args->slots[entry];
    scree_vec2 back = {sc_min(t->way.x, 0.0f), sc_min(t->way.y, 0.0f)};
    scree_vec2 ahead = {sc_max(t->way.x, 0.0f), sc_max(t->way.y, 0.0f)};
    corners swept = {sc_add(tight.lower, back), sc_add(tight.upper, ahead)};
    corners needed = grow(swept, SC_BOX_MARGIN);
    args->previous[slot] = args->boxes[slot];
    args->moved[entry] = 0;
    if (!contains(args->boxes[slot], needed))
    {
        corners fresh = grow(needed, t->slow ? SC_BOX_HYSTERESIS : 0.0f);
        args->boxes[slot] = (sc_box){fresh.lower.x, fresh.lower.y, fresh.upper.x, fresh.upper.y};
        args->moved[entry] = 1;
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
    corners box = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    for (int k = 0; k < count; k++)
    {
        scree_vec2 vertex = {vertices[2 * k], vertices[2 * k + 1]};
        scree_vec2 p = sc_rotate(rotation, vertex);
        if (k == 0)
        {
            box = (corners){p, p};
        }
        box.lower = (scree_vec2){sc_min(box.lower.x, p.x), sc_min(box.lower.y, p.y)};
        box.upper = (scree_vec2){sc_max(box.upper.x, p.x), sc_max(box.upper.y, p.y)};
    }
    return box;
}

static void place_shapes(const sc_shapes_args *args, int begin, int end, bounds_function *bounds_of)
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
        travel t = travel_of(args, slot);
        args->poses[slot] = (sc_shape_pose){center.x, center.y, rotation.cos,  rotation.sin,
                                            arm.x,    arm.y,    local->radius, t.reach};

        corners core = bounds_of(geometry, rotation);
        corners placed = {sc_add(center, core.lower), sc_add(center, core.upper)};
        place_box(args, entry, grow(placed, local->radius), &t);
    }
}

void sc_twin_place_circles(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, bounds_of_circle);
}

void sc_twin_place_boxes(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, bounds_of_box);
}

void sc_twin_place_convex4(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, bounds_of_polygon);
}

void sc_twin_place_convex8(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, bounds_of_polygon);
}

void sc_twin_find_dead_pairs(const sc_box *boxes, const int32_t *a, const int32_t *b,
                             uint16_t *alive, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        int word = i / SC_BLOCK, bit = i % SC_BLOCK;
        if (bit == 0)
        {
            alive[word] = 0;
        }
        if (overlap(boxes[a[i]], boxes[b[i]]))
        {
            alive[word] = (uint16_t)(alive[word] | 1u << bit);
        }
    }
}
