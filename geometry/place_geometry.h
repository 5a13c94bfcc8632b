/// Geometries of public calls, checked and placed.
#ifndef SC_PLACE_GEOMETRY_H
#define SC_PLACE_GEOMETRY_H

#include "geometry/convex.h"
#include "scree/collision.h"
#include "geometry/shape_plan.h"

/// A geometry and where it lies, relative to a point.
typedef struct sc_placed
{
    sc_shape_plan plan;
    sc_convex shape;
    sc_frame frame;
} sc_placed;

static inline sc_vec2d sc_widened(scree_vec2 v) { return (sc_vec2d){(double)v.x, (double)v.y}; }

/// SCREE_ERROR_NULL for a null pose, SCREE_ERROR_ARGUMENT for one that is not finite or out of
/// reach.
scree_result sc_check_pose(const scree_pose *pose);

/// The shape's own centre and rotation where its body's frame lies at a pose, relative to a point.
sc_frame sc_shape_frame(const sc_shape_plan *plan, const scree_pose *pose, sc_vec2d from);

/// SCREE_ERROR_NULL for a null pointer, SCREE_ERROR_ARGUMENT for anything else that is wrong.
scree_result sc_place_geometry(sc_placed *out, const scree_geometry *geometry,
                               const scree_pose *pose, sc_vec2d from);

#endif
