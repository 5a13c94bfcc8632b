/// Outlines, single edges and rigid shapes as polygons, and the contacts of two of them.
#ifndef SC_SOFT_POLYGON_H
#define SC_SOFT_POLYGON_H

#include "core/tuning.h"
#include "core/limits.h"
#include "soft/soft_work.h"

/// Corners in the world. A circle has one corner. An edge has two corners, and a normal to each
/// side.
typedef struct sc_soft_polygon
{
    int count;
    float side;    ///< 1: outward is to the right of the edge to the next corner; -1: left
    float radius;  ///< m
    scree_vec2 corner[SC_SOFT_MAX_OUTLINE];
    scree_vec2 normal[SC_SOFT_MAX_OUTLINE];  ///< of the edge from the corner to the next
    int32_t vertex[SC_SOFT_MAX_OUTLINE];     ///< of soft polygons
} sc_soft_polygon;

/// A corner of one polygon beside an edge (from corner `edge` to the next) of the other.
typedef struct sc_soft_touch
{
    bool corner_of_b;
    int corner, edge;
} sc_soft_touch;

/// Loads the present outline of a soft body. It has an inside even if it is turned inside out.
void sc_soft_load_outline(sc_soft_polygon *polygon, const sc_soft_bodies *soft,
                          const sc_soft_body *body);
/// Loads one edge.
void sc_soft_load_edge(sc_soft_polygon *polygon, const sc_soft_bodies *soft, int32_t a, int32_t b);
/// Loads a shape, which must not be a half-space.
void sc_soft_load_shape(sc_soft_polygon *polygon, const sc_shapes *shapes,
                        const sc_soft_shape *shape);

/// The edge of `self` from which `other` is farthest, by the separating axis theorem. Returns the
/// distance without radii, or -FLT_MAX if there is no edge.
float sc_soft_farthest_edge(const sc_soft_polygon *self, const sc_soft_polygon *other, int *edge);

/// Finds up to four contacts. The corners of one polygon are tested against the edge of the other
/// along whose normal they overlap least. If two edges lie flat on each other, the corners of both
/// are tested. Returns the number of contacts: 0 if the polygons are apart.
int sc_soft_touch_polygons(const sc_lengths *lengths, const sc_soft_polygon *a,
                           const sc_soft_polygon *b, sc_soft_touch touches[4]);

#endif
