/// Geometries that callers hand in, checked and placed.
#ifndef SC_PLACED_H
#define SC_PLACED_H

#include "geometry/convex.h"
#include "scree/collision.h"
#include "world/calls/shape_plan.h"

/// A geometry and where it lies, relative to a point.
typedef struct sc_placed
{
    sc_shape_plan plan;
    sc_convex shape;
    sc_frame frame;
} sc_placed;

/// SCREE_ERROR_NULL for a null pointer, SCREE_ERROR_ARGUMENT for anything else that is wrong.
scree_result sc_place_geometry(sc_placed *out, const scree_geometry *geometry,
                               const scree_pose *pose, sc_vec2d from);

#endif
