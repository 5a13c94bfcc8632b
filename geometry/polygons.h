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

#endif
