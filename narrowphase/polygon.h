/// Polygons of any number of vertices as the scalar narrowphase reads them.
#ifndef SC_POLYGON_H
#define SC_POLYGON_H

#include "core/maths.h"
#include "core/records.h"

enum
{
    SC_POLYGON_MAX = 64
};

typedef struct sc_polygon
{
    int count;
    scree_vec2 vertex[SC_POLYGON_MAX];
    scree_vec2
        normal[SC_POLYGON_MAX];  ///< of the edge from the vertex of the same index to the next
} sc_polygon;

/// Reads a pool entry of any polygonal kind.
void sc_polygon_load(sc_polygon *polygon, const float *geometry, sc_shape_kind kind);

/// Turns and shifts a polygon.
void sc_polygon_place(sc_polygon *polygon, sc_rotation turn, scree_vec2 shift);

static inline int sc_polygon_next(const sc_polygon *polygon, int vertex)
{
    return vertex + 1 < polygon->count ? vertex + 1 : 0;
}

#endif
