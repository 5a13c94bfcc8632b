#include "dynamics/narrowphase/disc_contact.h"

#include "core/assert.h"
#include "geometry/geometry_entry.h"

/// The direction and distance from the core of a shape (without its rounding) to a point, in the
/// shape's own frame.
typedef struct nearest
{
    scree_vec2 normal;  ///< unit, from the core to the point
    float distance;     ///< negative inside
} nearest;

/// The direction and distance from `from` to the point. If the two coincide, the direction is
/// `otherwise`.
static nearest away_from(scree_vec2 from, scree_vec2 point, scree_vec2 otherwise)
{
    scree_vec2 offset = sc_sub(point, from);
    float length = sc_length(offset);
    return length > 0.0f ? (nearest){sc_scale(1.0f / length, offset), length}
                         : (nearest){otherwise, 0.0f};
}

static scree_vec2 vertex_at(const float *list, int i)
{
    return (scree_vec2){list[2 * i], list[2 * i + 1]};
}

/// For a point outside, the nearest feature is the face of greatest separation or one of its ends.
static nearest from_polygon(const float *geometry, sc_shape_kind kind, scree_vec2 point)
{
    int count = (int)geometry[2], pad = sc_geometry_pad(kind, count);
    SC_ASSERT(count > 0 && count <= pad);
    const float *vertices = geometry + SC_GEOMETRY_HEADER, *normals = vertices + 2 * (ptrdiff_t)pad;
    int best = 0;
    float max_separation = sc_dot(vertex_at(normals, 0), sc_sub(point, vertex_at(vertices, 0)));
    for (int i = 1; i < count; ++i)
    {
        float separation = sc_dot(vertex_at(normals, i), sc_sub(point, vertex_at(vertices, i)));
        best = separation > max_separation ? i : best;
        max_separation = separation > max_separation ? separation : max_separation;
    }
    scree_vec2 normal = vertex_at(normals, best);
    if (max_separation <= 0.0f && count > 2)
    {
        return (nearest){normal, max_separation};
    }
    int next = best + 1 < count ? best + 1 : 0;
    scree_vec2 a = vertex_at(vertices, best), b = vertex_at(vertices, next);
    scree_vec2 edge = sc_sub(b, a);
    if (sc_dot(sc_sub(point, a), edge) <= 0.0f)
    {
        return away_from(a, point, normal);
    }
    if (sc_dot(sc_sub(point, b), edge) >= 0.0f)
    {
        return away_from(b, point, normal);
    }
    return (nearest){normal, sc_dot(normal, sc_sub(point, a))};
}

sc_disc_contact sc_disc_against_shape(const sc_shapes *shapes, int32_t slot,
                                      const sc_shape_pose *pose, scree_vec2 center, float radius)
{
    const float *geometry = shapes->geometry + shapes->geometry_start[slot];
    sc_shape_kind kind = (sc_shape_kind)shapes->kind[slot];
    sc_rotation turn = {pose->cos, pose->sin};
    scree_vec2 point = sc_unrotate(turn, sc_sub(center, (scree_vec2){pose->x, pose->y}));
    nearest found;
    if (kind == SC_KIND_HALF_SPACE)
    {
        scree_vec2 normal = {geometry[0], geometry[1]};
        found = (nearest){normal, sc_dot(normal, point) - geometry[2]};
    }
    else if (kind == SC_KIND_CIRCLE)
    {
        found = away_from((scree_vec2){0.0f, 0.0f}, point, (scree_vec2){0.0f, 1.0f});
    }
    else
    {
        found = from_polygon(geometry, kind, point);
    }
    scree_vec2 normal = sc_rotate(turn, found.normal);
    float gap = found.distance - pose->radius;
    return (sc_disc_contact){radius - gap, normal, sc_sub(center, sc_scale(gap, normal))};
}
