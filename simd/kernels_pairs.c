/// Shapes to their world poses and boxes, and tests of boxes against boxes, in lanes.
#include "simd/kernels.h"
#include "simd/wide.h"

/// Lower and upper corner of each lane's box.
typedef struct box_lanes
{
    wf2 lower, upper;
} box_lanes;

WIDE box_lanes load_boxes(const sc_box *boxes, const int32_t *slot)
{
    wf4 b = gather4(&boxes->lower_x, 4, slot);
    return (box_lanes){{b.a, b.b}, {b.c, b.d}};
}

WIDE box_lanes grow(box_lanes box, wf margin)
{
    wf2 m = vec2(margin, margin);
    return (box_lanes){sub2(box.lower, m), add2(box.upper, m)};
}

WIDE wm contains(box_lanes outer, box_lanes inner)
{
    return both(both(le(outer.lower.x, inner.lower.x), le(outer.lower.y, inner.lower.y)),
                both(le(inner.upper.x, outer.upper.x), le(inner.upper.y, outer.upper.y)));
}

/// Keeps the box that holds the shape with its margin; otherwise makes a new one, wider for slow
/// shapes and longer for fast ones. `sizes`: radius, extent, bounds, inner radius. Returns the
/// reach.
WIDE wf place_box(const sc_shapes_args *args, int i, wf4 sizes, box_lanes tight)
{
    const int32_t *slot = args->slots + i;
    int32_t row[SC_LANES];
    for (int l = 0; l < SC_LANES; ++l)
    {
        int32_t body = args->body_row[slot[l]];
        row[l] = body < args->moving_count ? body : args->dummy_row;
    }
    wf4 v = gather4(&args->velocities->vx, 4, row);
    wf2 way = scale2(splat(args->dt), vec2(v.a, v.b));
    wf distance = add(magnitude(way.x), magnitude(way.y));
    wf turned = mul(splat(args->dt), mul(magnitude(v.c), sizes.b));
    wm slow = le(add(distance, turned), splat(args->slow));
    wm fast = gt(distance, mul(splat(SC_FAST_SHARE), sizes.d));
    way = select2(fast, way, vec2(zero(), zero()));
    tight.lower = add2(tight.lower, vec2(min2(way.x, zero()), min2(way.y, zero())));
    tight.upper = add2(tight.upper, vec2(max2(way.x, zero()), max2(way.y, zero())));
    wf4 old = gather4(&args->boxes->lower_x, 4, slot);
    box_lanes held = {{old.a, old.b}, {old.c, old.d}};
    box_lanes needed = grow(tight, splat(SC_BOX_MARGIN));
    box_lanes fresh = grow(needed, select(slow, splat(SC_BOX_HYSTERESIS), zero()));
    wm keep = contains(held, needed);
    scatter4(&args->previous->lower_x, 4, slot, old);
    scatter4(&args->boxes->lower_x, 4, slot,
             (wf4){select(keep, old.a, fresh.lower.x), select(keep, old.b, fresh.lower.y),
                   select(keep, old.c, fresh.upper.x), select(keep, old.d, fresh.upper.y)});
    store_int(args->moved + i, select_int(keep, splat_int(0), splat_int(1)));
    return add(splat(SC_BOX_MARGIN), select(fast, distance, zero()));
}

/// Vertices to read: 0 for circles, 1 for boxes (by their half extents), else the padded count.
WIDE void place_shapes(const sc_shapes_args *args, int begin, int end, int vertices)
{
    for (int i = begin; i < end; i += SC_LANES)
    {
        const int32_t *slot = args->slots + i;
        int32_t row[SC_LANES], start[SC_LANES];
        for (int l = 0; l < SC_LANES; ++l)
        {
            row[l] = args->body_row[slot[l]];
            start[l] = args->geometry_start[slot[l]];
        }
        wf4 body = gather4(&args->body_poses->x, 4, row);
        wf4 local = gather4(&args->locals->x, 8, slot);
        wf4 sizes = gather4(&args->locals->radius, 8, slot);
        wf2 turn = vec2(body.c, body.d);
        wf2 arm = rotate2(turn, vec2(local.a, local.b));
        wf2 rotation = rotate2(turn, vec2(local.c, local.d));
        wf2 center = add2(vec2(body.a, body.b), arm);
        scatter4(&args->poses->x, 8, slot, (wf4){center.x, center.y, rotation.x, rotation.y});

        wf2 lower = vec2(zero(), zero()), upper = lower;
        if (vertices == 1)
        {
            wf4 half = gather4(args->geometry, 1, start);
            wf c = magnitude(rotation.x), s = magnitude(rotation.y);
            upper = vec2(add(mul(c, half.a), mul(s, half.b)), add(mul(s, half.a), mul(c, half.b)));
            lower = negate2(upper);
        }
        for (int k = 0; vertices > 1 && k < vertices; k += 2)
        {
            wf4 two = gather4(args->geometry + SC_GEOMETRY_HEADER + 2 * k, 1, start);
            wf2 p = rotate2(rotation, vec2(two.a, two.b)),
                r = rotate2(rotation, vec2(two.c, two.d));
            wf2 low = vec2(min2(p.x, r.x), min2(p.y, r.y)),
                high = vec2(max2(p.x, r.x), max2(p.y, r.y));
            lower = k == 0 ? low : vec2(min2(lower.x, low.x), min2(lower.y, low.y));
            upper = k == 0 ? high : vec2(max2(upper.x, high.x), max2(upper.y, high.y));
        }
        box_lanes tight = grow((box_lanes){add2(center, lower), add2(center, upper)}, sizes.a);
        wf reach = place_box(args, i, sizes, tight);
        scatter4(&args->poses->arm_x, 8, slot, (wf4){arm.x, arm.y, sizes.a, reach});
    }
}

void SC_KERNEL(place_circles)(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, 0);
}

void SC_KERNEL(place_boxes)(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, 1);
}

void SC_KERNEL(place_convex4)(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, 4);
}

void SC_KERNEL(place_convex8)(const sc_shapes_args *args, int begin, int end)
{
    place_shapes(args, begin, end, 8);
}

void SC_KERNEL(find_dead_pairs)(const sc_box *boxes, const int32_t *a, const int32_t *b,
                                uint16_t *alive, int begin, int end)
{
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        unsigned bits = 0;
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            box_lanes p = load_boxes(boxes, a + i + l), q = load_boxes(boxes, b + i + l);
            wm overlap = both(both(le(p.lower.x, q.upper.x), le(q.lower.x, p.upper.x)),
                              both(le(p.lower.y, q.upper.y), le(q.lower.y, p.upper.y)));
            bits |= mask_bits(overlap) << l;
        }
        alive[i / SC_BLOCK] = (uint16_t)bits;
    }
}
