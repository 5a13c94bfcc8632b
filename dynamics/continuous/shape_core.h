/// The core of a shape: what is left when its surface moves inwards.
#ifndef SC_SHAPE_CORE_H
#define SC_SHAPE_CORE_H

#include "geometry/convex.h"

/// A shape and room for its points.
typedef struct sc_core
{
    sc_convex shape;
    float points[2 * SC_CONVEX_MAX];
} sc_core;

/// The core of an entry of the geometry pool (not of a half-space), its surface `depth` inside the
/// shape's, `depth` less than the `inscribed` radius. Corners move along the bisector of their
/// edges, but no farther than towards the centre in the proportion of depth to the inscribed
/// radius: all of the core lies in the shape, and it is never empty.
void sc_core_of(sc_core *core, const float *geometry, sc_shape_kind kind, float radius,
                float inscribed, float depth);

#endif
