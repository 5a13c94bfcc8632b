/// Functions that the narrowphase kernels share: loading shapes into lanes, clipping edges, storing
/// manifolds.
///
/// A manifold without points is zero in every field, and so is the missing second point of a
/// manifold of one point. The reason is that the data that a lane stores must not depend on its
/// neighbours, and batches without a near pair return early.
#ifndef SC_COLLIDE_LANES_H
#define SC_COLLIDE_LANES_H

#include "core/block.h"
#include "core/contact_records.h"
#include "core/shape_records.h"
#include "core/tuning.h"
#include "simd/kernels.h"
#include "simd/wide.h"

#include <float.h>
#include <string.h>

enum
{
    SC_SHAPE_POSE_FLOATS = 8
};
_Static_assert(sizeof(sc_shape_pose) == sizeof(float[SC_SHAPE_POSE_FLOATS]), "read as floats");
_Static_assert(offsetof(sc_shape_pose, arm_x) == sizeof(float[4]), "two records of 16 bytes");

/// The rows of a batch for gather4 and scatter4, relative to its first contact: contacts are
/// contiguous. (Joining the quarters to lines of 64 bytes in registers before storing them was no
/// faster on Zen 5.)
static const int32_t lane_rows[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// The end of the last block: kernels process the contacts [begin, padded_end(end)).
WIDE int padded_end(int end) { return (end + SC_BLOCK - 1) & ~(SC_BLOCK - 1); }

typedef struct lane_shapes
{
    wf2 center, rotation;  ///< world
    wf2 arm;               ///< from the body's centre of mass, world axes
    wf radius;
    wi path;  ///< see sc_shape_pose
} lane_shapes;

WIDE lane_shapes load_shapes(const sc_narrow_args *args, const int32_t *slot)
{
    const float *poses = (const float *)args->poses;
    wf4 pose = gather_rows(poses, SC_SHAPE_POSE_FLOATS, slot);
    wf4 rest = gather_rows(poses + 4, SC_SHAPE_POSE_FLOATS, slot);
    return (lane_shapes){vec2(pose.a, pose.b), vec2(pose.c, pose.d), vec2(rest.a, rest.b), rest.c,
                         bits_of(rest.d)};
}

WIDE wf2 unpack_path(wi path)
{
    return vec2(float_of(and_int(path, splat_int((int32_t)0xffff0000))),
                float_of(shift_left(path, 16)));
}

WIDE wf path_lengths(const lane_shapes *a, const lane_shapes *b)
{
    wf2 p = unpack_path(a->path), q = unpack_path(b->path);
    return add(add(magnitude(p.x), magnitude(p.y)), add(magnitude(q.x), magnitude(q.y)));
}

/// The largest distance, m, at which shapes still get points, whatever the directions of their
/// paths.
WIDE wf farthest(const sc_narrow_args *args, const lane_shapes *a, const lane_shapes *b)
{
    return add(splat(args->margin), path_lengths(a, b));
}

/// The largest distance along a normal at which shapes still get points: see sc_approach.
WIDE wf farthest_along(const sc_narrow_args *args, const lane_shapes *a, const lane_shapes *b,
                       wf2 normal)
{
    wf p = dot2(unpack_path(a->path), normal), q = dot2(unpack_path(b->path), normal);
    wi none = splat_int(0);
    wm any_way = either(eq_int(a->path, none), eq_int(b->path, none));
    wf approach = add(max2(p, zero()), max2(negate(q), zero()));
    return add(splat(args->margin), select(any_way, path_lengths(a, b), approach));
}

/// Finds the start of the geometry of each lane's shape in the pool.
WIDE void find_geometry(const sc_narrow_args *args, const int32_t *slot, int32_t *start)
{
    for (int k = 0; k < SC_LANES; k++)
    {
        start[k] = args->geometry_start[slot[k]];
    }
}

/// Converts an integer from 0 to 255 that is held as a float: adding 2^23 leaves it in the low
/// bits.
WIDE wi int_of_small(wf x) { return and_int(bits_of(add(x, splat(8388608.0f))), splat_int(0xff)); }

/// The old impulses of a batch; info has the feature ids that they belong to.
typedef struct lane_impulses
{
    wi info;
    wf rolling;
    wf normal[2], tangent[2];
} lane_impulses;

WIDE lane_impulses load_impulses(const sc_manifold *manifolds)
{
    const float *base = (const float *)manifolds;
    wf4 depths = gather4(base + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, lane_rows);
    wf4 impulses = gather4(base + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, lane_rows);
    return (lane_impulses){
        bits_of(depths.c), depths.d, {impulses.a, impulses.c}, {impulses.b, impulses.d}};
}

WIDE void store_counts(uint8_t *point_count, wi count)
{
    int32_t counts[SC_LANES];
    store_int(counts, count);
    for (int k = 0; k < SC_LANES; k++)
    {
        point_count[k] = (uint8_t)counts[k];
    }
}

/// Clears the manifolds of a batch without any near pair.
WIDE void store_nothing(const sc_narrow_args *args, int i)
{
    memset(&args->manifolds[i], 0, SC_LANES * sizeof(sc_manifold));
    memset(&args->point_count[i], 0, SC_LANES);
}

/// The vector from the centre of mass of a to that of b.
WIDE wf2 between_coms(const lane_shapes *a, const lane_shapes *b)
{
    return add2(sub2(sub2(b->center, a->center), b->arm), a->arm);
}

/// Stores the manifolds of pairs with a disc. Their only point always has feature id 0, so a disc
/// that rolls from a face round a corner keeps its impulses.
WIDE void store_single(const sc_narrow_args *args, int i, const lane_shapes *a,
                       const lane_shapes *b, wf2 normal, wf2 anchor, wf separation)
{
    wm touching = le(separation, farthest_along(args, a, b, normal));
    if (!any(touching))
    {
        store_nothing(args, i);
        return;
    }
    lane_impulses old = load_impulses(&args->manifolds[i]);
    wm carried = both(touching, gt_int(shift_right(old.info, SC_COUNT_SHIFT), splat_int(0)));
    wi count = keep_int(touching, splat_int(1));
    wf info = float_of(shift_left(count, SC_COUNT_SHIFT));
    wf2 com = keep2(touching, between_coms(a, b));
    normal = keep2(touching, normal);
    anchor = keep2(touching, anchor);

    float *base = (float *)&args->manifolds[i];
    scatter4(base + SC_MANIFOLD_FRAME, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){normal.x, normal.y, com.x, com.y});
    scatter4(base + SC_MANIFOLD_ANCHORS, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){anchor.x, anchor.y, zero(), zero()});
    scatter4(base + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){keep(touching, separation), zero(), info, keep(carried, old.rolling)});
    scatter4(base + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){keep(carried, old.normal[0]), keep(carried, old.tangent[0]), zero(), zero()});
    store_counts(&args->point_count[i], count);
}

/// Up to two points, before points that are too far apart are dropped.
typedef struct lane_points
{
    wf2 normal;    ///< unit, from a to b
    wf2 point[2];  ///< relative to an origin that the caller chooses
    wf separation[2];
    wi feature[2];
    wm present[2];
} lane_points;

/// Stores points given relative to the centre of mass of a, in world axes.
WIDE void store_points(const sc_narrow_args *args, int i, const lane_shapes *a,
                       const lane_shapes *b, const lane_points *p)
{
    wf reach = farthest_along(args, a, b, p->normal);
    wm near0 = both(p->present[0], le(p->separation[0], reach));
    wm near1 = both(p->present[1], le(p->separation[1], reach));
    wm two = both(near0, near1), some = either(near0, near1), moved = and_not(near1, near0);
    wf2 normal = keep2(some, p->normal), com = keep2(some, between_coms(a, b));
    wf2 anchor0 = keep2(some, select2(moved, p->point[1], p->point[0]));
    wf2 anchor1 = keep2(two, p->point[1]);
    wf separation0 = keep(some, select(moved, p->separation[1], p->separation[0]));
    wf separation1 = keep(two, p->separation[1]);
    wi feature0 = keep_int(some, select_int(moved, p->feature[1], p->feature[0]));
    wi feature1 = keep_int(two, p->feature[1]);
    wi count = add_int(keep_int(some, splat_int(1)), keep_int(two, splat_int(1)));
    wi info = or_int(
        feature0, or_int(shift_left(feature1, SC_FEATURE_BITS), shift_left(count, SC_COUNT_SHIFT)));

    // Carry impulses over by feature id, because the index of a point may have changed.
    lane_impulses old = load_impulses(&args->manifolds[i]);
    wi mask = splat_int(SC_FEATURE_MASK);
    wi old_feature0 = and_int(old.info, mask);
    wi old_feature1 = and_int(shift_right(old.info, SC_FEATURE_BITS), mask);
    wi old_count = shift_right(old.info, SC_COUNT_SHIFT);
    wm had0 = gt_int(old_count, splat_int(0)), had1 = gt_int(old_count, splat_int(1));
    wm from00 = both(both(some, had0), eq_int(feature0, old_feature0));
    wm from01 = both(both(some, had1), eq_int(feature0, old_feature1));
    wm from10 = both(both(two, had0), eq_int(feature1, old_feature0));
    wm from11 = both(both(two, had1), eq_int(feature1, old_feature1));
    wf normal_impulse0 = select(from00, old.normal[0], keep(from01, old.normal[1]));
    wf tangent_impulse0 = select(from00, old.tangent[0], keep(from01, old.tangent[1]));
    wf normal_impulse1 = select(from10, old.normal[0], keep(from11, old.normal[1]));
    wf tangent_impulse1 = select(from10, old.tangent[0], keep(from11, old.tangent[1]));

    float *base = (float *)&args->manifolds[i];
    scatter4(base + SC_MANIFOLD_FRAME, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){normal.x, normal.y, com.x, com.y});
    scatter4(base + SC_MANIFOLD_ANCHORS, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){anchor0.x, anchor0.y, anchor1.x, anchor1.y});
    scatter4(base + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){separation0, separation1, float_of(info), keep(both(some, had0), old.rolling)});
    scatter4(base + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, lane_rows,
             (wf4){normal_impulse0, tangent_impulse0, normal_impulse1, tangent_impulse1});
    store_counts(&args->point_count[i], count);
}

/// The reference edge and the incident edge that faces it, in the frame of the reference edge: x
/// along its outward normal, y along the edge, so that it runs from (face, low) to (face, high).
/// The incident edge runs the other way, from `start` (large y) to `end`.
typedef struct lane_edges
{
    wf face, low, high;
    wf2 start, end;
    wi reference_start, reference_end, incident_start, incident_end;  ///< vertex indices
    wf reference_radius, incident_radius;
    wf separation;  ///< of the reference face from the other core, without radii
    wm flip;        ///< the reference edge belongs to b
} lane_edges;

/// Whether the incident edge lies completely beside the slab over the reference edge.
WIDE wm edges_miss(const lane_edges *e)
{
    return either(lt(e->start.y, e->low), lt(e->high, e->end.y));
}

/// The feature of two vertices, one on the reference shape and one on the incident.
WIDE wi vertex_pair(wm flip, wi reference, wi incident)
{
    return or_int(select_int(flip, incident, reference),
                  shift_left(select_int(flip, reference, incident), SC_FEATURE_B_SHIFT));
}

/// Replaces the lower point and the normal by those of two vertices if these are the closest
/// points. Returns the lanes in which they were replaced.
///
/// The normal of a face is wrong if the shapes are apart and no vertex of one lies over the face of
/// the other. For two capsules end to end it is wrong even if the shapes overlap (a polygon of two
/// vertices has no faces at its ends). The Minkowski difference shows that the closest vertices
/// belong to these two edges: among its faces, one next to the closest vertex has the largest
/// separation.
WIDE wm meet_at_vertices(const sc_narrow_args *args, const lane_edges *e, wm live, wm disjoint,
                         wm apart, wf clipped_gap, lane_points *lower)
{
    wf start_x = sub(e->start.x, e->face), end_x = sub(e->end.x, e->face);
    wf2 low_start = vec2(start_x, sub(e->start.y, e->low));
    wf2 low_end = vec2(end_x, sub(e->end.y, e->low));
    wf2 high_start = vec2(start_x, sub(e->start.y, e->high));
    wf2 high_end = vec2(end_x, sub(e->end.y, e->high));
    wf d_low_start = dot2(low_start, low_start), d_low_end = dot2(low_end, low_end);
    wf d_high_start = dot2(high_start, high_start), d_high_end = dot2(high_end, high_end);
    wm low_to_start = lt(d_low_start, d_low_end), high_to_end = lt(d_high_end, d_high_start);
    wf d_low = min2(d_low_start, d_low_end), d_high = min2(d_high_end, d_high_start);
    wm at_high = lt(d_high, d_low);
    wm at_start = either(and_not(at_high, high_to_end), and_not(low_to_start, at_high));
    wf distance = root(min2(d_high, d_low));

    wf tolerance = splat(args->face_tolerance);
    wm closer = both(apart, lt(add(distance, tolerance), clipped_gap));
    wm use = both(live, either(closer, disjoint));

    wf2 from = vec2(e->face, select(at_high, e->high, e->low));
    wf2 to = select2(at_start, e->start, e->end);
    wf2 between = sub2(to, from);
    // Cores that overlap or nearly touch keep the normal of the face.
    wm valid = both(gt(distance, tolerance), ge(e->separation, negate(tolerance)));
    wf2 normal = scale2(divide(one(), select(valid, distance, one())), between);
    normal = select2(valid, normal, vec2(one(), zero()));
    wf half = splat(0.5f);
    wf2 middle = scale2(half, add2(from, to));
    wf shift = mul(half, sub(e->reference_radius, e->incident_radius));
    wf gap = select(valid, distance, between.x);

    lower->normal = select2(use, normal, lower->normal);
    lower->point[0] = select2(use, add2(middle, scale2(shift, normal)), lower->point[0]);
    lower->separation[0] =
        select(use, sub(gap, add(e->reference_radius, e->incident_radius)), lower->separation[0]);
    wi feature = vertex_pair(e->flip, select_int(at_high, e->reference_end, e->reference_start),
                             select_int(at_start, e->incident_start, e->incident_end));
    lower->feature[0] = select_int(use, feature, lower->feature[0]);
    return use;
}

/// Clips the incident edge to the slab over the reference edge (D. Gregorius, Creating a Contact
/// Manifold, GDC 2015). Points and normal are in the frame of the edges; the normal points away
/// from the reference.
WIDE lane_points clip_edges(const sc_narrow_args *args, const lane_edges *e, wm live)
{
    wm disjoint = edges_miss(e);
    wf run = sub(e->start.y, e->end.y);
    wm sloped = gt(run, splat(args->min_extent));
    wf slope = divide(sub(e->start.x, e->end.x), select(sloped, run, one()));
    wm cut_low = both(sloped, lt(e->end.y, e->low)),
       cut_high = both(sloped, lt(e->high, e->start.y));
    wf lower_x = add(e->end.x, keep(cut_low, mul(slope, sub(e->low, e->end.y))));
    wf lower_y = select(cut_low, e->low, e->end.y);
    wf upper_x = select(cut_high, add(e->end.x, mul(slope, sub(e->high, e->end.y))), e->start.x);
    wf upper_y = select(cut_high, e->high, e->start.y);

    wf half = splat(0.5f), radii = add(e->reference_radius, e->incident_radius);
    wf shift = mul(half, sub(e->reference_radius, e->incident_radius));
    wf lower_gap = sub(lower_x, e->face), upper_gap = sub(upper_x, e->face);

    lane_points p;
    p.normal = vec2(one(), zero());
    p.point[0] = vec2(add(mul(half, add(lower_x, e->face)), shift), lower_y);
    p.point[1] = vec2(add(mul(half, add(upper_x, e->face)), shift), upper_y);
    p.separation[0] = sub(lower_gap, radii);
    p.separation[1] = sub(upper_gap, radii);
    p.feature[0] = vertex_pair(e->flip, e->reference_start, e->incident_end);
    p.feature[1] = vertex_pair(e->flip, e->reference_end, e->incident_start);
    p.present[0] = live;
    p.present[1] = live;

    wm swap = e->flip;
    wm apart = gt(e->separation, splat(args->face_tolerance));
    if (any(both(live, either(apart, disjoint))))
    {
        wm at_vertices =
            meet_at_vertices(args, e, live, disjoint, apart, min2(lower_gap, upper_gap), &p);
        p.present[1] = and_not(live, at_vertices);
        swap = and_not(swap, at_vertices);
    }

    // Order the points as seen from a, whichever shape is the reference.
    lane_points out = p;
    out.point[0] = select2(swap, p.point[1], p.point[0]);
    out.point[1] = select2(swap, p.point[0], p.point[1]);
    out.separation[0] = select(swap, p.separation[1], p.separation[0]);
    out.separation[1] = select(swap, p.separation[0], p.separation[1]);
    out.feature[0] = select_int(swap, p.feature[1], p.feature[0]);
    out.feature[1] = select_int(swap, p.feature[0], p.feature[1]);
    return out;
}

/// Stores clipped points in the world. `frame` is the reference normal in world axes, and `origin`
/// leads from the centre of mass of a to the origin of the points.
WIDE void store_clipped(const sc_narrow_args *args, int i, const lane_shapes *a,
                        const lane_shapes *b, const lane_edges *e, lane_points p, wf2 frame,
                        wf2 origin)
{
    wf2 normal = rotate2(frame, p.normal);
    p.normal = select2(e->flip, negate2(normal), normal);
    p.point[0] = add2(origin, rotate2(frame, p.point[0]));
    p.point[1] = add2(origin, rotate2(frame, p.point[1]));
    store_points(args, i, a, b, &p);
}

/// Whether the reference face belongs to b, because that face has the larger separation. If the two
/// faces lie flat on each other, it must be clearly larger, so that resting contacts do not
/// alternate between the faces. Otherwise any difference decides, because the edges of the worse
/// face may not contain the closest vertices: a polygon of 64 vertices has several faces within the
/// tolerance.
WIDE wm b_leads(const sc_narrow_args *args, wf separation_a, wf separation_b, wm flat)
{
    return gt(separation_b, add(separation_a, keep(flat, splat(args->face_tolerance))));
}

#endif
