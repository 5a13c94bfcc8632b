/// Shapes that a peer has no word for, in words that it has.
#ifndef SC_ENGINES_PEER_PARTS_H
#define SC_ENGINES_PEER_PARTS_H

#include "engines/engine.h"

/// Most vertices of a polygon in Box2D, 2.4 and 3 alike.
#define SC_PART_MAX_VERTICES 8

/// The `part`-th of the convex pieces of at most SC_PART_MAX_VERTICES vertices that make up a
/// polygon, counter-clockwise, body coordinates: a fan round its first vertex, or the polygon
/// itself where it is small enough. Returns how many vertices it has, 0 past the last piece.
SC_ENGINES_API int sc_part_of_polygon(const sc_model_parts *parts, const sc_model_shape *shape,
                                      int part, scree_vec2 vertices[SC_PART_MAX_VERTICES]);

/// A box for a half-space, in the coordinates of its body: one side is the plane, as long as the
/// scene's bounds are wide, and more on either side. Counter-clockwise.
SC_ENGINES_API void sc_part_of_half_space(const sc_model_parts *parts, const sc_model_shape *shape,
                                          scree_vec2 corners[4]);

#endif
