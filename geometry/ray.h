/// A ray against one convex shape, in closed form: by the half-planes that it enters and leaves (M.
/// Cyrus, J. Beck, 1978) and, if the shape is rounded, by the nearest hit of edges and discs. These
/// functions use doubles, for casts and for calls without a world. The rays of queries are in
/// simd/queries/ray_shapes.h.
#ifndef SC_RAY_H
#define SC_RAY_H

#include "geometry/convex.h"

#include <stdbool.h>

/// The first point at which a ray or a cast meets a shape.
typedef struct sc_ray_hit
{
    bool hit;
    bool inside;      ///< it begins in the shape: fraction 0, no normal
    double fraction;  ///< of the translation, 0 to 1
    sc_vec2d normal;  ///< unit, out of the shape; zero if it begins inside
} sc_ray_hit;

/// Casts a ray from `origin` along `translation`, both in the axes in which the frame is given.
/// With a translation of zero it hits the shape if that contains the origin. A ray that passes an
/// end of a segment within `graze`, m, hits the end, at the point of the ray that is nearest to it.
sc_ray_hit sc_convex_ray(const sc_convex *shape, const sc_frame *frame, sc_vec2d origin,
                         sc_vec2d translation, double graze);

/// Casts a ray against a core whose points are given in the axes of the ray: `count` points (>= 1),
/// counter-clockwise. It does not hit ends that it only grazes.
sc_ray_hit sc_core_ray(const sc_vec2d *points, int count, double radius, sc_vec2d origin,
                       sc_vec2d translation);

#endif
