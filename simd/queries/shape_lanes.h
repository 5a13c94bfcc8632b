/// Rays in lanes against one shape. Each function computes the same as the function of
/// simd/queries/ray_shapes.h named above it, with the same operations in the same order, but with
/// selection instead of branches. Masks tell which rays hit; fractions and normals of other rays
/// are undefined.
#ifndef SC_SHAPE_LANES_H
#define SC_SHAPE_LANES_H

#include "simd/queries/ray_shapes.h"
#include "simd/wide.h"

typedef struct lane_hits
{
    wm hit;
    wf fraction;
    wf2 normal;
    wm grazes;  ///< sc_ray_point.grazes
} lane_hits;

WIDE wf inverse_lanes(wf d)
{
    wf inverse = select(eq(d, zero()), splat(FLT_MAX), divide(one(), d));
    return max2(splat(-FLT_MAX), min2(inverse, splat(FLT_MAX)));
}

WIDE wf2 splat2(scree_vec2 v) { return vec2(splat(v.x), splat(v.y)); }
WIDE wm no_lane(void) { return lt(zero(), zero()); }
WIDE wm flip(wm m) { return and_not(eq(zero(), zero()), m); }

/// sc_ray_meets_box.
WIDE lane_hits meet_box_lanes(wf2 origin, wf2 translation, float half_width, float half_height)
{
    wf inverse_x = inverse_lanes(translation.x), inverse_y = inverse_lanes(translation.y);
    wf x0 = mul(sub(splat(-half_width), origin.x), inverse_x);
    wf x1 = mul(sub(splat(half_width), origin.x), inverse_x);
    wf y0 = mul(sub(splat(-half_height), origin.y), inverse_y);
    wf y1 = mul(sub(splat(half_height), origin.y), inverse_y);
    wf enters_x = min2(x0, x1), enters_y = min2(y0, y1);
    wf enters = max2(enters_x, enters_y), leaves = min2(max2(x0, x1), max2(y0, y1));
    wm by_x = gt(enters_x, enters_y);
    wf out_x = select(gt(translation.x, zero()), splat(-1.0f), one());
    wf out_y = select(gt(translation.y, zero()), splat(-1.0f), one());
    wm moves = either(lt(zero(), magnitude(translation.x)), lt(zero(), magnitude(translation.y)));
    wm hit = both(both(le(enters, leaves), moves), both(ge(enters, zero()), le(enters, one())));
    return (lane_hits){hit, enters, vec2(keep(by_x, out_x), select(by_x, zero(), out_y)),
                       no_lane()};
}

/// sc_ray_meets_disc.
WIDE lane_hits meet_disc_lanes(wf2 origin, wf2 translation, wf2 center, float radius)
{
    wf2 to_center = sub2(center, origin);
    wf length = root(dot2(translation, translation));
    wf2 direction = vec2(divide(translation.x, length), divide(translation.y, length));
    wf along = dot2(to_center, direction);
    wf2 aside = sub2(to_center, scale2(along, direction));
    wf square = dot2(aside, aside), limit = splat(radius * radius);
    wf half_chord = root(sub(limit, square)), distance = sub(along, half_chord);
    wf2 out = scale2(splat(-1.0f), add2(aside, scale2(half_chord, direction)));
    wf size = root(dot2(out, out));
    wf2 normal = select2(gt(size, zero()), scale2(divide(one(), size), out),
                         scale2(splat(-1.0f), direction));
    wm hit = both(both(gt(length, zero()), le(square, limit)),
                  both(ge(distance, zero()), le(distance, length)));
    return (lane_hits){hit, min2(divide(distance, length), one()), normal, no_lane()};
}

/// Tests the rays of the mask `of` against a disc; others keep `hits`.
WIDE lane_hits or_disc(wm of, wf2 origin, wf2 translation, wf2 center, float radius, lane_hits hits)
{
    if (!any(of))
    {
        return hits;
    }
    lane_hits disc = meet_disc_lanes(origin, translation, center, radius);
    return (lane_hits){either(and_not(hits.hit, of), both(disc.hit, of)),
                       select(of, disc.fraction, hits.fraction),
                       select2(of, disc.normal, hits.normal), hits.grazes};
}

/// sc_ray_grazes_end for the rays of the mask `of`; others keep `hits`.
WIDE lane_hits or_grazed_end(wm of, wf2 origin, wf2 translation, wf2 end, float out, lane_hits hits)
{
    if (!any(of))
    {
        return hits;
    }
    wf2 to = sub2(end, origin);
    wf far = add(add(magnitude(end.x), magnitude(end.y)), splat(out));
    wf reach = add(add(magnitude(to.x), magnitude(to.y)), far);
    wf size = add(magnitude(translation.x), magnitude(translation.y));
    wf along = dot2(translation, to), square = dot2(translation, translation);
    wf limit = mul(mul(splat(SC_RAY_GRAZE), reach), size);
    wm hit = both(both(le(magnitude(cross2(translation, to)), limit), gt(square, zero())),
                  both(ge(along, zero()), le(along, square)));
    return (lane_hits){either(hits.hit, both(of, hit)),
                       select(of, divide(along, square), hits.fraction), hits.normal, of};
}

/// sc_ray_meets_capsule.
WIDE lane_hits meet_capsule_lanes(wf2 origin, wf2 translation, scree_vec2 a, scree_vec2 b,
                                  scree_vec2 normal, float radius, bool one_sided, float out)
{
    scree_vec2 along_edge = {-normal.y, normal.x};
    wf length = splat(sc_dot(sc_sub(b, a), along_edge));
    wf2 tangent = splat2(along_edge), from_a = sub2(origin, splat2(a));
    wf height = dot2(splat2(normal), from_a), along = dot2(tangent, from_a);
    wm below = lt(height, zero()), behind = one_sided ? below : no_lane();
    wf side = select(below, splat(-1.0f), one());
    wf distance = mul(side, height),
       approach = mul(negate(side), dot2(splat2(normal), translation));
    wm between = le(distance, splat(radius));
    wf gap = sub(distance, splat(radius));
    wm comes = gt(approach, zero()), ends_before = gt(gap, approach);
    comes = radius > 0.0f ? and_not(comes, ends_before) : comes;
    wm missed = either(behind, and_not(flip(between), comes));
    wf fraction = divide(gap, approach);
    along = select(between, along, add(along, mul(fraction, dot2(tangent, translation))));
    wm inside = both(ge(along, zero()), le(along, length));
    lane_hits hits = {and_not(and_not(and_not(inside, between), ends_before), missed),
                      min2(fraction, one()), scale2(side, splat2(normal)), no_lane()};
    wm beside = flip(either(inside, missed));
    wf2 end = select2(lt(along, zero()), splat2(a), splat2(b));
    return radius > 0.0f
               ? or_disc(beside, origin, translation, end, radius, hits)
               : or_grazed_end(and_not(beside, between), origin, translation, end, out, hits);
}

/// sc_ray_leaves_corner: returns the rays of `begin` that may hit a disc, and its centre.
static wm leave_corner_lanes(wf2 origin, wm begin, const float *vertices, const float *normals,
                             int count, float radius, wf2 *center)
{
    wm found = flip(begin), round = no_lane();
    for (int i = 0, before = count - 1; i < count; before = i++)
    {
        wf2 v = vec2(splat(vertices[2 * i]), splat(vertices[2 * i + 1])), w = sub2(origin, v);
        wf2 edge = vec2(splat(-normals[2 * i + 1]), splat(normals[2 * i]));
        wf2 edge_before = vec2(splat(-normals[2 * before + 1]), splat(normals[2 * before]));
        wm sector = both(le(dot2(w, edge), zero()), ge(dot2(w, edge_before), zero()));
        wm here = and_not(sector, found);
        found = either(found, here);
        round = either(round, both(here, gt(dot2(w, w), splat(radius * radius))));
        *center = select2(here, v, *center);
    }
    return round;
}

/// sc_ray_meets_polygon.
static lane_hits meet_polygon_lanes(wf2 origin, wf2 translation, const float *vertices,
                                    const float *normals, int count, float radius)
{
    wf enters = zero(), leaves = one();
    wm outside = no_lane(), missed = no_lane();
    wf2 normal = vec2(zero(), zero()), a = normal, b = normal;
    for (int i = 0; i < count; ++i)
    {
        int next = i + 1 < count ? i + 1 : 0;
        wf2 n = vec2(splat(normals[2 * i]), splat(normals[2 * i + 1]));
        wf2 v = vec2(splat(vertices[2 * i]), splat(vertices[2 * i + 1]));
        wf gap = sub(dot2(n, sub2(origin, v)), splat(radius));
        wf approach = negate(dot2(n, translation)), fraction = divide(gap, approach);
        wm comes = gt(approach, zero()), above = gt(gap, zero());
        wm last = gt(gap, mul(leaves, approach)), first = gt(gap, mul(enters, approach));
        wm cut = both(both(comes, above), either(flip(outside), first));
        missed = either(missed, either(both(comes, last), and_not(above, comes)));
        wm ends = both(and_not(lt(approach, zero()), above), last);
        enters = select(cut, fraction, enters);
        leaves = select(ends, fraction, leaves);
        outside = either(outside, cut);
        missed = either(missed, both(outside, gt(enters, leaves)));
        normal = select2(cut, n, normal);
        a = select2(cut, v, a);
        b = select2(cut, vec2(splat(vertices[2 * next]), splat(vertices[2 * next + 1])), b);
    }
    lane_hits hits = {and_not(outside, missed), min2(enters, one()), normal, no_lane()};
    if (radius > 0.0f)
    {
        wf2 tangent = vec2(negate(normal.y), normal.x), center = a;
        wf along = dot2(sub2(add2(origin, scale2(enters, translation)), a), tangent);
        wm flat = both(ge(along, zero()), flip(gt(along, dot2(sub2(b, a), tangent))));
        wm round = and_not(hits.hit, flat), begin = flip(either(outside, missed));
        center = select2(gt(along, zero()), b, a);
        if (any(begin))
        {
            round = either(round, leave_corner_lanes(origin, begin, vertices, normals, count,
                                                     radius, &center));
        }
        hits = or_disc(round, origin, translation, center, radius, hits);
    }
    return hits;
}

/// sc_ray_meets_shape.
WIDE lane_hits meet_shape_lanes(wf2 origin, wf2 translation, const sc_tree_entry *entry,
                                const float *pool)
{
    wf2 turn = vec2(splat(entry->cos), splat(entry->sin));
    const float *geometry = pool + entry->geometry, *vertices = geometry + SC_GEOMETRY_HEADER;
    lane_hits hits;
    origin = unrotate2(turn, sub2(origin, vec2(splat(entry->x), splat(entry->y))));
    translation = unrotate2(turn, translation);
    if (entry->kind == SC_KIND_CIRCLE)
    {
        hits = meet_disc_lanes(origin, translation, vec2(zero(), zero()), entry->radius);
    }
    else if (entry->kind == SC_KIND_BOX && entry->radius == 0.0f)
    {
        hits = meet_box_lanes(origin, translation, geometry[0], geometry[1]);
    }
    else
    {
        int count = (int)geometry[2];
        const float *normals = vertices + 2 * sc_entry_pad(entry, count);
        hits =
            count == 2
                ? meet_capsule_lanes(origin, translation, (scree_vec2){vertices[0], vertices[1]},
                                     (scree_vec2){vertices[2], vertices[3]},
                                     (scree_vec2){normals[0], normals[1]}, entry->radius,
                                     sc_entry_is_one_sided(entry, geometry),
                                     sc_entry_distance(entry))
                : meet_polygon_lanes(origin, translation, vertices, normals, count, entry->radius);
    }
    hits.normal = rotate2(turn, hits.normal);
    return hits;
}

#endif
