/// Polygons of any number of vertices as the scalar narrowphase reads them.
#ifndef SC_POLYGON_H
#define SC_POLYGON_H

#include "core/shape_records.h"
#include "core/maths.h"
#include "dynamics/narrowphase/manifold.h"

#include <stdbool.h>

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

/// A face and how far the other polygon's core lies from it.
typedef struct sc_face
{
    float separation;
    int index;
} sc_face;

/// The two contact points of a face and the edge of the other polygon that faces it: face_a and an
/// edge of b, or, if `flip`, face_b and an edge of a. There are none if the edge lies beside the
/// face. The points are relative to the origin of the frame of both polygons, in world axes: `turn`
/// turns that frame to world axes.
sc_contact_points sc_polygon_clip(const sc_polygon *a, const sc_polygon *b, sc_face face_a,
                                  sc_face face_b, bool flip, const float radii[2], sc_rotation turn,
                                  float min_extent);

static inline int sc_polygon_next(const sc_polygon *polygon, int vertex)
{
    return vertex + 1 < polygon->count ? vertex + 1 : 0;
}

#endif
