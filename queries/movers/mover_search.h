/// Tests of character movers against single shapes.
#ifndef SC_MOVER_SEARCH_H
#define SC_MOVER_SEARCH_H

#include "scree/mover.h"
#include "queries/calls/geometry_search.h"

#define SC_MOVER_MIN_RADIUS 0.02f  // units
/// The depth at which movers rest in shapes, slops. It is less than the depth at which casts end,
/// so that a mover that slides along a row of shapes does not hit the next shape.
#define SC_MOVER_DEPTH 0.5f

/// Checks the capsule of a mover: the world must accept it, and it must not be too thin. An error
/// is recorded in `errors`, or for the thread if `errors` is null.
scree_result sc_check_mover(scree_world *errors, const scree_world *world,
                            const scree_capsule *mover, const char *function, const char *argument);

/// Finds the plane by which the shape of an entry limits the mover, the geometry of the query.
/// Returns false if there is none.
bool sc_mover_plane(const sc_query_geometry *geometry, const sc_tree_entry *entry,
                    scree_mover_plane *plane);

/// Tests a mover that moves along a path against an entry (an sc_entry_cast).
sc_ray_hit sc_mover_cast(const sc_query_geometry *geometry, const sc_tree_entry *entry,
                         const sc_frame *frame, sc_vec2d path);

#endif
