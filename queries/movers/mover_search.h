/// How character movers meet single shapes.
#ifndef SC_MOVER_SEARCH_H
#define SC_MOVER_SEARCH_H

#include "scree/mover.h"
#include "queries/calls/geometry_search.h"

#define SC_MOVER_MIN_RADIUS 0.02f  // units
/// How deep movers rest in shapes, slops: less than where casts end, so that a mover that slides
/// along a row of shapes does not hit the next one.
#define SC_MOVER_DEPTH 0.5f

/// Refuses a capsule that the world does not take, or too thin for a mover. `errors` keeps the
/// error; null: the thread does.
scree_result sc_check_mover(scree_world *errors, const scree_world *world,
                            const scree_capsule *mover, const char *function, const char *argument);

/// Finds the plane by which an entry's shape limits a mover, which is the geometry of the query.
/// Returns false if there is none.
bool sc_mover_plane(const sc_query_geometry *geometry, const sc_tree_entry *entry,
                    scree_mover_plane *plane);

/// How a mover meets an entry along a path: an sc_entry_cast.
sc_ray_hit sc_mover_cast(const sc_query_geometry *geometry, const sc_tree_entry *entry,
                         const sc_frame *frame, sc_vec2d path);

#endif
