/// Casts groups of rays through a tree. Each node has a list of the rays that meet it. The list is
/// tested against one child of the node after the other, one ray per lane. The rays that meet a
/// child are packed into the list of that child, so lanes stay full even if the rays diverge.
///
/// All rays of a list lead into the same quadrant: along each axis they have the same direction.
/// Children are first tested against the whole list, with intervals of the origins of its rays and
/// of the inverses of their translations. This test may pass too many children, which only costs
/// time: afterwards each ray is tested on its own against the AABB of each node and shape, with the
/// same fraction as a ray that is cast alone.
#ifndef SC_RAY_LISTS_H
#define SC_RAY_LISTS_H

#include "simd/queries/shape_lanes.h"

/// Bounds of all rays of a list, along one axis.
typedef struct ray_bounds
{
    float first_origin, last_origin;    ///< minimum and maximum
    float first_inverse, last_inverse;  ///< of the translation
    int way;  ///< 1, -1: the sign of all translations; 0: the signs differ
} ray_bounds;

/// The rays that meet a node. Arrays have SC_LANES elements of padding.
typedef struct ray_list
{
    int count;
    int32_t *ray;  ///< its index in the group
    float *origin_x, *origin_y, *inverse_x, *inverse_y;
    float *fraction;  ///< of its closest hit, or a greater one, when it was added to the list
    ray_bounds x, y;
    float limit;  ///< the maximum of the fractions
} ray_list;

/// A group of rays of the arguments, from the first one on.
typedef struct ray_group
{
    const sc_ray_args *args;
    int begin;
    const float *rows;  ///< by ray: origin and translation
    ray_list list[SC_RAY_LEVELS];
    int32_t *met;   ///< the rays that meet an AABB,
    float *enters;  ///< and the fractions at which they enter it
} ray_group;

WIDE void bound_axis(ray_bounds *bounds, wf low, wf high, wf first, wf last)
{
    *bounds = (ray_bounds){least(low), greatest(high), least(first), greatest(last), 0};
    bounds->way = bounds->first_inverse > 0.0f ? 1 : bounds->last_inverse < 0.0f ? -1 : 0;
}

/// Fills the last lanes of a list with rays that meet nothing, and computes its bounds.
static inline void finish_list(ray_list *list)
{
    int end = list->count;
    store_int(list->ray + end, splat_int(list->ray[0]));
    store(list->origin_x + end, splat(list->origin_x[0]));
    store(list->origin_y + end, splat(list->origin_y[0]));
    store(list->inverse_x + end, splat(list->inverse_x[0]));
    store(list->inverse_y + end, splat(list->inverse_y[0]));
    store(list->fraction + end, splat(-1.0f));
    wf low_x = load(list->origin_x), high_x = low_x, low_y = load(list->origin_y), high_y = low_y;
    wf first_x = load(list->inverse_x), last_x = first_x;
    wf first_y = load(list->inverse_y), last_y = first_y, limit = load(list->fraction);
    for (int i = SC_LANES; i < end; i += SC_LANES)
    {
        wf x = load(list->origin_x + i), y = load(list->origin_y + i);
        wf inverse_x = load(list->inverse_x + i), inverse_y = load(list->inverse_y + i);
        low_x = min2(low_x, x);
        high_x = max2(high_x, x);
        low_y = min2(low_y, y);
        high_y = max2(high_y, y);
        first_x = min2(first_x, inverse_x);
        last_x = max2(last_x, inverse_x);
        first_y = min2(first_y, inverse_y);
        last_y = max2(last_y, inverse_y);
        limit = max2(limit, load(list->fraction + i));
    }
    bound_axis(&list->x, low_x, high_x, first_x, last_x);
    bound_axis(&list->y, low_y, high_y, first_y, last_y);
    list->limit = greatest(limit);
}

/// Narrows [*enter, *leave] to the fractions at which any ray of the list may lie between `lower`
/// and `upper` of each lane.
WIDE void meet_slabs(const ray_bounds *bounds, wf lower, wf upper, wf *enter, wf *leave)
{
    bool forwards = bounds->way > 0;
    wf near_gap =
        sub(forwards ? lower : upper, splat(forwards ? bounds->last_origin : bounds->first_origin));
    wf far_gap =
        sub(forwards ? upper : lower, splat(forwards ? bounds->first_origin : bounds->last_origin));
    wf first = splat(bounds->first_inverse), last = splat(bounds->last_inverse);
    *enter = max2(*enter, min2(mul(near_gap, first), mul(near_gap, last)));
    *leave = min2(*leave, max2(mul(far_gap, first), mul(far_gap, last)));
}

/// Returns the children that any ray of a list may meet, as bits.
WIDE unsigned meet_node_together(const ray_list *list, const sc_tree_node *node)
{
    unsigned met = 0;
    for (int k = 0; k < SC_BLOCK; k += SC_LANES)
    {
        wf lower_x = load(node->lower_x + k);
        wf enter = zero(), leave = splat(list->limit);
        meet_slabs(&list->x, lower_x, load(node->upper_x + k), &enter, &leave);
        meet_slabs(&list->y, load(node->lower_y + k), load(node->upper_y + k), &enter, &leave);
        leave = mul(splat(SC_RAY_LEAVES), leave);
        met |= mask_bits(both(le(enter, leave), lt(lower_x, splat(INFINITY)))) << k;
    }
    return met;
}

/// A child, by the sides through which the rays of a list enter and leave.
typedef struct child_lanes
{
    wf near_x, far_x, near_y, far_y;
} child_lanes;

WIDE child_lanes child_of(const ray_list *list, const sc_tree_node *node, int k)
{
    wf lower_x = splat(node->lower_x[k]), upper_x = splat(node->upper_x[k]);
    wf lower_y = splat(node->lower_y[k]), upper_y = splat(node->upper_y[k]);
    bool x = list->x.way > 0, y = list->y.way > 0;
    return (child_lanes){x ? lower_x : upper_x, x ? upper_x : lower_x, y ? lower_y : upper_y,
                         y ? upper_y : lower_y};
}

/// The rays from index i of a list on that meet a child before their closest hits.
WIDE wm meet_child(const ray_list *list, int i, const child_lanes *child, wf *enters)
{
    wf origin_x = load(list->origin_x + i), origin_y = load(list->origin_y + i);
    wf inverse_x = load(list->inverse_x + i), inverse_y = load(list->inverse_y + i);
    wf near_x = mul(sub(child->near_x, origin_x), inverse_x);
    wf far_x = mul(sub(child->far_x, origin_x), inverse_x);
    wf near_y = mul(sub(child->near_y, origin_y), inverse_y);
    wf far_y = mul(sub(child->far_y, origin_y), inverse_y);
    *enters = max2(max2(near_x, near_y), zero());
    wf leaves = mul(splat(SC_RAY_LEAVES), min2(far_x, far_y)), limit = load(list->fraction + i);
    return le(*enters, min2(leaves, limit));
}

WIDE void store_place(ray_list *to, int at, const ray_list *from, int i, wp pack, wf fraction)
{
    store_packed_int(to->ray + at, pack, load_int(from->ray + i));
    store_packed(to->origin_x + at, pack, load(from->origin_x + i));
    store_packed(to->origin_y + at, pack, load(from->origin_y + i));
    store_packed(to->inverse_x + at, pack, load(from->inverse_x + i));
    store_packed(to->inverse_y + at, pack, load(from->inverse_y + i));
    store_packed(to->fraction + at, pack, fraction);
}

/// Makes the list of a child, with the present fractions of the rays.
static inline void list_child(const ray_list *from, const float *fractions,
                              const sc_tree_node *node, int k, ray_list *to)
{
    child_lanes child = child_of(from, node, k);
    to->count = 0;
    for (int i = 0; i < from->count; i += SC_LANES)
    {
        wf enters;
        wm met = meet_child(from, i, &child, &enters);
        if (any(met))
        {
            wf now = gather(fractions, load_int(from->ray + i));
            met = both(met, le(enters, now));
            store_place(to, to->count, from, i, pack_of(met), now);
            to->count += __builtin_popcount(mask_bits(met));
        }
    }
    if (to->count > 0)
    {
        finish_list(to);
    }
}

#endif
