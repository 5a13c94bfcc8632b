/// Convex polygons of up to 4 or 8 vertices. Segments and capsules are polygons of two.
///
/// All computations use the frame of a. Lists are padded with vertex 0 and normal 0; all
/// comparisons are strict, so the first of equal entries is chosen and never a padded one.

#include "core/tuning.h"
#include "core/assert.h"
#include "simd/collide_lanes.h"

void SC_KERNEL(narrow_convex4_convex4)(const sc_narrow_args *args, int begin, int end);
void SC_KERNEL(narrow_convex8_convex8)(const sc_narrow_args *args, int begin, int end);

enum
{
    MAX_VERTICES = 8
};

typedef struct lane_polygons
{
    wf2 vertex[MAX_VERTICES];
    wf2 normal[MAX_VERTICES];  ///< of the edge from the vertex of the same index to the next
    wi count;
} lane_polygons;

/// Loads two entries from the row of each lane.
WIDE void load_entries(const float *base, const int32_t *row, wf2 *out)
{
    wf4 v = gather4(base, 1, row);
    out[0] = vec2(v.a, v.b);
    out[1] = vec2(v.c, v.d);
}

/// Loads the first n entries of shapes of one kind, padded to `stored`.
WIDE void load_polygons(const sc_narrow_args *args, const int32_t *slot, const int stored,
                        const int n, lane_polygons *out)
{
    int32_t start[SC_LANES];
    find_geometry(args, slot, start);
    const float *vertices = args->geometry + SC_GEOMETRY_HEADER, *normals = vertices + 2 * stored;
    out->count = int_of_small(gather4(args->geometry, 1, start).c);
    for (int k = 0; k < n; k += 2)
    {
        load_entries(vertices + 2 * k, start, &out->vertex[k]);
        load_entries(normals + 2 * k, start, &out->normal[k]);
    }
}

/// Loads the first n entries of shapes padded to 4 or 8. Lists of 4 are read twice: entries 4 to 7
/// then repeat 0 to 3, which is a valid padding too.
WIDE void load_mixed_polygons(const sc_narrow_args *args, const int32_t *slot, const int n,
                              lane_polygons *out)
{
    int32_t start[SC_LANES], vertices[2][SC_LANES], normals[2][SC_LANES];
    find_geometry(args, slot, start);
    wf count = gather4(args->geometry, 1, start).c;
    wm is_long = gt(count, splat(4.0f));
    wi half_list = keep_int(is_long, splat_int(8));
    wi first_vertex = add_int(load_int(start), splat_int(SC_GEOMETRY_HEADER));
    wi first_normal = add_int(first_vertex, add_int(splat_int(8), half_list));
    store_int(vertices[0], first_vertex);
    store_int(vertices[1], add_int(first_vertex, half_list));
    store_int(normals[0], first_normal);
    store_int(normals[1], add_int(first_normal, half_list));

    out->count = int_of_small(count);
    for (int k = 0; k < n; k += 2)
    {
        const float *base = args->geometry + 2 * (k % 4);
        load_entries(base, vertices[k / 4], &out->vertex[k]);
        load_entries(base, normals[k / 4], &out->normal[k]);
    }
}

typedef struct lane_faces
{
    wf separation;
    wf2 normal;
    wi index;
} lane_faces;

/// The face of `self` with the largest separation from `other`, negative if they overlap.
WIDE lane_faces best_face(const lane_polygons *self, const lane_polygons *other, const int n)
{
    lane_faces best = {splat(-FLT_MAX), self->normal[0], splat_int(0)};
    for (int k = 0; k < n; k++)
    {
        wf2 normal = self->normal[k];
        wf nearest = dot2(normal, other->vertex[0]);
        for (int j = 1; j < n; j++)
        {
            nearest = min2(nearest, dot2(normal, other->vertex[j]));
        }
        wf separation = sub(nearest, dot2(normal, self->vertex[k]));
        wm better = gt(separation, best.separation);
        best.separation = select(better, separation, best.separation);
        best.normal = select2(better, normal, best.normal);
        best.index = select_int(better, splat_int(k), best.index);
    }
    return best;
}

/// The edge of the incident shape whose normal points most against `normal`.
WIDE wi incident_edge(const lane_polygons *a, const lane_polygons *b, wm b_leads, wf2 normal,
                      const int n)
{
    wi index = splat_int(0);
    wf min_projection = splat(FLT_MAX);
    for (int k = 0; k < n; k++)
    {
        wf along = dot2(select2(b_leads, a->normal[k], b->normal[k]), normal);
        wm less = lt(along, min_projection);
        min_projection = select(less, along, min_projection);
        index = select_int(less, splat_int(k), index);
    }
    return index;
}

/// The ends of an edge in the frame whose x axis is `normal`.
typedef struct lane_edge
{
    wf2 start, end;
    wi first, second;  ///< vertex indices
} lane_edge;

WIDE lane_edge pick_edge(const lane_polygons *p, wi index, wf2 normal, const int n)
{
    wf2 start = p->vertex[0], end = p->vertex[1];
    for (int k = 1; k < n; k++)
    {
        wm here = eq_int(index, splat_int(k));
        start = select2(here, p->vertex[k], start);
        end = select2(here, p->vertex[(k + 1) % n], end);
    }
    wi next = add_int(index, splat_int(1));
    wm wraps = eq_int(next, p->count);
    return (lane_edge){unrotate2(normal, start), unrotate2(normal, end), index,
                       select_int(wraps, splat_int(0), next)};
}

WIDE lane_edge select_edge(wm m, lane_edge a, lane_edge b)
{
    return (lane_edge){select2(m, a.start, b.start), select2(m, a.end, b.end),
                       select_int(m, a.first, b.first), select_int(m, a.second, b.second)};
}

/// The reference edge, that of the leading face, and the incident edge of the other shape. The
/// caller handles the radii.
WIDE lane_edges face_each_other(const lane_polygons *a, const lane_polygons *b,
                                const lane_faces *face_a, const lane_faces *face_b, wm flip,
                                const int n)
{
    lane_edges e;
    e.flip = flip;
    e.separation = select(flip, face_b->separation, face_a->separation);
    wf2 normal = select2(flip, face_b->normal, face_a->normal);
    wi other = incident_edge(a, b, flip, normal, n);
    lane_edge edge_a = pick_edge(a, select_int(flip, other, face_a->index), normal, n);
    lane_edge edge_b = pick_edge(b, select_int(flip, face_b->index, other), normal, n);
    lane_edge reference = select_edge(flip, edge_b, edge_a);
    lane_edge incident = select_edge(flip, edge_a, edge_b);
    e.face = reference.start.x;
    e.low = reference.start.y;
    e.high = reference.end.y;
    e.start = incident.start;
    e.end = incident.end;
    e.reference_start = reference.first;
    e.reference_end = reference.second;
    e.incident_start = incident.first;
    e.incident_end = incident.second;
    return e;
}

/// Collides SC_LANES contacts from i on. The lists are padded to `stored` entries, but only the
/// first n are read; none of these shapes has more vertices.
WIDE void collide_slice(const sc_narrow_args *args, int i, const int stored, const int n)
{
    lane_shapes a = load_shapes(args, &args->a[i]), b = load_shapes(args, &args->b[i]);
    lane_polygons pa, pb;
    load_polygons(args, &args->a[i], stored, n, &pa);
    if (stored == MAX_VERTICES)
    {
        load_mixed_polygons(args, &args->b[i], n, &pb);
    }
    else
    {
        load_polygons(args, &args->b[i], stored, n, &pb);
    }
    wf2 between = unrotate2(a.rotation, sub2(b.center, a.center));
    wf2 turn = unrotate2(a.rotation, b.rotation);
    for (int k = 0; k < n; k++)
    {
        pb.vertex[k] = add2(between, rotate2(turn, pb.vertex[k]));
        pb.normal[k] = rotate2(turn, pb.normal[k]);
    }

    wf limit = add(farthest(args, &a, &b), add(a.radius, b.radius));
    lane_faces face_a = best_face(&pa, &pb, n);
    wm live = le(face_a.separation, limit);
    if (!any(live))
    {
        store_nothing(args, i);
        return;
    }
    lane_faces face_b = best_face(&pb, &pa, n);
    live = both(live, le(face_b.separation, limit));
    if (!any(live))
    {
        store_nothing(args, i);
        return;
    }

    wm flat = lt(dot2(face_a.normal, face_b.normal), splat(-SC_FLAT_COSINE));
    wm flip = b_leads(args, face_a.separation, face_b.separation, flat);
    lane_edges e = face_each_other(&pa, &pb, &face_a, &face_b, flip, n);
    // If the face of a leads although its separation is lower, and it misses the closest vertices,
    // use the face of b.
    wm missed = both(both(live, edges_miss(&e)), gt(face_b.separation, face_a.separation));
    missed = and_not(missed, flip);
    if (any(missed))
    {
        flip = either(flip, missed);
        e = face_each_other(&pa, &pb, &face_a, &face_b, flip, n);
    }
    e.reference_radius = select(flip, b.radius, a.radius);
    e.incident_radius = select(flip, a.radius, b.radius);
    wf2 normal = select2(flip, face_b.normal, face_a.normal);
    store_clipped(args, i, &a, &b, &e, clip_edges(args, &e, live), rotate2(a.rotation, normal),
                  a.arm);
}

void SC_KERNEL(narrow_convex4_convex4)(const sc_narrow_args *shared, int begin, int end)
{
    const sc_narrow_args own = *shared, *const args = &own;
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        collide_slice(args, i, 4, 4);
    }
}

/// Whether any of the lanes' shapes has more vertices than `few`.
WIDE bool any_longer(const sc_narrow_args *args, const int32_t *slot, int few)
{
    int32_t start[SC_LANES];
    find_geometry(args, slot, start);
    return any(gt(gather4(args->geometry, 1, start).c, splat((float)few)));
}

void SC_KERNEL(narrow_convex8_convex8)(const sc_narrow_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < padded_end(end); i += SC_LANES)
    {
        // Padding is never chosen, so to omit it changes only the time. It halves the time, because
        // the work grows with the square of the count.
        if (any_longer(args, &args->a[i], 6) || any_longer(args, &args->b[i], 6))
        {
            collide_slice(args, i, MAX_VERTICES, MAX_VERTICES);
        }
        else
        {
            collide_slice(args, i, MAX_VERTICES, 6);
        }
    }
}
