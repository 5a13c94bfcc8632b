#include "dynamics/narrowphase/polygon.h"

#include "core/tuning.h"
#include "core/assert.h"
#include "geometry/geometry_entry.h"
#include "dynamics/narrowphase/manifold.h"
#include "dynamics/narrowphase/narrow_scalar.h"

#include <float.h>

void sc_polygon_load(sc_polygon *polygon, const float *geometry, sc_shape_kind kind)
{
    int count = (int)geometry[2];
    SC_ASSERT(count > 0 && count <= SC_POLYGON_MAX);
    const float *vertices = geometry + SC_GEOMETRY_HEADER;
    const float *normals = vertices + 2 * sc_geometry_pad(kind, count);
    polygon->count = count;
    int k = 0;
    do  // every polygonal entry has a vertex 0
    {
        polygon->vertex[k] = (scree_vec2){vertices[2 * k], vertices[2 * k + 1]};
        polygon->normal[k] = (scree_vec2){normals[2 * k], normals[2 * k + 1]};
    } while (++k < count);
}

void sc_polygon_place(sc_polygon *polygon, sc_rotation turn, scree_vec2 shift)
{
    SC_ASSERT(polygon->count > 0);
    for (int k = 0; k < polygon->count; k++)
    {
        polygon->vertex[k] = sc_add(shift, sc_rotate(turn, polygon->vertex[k]));
        polygon->normal[k] = sc_rotate(turn, polygon->normal[k]);
    }
}

/// The face of `self` that is farthest from `other`. As the normals turn counter-clockwise, so does
/// the vertex that is nearest to the face. All faces together thus cost O(n + m); a test of all
/// vertices for each face of two polygons with 64 vertices would take 8192 dot products.
static sc_face find_separating_face(const sc_polygon *self, const sc_polygon *other)
{
    SC_ASSERT(self->count > 0 && other->count > 0);
    int nearest = 0;
    float min_projection = sc_dot(self->normal[0], other->vertex[0]);
    for (int k = 1; k < other->count; k++)
    {
        float along = sc_dot(self->normal[0], other->vertex[k]);
        nearest = along < min_projection ? k : nearest;
        min_projection = along < min_projection ? along : min_projection;
    }
    sc_face best = {-FLT_MAX, 0};
    for (int k = 0; k < self->count; k++)
    {
        scree_vec2 normal = self->normal[k];
        min_projection = sc_dot(normal, other->vertex[nearest]);
        // Step past an equal neighbour, because rounding makes vertices equal where edges are
        // nearly parallel.
        for (int step = 0; step < other->count; step++)
        {
            int next = sc_polygon_next(other, nearest);
            float along = sc_dot(normal, other->vertex[next]);
            if (along > min_projection)
            {
                break;
            }
            nearest = next;
            min_projection = along;
        }
        float separation = min_projection - sc_dot(normal, self->vertex[k]);
        if (separation > best.separation)
        {
            best = (sc_face){separation, k};
        }
    }
    return best;
}

/// The reference edge and the incident edge in the frame of the reference edge, like lane_edges in
/// simd/collide_lanes.h.
typedef struct edge_pair
{
    float face, low, high;
    scree_vec2 start, end;
    int reference_start, reference_end, incident_start, incident_end;
    float reference_radius, incident_radius;
    float separation;
    bool flip;
} edge_pair;

/// Whether the incident edge lies wholly beside the slab over the reference edge.
static bool edges_miss(const edge_pair *e) { return e->start.y < e->low || e->high < e->end.y; }

static int32_t vertex_pair(const edge_pair *e, int reference, int incident)
{
    return e->flip ? sc_feature(incident, reference) : sc_feature(reference, incident);
}

/// See meet_at_vertices in simd/collide_lanes.h. Returns true, and writes one point, if the closest
/// vertices make the contact.
static bool meet_at_vertices(const edge_pair *e, float tolerance, bool disjoint, float clipped_gap,
                             sc_contact_points *out)
{
    float start_x = e->start.x - e->face, end_x = e->end.x - e->face;
    scree_vec2 low_start = {start_x, e->start.y - e->low}, low_end = {end_x, e->end.y - e->low};
    scree_vec2 high_start = {start_x, e->start.y - e->high}, high_end = {end_x, e->end.y - e->high};
    float d_low_start = sc_dot(low_start, low_start), d_low_end = sc_dot(low_end, low_end);
    float d_high_start = sc_dot(high_start, high_start), d_high_end = sc_dot(high_end, high_end);
    float d_low = sc_min(d_low_start, d_low_end), d_high = sc_min(d_high_end, d_high_start);
    bool at_high = d_high < d_low;
    bool at_start = at_high ? !(d_high_end < d_high_start) : d_low_start < d_low_end;
    float distance = sqrtf(sc_min(d_high, d_low));
    bool apart = e->separation > tolerance;
    if (!disjoint && !(apart && distance + tolerance < clipped_gap))
    {
        return false;
    }

    scree_vec2 from = {e->face, at_high ? e->high : e->low};
    scree_vec2 to = at_start ? e->start : e->end;
    scree_vec2 between = sc_sub(to, from);
    bool valid = distance > tolerance && e->separation >= -tolerance;
    out->normal = valid ? sc_scale(1.0f / distance, between) : (scree_vec2){1.0f, 0.0f};
    float shift = 0.5f * (e->reference_radius - e->incident_radius);
    out->point[0].position = sc_add(sc_scale(0.5f, sc_add(from, to)), sc_scale(shift, out->normal));
    out->point[0].separation =
        (valid ? distance : between.x) - (e->reference_radius + e->incident_radius);
    out->point[0].feature = vertex_pair(e, at_high ? e->reference_end : e->reference_start,
                                        at_start ? e->incident_start : e->incident_end);
    out->count = 1;
    return true;
}

/// The ends of the incident edge, clipped to the slab over the reference edge.
typedef struct clipped_edge
{
    scree_vec2 lower, upper;
    float lower_gap, upper_gap;
} clipped_edge;

static clipped_edge clip_incident(const edge_pair *e, float min_extent)
{
    float run = e->start.y - e->end.y;
    bool sloped = run > min_extent;
    float slope = (e->start.x - e->end.x) / (sloped ? run : 1.0f);
    scree_vec2 lower = e->end, upper = e->start;
    if (sloped && e->end.y < e->low)
    {
        lower = (scree_vec2){e->end.x + slope * (e->low - e->end.y), e->low};
    }
    if (sloped && e->high < e->start.y)
    {
        upper = (scree_vec2){e->end.x + slope * (e->high - e->end.y), e->high};
    }
    return (clipped_edge){lower, upper, lower.x - e->face, upper.x - e->face};
}

/// The two ends of the clipped edge as contact points. The normal points away from the reference
/// edge.
static sc_contact_points points_of(const edge_pair *e, const clipped_edge *c)
{
    float radii = e->reference_radius + e->incident_radius;
    float shift = 0.5f * (e->reference_radius - e->incident_radius);
    sc_contact_point p0 = {{0.5f * (c->lower.x + e->face) + shift, c->lower.y},
                           c->lower_gap - radii,
                           vertex_pair(e, e->reference_start, e->incident_end)};
    sc_contact_point p1 = {{0.5f * (c->upper.x + e->face) + shift, c->upper.y},
                           c->upper_gap - radii,
                           vertex_pair(e, e->reference_end, e->incident_start)};
    sc_contact_points out = {.normal = {1.0f, 0.0f}, .count = 2};
    out.point[0] = e->flip ? p1 : p0;
    out.point[1] = e->flip ? p0 : p1;
    return out;
}

/// The reference edge, that of the leading face, and the incident edge of the other polygon. The
/// caller sets the radii.
static edge_pair face_each_other(const sc_polygon *a, const sc_polygon *b, sc_face face_a,
                                 sc_face face_b, bool flip)
{
    SC_ASSERT(face_a.index >= 0 && face_a.index < a->count && face_b.index >= 0 &&
              face_b.index < b->count);
    const sc_polygon *reference = flip ? b : a, *incident = flip ? a : b;
    edge_pair e = {.flip = flip};
    e.separation = flip ? face_b.separation : face_a.separation;
    e.reference_start = flip ? face_b.index : face_a.index;
    e.reference_end = sc_polygon_next(reference, e.reference_start);
    scree_vec2 normal = reference->normal[e.reference_start];
    // The edge of `incident` whose normal points most against `normal`.
    int index = 0;
    float min_projection = FLT_MAX;
    for (int k = 0; k < incident->count; k++)
    {
        float along = sc_dot(incident->normal[k], normal);
        if (along < min_projection)
        {
            min_projection = along;
            index = k;
        }
    }
    e.incident_start = index;
    e.incident_end = sc_polygon_next(incident, e.incident_start);

    sc_rotation frame = {normal.x, normal.y};
    scree_vec2 low = sc_unrotate(frame, reference->vertex[e.reference_start]);
    e.face = low.x;
    e.low = low.y;
    e.high = sc_unrotate(frame, reference->vertex[e.reference_end]).y;
    e.start = sc_unrotate(frame, incident->vertex[e.incident_start]);
    e.end = sc_unrotate(frame, incident->vertex[e.incident_end]);
    return e;
}

/// Converts points from the frame of the reference edge to the frame of the polygons, turned by
/// `turn`.
static sc_contact_points to_world(sc_contact_points out, const sc_polygon *a, const sc_polygon *b,
                                  sc_face face_a, sc_face face_b, bool flip, sc_rotation turn)
{
    scree_vec2 normal = flip ? b->normal[face_b.index] : a->normal[face_a.index];
    scree_vec2 world = sc_rotate(turn, normal);
    sc_rotation to_axes = {world.x, world.y};
    scree_vec2 away = sc_rotate(to_axes, out.normal);
    out.normal = flip ? (scree_vec2){-away.x, -away.y} : away;
    for (int k = 0; k < out.count; k++)
    {
        out.point[k].position = sc_rotate(to_axes, out.point[k].position);
    }
    return out;
}

/// Collides two polygons, both in the frame of a; `turn_a` turns this frame to world axes.
static sc_contact_points collide_polygons(const sc_narrow_args *args, const sc_polygon *a,
                                          const sc_polygon *b, float radius_a, float radius_b,
                                          float reach, sc_rotation turn_a)
{
    sc_contact_points none = {.count = 0};
    float limit = reach + (radius_a + radius_b);
    sc_face face_a = find_separating_face(a, b);
    if (face_a.separation > limit)
    {
        return none;
    }
    sc_face face_b = find_separating_face(b, a);
    if (face_b.separation > limit)
    {
        return none;
    }
    // See b_leads in simd/collide_lanes.h.
    bool flat = sc_dot(a->normal[face_a.index], b->normal[face_b.index]) < -SC_FLAT_COSINE;
    bool flip = face_b.separation > face_a.separation + (flat ? args->face_tolerance : 0.0f);
    edge_pair e = face_each_other(a, b, face_a, face_b, flip);
    if (!flip && edges_miss(&e) && face_b.separation > face_a.separation)
    {
        flip = true;
        e = face_each_other(a, b, face_a, face_b, flip);
    }
    e.reference_radius = flip ? radius_b : radius_a;
    e.incident_radius = flip ? radius_a : radius_b;
    // See clip_edges in simd/collide_lanes.h.
    clipped_edge c = clip_incident(&e, args->min_extent);
    sc_contact_points out;
    if (!meet_at_vertices(&e, args->face_tolerance, edges_miss(&e),
                          sc_min(c.lower_gap, c.upper_gap), &out))
    {
        out = points_of(&e, &c);
    }
    return to_world(out, a, b, face_a, face_b, flip, turn_a);
}

sc_contact_points sc_polygon_clip(const sc_polygon *a, const sc_polygon *b, sc_face face_a,
                                  sc_face face_b, bool flip, const float radii[2], sc_rotation turn,
                                  float min_extent)
{
    SC_ASSERT(face_a.index < a->count && face_b.index < b->count);
    edge_pair e = face_each_other(a, b, face_a, face_b, flip);
    e.reference_radius = radii[flip];
    e.incident_radius = radii[!flip];
    if (edges_miss(&e))
    {
        return (sc_contact_points){.count = 0};
    }
    clipped_edge c = clip_incident(&e, min_extent);
    return to_world(points_of(&e, &c), a, b, face_a, face_b, flip, turn);
}

/// The disc's centre in the frame of a; see collide_convex_circle in
/// simd/kernels/kernels_collide_circles.c.
static sc_contact_points collide_circle(float min_square, const sc_polygon *a, scree_vec2 center,
                                        float radius_a, float radius_b, sc_rotation turn_a)
{
    sc_face best = {-FLT_MAX, 0};
    for (int k = 0; k < a->count; k++)
    {
        float separation = sc_dot(a->normal[k], sc_sub(center, a->vertex[k]));
        if (separation > best.separation)
        {
            best = (sc_face){separation, k};
        }
    }
    scree_vec2 v1 = a->vertex[best.index], v2 = a->vertex[sc_polygon_next(a, best.index)];
    scree_vec2 edge = sc_sub(v2, v1), from1 = sc_sub(center, v1), from2 = sc_sub(center, v2);
    scree_vec2 normal = a->normal[best.index];
    float gap = best.separation;
    scree_vec2 foot = sc_sub(center, sc_scale(gap, normal));
    bool before = sc_dot(from1, edge) < 0.0f;
    bool after = sc_dot(from2, edge) > 0.0f;
    if (gap > 0.0f && (before || after))
    {
        // The centre is outside, so the normal leads to it from the vertex. If that vector is too
        // short to have a direction, the normal of the face is kept.
        scree_vec2 between = before ? from1 : from2;
        foot = before ? v1 : v2;
        gap = sc_length(between);
        normal = gap * gap > min_square ? sc_scale(1.0f / gap, between) : normal;
    }
    float middle = 0.5f * (gap + (radius_a - radius_b));
    sc_contact_points out = {.normal = sc_rotate(turn_a, normal), .count = 1};
    out.point[0].position = sc_rotate(turn_a, sc_add(foot, sc_scale(middle, normal)));
    out.point[0].separation = gap - (radius_a + radius_b);
    out.point[0].feature = sc_feature(0, 0);
    return out;
}

void sc_narrow_polygon(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        int32_t slot_a = args->a[i], slot_b = args->b[i];
        SC_ASSERT(args->kinds[slot_a] != SC_KIND_CIRCLE &&
                  args->kinds[slot_a] != SC_KIND_HALF_SPACE);
        const sc_shape_pose *a = &args->poses[slot_a], *b = &args->poses[slot_b];
        sc_shape_kind kind_b = (sc_shape_kind)args->kinds[slot_b];
        sc_rotation turn_a = {a->cos, a->sin};
        scree_vec2 between = sc_unrotate(turn_a, (scree_vec2){b->x - a->x, b->y - a->y});

        sc_polygon pa, pb;
        sc_polygon_load(&pa, args->geometry + args->geometry_start[slot_a],
                        (sc_shape_kind)args->kinds[slot_a]);
        sc_contact_points points;
        if (kind_b == SC_KIND_CIRCLE)
        {
            points = collide_circle(args->min_square, &pa, between, a->radius, b->radius, turn_a);
        }
        else
        {
            scree_vec2 turn = sc_unrotate(turn_a, (scree_vec2){b->cos, b->sin});
            sc_polygon_load(&pb, args->geometry + args->geometry_start[slot_b], kind_b);
            sc_polygon_place(&pb, (sc_rotation){turn.x, turn.y}, between);
            float reach = args->margin + (sc_path_length(a->path) + sc_path_length(b->path));
            points = collide_polygons(args, &pa, &pb, a->radius, b->radius, reach, turn_a);
        }
        sc_manifold_replace(&args->manifolds[i], &args->point_count[i], args->margin, a, b,
                            &points);
    }
}
