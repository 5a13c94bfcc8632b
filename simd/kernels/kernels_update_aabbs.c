/// Computes the world poses and AABBs of shapes, and tests AABBs against AABBs, in lanes.
#include "core/row_records.h"
#include "core/shape_records.h"
#include "core/tuning.h"
#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/wide.h"

/// Lower and upper corner of each lane's AABB.
typedef struct aabb_lanes
{
    wf2 lower, upper;
} aabb_lanes;

WIDE aabb_lanes load_aabbs(const sc_aabb *aabbs, const int32_t *slot)
{
    wf4 b = gather4(&aabbs->lower_x, 4, slot);
    return (aabb_lanes){{b.a, b.b}, {b.c, b.d}};
}

WIDE aabb_lanes grow(aabb_lanes aabb, wf margin)
{
    wf2 m = vec2(margin, margin);
    return (aabb_lanes){sub2(aabb.lower, m), add2(aabb.upper, m)};
}

WIDE wm contains(aabb_lanes container, aabb_lanes content)
{
    return both(
        both(le(container.lower.x, content.lower.x), le(container.lower.y, content.lower.y)),
        both(le(content.upper.x, container.upper.x), le(content.upper.y, container.upper.y)));
}

/// Keeps the AABB if it contains the shape with its margin. Otherwise makes a new one, with
/// additional room for the motion of steady shapes, and with the path of fast ones. `sizes`:
/// radius, max_extent, bounding_radius, inscribed_radius. `arm` leads from the body's centre of
/// mass to the shape's. Returns the packed path: see sc_pack_path.
WIDE wi update_aabb(const sc_shapes_args *args, int i, wf4 sizes, wf2 arm, aabb_lanes tight)
{
    const int32_t *slot = args->slots + i;
    int32_t row[SC_LANES];
    for (int l = 0; l < SC_LANES; ++l)
    {
        int32_t body = args->body_row[slot[l]];
        row[l] = body < args->moving_count ? body : args->static_row;
    }
    wf4 v = gather4(&args->velocities->vx, 4, row);
    wf2 displacement = scale2(splat(args->dt), vec2(v.a, v.b));
    wf distance = add(magnitude(displacement.x), magnitude(displacement.y));
    wf turned = mul(splat(args->dt), mul(magnitude(v.c), sizes.b));
    wm steady =
        le(add(distance, turned), max2(splat(args->slow), mul(splat(args->slow_radii), sizes.c)));
    wf2 way =
        scale2(splat(args->ahead), vec2(sub(v.a, mul(v.c, arm.y)), add(v.b, mul(v.c, arm.x))));
    wm fast = gt(distance, mul(splat(SC_FAST_FRACTION), sizes.d));
    displacement = select2(fast, displacement, vec2(zero(), zero()));
    tight.lower =
        add2(tight.lower, vec2(min2(displacement.x, zero()), min2(displacement.y, zero())));
    tight.upper =
        add2(tight.upper, vec2(max2(displacement.x, zero()), max2(displacement.y, zero())));
    wf4 old = gather4(&args->aabbs->lower_x, 4, slot);
    aabb_lanes held = {{old.a, old.b}, {old.c, old.d}};
    aabb_lanes needed = grow(tight, splat(args->margin));
    way = keep2(steady, way);
    aabb_lanes fresh = grow(needed, keep(steady, splat(args->hysteresis)));
    fresh.lower = add2(fresh.lower, vec2(min2(way.x, zero()), min2(way.y, zero())));
    fresh.upper = add2(fresh.upper, vec2(max2(way.x, zero()), max2(way.y, zero())));
    wm holds = both(contains(held, needed), eq_int(splat_int(args->replace), splat_int(0)));
    if (args->replace == 0)
    {
        scatter4(&args->previous->lower_x, 4, slot, old);
    }
    if (args->needed != NULL)
    {
        scatter4(&args->needed->lower_x, 4, slot,
                 (wf4){needed.lower.x, needed.lower.y, needed.upper.x, needed.upper.y});
    }
    scatter4(&args->aabbs->lower_x, 4, slot,
             (wf4){select(holds, old.a, fresh.lower.x), select(holds, old.b, fresh.lower.y),
                   select(holds, old.c, fresh.upper.x), select(holds, old.d, fresh.upper.y)});
    store_int(args->moved + i,
              or_int(select_int(holds, splat_int(0), splat_int(SC_AABB_REPLACED)),
                     select_int(steady, splat_int(0), splat_int(SC_AABB_UNSTEADY))));
    wi round_up = splat_int(0xffff), upper = splat_int((int32_t)0xffff0000);
    wi x = and_int(add_int(bits_of(displacement.x), round_up), upper);
    wi y = shift_right(add_int(bits_of(displacement.y), round_up), 16);
    return keep_int(fast, or_int(x, y));
}

/// `vertices`: the number of vertices to read. 0 for circles, 1 for boxes (by their half extents),
/// else the padded count.
WIDE void update_aabbs(const sc_shapes_args *args, int begin, int end, int vertices)
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
        aabb_lanes tight = grow((aabb_lanes){add2(center, lower), add2(center, upper)}, sizes.a);
        wi path = update_aabb(args, i, sizes, arm, tight);
        scatter4(&args->poses->arm_x, 8, slot, (wf4){arm.x, arm.y, sizes.a, float_of(path)});
    }
}

void SC_KERNEL(update_circle_aabbs)(const sc_shapes_args *shared, int begin, int end)
{
    const sc_shapes_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    update_aabbs(args, begin, end, 0);
}

void SC_KERNEL(update_box_aabbs)(const sc_shapes_args *shared, int begin, int end)
{
    const sc_shapes_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    update_aabbs(args, begin, end, 1);
}

void SC_KERNEL(update_convex4_aabbs)(const sc_shapes_args *shared, int begin, int end)
{
    const sc_shapes_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    update_aabbs(args, begin, end, 4);
}

void SC_KERNEL(update_convex8_aabbs)(const sc_shapes_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    update_aabbs(args, begin, end, 8);
}

void SC_KERNEL(test_pair_overlaps)(const sc_aabb *aabbs, const int32_t *a, const int32_t *b,
                                   uint16_t *overlaps, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        unsigned bits = 0;
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            aabb_lanes p = load_aabbs(aabbs, a + i + l), q = load_aabbs(aabbs, b + i + l);
            wm overlap = both(both(le(p.lower.x, q.upper.x), le(q.lower.x, p.upper.x)),
                              both(le(p.lower.y, q.upper.y), le(q.lower.y, p.upper.y)));
            bits |= mask_bits(overlap) << l;
        }
        overlaps[i / SC_BLOCK] = (uint16_t)bits;
    }
}
