/// Public geometry: polygons and hulls.
#include "core/assert.h"
#include "core/maths.h"
#include "scree/geometry.h"
#include "core/errors.h"
#include "geometry/polygons.h"

#include <stdio.h>
#include <string.h>

// of the largest coordinate: upper bound of the rounding of an edge's length
#define ROUNDING 2.5e-7
#define MAX_ROOM 0.01   // of the least length of an edge, for rounding
#define MAX_BULGE 5e-7  // of the size, or m: hulls drop vertices that lie no farther out

scree_polygon scree_polygon_box_at(float half_width, float half_height, scree_vec2 center,
                                   float angle, float radius)
{
    scree_polygon box = {0};
    bool good = half_width > 0.0f && half_height > 0.0f && half_width <= SC_WORLD_REACH &&
                half_height <= SC_WORLD_REACH && radius >= 0.0f && radius <= SC_WORLD_REACH &&
                sc_is_position(center) && sc_is_finite(angle);
    if (!good)
    {
        return box;
    }
    sc_rotation q = sc_rotation_of(angle);
    box.count = 4;
    box.radius = radius;
    for (int i = 0; i < 4; ++i)
    {
        scree_vec2 corner = {i == 1 || i == 2 ? half_width : -half_width,
                             i >= 2 ? half_height : -half_height};
        box.vertices[i] = sc_add(center, sc_rotate(q, corner));
    }
    return box;
}

scree_polygon scree_polygon_box(float half_width, float half_height)
{
    return scree_polygon_box_at(half_width, half_height, (scree_vec2){0.0f, 0.0f}, 0.0f, 0.0f);
}

/// The least length of an edge, m, less the rounding of the vertices. Otherwise a box with the
/// shortest legal side would be refused after it is turned and moved.
static float shortest_edge(const scree_vec2 *v, int count)
{
    SC_ASSERT(count > 0);
    scree_vec2 low = v[0], high = v[0];
    for (int i = 1; i < count; ++i)
    {
        low = (scree_vec2){sc_min(low.x, v[i].x), sc_min(low.y, v[i].y)};
        high = (scree_vec2){sc_max(high.x, v[i].x), sc_max(high.y, v[i].y)};
    }
    double width = (double)high.x - (double)low.x, height = (double)high.y - (double)low.y;
    double edge = SC_MIN_EDGE_FRACTION * (width > height ? width : height);
    edge = edge < SC_LARGEST_MIN_EDGE ? edge : SC_LARGEST_MIN_EDGE;
    edge = edge > SC_LEAST_MIN_EDGE ? edge : SC_LEAST_MIN_EDGE;
    const float x = sc_max(fabsf(low.x), fabsf(high.x)), y = sc_max(fabsf(low.y), fabsf(high.y));
    const double room = ROUNDING * (double)sc_max(x, y);
    return (float)(edge - (room < MAX_ROOM * edge ? room : MAX_ROOM * edge));
}

// Long: one check after the other, each with its text. If for every edge all other vertices lie
// strictly to its left, the polygon does not wind twice either.
bool sc_polygon_is_valid(const scree_polygon *polygon, char text[SC_POLYGON_TEXT])
{
    int n = polygon->count;
    const scree_vec2 *v = polygon->vertices;
    if (n < 3 || n > SCREE_POLYGON_MAX_VERTICES)
    {
        snprintf(text, SC_POLYGON_TEXT, "has %d vertices, not in [3, 64]", n);
        return false;
    }
    if (!(polygon->radius >= 0.0f && polygon->radius <= SC_WORLD_REACH))
    {
        snprintf(text, SC_POLYGON_TEXT, "has a radius of %.9g, not in [0, 1e8]",
                 (double)polygon->radius);
        return false;
    }
    for (int i = 0; i < n; ++i)
    {
        if (!sc_is_position(v[i]))
        {
            snprintf(text, SC_POLYGON_TEXT, "has vertex %d at (%.9g, %.9g), not within +-1e8 m", i,
                     (double)v[i].x, (double)v[i].y);
            return false;
        }
    }
    const float shortest = shortest_edge(v, n);
    double whole = 0.0;
    for (int i = 0; i < n; ++i)
    {
        const int next = (i + 1) % n;
        const double length = sc_edge_length(v[i], v[next]);
        if ((float)length < shortest)
        {
            // Print as few digits as show that the edge is too short.
            char is[24], limit[24];
            int digits = 3;
            do
            {
                snprintf(is, sizeof is, "%.*g", digits, (double)(float)length);
                snprintf(limit, sizeof limit, "%.*g", digits, (double)shortest);
            } while (strcmp(is, limit) == 0 && ++digits <= 9);
            snprintf(text, SC_POLYGON_TEXT,
                     "has an edge, %d, of %s m, below the limit of %s m for its width and height",
                     i, is, limit);
            return false;
        }
        for (int k = 0; k < n; ++k)
        {
            if (k != i && k != next &&
                !(sc_twice_area(v[i], v[next], v[k]) > 1e-7 * length * length))
            {
                snprintf(
                    text, SC_POLYGON_TEXT,
                    "is not convex and counter-clockwise: vertex %d is not to the left of edge %d",
                    k, i);
                return false;
            }
        }
        whole += sc_twice_area(v[0], v[i], v[next]);
    }
    snprintf(text, SC_POLYGON_TEXT, "has no area");
    return whole > 0.0;
}

scree_result scree_polygon_check(const scree_polygon *polygon)
{
    char text[SC_POLYGON_TEXT];
    return polygon == NULL                      ? SCREE_ERROR_NULL
           : sc_polygon_is_valid(polygon, text) ? SCREE_OK
                                                : SCREE_ERROR_ARGUMENT;
}

static bool before(scree_vec2 a, scree_vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/// Sorts points by x, then by y. Heap sort has no slow worst case and needs no memory.
static void sort_points(scree_vec2 *p, int count)
{
    for (int end = count, root = count / 2; end > 1;)
    {
        if (root > 0)
        {
            --root;
        }
        else
        {
            scree_vec2 top = p[0];
            p[0] = p[--end];
            p[end] = top;
        }
        for (int i = root, child; (child = 2 * i + 1) < end; i = child)
        {
            child += child + 1 < end && before(p[child], p[child + 1]);
            if (!before(p[i], p[child]))
            {
                break;
            }
            scree_vec2 swap = p[i];
            p[i] = p[child];
            p[child] = swap;
        }
    }
}

/// Drops vertices nearer than `shortest` to the one before, and vertices almost on the line through
/// their neighbours, until no such vertex is left. Returns the number of vertices.
static int clean_hull(scree_vec2 *hull, int count, double shortest)
{
    SC_ASSERT(count >= 0 && count <= SC_MAX_HULL_POINTS);
    double size = 0.0;
    for (int i = 0; i < count; ++i)
    {
        const double x = fabs((double)hull[i].x - hull[0].x),
                     y = fabs((double)hull[i].y - hull[0].y);
        size = fmax(size, fmax(x, y));
    }
    const double bulge = MAX_BULGE * fmin(size, 1.0);
    for (int i = 0; i < count && count >= 3;)
    {
        scree_vec2 a = hull[(i + count - 1) % count], b = hull[i], c = hull[(i + 1) % count];
        double chord = sc_edge_length(a, c);
        bool drop = sc_edge_length(a, b) < shortest || sc_twice_area(a, b, c) <= bulge * chord;
        if (drop)
        {
            memmove(hull + i, hull + i + 1, sizeof *hull * (size_t)(count - i - 1));
            --count;
            i = i > 0 ? i - 1 : 0;
        }
        else
        {
            ++i;
        }
    }
    return count;
}

scree_result scree_polygon_hull(const scree_vec2 *points, int count, float radius,
                                scree_polygon *out)
{
    if (out == NULL || points == NULL)
    {
        return SCREE_ERROR_NULL;
    }
    if (count < 3 || count > SC_MAX_HULL_POINTS)
    {
        return SCREE_ERROR_ARGUMENT;
    }
    scree_vec2 sorted[SC_MAX_HULL_POINTS], hull[SC_MAX_HULL_POINTS + 1];
    for (int i = 0; i < count; ++i)
    {
        if (!sc_is_position(points[i]))
        {
            return SCREE_ERROR_ARGUMENT;
        }
        sorted[i] = points[i];
    }
    sort_points(sorted, count);
    int n = 0;
    for (int i = 0; i < count; ++i)  // the lower chain, left to right
    {
        while (n >= 2 && sc_twice_area(hull[n - 2], hull[n - 1], sorted[i]) <= 0.0)
        {
            --n;
        }
        hull[n++] = sorted[i];
    }
    for (int i = count - 2, lower = n + 1; i >= 0; --i)  // the upper chain, back
    {
        while (n >= lower && sc_twice_area(hull[n - 2], hull[n - 1], sorted[i]) <= 0.0)
        {
            --n;
        }
        hull[n++] = sorted[i];
    }
    // If very many points near each other leave too many vertices, also drop edges of less than 5
    // mm.
    n = clean_hull(hull, n - 1, shortest_edge(sorted, count));
    n = n > SCREE_POLYGON_MAX_VERTICES ? clean_hull(hull, n, SC_LARGEST_MIN_EDGE) : n;
    if (n < 3 || n > SCREE_POLYGON_MAX_VERTICES)
    {
        return SCREE_ERROR_ARGUMENT;
    }
    scree_polygon polygon = {.count = n, .radius = radius};
    memcpy(polygon.vertices, hull, sizeof *hull * (size_t)n);
    scree_result result = scree_polygon_check(&polygon);
    if (result == SCREE_OK)
    {
        *out = polygon;
    }
    return result;
}
