/// Geometries of public calls, checked and placed.
#ifndef SC_PLACE_GEOMETRY_H
#define SC_PLACE_GEOMETRY_H

#include "geometry/convex.h"
#include "scree/collision.h"
#include "geometry/shape_plan.h"

/// A geometry at a pose, relative to a point.
typedef struct sc_placed
{
    sc_shape_plan plan;
    sc_convex shape;
    sc_frame frame;
} sc_placed;

static inline sc_vec2d sc_widened(scree_vec2 v) { return (sc_vec2d){(double)v.x, (double)v.y}; }

/// Returns SCREE_ERROR_NULL for a null pose, SCREE_ERROR_ARGUMENT for a pose that is not finite or
/// out of reach.
scree_result sc_check_pose(const scree_pose *pose);

/// The frame of a shape whose body is at `pose`, relative to `from`.
sc_frame sc_shape_frame(const sc_shape_plan *plan, const scree_pose *pose, sc_vec2d from);

/// Checks a geometry and a pose and places the geometry relative to `from`. Returns
/// SCREE_ERROR_NULL for a null pointer, SCREE_ERROR_ARGUMENT for any other fault.
scree_result sc_place_geometry(sc_placed *out, const scree_geometry *geometry,
                               const scree_pose *pose, sc_vec2d from);

#endif
