/// The core of a shape: the part left when its surface moves inwards.
#ifndef SC_SHAPE_CORE_H
#define SC_SHAPE_CORE_H

#include "geometry/convex.h"

/// A shape and memory for its points.
typedef struct sc_core
{
    sc_convex shape;
    float points[2 * SC_CONVEX_MAX];
} sc_core;

/// Computes the core of an entry of the geometry pool (not of a half-space). Its surface lies
/// `depth` inside the surface of the shape, where `depth` is less than the `inscribed` radius.
/// Corners move along the bisector of their edges, but no nearer to the centre than by the fraction
/// depth / inscribed radius of their distance. The core thus lies in the shape and is never empty.
void sc_core_of(sc_core *core, const float *geometry, sc_shape_kind kind, float radius,
                float inscribed, float depth);

#endif
