#include "geometry/geometry_entry.h"

#include <math.h>

sc_shape_kind sc_kind_of(int count, bool is_box)
{
    if (count < 2)
    {
        return SC_KIND_CIRCLE;
    }
    if (is_box)
    {
        return SC_KIND_BOX;
    }
    return count <= 4 ? SC_KIND_CONVEX4 : count <= 8 ? SC_KIND_CONVEX8 : SC_KIND_POLYGON;
}

int sc_geometry_pad(sc_shape_kind kind, int count)
{
    switch (kind)
    {
    case SC_KIND_BOX:
    case SC_KIND_CONVEX4:
        return 4;
    case SC_KIND_CONVEX8:
        return 8;
    case SC_KIND_POLYGON:
        return count;
    case SC_KIND_CIRCLE:
    case SC_KIND_HALF_SPACE:
    case SC_KIND_COUNT:
        break;
    }
    return 0;
}

int sc_geometry_floats(sc_shape_kind kind, int count)
{
    return SC_GEOMETRY_HEADER + 4 * sc_geometry_pad(kind, count);
}

void sc_geometry_write(float *out, sc_shape_kind kind, const scree_vec2 *vertices, int count,
                       float radius, float half_width, float half_height)
{
    scree_vec2 corners[4] = {{-half_width, -half_height},
                             {half_width, -half_height},
                             {half_width, half_height},
                             {-half_width, half_height}};
    bool is_box = kind == SC_KIND_BOX;
    int pad = sc_geometry_pad(kind, count);
    if (is_box)
    {
        vertices = corners;
        count = 4;
    }
    out[0] = is_box ? half_width : 0.0f;
    out[1] = is_box ? half_height : 0.0f;
    out[2] = pad > 0 ? (float)count : 0.0f;
    out[3] = radius;
    float *vertex = out + SC_GEOMETRY_HEADER, *normal = vertex + 2 * pad;
    for (int i = 0; i < pad; i++)
    {
        int k = i < count ? i : 0;
        scree_vec2 v = vertices[k], next = vertices[k + 1 < count ? k + 1 : 0];
        // The unit vector to the right of the edge, which is outward because vertices run
        // counter-clockwise. Divide it by its larger coordinate first, so that the sum of squares
        // neither overflows nor underflows.
        float x = next.y - v.y, y = v.x - next.x;
        float size = fabsf(x) > fabsf(y) ? fabsf(x) : fabsf(y);
        x /= size;
        y /= size;
        float length = sqrtf(x * x + y * y);
        vertex[2 * i] = v.x;
        vertex[2 * i + 1] = v.y;
        normal[2 * i] = x / length;
        normal[2 * i + 1] = y / length;
    }
}

void sc_geometry_write_half_space(float *out, scree_vec2 normal, float offset)
{
    float size = fabsf(normal.x) > fabsf(normal.y) ? fabsf(normal.x) : fabsf(normal.y);
    float x = normal.x / size, y = normal.y / size;
    float length = sqrtf(x * x + y * y);
    out[0] = x / length;
    out[1] = y / length;
    out[2] = offset / size / length;
    out[3] = 0.0f;
}
