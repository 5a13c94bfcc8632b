/// Contacts with discs: one point each, closed form.

#include "core/assert.h"
#include "simd/collide_lanes.h"

void SC_KERNEL(narrow_circle_circle)(const sc_narrow_args *args, int begin, int end);
void SC_KERNEL(narrow_box_circle)(const sc_narrow_args *args, int begin, int end);
void SC_KERNEL(narrow_convex4_circle)(const sc_narrow_args *args, int begin, int end);
void SC_KERNEL(narrow_convex8_circle)(const sc_narrow_args *args, int begin, int end);

/// A direction and the length along it.
typedef struct lane_ray
{
    wf2 direction;
    wf length;
} lane_ray;

/// The direction of v, or `fallback` if v is too short to have one.
WIDE lane_ray normalize_or(const sc_narrow_args *args, wf2 v, wf2 fallback)
{
    wf square = dot2(v, v);
    wm valid = gt(square, splat(args->min_square));
    wf length = root(square);
    wf2 direction = scale2(divide(one(), select(valid, length, one())), v);
    return (lane_ray){select2(valid, direction, fallback), length};
}

void SC_KERNEL(narrow_circle_circle)(const sc_narrow_args *shared, int begin, int end)
{
    const sc_narrow_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        lane_shapes a = load_shapes(args, &args->a[i]), b = load_shapes(args, &args->b[i]);
        lane_ray between = normalize_or(args, sub2(b.center, a.center), vec2(one(), zero()));
        wf separation = sub(between.length, add(a.radius, b.radius));
        wf middle = mul(splat(0.5f), add(between.length, sub(a.radius, b.radius)));
        wf2 anchor = add2(a.arm, scale2(middle, between.direction));
        store_single(args, i, &a, &b, between.direction, anchor, separation);
    }
}

/// Stores the contact of a disc whose centre lies `gap` from `foot`, the closest point of a's core,
/// along `normal`; both are in the frame of a.
WIDE void store_disc(const sc_narrow_args *args, int i, const lane_shapes *a, const lane_shapes *b,
                     wf2 foot, wf2 normal, wf gap)
{
    wf middle = mul(splat(0.5f), add(gap, sub(a->radius, b->radius)));
    wf2 point = add2(foot, scale2(middle, normal));
    store_single(args, i, a, b, rotate2(a->rotation, normal),
                 add2(a->arm, rotate2(a->rotation, point)), sub(gap, add(a->radius, b->radius)));
}

/// Boxes are symmetric, so the disc is mirrored into the quadrant with positive coordinates.
void SC_KERNEL(narrow_box_circle)(const sc_narrow_args *shared, int begin, int end)
{
    const sc_narrow_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        int32_t start[SC_LANES];
        find_geometry(args, &args->a[i], start);
        wf4 header = gather4(args->geometry, 1, start);
        lane_shapes a = load_shapes(args, &args->a[i]), b = load_shapes(args, &args->b[i]);

        wf2 center = unrotate2(a.rotation, sub2(b.center, a.center));
        wf side_x = select(lt(center.x, zero()), splat(-1.0f), one());
        wf side_y = select(lt(center.y, zero()), splat(-1.0f), one());
        wf2 folded = vec2(magnitude(center.x), magnitude(center.y));
        wf2 over = sub2(folded, vec2(header.a, header.b));

        wm by_y = gt(over.y, over.x);
        wf2 face_normal = vec2(select(by_y, zero(), one()), select(by_y, one(), zero()));
        lane_ray corner = normalize_or(args, over, face_normal);
        wm at_corner = both(gt(over.x, zero()), gt(over.y, zero()));
        wf gap = select(at_corner, corner.length, max2(over.x, over.y));
        wf2 normal = select2(at_corner, corner.direction, face_normal);

        wf2 foot = sub2(folded, scale2(gap, normal));
        foot = vec2(mul(side_x, foot.x), mul(side_y, foot.y));
        normal = vec2(mul(side_x, normal.x), mul(side_y, normal.y));
        store_disc(args, i, &a, &b, foot, normal, gap);
    }
}

/// Finds the face with the largest separation from the disc's centre, then whether the centre is in
/// the region of one of its two vertices.
WIDE void collide_convex_circle(const sc_narrow_args *args, int begin, int end, const int n)
{
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        int32_t start[SC_LANES];
        find_geometry(args, &args->a[i], start);
        lane_shapes a = load_shapes(args, &args->a[i]), b = load_shapes(args, &args->b[i]);
        wf2 center = unrotate2(a.rotation, sub2(b.center, a.center));

        wf2 vertex[8], normal[8];
        const float *vertices = args->geometry + SC_GEOMETRY_HEADER, *normals = vertices + 2 * n;
        wf4 header = gather4(args->geometry, 1, start);
        for (int k = 0; k < n; k += 2)
        {
            wf4 v = gather4(vertices + 2 * k, 1, start), m = gather4(normals + 2 * k, 1, start);
            vertex[k] = vec2(v.a, v.b);
            vertex[k + 1] = vec2(v.c, v.d);
            normal[k] = vec2(m.a, m.b);
            normal[k + 1] = vec2(m.c, m.d);
        }

        wf gap = dot2(normal[0], sub2(center, vertex[0]));
        wf2 face_normal = normal[0], v1 = vertex[0], v2 = vertex[1];
        for (int k = 1; k < n; k++)
        {
            wf s = dot2(normal[k], sub2(center, vertex[k]));
            wm better = gt(s, gap);
            gap = select(better, s, gap);
            face_normal = select2(better, normal[k], face_normal);
            v1 = select2(better, vertex[k], v1);
            v2 = select2(better, vertex[(k + 1) % n], v2);
        }

        // If the centre is inside the polygon, the closest point lies on the face found above. A
        // polygon of two vertices has no inside.
        wm outside = either(gt(gap, zero()), lt(header.c, splat(2.5f)));
        wf2 edge = sub2(v2, v1), from1 = sub2(center, v1), from2 = sub2(center, v2);
        wm before = lt(dot2(from1, edge), zero()), after = gt(dot2(from2, edge), zero());
        lane_ray between = normalize_or(args, select2(before, from1, from2), face_normal);
        wm at_vertex = both(outside, either(before, after));
        wf2 direction = select2(at_vertex, between.direction, face_normal);
        gap = select(at_vertex, between.length, gap);
        wf2 foot =
            select2(at_vertex, select2(before, v1, v2), sub2(center, scale2(gap, direction)));
        store_disc(args, i, &a, &b, foot, direction, gap);
    }
}

void SC_KERNEL(narrow_convex4_circle)(const sc_narrow_args *shared, int begin, int end)
{
    const sc_narrow_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    collide_convex_circle(args, begin, end, 4);
}

void SC_KERNEL(narrow_convex8_circle)(const sc_narrow_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    collide_convex_circle(args, begin, end, 8);
}
