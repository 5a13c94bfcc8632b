/// A ray against one convex shape, in closed form: half-planes that it enters and leaves (M. Cyrus,
/// J. Beck, 1978), and the nearest of edges and discs where the shape is rounded. In doubles, for
/// casts and calls without a world; rays of queries are in simd/queries/ray_shapes.h.
#ifndef SC_RAY_H
#define SC_RAY_H

#include "geometry/convex.h"

#include <stdbool.h>

/// Where a ray or a cast meets a shape for the first time.
typedef struct sc_ray_hit
{
    bool hit;
    bool inside;      ///< it begins in the shape: fraction 0, no normal
    double fraction;  ///< of the translation, 0 to 1
    sc_vec2d normal;  ///< unit, out of the shape; zero if it begins inside
} sc_ray_hit;

/// The ray from `origin` along `translation`, both in the axes that the frame is in. A translation
/// of zero hits the shapes that contain the origin. A ray that passes an end of a segment within
/// `graze` (m) hits it where it is nearest to that end.
sc_ray_hit sc_convex_ray(const sc_convex *shape, const sc_frame *frame, sc_vec2d origin,
                         sc_vec2d translation, double graze);

/// The ray against a core whose points are already in the ray's axes: `count` points (>= 1),
/// counter-clockwise. No graze.
sc_ray_hit sc_core_ray(const sc_vec2d *points, int count, double radius, sc_vec2d origin,
                       sc_vec2d translation);

#endif
