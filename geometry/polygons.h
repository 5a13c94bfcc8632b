/// Polygons as callers define them.
#ifndef SC_POLYGONS_H
#define SC_POLYGONS_H

#include "scree/geometry.h"

#include <math.h>

#define SC_POLYGON_TEXT 160
/// Returns whether a world accepts a polygon. If not, writes the reason to `text`.
bool sc_polygon_is_valid(const scree_polygon *polygon, char text[SC_POLYGON_TEXT]);

static inline double sc_edge_length(scree_vec2 a, scree_vec2 b)
{
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/// Twice the signed area of a triangle: > 0 if it is counter-clockwise. Differences of floats are
/// exact in double wherever the points are of like size.
static inline double sc_twice_area(scree_vec2 a, scree_vec2 b, scree_vec2 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

#endif
