// Manifolds of the narrowphase twins: clipping of edges (D. Gregorius, Creating a Contact Manifold,
// GDC 2015), the closest vertices where edges do not face each other, and impulses kept by feature
// id.

#include "core/tuning.h"

#include "reference/twins/twins_narrow.h"

#include <float.h>

static sc_twin_shape shape_at(const sc_narrow_args *args, int32_t slot)
{
    const sc_shape_pose *p = &args->poses[slot];
    return (sc_twin_shape){
        {p->x, p->y}, {p->cos, p->sin}, {p->arm_x, p->arm_y},
        p->radius,    p->path,          args->geometry + args->geometry_start[slot]};
}

sc_twin_pair sc_twin_pair_at(const sc_narrow_args *args, int index)
{
    return (sc_twin_pair){index, shape_at(args, args->a[index]), shape_at(args, args->b[index])};
}

void sc_twin_store_nothing(const sc_narrow_args *args, const sc_twin_pair *pair)
{
    args->manifolds[pair->index] = (sc_manifold){0};
    args->point_count[pair->index] = 0;
}

/// From the centre of mass of a to that of b.
static scree_vec2 between_coms(const sc_twin_pair *pair)
{
    scree_vec2 between_centers = sc_sub(pair->b.center, pair->a.center);
    return sc_add(sc_sub(between_centers, pair->b.arm), pair->a.arm);
}

static int count_of(const sc_manifold *m) { return (int)((uint32_t)m->info >> SC_COUNT_SHIFT); }

/// Writes a manifold of one or two points, with the impulses that `old` had for the same features.
static void store_points(const sc_narrow_args *args, const sc_twin_pair *pair, scree_vec2 normal,
                         const sc_twin_point *points, int count)
{
    sc_manifold old = args->manifolds[pair->index];
    int old_count = count_of(&old);
    const int old_feature[2] = {old.info & SC_FEATURE_MASK,
                                old.info >> SC_FEATURE_BITS & SC_FEATURE_MASK};
    const float old_normal[2] = {old.normal_impulse_0, old.normal_impulse_1};
    const float old_tangent[2] = {old.tangent_impulse_0, old.tangent_impulse_1};

    scree_vec2 com = between_coms(pair);
    sc_manifold m = {.normal_x = normal.x, .normal_y = normal.y, .com_x = com.x, .com_y = com.y};
    float normal_impulse[2] = {0.0f, 0.0f}, tangent_impulse[2] = {0.0f, 0.0f};
    m.info = count << SC_COUNT_SHIFT;
    for (int k = 0; k < count; k++)
    {
        m.anchor[k][0] = points[k].position.x;
        m.anchor[k][1] = points[k].position.y;
        m.separation[k] = points[k].separation;
        m.info |= points[k].feature << (k * SC_FEATURE_BITS);
        for (int j = 0; j < old_count && j < 2; j++)
        {
            if (old_feature[j] == points[k].feature)
            {
                normal_impulse[k] = old_normal[j];
                tangent_impulse[k] = old_tangent[j];
                break;
            }
        }
    }
    m.normal_impulse_0 = normal_impulse[0];
    m.normal_impulse_1 = normal_impulse[1];
    m.tangent_impulse_0 = tangent_impulse[0];
    m.tangent_impulse_1 = tangent_impulse[1];
    m.rolling_impulse = old_count > 0 ? old.rolling_impulse : 0.0f;
    args->manifolds[pair->index] = m;
    args->point_count[pair->index] = (uint8_t)count;
}

void sc_twin_store_single(const sc_narrow_args *args, const sc_twin_pair *pair, scree_vec2 normal,
                          scree_vec2 anchor, float separation)
{
    if (!(separation <= sc_twin_reach_along(args, pair, normal)))
    {
        sc_twin_store_nothing(args, pair);
        return;
    }
    // Whatever feature the last manifold's first point had: impulses stay with the one point.
    args->manifolds[pair->index].info &= SC_COUNT_MASK << SC_COUNT_SHIFT;
    sc_twin_point point = {anchor, separation, 0};
    store_points(args, pair, normal, &point, 1);
}

/// The feature of two vertices, one on the reference shape and one on the incident.
static int vertex_pair(const sc_twin_edges *e, int reference, int incident)
{
    int of_a = e->flip ? incident : reference, of_b = e->flip ? reference : incident;
    return of_a | of_b << SC_FEATURE_B_SHIFT;
}

/// The incident edge within the slab over the reference edge, in the frame of the edges.
typedef struct clipped_edge
{
    scree_vec2 lower, upper;
    bool disjoint;  ///< the incident edge lies outside the slab
} clipped_edge;

static clipped_edge clip(const sc_twin_edges *e)
{
    clipped_edge c = {e->end, e->start, sc_twin_edges_miss(e)};
    float run = e->start.y - e->end.y;
    if (run > FLT_EPSILON)
    {
        float slope = (e->start.x - e->end.x) / run;
        if (e->end.y < e->low)
        {
            c.lower = (scree_vec2){e->end.x + slope * (e->low - e->end.y), e->low};
        }
        if (e->high < e->start.y)
        {
            c.upper = (scree_vec2){e->end.x + slope * (e->high - e->end.y), e->high};
        }
    }
    return c;
}

/// The closest pair of vertices of the two edges.
typedef struct vertex_distance
{
    scree_vec2 from, to;  ///< on the reference, on the incident edge
    int reference, incident;
    float distance;
} vertex_distance;

static float squared_distance(scree_vec2 from, scree_vec2 to)
{
    scree_vec2 between = sc_sub(to, from);
    return sc_dot(between, between);
}

/// Equal distances have this order: low before high, and there end before start, start before end.
static vertex_distance closest_vertices(const sc_twin_edges *e)
{
    scree_vec2 low = {e->face, e->low}, high = {e->face, e->high};
    float low_start = squared_distance(low, e->start), low_end = squared_distance(low, e->end);
    float high_start = squared_distance(high, e->start), high_end = squared_distance(high, e->end);
    bool low_to_start = low_start < low_end, high_to_end = high_end < high_start;
    float from_low = low_to_start ? low_start : low_end;
    float from_high = high_to_end ? high_end : high_start;

    bool at_high = from_high < from_low;
    bool at_start = at_high ? !high_to_end : low_to_start;
    vertex_distance d;
    d.from = at_high ? high : low;
    d.reference = at_high ? e->reference_end : e->reference_start;
    d.to = at_start ? e->start : e->end;
    d.incident = at_start ? e->incident_start : e->incident_end;
    d.distance = sqrtf(at_high ? from_high : from_low);
    return d;
}

/// The contact of two vertices. Cores that overlap or nearly touch keep the face's normal, (1, 0).
static sc_twin_point vertex_point(const sc_twin_edges *e, const vertex_distance *d,
                                  scree_vec2 *normal)
{
    scree_vec2 between = sc_sub(d->to, d->from);
    float gap = between.x;
    *normal = (scree_vec2){1.0f, 0.0f};
    if (d->distance > SC_FACE_TOLERANCE && e->separation >= -SC_FACE_TOLERANCE)
    {
        gap = d->distance;
        *normal = sc_scale(1.0f / d->distance, between);
    }
    // Halfway between the rounded surfaces of two points of the cores.
    float shift = 0.5f * (e->reference_radius - e->incident_radius);
    scree_vec2 middle = sc_add(sc_scale(0.5f, sc_add(d->from, d->to)), sc_scale(shift, *normal));
    return (sc_twin_point){middle, gap - (e->reference_radius + e->incident_radius),
                           vertex_pair(e, d->reference, d->incident)};
}

/// The contact of a clipped point of the incident edge with the reference face, normal (1, 0).
static sc_twin_point face_point(const sc_twin_edges *e, scree_vec2 p, int reference, int incident)
{
    float shift = 0.5f * (e->reference_radius - e->incident_radius);
    scree_vec2 position = {0.5f * (p.x + e->face) + shift, p.y};
    return (sc_twin_point){position, p.x - e->face - (e->reference_radius + e->incident_radius),
                           vertex_pair(e, reference, incident)};
}

/// Points and normal in the frame of the edges; returns how many points. The faces mislead when the
/// cores are apart and two vertices are closest, and when the edges are not over each other.
static int clip_edges(const sc_twin_edges *e, scree_vec2 *normal, sc_twin_point points[2])
{
    clipped_edge c = clip(e);
    bool apart = e->separation > SC_FACE_TOLERANCE;
    if (apart || c.disjoint)
    {
        vertex_distance d = closest_vertices(e);
        float face_gap = sc_min(c.lower.x - e->face, c.upper.x - e->face);
        if (c.disjoint || d.distance + SC_FACE_TOLERANCE < face_gap)
        {
            points[0] = vertex_point(e, &d, normal);
            return 1;
        }
    }
    *normal = (scree_vec2){1.0f, 0.0f};
    sc_twin_point lower = face_point(e, c.lower, e->reference_start, e->incident_end);
    sc_twin_point upper = face_point(e, c.upper, e->reference_end, e->incident_start);
    // Seen from a the order is the same whichever shape is the reference.
    points[0] = e->flip ? upper : lower;
    points[1] = e->flip ? lower : upper;
    return 2;
}

void sc_twin_store_clipped(const sc_narrow_args *args, const sc_twin_pair *pair,
                           const sc_twin_edges *edges, sc_rotation frame, scree_vec2 origin)
{
    scree_vec2 local_normal;
    sc_twin_point candidates[2], kept[2];
    int candidate_count = clip_edges(edges, &local_normal, candidates), count = 0;
    // The reference normal points away from the reference shape, the contact's from a to b.
    scree_vec2 normal = sc_rotate(frame, local_normal);
    if (edges->flip)
    {
        normal = (scree_vec2){-normal.x, -normal.y};
    }
    for (int k = 0; k < candidate_count; k++)
    {
        if (candidates[k].separation <= sc_twin_reach_along(args, pair, normal))
        {
            kept[count] = candidates[k];
            kept[count].position = sc_add(origin, sc_rotate(frame, candidates[k].position));
            count++;
        }
    }
    if (count == 0)
    {
        sc_twin_store_nothing(args, pair);
        return;
    }
    store_points(args, pair, normal, kept, count);
}
