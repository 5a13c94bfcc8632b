/// A cast of a convex shape that moves without turning against another shape. If the standing shape
/// grows by the mirror image of the moving one (a Minkowski sum, computed by a walk round both
/// outlines; M. de Berg and others, Computational Geometry, chapter 13), the moving shape becomes a
/// point, and the cast a ray in closed form. There is no iteration and no tolerance: fractions are
/// exact up to the rounding of doubles.
#ifndef SC_SHAPE_CAST_H
#define SC_SHAPE_CAST_H

#include "geometry/ray.h"

/// Finds where b, moving along `translation`, first touches a. The normal leads from a to b. a may
/// be a half-space.
sc_ray_hit sc_shape_cast(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                         const sc_frame *frame_b, sc_vec2d translation);

#endif
