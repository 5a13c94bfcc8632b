/// Shapes that a peer does not have, as shapes that it has.
#ifndef SC_ENGINES_PEER_PARTS_H
#define SC_ENGINES_PEER_PARTS_H

#include "engines/engine.h"

/// The maximum number of vertices of a polygon in Box2D 2.4 and 3.
#define SC_PART_MAX_VERTICES 8

/// Piece number `part` of a polygon that is cut into convex pieces of at most SC_PART_MAX_VERTICES
/// vertices, counter-clockwise, in body coordinates. The pieces are a fan round the first vertex,
/// or the polygon itself if it is small enough. Returns the number of vertices, or 0 past the last
/// piece.
SC_ENGINES_API int sc_part_of_polygon(const sc_model_parts *parts, const sc_model_shape *shape,
                                      int part, scree_vec2 vertices[SC_PART_MAX_VERTICES]);

/// The corners of a box that stands for a half-space, counter-clockwise, in body coordinates. One
/// side lies on the plane; it is longer than the bounds of the scene, at either end.
SC_ENGINES_API void sc_part_of_half_space(const sc_model_parts *parts, const sc_model_shape *shape,
                                          scree_vec2 corners[4]);

#endif
