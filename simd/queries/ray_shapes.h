/// A ray against one shape. Kernels and scalar calls share this code in plain floats, so they agree
/// to the bit.
#ifndef SC_RAY_SHAPES_H
#define SC_RAY_SHAPES_H

#include "core/tuning.h"
#include "core/maths.h"
#include "scree/geometry.h"
#include "simd/queries/rays.h"

#include <float.h>
#include <stddef.h>

typedef struct sc_ray
{
    scree_vec2 origin, translation;
    scree_vec2 inverse;  ///< of the translation, finite
} sc_ray;

/// The point where a ray meets a shape; `hit` is false if it does not.
typedef struct sc_ray_point
{
    bool hit;
    float fraction;
    scree_vec2 normal;
    bool grazes;  ///< the hit is an end that the ray passes within rounding
} sc_ray_point;

static inline float sc_ray_inverse(float d)
{
    float inverse = d != 0.0f ? 1.0f / d : FLT_MAX;
    return sc_max(-FLT_MAX, sc_min(inverse, FLT_MAX));
}

static inline sc_ray sc_ray_make(scree_vec2 origin, scree_vec2 translation)
{
    return (sc_ray){
        origin, translation, {sc_ray_inverse(translation.x), sc_ray_inverse(translation.y)}};
}

/// Ray i of an array of origins and translations.
static inline sc_ray sc_ray_of_row(const float *rows, int i)
{
    const float *row = rows + (ptrdiff_t)4 * i;
    return sc_ray_make((scree_vec2){row[0], row[1]}, (scree_vec2){row[2], row[3]});
}

static inline sc_ray_point sc_ray_misses(void) { return (sc_ray_point){.fraction = 1.0f}; }

/// Tests a ray against a disc that does not contain its origin. The computation starts from the
/// point of the ray's line that is closest to the centre, because a difference of large squares
/// would lose digits.
static inline sc_ray_point sc_ray_meets_disc(scree_vec2 origin, scree_vec2 translation,
                                             scree_vec2 center, float radius)
{
    scree_vec2 to_center = sc_sub(center, origin);
    float length = sc_length(translation);
    if (!(length > 0.0f))
    {
        return sc_ray_misses();
    }
    scree_vec2 direction = {translation.x / length, translation.y / length};
    float along = sc_dot(to_center, direction);
    scree_vec2 aside = sc_sub(to_center, sc_scale(along, direction));
    float square = sc_dot(aside, aside), limit = radius * radius;
    if (!(square <= limit))
    {
        return sc_ray_misses();
    }
    float half_chord = sqrtf(limit - square), distance = along - half_chord;
    if (!(distance >= 0.0f) || !(distance <= length))
    {
        return sc_ray_misses();
    }
    scree_vec2 out = sc_scale(-1.0f, sc_add(aside, sc_scale(half_chord, direction)));
    float size = sc_length(out);
    scree_vec2 normal = size > 0.0f ? sc_scale(1.0f / size, out) : sc_scale(-1.0f, direction);
    return (sc_ray_point){true, sc_min(distance / length, 1.0f), normal, false};
}

/// Factor for the fraction at which a ray leaves an AABB. Without it, a ray through a corner could
/// miss by rounding.
#define SC_RAY_LEAVES 1.000001f

/// A ray misses an end that it grazes if it enters the AABB of the segment after the end by more
/// than this fraction of the ray's length. The end is then near the line of the ray, but not on the
/// ray's way into the segment.
#define SC_RAY_GRAZE_SLACK 1e-6f

/// Moves a hit into the AABB of its shape, because rounding may place it before the AABB.
static inline sc_ray_point sc_ray_point_within(sc_ray_point point, float enters)
{
    point.hit &= !point.grazes || enters - point.fraction <= SC_RAY_GRAZE_SLACK;
    point.fraction = sc_max(point.fraction, enters);
    return point;
}

/// The distance of the shape of an entry from the origin of the world, m. The rounding error of the
/// shape's position is proportional to this distance.
static inline float sc_entry_distance(const sc_tree_entry *entry)
{
    return fabsf(entry->x) + fabsf(entry->y);
}

/// Tests whether a ray passes an end of a segment, `out` m from the origin of the world, within
/// rounding. If so, the end is hit at the nearest point of the ray. Otherwise a ray could pass
/// between two segments that share the end.
static inline sc_ray_point sc_ray_grazes_end(scree_vec2 origin, scree_vec2 translation,
                                             scree_vec2 end, scree_vec2 normal, float out)
{
    scree_vec2 to = sc_sub(end, origin);
    float reach = fabsf(to.x) + fabsf(to.y) + (fabsf(end.x) + fabsf(end.y) + out);
    float size = fabsf(translation.x) + fabsf(translation.y);
    float along = sc_dot(translation, to), square = sc_dot(translation, translation);
    bool near_end = fabsf(sc_cross(translation, to)) <= SC_RAY_GRAZE * reach * size;
    bool hit = near_end & (square > 0.0f) & (along >= 0.0f) & (along <= square);
    return (sc_ray_point){hit, along / square, normal, true};
}

/// Tests a ray against the segment from a to b, `out` m from the origin of the world, with its
/// rounding radius. `normal` is a unit vector to the right of the direction from a to b.
static inline sc_ray_point sc_ray_meets_capsule(scree_vec2 origin, scree_vec2 translation,
                                                scree_vec2 a, scree_vec2 b, scree_vec2 normal,
                                                float radius, bool one_sided, float out)
{
    scree_vec2 tangent = {-normal.y, normal.x}, from_a = sc_sub(origin, a);
    float length = sc_dot(sc_sub(b, a), tangent), height = sc_dot(normal, from_a);
    if (one_sided && height < 0.0f)
    {
        return sc_ray_misses();
    }
    float side = height < 0.0f ? -1.0f : 1.0f, along = sc_dot(tangent, from_a), fraction = 0.0f;
    bool between = side * height <= radius, ends_before = false;
    if (!between)
    {
        float approach = -side * sc_dot(normal, translation);
        float gap = side * height - radius;
        ends_before = gap > approach;
        if (!(approach > 0.0f) || (ends_before && radius > 0.0f))
        {
            return sc_ray_misses();
        }
        fraction = gap / approach;
        along += fraction * sc_dot(tangent, translation);
    }
    if (along >= 0.0f && along <= length)
    {
        return between || ends_before
                   ? sc_ray_misses()
                   : (sc_ray_point){true, sc_min(fraction, 1.0f), sc_scale(side, normal), false};
    }
    scree_vec2 end = along < 0.0f ? a : b;
    return radius > 0.0f ? sc_ray_meets_disc(origin, translation, end, radius)
           : between     ? sc_ray_misses()
                         : sc_ray_grazes_end(origin, translation, end, sc_scale(side, normal), out);
}

/// Tests a ray whose origin lies within all edges moved outwards by the radius: it can only hit the
/// round corner in whose sector the origin lies.
static inline sc_ray_point sc_ray_leaves_corner(scree_vec2 origin, scree_vec2 translation,
                                                const float *vertices, const float *normals,
                                                int count, float radius)
{
    for (int i = 0, before = count - 1; i < count; before = i++)
    {
        scree_vec2 v = {vertices[2 * i], vertices[2 * i + 1]}, w = sc_sub(origin, v);
        scree_vec2 edge = {-normals[2 * i + 1], normals[2 * i]};
        scree_vec2 edge_before = {-normals[2 * before + 1], normals[2 * before]};
        if (sc_dot(w, edge) <= 0.0f && sc_dot(w, edge_before) >= 0.0f)
        {
            return sc_dot(w, w) > radius * radius
                       ? sc_ray_meets_disc(origin, translation, v, radius)
                       : sc_ray_misses();
        }
    }
    return sc_ray_misses();
}

/// Tests a ray against a convex polygon of three or more vertices with round corners. The ray is
/// clipped at the lines of the edges, moved outwards by the radius. If it enters through such a
/// line but beside the edge, the entry point is in the sector of a vertex, outside the disc about
/// that vertex. The ray can then enter the shape only through that disc (C. Ericson, Real-Time
/// Collision Detection 2005, 5.5.7, in two dimensions).
static inline sc_ray_point sc_ray_meets_polygon(scree_vec2 origin, scree_vec2 translation,
                                                const float *vertices, const float *normals,
                                                int count, float radius)
{
    float enters = 0.0f, leaves = 1.0f;
    int edge = -1;
    for (int i = 0; i < count; ++i)
    {
        scree_vec2 n = {normals[2 * i], normals[2 * i + 1]};
        scree_vec2 v = {vertices[2 * i], vertices[2 * i + 1]};
        float gap = sc_dot(n, sc_sub(origin, v)) - radius;  // > 0: outside
        float approach = -sc_dot(n, translation);
        if (approach > 0.0f)
        {
            if (gap > leaves * approach)
            {
                return sc_ray_misses();
            }
            if (gap > 0.0f && (edge < 0 || gap > enters * approach))
            {
                enters = gap / approach;
                edge = i;
            }
        }
        else if (gap > 0.0f)
        {
            return sc_ray_misses();
        }
        else if (approach < 0.0f && gap > leaves * approach)
        {
            leaves = gap / approach;
        }
        if (edge >= 0 && enters > leaves)
        {
            return sc_ray_misses();
        }
    }
    if (edge < 0)
    {
        return radius > 0.0f
                   ? sc_ray_leaves_corner(origin, translation, vertices, normals, count, radius)
                   : sc_ray_misses();
    }
    int next = edge + 1 < count ? edge + 1 : 0;
    scree_vec2 n = {normals[2 * edge], normals[2 * edge + 1]}, tangent = {-n.y, n.x};
    scree_vec2 a = {vertices[2 * edge], vertices[2 * edge + 1]};
    scree_vec2 b = {vertices[2 * next], vertices[2 * next + 1]};
    if (radius > 0.0f)
    {
        float along = sc_dot(sc_sub(sc_add(origin, sc_scale(enters, translation)), a), tangent);
        if (!(along >= 0.0f) || along > sc_dot(sc_sub(b, a), tangent))
        {
            return sc_ray_meets_disc(origin, translation, along > 0.0f ? b : a, radius);
        }
    }
    return (sc_ray_point){true, sc_min(enters, 1.0f), n, false};
}

/// Tests a ray against a rectangle with sharp corners about (0, 0), the most common shape. The ray
/// enters the rectangle when it has entered the strips along both axes.
static inline sc_ray_point sc_ray_meets_box(scree_vec2 origin, scree_vec2 translation,
                                            float half_width, float half_height)
{
    float inverse_x = sc_ray_inverse(translation.x), inverse_y = sc_ray_inverse(translation.y);
    float x0 = (-half_width - origin.x) * inverse_x, x1 = (half_width - origin.x) * inverse_x;
    float y0 = (-half_height - origin.y) * inverse_y, y1 = (half_height - origin.y) * inverse_y;
    float enters_x = sc_min(x0, x1), enters_y = sc_min(y0, y1);
    float enters = sc_max(enters_x, enters_y);
    float leaves = sc_min(sc_max(x0, x1), sc_max(y0, y1));
    bool by_x = enters_x > enters_y;
    scree_vec2 normal = {by_x ? (translation.x > 0.0f ? -1.0f : 1.0f) : 0.0f,
                         by_x ? 0.0f : (translation.y > 0.0f ? -1.0f : 1.0f)};
    bool moves = (fabsf(translation.x) > 0.0f) | (fabsf(translation.y) > 0.0f);
    bool hit = (enters <= leaves) & moves & (enters >= 0.0f) & (enters <= 1.0f);
    return (sc_ray_point){hit, enters, normal, false};
}

/// The number of vectors in each list of an entry of two or more vertices.
static inline int sc_entry_pad(const sc_tree_entry *entry, int count)
{
    return entry->kind == SC_KIND_CONVEX8 ? 8 : entry->kind == SC_KIND_POLYGON ? count : 4;
}

/// Whether an entry of two vertices is a segment of a chain that is hit from one side only.
static inline bool sc_entry_is_one_sided(const sc_tree_entry *entry, const float *geometry)
{
    return entry->type == SCREE_SHAPE_CHAIN_SEGMENT && sc_segment_is_one_sided(geometry);
}

/// Tests a ray against the shape of an entry.
static inline sc_ray_point sc_ray_meets_shape(const sc_ray *ray, const sc_tree_entry *entry,
                                              const float *pool)
{
    sc_rotation q = {entry->cos, entry->sin};
    scree_vec2 origin = sc_unrotate(q, sc_sub(ray->origin, (scree_vec2){entry->x, entry->y}));
    scree_vec2 translation = sc_unrotate(q, ray->translation);
    const float *geometry = pool + entry->geometry, *vertices = geometry + SC_GEOMETRY_HEADER;
    sc_ray_point point;
    if (entry->kind == SC_KIND_CIRCLE)
    {
        point = sc_ray_meets_disc(origin, translation, (scree_vec2){0.0f, 0.0f}, entry->radius);
    }
    else if (entry->kind == SC_KIND_BOX && entry->radius == 0.0f)
    {
        point = sc_ray_meets_box(origin, translation, geometry[0], geometry[1]);
    }
    else
    {
        int count = (int)geometry[2];
        const float *normals = vertices + 2 * sc_entry_pad(entry, count);
        if (count == 2)
        {
            point = sc_ray_meets_capsule(
                origin, translation, (scree_vec2){vertices[0], vertices[1]},
                (scree_vec2){vertices[2], vertices[3]}, (scree_vec2){normals[0], normals[1]},
                entry->radius, sc_entry_is_one_sided(entry, geometry), sc_entry_distance(entry));
        }
        else
        {
            point =
                sc_ray_meets_polygon(origin, translation, vertices, normals, count, entry->radius);
        }
    }
    point.normal = sc_rotate(q, point.normal);
    return point;
}

/// The fraction at which a ray enters an AABB; it is above `leaves` if the ray does not meet it.
/// The kernels compute the same bits.
static inline float sc_ray_enters(const sc_ray *ray, sc_aabb aabb, float *leaves)
{
    float x0 = (aabb.lower_x - ray->origin.x) * ray->inverse.x;
    float x1 = (aabb.upper_x - ray->origin.x) * ray->inverse.x;
    float y0 = (aabb.lower_y - ray->origin.y) * ray->inverse.y;
    float y1 = (aabb.upper_y - ray->origin.y) * ray->inverse.y;
    *leaves = SC_RAY_LEAVES * sc_min(sc_max(x0, x1), sc_max(y0, y1));
    return sc_max(sc_max(sc_min(x0, x1), sc_min(y0, y1)), 0.0f);
}

#endif
