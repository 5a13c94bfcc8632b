/// Manifolds: where two convex shapes touch, one pair at a time.
///
/// Shapes are core polygons swept by discs, so only cores are compared and the radii subtracted at
/// the end. All coordinates are relative to the centre of mass of body a, world axes: contacts far
/// from the origin of the world are as exact as those near it.
#include "reference/engine/engine_parts.h"

#include <float.h>

typedef struct placed_hull
{
    int count;
    float radius;
    scree_vec2 vertices[SCREE_POLYGON_MAX_VERTICES], normals[SCREE_POLYGON_MAX_VERTICES];
} placed_hull;

typedef struct touch
{
    scree_vec2 normal;  ///< from a to b
    int count;
    struct
    {
        scree_vec2 position;
        float separation;
        uint32_t feature;
    } points[2];
} touch;

static uint32_t feature_of(int vertex_a, int vertex_b)
{
    return (uint32_t)vertex_a | (uint32_t)vertex_b << 8;
}

static void place(placed_hull *out, const ref_hull *hull, const ref_body *body, scree_vec2 origin)
{
    scree_vec2 shift = minus(body->center, origin);
    out->count = hull->count;
    out->radius = hull->radius;
    for (int i = 0; i < hull->count; ++i)
    {
        out->vertices[i] = plus(shift, turn(body, minus(hull->vertices[i], body->local_center)));
        out->normals[i] = turn(body, hull->normals[i]);
    }
}

static int next_of(const placed_hull *hull, int i) { return i + 1 < hull->count ? i + 1 : 0; }

static void add_point(touch *t, scree_vec2 position, float separation, uint32_t feature)
{
    if (separation <= REF_SPECULATIVE)
    {
        t->points[t->count].position = position;
        t->points[t->count].separation = separation;
        t->points[t->count].feature = feature;
        ++t->count;
    }
}

/// One point between two points p and q of the cores, midway between the surfaces.
static void touch_points(touch *t, scree_vec2 p, scree_vec2 q, float radius_a, float radius_b,
                         scree_vec2 fallback, uint32_t feature)
{
    scree_vec2 between = minus(q, p);
    float distance = length(between);
    t->normal = distance > FLT_EPSILON ? times(1.0f / distance, between) : fallback;
    distance = distance > FLT_EPSILON ? distance : 0.0f;
    float middle = 0.5f * (distance + radius_a - radius_b);
    add_point(t, plus(p, times(middle, t->normal)), distance - radius_a - radius_b, feature);
}

/// A disc against a polygon, a capsule's core or another disc. The face that is farthest from the
/// disc's centre decides: over the face its normal counts, beyond an end the direction from that
/// end vertex.
static void collide_disc(touch *t, const placed_hull *a, const placed_hull *b)
{
    scree_vec2 center = b->vertices[0];
    if (a->count == 1)
    {
        touch_points(t, a->vertices[0], center, a->radius, b->radius, vec(0.0f, 1.0f), 0);
        return;
    }
    int face = 0;
    float gap = -FLT_MAX;
    for (int i = 0; i < a->count; ++i)
    {
        float s = dot(a->normals[i], minus(center, a->vertices[i]));
        face = s > gap ? i : face;
        gap = larger(gap, s);
    }
    scree_vec2 from = a->vertices[face], to = a->vertices[next_of(a, face)];
    scree_vec2 edge = minus(to, from), normal = a->normals[face];
    bool before = dot(minus(center, from), edge) < 0.0f;
    bool after = dot(minus(center, to), edge) > 0.0f;
    bool outside = gap > 0.0f || a->count == 2;
    if (outside && (before || after))
    {
        touch_points(t, before ? from : to, center, a->radius, b->radius, normal, 0);
        return;
    }
    t->normal = normal;
    float middle = 0.5f * (a->radius - b->radius - gap);
    add_point(t, plus(center, times(middle, normal)), gap - a->radius - b->radius, 0);
}

/// The separating axis theorem over the faces of `self`: the face that is farthest from `other`.
static float find_face(const placed_hull *self, const placed_hull *other, int *face)
{
    float best = -FLT_MAX;
    for (int i = 0; i < self->count; ++i)
    {
        float nearest = FLT_MAX;
        for (int k = 0; k < other->count; ++k)
        {
            nearest = smaller(nearest, dot(self->normals[i], other->vertices[k]));
        }
        float separation = nearest - dot(self->normals[i], self->vertices[i]);
        *face = separation > best ? i : *face;
        best = larger(best, separation);
    }
    return best;
}

static int find_incident(const placed_hull *hull, scree_vec2 normal)
{
    int index = 0;
    for (int i = 1; i < hull->count; ++i)
    {
        index = dot(hull->normals[i], normal) < dot(hull->normals[index], normal) ? i : index;
    }
    return index;
}

/// The closest pair of end points of two edges.
static float closest_ends(const scree_vec2 r[2], const scree_vec2 s[2], int *i, int *k)
{
    float best = FLT_MAX;
    for (int m = 0; m < 4; ++m)
    {
        float distance = length(minus(s[m & 1], r[m >> 1]));
        if (distance < best)
        {
            best = distance;
            *i = m >> 1;
            *k = m & 1;
        }
    }
    return best;
}

/// Reference edge, incident edge, clipping (D. Gregorius, GDC 2015; E. Catto 2007).
///
/// The face of largest separation is the reference. The edge of the other hull that faces it is
/// clipped to the slab over the reference edge; the rest of the edge gives the two contact points.
/// Where the cores are apart and two vertices are nearer than anything in the slab, the contact is
/// between these two.
static void collide_hulls(touch *t, const placed_hull *a, const placed_hull *b)
{
    int face_a = 0, face_b = 0;
    float reach = REF_SPECULATIVE + a->radius + b->radius;
    float gap_a = find_face(a, b, &face_a), gap_b = find_face(b, a, &face_b);
    if (gap_a > reach || gap_b > reach)
    {
        return;
    }
    bool flip = gap_b > gap_a + REF_TOLERANCE;
    const placed_hull *reference = flip ? b : a, *incident = flip ? a : b;
    int face = flip ? face_b : face_a;
    int r_index[2] = {face, next_of(reference, face)};
    scree_vec2 normal = reference->normals[face];
    int across = find_incident(incident, normal);
    // The incident edge runs against the reference edge: its end lies over the reference's start.
    int s_index[2] = {next_of(incident, across), across};
    scree_vec2 r[2] = {reference->vertices[r_index[0]], reference->vertices[r_index[1]]};
    scree_vec2 s[2] = {incident->vertices[s_index[0]], incident->vertices[s_index[1]]};

    scree_vec2 along = vec(-normal.y, normal.x);  // from r[0] to r[1]
    float low = dot(along, r[0]), high = dot(along, r[1]);
    float at[2] = {dot(along, s[0]), dot(along, s[1])};
    bool disjoint = at[1] < low || at[0] > high;
    float clipped[2] = {within(at[0], low, high), within(at[1], low, high)};
    float run = at[1] - at[0], gap[2];
    scree_vec2 point[2];
    for (int k = 0; k < 2; ++k)
    {
        float part = run > FLT_EPSILON ? (clipped[k] - at[0]) / run : (float)k;
        point[k] = plus(s[0], times(part, minus(s[1], s[0])));
        gap[k] = dot(normal, minus(point[k], r[0]));
    }

    t->normal = flip ? times(-1.0f, normal) : normal;
    int i = 0, k = 0;
    float apart = closest_ends(r, s, &i, &k);
    bool outside = larger(gap_a, gap_b) > REF_TOLERANCE;
    if (disjoint || (outside && apart + REF_TOLERANCE < smaller(gap[0], gap[1])))
    {
        int vertex_a = flip ? s_index[k] : r_index[i], vertex_b = flip ? r_index[i] : s_index[k];
        if (larger(gap_a, gap_b) < -REF_TOLERANCE)
        {
            // Cores that overlap have no shortest way between vertices: the face's normal stays.
            float depth = dot(normal, minus(s[k], r[i])) - reference->radius - incident->radius;
            add_point(t, times(0.5f, plus(r[i], s[k])), depth, feature_of(vertex_a, vertex_b));
            return;
        }
        touch_points(t, a->vertices[vertex_a], b->vertices[vertex_b], a->radius, b->radius,
                     t->normal, feature_of(vertex_a, vertex_b));
        return;
    }
    for (int m = 0; m < 2; ++m)
    {
        float down = 0.5f * (gap[m] + incident->radius - reference->radius);
        int vertex_a = flip ? s_index[m] : r_index[m], vertex_b = flip ? r_index[m] : s_index[m];
        add_point(t, minus(point[m], times(down, normal)),
                  gap[m] - reference->radius - incident->radius, feature_of(vertex_a, vertex_b));
    }
}

/// A half-space takes the two deepest vertices; the second is a neighbour of the first.
static void collide_plane(touch *t, const scree_half_space *plane, const placed_hull *b)
{
    int deepest = 0;
    for (int i = 1; i < b->count; ++i)
    {
        deepest = dot(plane->normal, b->vertices[i]) < dot(plane->normal, b->vertices[deepest])
                      ? i
                      : deepest;
    }
    int after = next_of(b, deepest), before = deepest > 0 ? deepest - 1 : b->count - 1;
    int second = dot(plane->normal, b->vertices[after]) <= dot(plane->normal, b->vertices[before])
                     ? after
                     : before;
    int chosen[2] = {deepest < second ? deepest : second, deepest < second ? second : deepest};
    t->normal = plane->normal;
    for (int i = 0; i < (b->count == 1 ? 1 : 2); ++i)
    {
        scree_vec2 p = b->vertices[chosen[i]];
        float separation = dot(plane->normal, p) - plane->offset - b->radius;
        float down = b->radius + 0.5f * separation;
        add_point(t, minus(p, times(down, plane->normal)), separation, feature_of(0, chosen[i]));
    }
}

/// A point that touches with the same features as before keeps its impulses: temporal coherence
/// makes a few iterations per step enough (Catto 2005).
static void carry_over(ref_contact *contact, const touch *t, scree_vec2 centers)
{
    ref_point old[2] = {contact->points[0], contact->points[1]};
    int old_count = contact->point_count;
    contact->normal = t->normal;
    contact->point_count = t->count;
    contact->rolling_impulse = old_count > 0 && t->count > 0 ? contact->rolling_impulse : 0.0f;
    for (int i = 0; i < t->count; ++i)
    {
        ref_point *point = &contact->points[i];
        *point = (ref_point){.arm_a = t->points[i].position,
                             .arm_b = minus(t->points[i].position, centers),
                             .separation = t->points[i].separation,
                             .feature = t->points[i].feature};
        for (int k = 0; k < old_count; ++k)
        {
            if (old[k].feature == point->feature)
            {
                point->normal_impulse = old[k].normal_impulse;
                point->tangent_impulse = old[k].tangent_impulse;
                break;
            }
        }
    }
}

void ref_collide(ref_engine *engine)
{
    for (int i = 0; i < engine->contact_count; ++i)
    {
        ref_contact *contact = &engine->contacts[i];
        const ref_shape *a = &engine->shapes[contact->shape_a];
        const ref_shape *b = &engine->shapes[contact->shape_b];
        const ref_body *body_a = &engine->bodies[a->body], *body_b = &engine->bodies[b->body];
        placed_hull hull_a, hull_b;
        touch t = {.count = 0};
        place(&hull_b, b->hull, body_b, body_a->center);
        if (a->hull == NULL)
        {
            scree_vec2 normal = turn(body_a, a->plane.normal);
            float offset = a->plane.offset + dot(normal, minus(body_a->position, body_a->center));
            collide_plane(&t, &(scree_half_space){normal, offset}, &hull_b);
        }
        else
        {
            place(&hull_a, a->hull, body_a, body_a->center);
            if (hull_b.count == 1)
            {
                collide_disc(&t, &hull_a, &hull_b);
            }
            else
            {
                collide_hulls(&t, &hull_a, &hull_b);
            }
        }
        carry_over(contact, &t, minus(body_b->center, body_a->center));
    }
}
