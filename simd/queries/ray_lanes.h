/// Rays in lanes that go down a tree together. Which children of a node any of them may meet is
/// asked for all of them at once, in intervals: of where they begin, and of the inverses of how far
/// they lead along an axis, if they all lead the same way along it. What that asks for one ray too
/// many costs time, and no more: each ray meets the AABB of each shape by itself, by the same
/// operations as alone.
#ifndef SC_RAY_LANES_H
#define SC_RAY_LANES_H

#include "simd/queries/ray_shapes.h"
#include "simd/wide.h"

typedef struct ray_lanes
{
    wf2 origin, translation, inverse;
    wf fraction;  ///< of the closest hit so far
    wf2 normal;
    wi slot;
} ray_lanes;

/// Of all rays of the lanes, along one axis.
typedef struct lane_bounds
{
    float first_origin, last_origin;    ///< least and greatest
    float first_inverse, last_inverse;  ///< of the translation
    float lower, upper;                 ///< of the rays as far as they lead, wide of rounding
    int way;                            ///< 1, -1: they all lead that way; 0: they do not
} lane_bounds;

WIDE wf inverse_lanes(wf d)
{
    wf inverse = select(eq(d, zero()), splat(FLT_MAX), divide(one(), d));
    return max2(splat(-FLT_MAX), min2(inverse, splat(FLT_MAX)));
}

/// Where `count` rays begin, from the arrays of a kernel.
static inline void bound_origins(lane_bounds *bounds, const float *origin, const float *translation)
{
    *bounds = (lane_bounds){
        origin[0], origin[0], sc_ray_inverse(translation[0]), sc_ray_inverse(translation[0]), 0.0f,
        0.0f,      0};
    int forwards = 0, backwards = 0;
    for (int k = 0; k < SC_LANES; ++k)
    {
        float inverse = sc_ray_inverse(translation[k]);
        bounds->first_origin = sc_min(bounds->first_origin, origin[k]);
        bounds->last_origin = sc_max(bounds->last_origin, origin[k]);
        bounds->first_inverse = sc_min(bounds->first_inverse, inverse);
        bounds->last_inverse = sc_max(bounds->last_inverse, inverse);
        forwards += inverse > 0.0f;
        backwards += inverse < 0.0f;
    }
    bounds->way = forwards == SC_LANES ? 1 : backwards == SC_LANES ? -1 : 0;
}

/// How far they lead.
static inline void bound_ends(lane_bounds *bounds, const float *origin, const float *translation,
                              const float *fraction)
{
    float lower = bounds->first_origin, upper = bounds->last_origin, reach = 0.0f;
    for (int k = 0; k < SC_LANES; ++k)
    {
        float end = origin[k] + fraction[k] * translation[k];
        lower = sc_min(lower, end);
        upper = sc_max(upper, end);
        reach = sc_max(reach, fabsf(translation[k]) + fabsf(origin[k]));
    }
    // A ray meets an AABB within a few roundings of its numbers.
    bounds->lower = lower - 2e-6f * reach;
    bounds->upper = upper + 2e-6f * reach;
}

/// The fractions between which any ray may be within an interval of each lane.
WIDE void meet_slabs(const lane_bounds *bounds, wf lower, wf upper, wf *enter, wf *leave)
{
    if (bounds->way == 0)
    {
        return;
    }
    bool forwards = bounds->way > 0;
    wf near_gap =
        sub(forwards ? lower : upper, splat(forwards ? bounds->last_origin : bounds->first_origin));
    wf far_gap =
        sub(forwards ? upper : lower, splat(forwards ? bounds->first_origin : bounds->last_origin));
    wf first = splat(bounds->first_inverse), last = splat(bounds->last_inverse);
    *enter = max2(*enter, min2(mul(near_gap, first), mul(near_gap, last)));
    *leave = min2(*leave, max2(mul(far_gap, first), mul(far_gap, last)));
}

/// The children that any of the rays may meet before `limit`, as bits, and from where on.
WIDE unsigned meet_node_together(const lane_bounds *x, const lane_bounds *y,
                                 const sc_tree_node *node, float limit, float *enters)
{
    unsigned met = 0;
    for (int k = 0; k < SC_BLOCK; k += SC_LANES)
    {
        wf lower_x = load(node->lower_x + k), upper_x = load(node->upper_x + k);
        wf lower_y = load(node->lower_y + k), upper_y = load(node->upper_y + k);
        wm near_x = both(le(lower_x, splat(x->upper)), le(splat(x->lower), upper_x));
        wm near_y = both(le(lower_y, splat(y->upper)), le(splat(y->lower), upper_y));
        wf enter = zero(), leave = splat(limit);
        meet_slabs(x, lower_x, upper_x, &enter, &leave);
        meet_slabs(y, lower_y, upper_y, &enter, &leave);
        store(enters + k, enter);
        met |= mask_bits(both(both(near_x, near_y), le(enter, leave))) << k;
    }
    return met;
}

/// The rays that meet the AABB of child k before their own limits.
WIDE wm meet_child(const ray_lanes *rays, const sc_tree_node *node, int k, wf *enters)
{
    wf x0 = mul(sub(splat(node->lower_x[k]), rays->origin.x), rays->inverse.x);
    wf x1 = mul(sub(splat(node->upper_x[k]), rays->origin.x), rays->inverse.x);
    wf y0 = mul(sub(splat(node->lower_y[k]), rays->origin.y), rays->inverse.y);
    wf y1 = mul(sub(splat(node->upper_y[k]), rays->origin.y), rays->inverse.y);
    *enters = max2(max2(min2(x0, x1), min2(y0, y1)), zero());
    return le(*enters, min2(min2(max2(x0, x1), max2(y0, y1)), rays->fraction));
}

/// sc_ray_meets_box.
WIDE wm meet_box_lanes(wf2 origin, wf2 translation, float half_width, float half_height,
                       wf *fraction, wf2 *normal)
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
    *normal = vec2(keep(by_x, out_x), select(by_x, zero(), out_y));
    *fraction = enters;
    wm moves = either(lt(zero(), magnitude(translation.x)), lt(zero(), magnitude(translation.y)));
    return both(both(le(enters, leaves), moves), both(ge(enters, zero()), le(enters, one())));
}

/// sc_ray_meets_disc, of a disc round the origin.
WIDE wm meet_disc_lanes(wf2 origin, wf2 translation, float radius, wf *fraction, wf2 *normal)
{
    wf2 to_center = sub2(vec2(zero(), zero()), origin);
    wf length = root(dot2(translation, translation));
    wf2 direction = vec2(divide(translation.x, length), divide(translation.y, length));
    wf along = dot2(to_center, direction);
    wf2 aside = sub2(to_center, scale2(along, direction));
    wf square = dot2(aside, aside), limit = splat(radius * radius);
    wf half_chord = root(sub(limit, square)), distance = sub(along, half_chord);
    wf2 out = scale2(splat(-1.0f), add2(aside, scale2(half_chord, direction)));
    wf size = root(dot2(out, out));
    *normal = select2(gt(size, zero()), scale2(divide(one(), size), out),
                      scale2(splat(-1.0f), direction));
    *fraction = min2(divide(distance, length), one());
    return both(both(gt(length, zero()), le(square, limit)),
                both(ge(distance, zero()), le(distance, length)));
}

#endif
