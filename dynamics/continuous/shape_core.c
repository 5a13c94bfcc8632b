#include "dynamics/continuous/shape_core.h"

#include "geometry/geometry_entry.h"

void sc_core_of(sc_core *core, const float *geometry, sc_shape_kind kind, float radius,
                float inscribed, float depth)
{
    core->shape = sc_convex_of_entry(geometry, kind, radius);
    // Remove the rounding first.
    float rounding = sc_min(radius, depth), rest = depth - rounding;
    core->shape.radius = radius - rounding;
    int count = core->shape.count;
    if (!(rest > 0.0f) || count < 3)
    {
        return;
    }
    const float *vertices = geometry + SC_GEOMETRY_HEADER;
    const float *normals = vertices + 2 * (ptrdiff_t)sc_geometry_pad(kind, count);
    float shrink = rest / (inscribed - radius);
    for (int i = 0; i < count; ++i)
    {
        int before = i > 0 ? i - 1 : count - 1;
        scree_vec2 v = {vertices[2 * i], vertices[2 * i + 1]};
        scree_vec2 n0 = {normals[2 * before], normals[2 * before + 1]};
        scree_vec2 n1 = {normals[2 * i], normals[2 * i + 1]};
        scree_vec2 in = sc_scale(-rest / (1.0f + sc_dot(n0, n1)), sc_add(n0, n1));
        scree_vec2 to_centre = sc_scale(-shrink, v);
        bool sharp = !(sc_dot(in, in) <= sc_dot(to_centre, to_centre));
        scree_vec2 moved = sc_add(v, sharp ? to_centre : in);
        core->points[2 * i] = moved.x;
        core->points[2 * i + 1] = moved.y;
    }
    core->shape.points = core->points;
}
