/// Boxes against boxes: separating axes in closed form, and edges by symmetry.
///
/// Vertices of a box: 0 (-, -), 1 (+, -), 2 (+, +), 3 (-, +); edge i leads from vertex i to i + 1,
/// so the outward normals are -y, +x, +y, -x.

#include "core/tuning.h"
#include "core/assert.h"
#include "simd/collide_lanes.h"

void SC_KERNEL(narrow_box_box)(const sc_narrow_args *args, int begin, int end);

/// The separation of another box from a box along the axes of the latter, and whether y is the axis
/// with the larger one.
typedef struct lane_axis
{
    wf separation;
    wm by_y;
} lane_axis;

/// The better axis of a box. `half`: its half sizes; `half_b`: those of the AABB of the other box
/// along these axes; `center`: the centre of the other box in this frame.
WIDE lane_axis best_axis(wf2 center, wf2 half, wf2 half_b)
{
    wf x = sub(sub(magnitude(center.x), half.x), half_b.x);
    wf y = sub(sub(magnitude(center.y), half.y), half_b.y);
    wm by_y = gt(y, x);
    return (lane_axis){select(by_y, y, x), by_y};
}

/// Half sizes of a box's AABB in a frame turned by an angle of absolute cosine and sine `turn`.
WIDE wf2 turned_extent(wf2 turn, wf2 half)
{
    return vec2(add(mul(turn.x, half.x), mul(turn.y, half.y)),
                add(mul(turn.y, half.x), mul(turn.x, half.y)));
}

/// The index of the next vertex.
WIDE wi next_vertex(wi index) { return and_int(add_int(index, splat_int(1)), splat_int(3)); }

/// The incident box in the frame of the reference edge.
typedef struct lane_incident
{
    wf2 center, half;
    wf2 x_axis;
} lane_incident;

/// Computes the edge of the incident box whose normal points most against the reference normal (+x
/// here).
WIDE void find_incident_edge(lane_edges *e, const lane_incident *box)
{
    // The normal of edge 2 has the x coordinate y_axis.x = -x_axis.y, and so on. The first minimum
    // is chosen.
    wf cos = box->x_axis.x, sin = box->x_axis.y;
    wi index = splat_int(0);
    wf min_cosine = sin;
    wm less = lt(cos, min_cosine);
    index = select_int(less, splat_int(1), index);
    min_cosine = select(less, cos, min_cosine);
    less = lt(negate(sin), min_cosine);
    index = select_int(less, splat_int(2), index);
    min_cosine = select(less, negate(sin), min_cosine);
    index = select_int(lt(negate(cos), min_cosine), splat_int(3), index);

    wm is0 = eq_int(index, splat_int(0)), is1 = eq_int(index, splat_int(1));
    wm is2 = eq_int(index, splat_int(2));
    wf2 plus = box->half, minus = negate2(box->half);
    wf2 start =
        vec2(select(either(is1, is2), plus.x, minus.x), select(either(is0, is1), minus.y, plus.y));
    wf2 end =
        vec2(select(either(is0, is1), plus.x, minus.x), select(either(is1, is2), plus.y, minus.y));
    e->start = add2(box->center, rotate2(box->x_axis, start));
    e->end = add2(box->center, rotate2(box->x_axis, end));
    e->incident_start = index;
    e->incident_end = next_vertex(index);
}

/// This function is long because it is straight-line code over lanes; splitting it would hide the
/// data flow.
void SC_KERNEL(narrow_box_box)(const sc_narrow_args *shared, int begin, int end)
{
    const sc_narrow_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        int32_t start_a[SC_LANES], start_b[SC_LANES];
        find_geometry(args, &args->a[i], start_a);
        find_geometry(args, &args->b[i], start_b);
        wf4 header_a = gather4(args->geometry, 1, start_a);
        wf4 header_b = gather4(args->geometry, 1, start_b);
        wf2 half_a = vec2(header_a.a, header_a.b), half_b = vec2(header_b.a, header_b.b);
        lane_shapes a = load_shapes(args, &args->a[i]), b = load_shapes(args, &args->b[i]);

        wf2 between = sub2(b.center, a.center);
        wf2 turn = unrotate2(a.rotation, b.rotation);
        wf2 b_in_a = unrotate2(a.rotation, between), b_in_b = unrotate2(b.rotation, between);
        wf2 turn_size = vec2(magnitude(turn.x), magnitude(turn.y));
        lane_axis axis_a = best_axis(b_in_a, half_a, turned_extent(turn_size, half_b));
        lane_axis axis_b = best_axis(b_in_b, half_b, turned_extent(turn_size, half_a));
        wf limit = add(farthest(args, &a, &b), add(a.radius, b.radius));
        wm live = both(le(axis_a.separation, limit), le(axis_b.separation, limit));
        if (!any(live))
        {
            store_nothing(args, i);
            continue;
        }

        lane_edges e;
        wm flat = gt(max2(turn_size.x, turn_size.y), splat(SC_FLAT_COSINE));
        e.flip = b_leads(args, axis_a.separation, axis_b.separation, flat);
        e.separation = select(e.flip, axis_b.separation, axis_a.separation);
        e.reference_radius = select(e.flip, b.radius, a.radius);
        e.incident_radius = select(e.flip, a.radius, b.radius);
        wm by_y = either(both(e.flip, axis_b.by_y), and_not(axis_a.by_y, e.flip));

        // The incident box in the frame of the reference box...
        wf2 center = select2(e.flip, negate2(b_in_b), b_in_a);
        wf2 x_axis = vec2(turn.x, select(e.flip, negate(turn.y), turn.y));
        wf2 half = select2(e.flip, half_b, half_a);
        // ...and turned so that the reference normal (x, y) = side * axis becomes +x.
        wf along = select(by_y, center.y, center.x);
        wm negative = lt(along, zero());
        wf side = select(negative, splat(-1.0f), one());
        lane_incident incident;
        incident.center =
            vec2(mul(side, along), mul(side, select(by_y, negate(center.x), center.y)));
        incident.x_axis = vec2(mul(side, select(by_y, x_axis.y, x_axis.x)),
                               mul(side, select(by_y, negate(x_axis.x), x_axis.y)));
        incident.half = select2(e.flip, half_a, half_b);
        e.face = select(by_y, half.y, half.x);
        e.high = select(by_y, half.x, half.y);
        e.low = negate(e.high);
        e.reference_start = select_int(by_y, select_int(negative, splat_int(0), splat_int(2)),
                                       select_int(negative, splat_int(3), splat_int(1)));
        e.reference_end = next_vertex(e.reference_start);
        find_incident_edge(&e, &incident);

        wf2 rotation = select2(e.flip, b.rotation, a.rotation);
        wf2 frame = vec2(mul(side, select(by_y, negate(rotation.y), rotation.x)),
                         mul(side, select(by_y, rotation.x, rotation.y)));
        wf2 origin = add2(a.arm, keep2(e.flip, between));
        store_clipped(args, i, &a, &b, &e, clip_edges(args, &e, live), frame, origin);
    }
}
