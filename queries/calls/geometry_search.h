/// The common parts of queries with a geometry, in double precision: checks, and visits of the
/// entries near the geometry.
#ifndef SC_GEOMETRY_SEARCH_H
#define SC_GEOMETRY_SEARCH_H

#include "geometry/ray.h"
#include "geometry/place_geometry.h"
#include "queries/calls/query_calls.h"

/// A geometry of the caller, and its bounds, widened by the largest rounding error.
typedef struct sc_query_geometry
{
    const scree_world *world;
    const sc_query_index *index;
    sc_vec2d from;
    sc_placed placed;
    sc_aabb aabb;
} sc_query_geometry;

/// Checks and places a geometry, and brings the index up to date.
scree_result sc_begin_geometry(sc_query_geometry *query, const scree_world *world,
                               const scree_geometry *geometry, const scree_pose *pose,
                               const char *function);

/// Calls `visit` for each entry that may overlap the geometry, including half-spaces.
void sc_visit_near(const sc_query_geometry *query, scree_query_filter filter, sc_entry_visit *visit,
                   void *context);

/// A function that tests the geometry of a cast, which moves along `path`, against an entry. The
/// frame of the entry is relative to geometry->from.
typedef sc_ray_hit sc_entry_cast(const sc_query_geometry *geometry, const sc_tree_entry *entry,
                                 const sc_frame *frame, sc_vec2d path);

/// Like scree_world_cast_shape, with another rule for hits.
scree_shape_hit sc_cast_geometry(const scree_world *world, const scree_geometry *geometry,
                                 const scree_pose *pose, scree_vec2 translation,
                                 scree_query_filter filter, sc_entry_cast *cast,
                                 const char *function);

#endif
