/// A convex shape that moves without turning, against another: the moving shape shrinks to a point
/// if the standing one grows by its mirror image (the Minkowski sum, made by going round both
/// outlines; M. de Berg and others, Computational Geometry, chapter 13), and a ray in closed form
/// is left. No rounds, no tolerance: fractions are exact to the rounding of doubles.
#ifndef SC_SHAPE_CAST_H
#define SC_SHAPE_CAST_H

#include "geometry/ray.h"

/// When b, moving along `translation`, first touches a. The normal is a's, towards b. a may be a
/// half-space.
sc_ray_hit sc_shape_cast(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                         const sc_frame *frame_b, sc_vec2d translation);

#endif
