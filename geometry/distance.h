/// Distance of two convex shapes, by the algorithm of E. Gilbert, D. Johnson and S. Keerthi (1988)
/// in two dimensions: a point, a segment or a triangle of differences of points is led towards the
/// origin. It ends when the next point is no nearer, when a point comes again, or when the origin
/// is inside; each round comes nearer, and there are at most SC_DISTANCE_ROUNDS.
#ifndef SC_DISTANCE_H
#define SC_DISTANCE_H

#include "geometry/convex.h"

#include <stdbool.h>

enum
{
    /// 10,000 pairs of up to 64 points took 11 at most; each round adds a point of one of them.
    SC_DISTANCE_ROUNDS = 2 * SC_CONVEX_MAX
};

/// The distance of the cores, without their discs, in the axes that both frames are in.
typedef struct sc_distance
{
    double distance;       ///< m, >= 0; negative inside a half-space
    bool overlap;          ///< the cores overlap: distance is 0 and there is no normal
    sc_vec2d normal;       ///< unit, from a to b; zero where the cores overlap
    sc_vec2d a, b;         ///< closest points of the cores; the same one where they overlap
    int rounds;            ///< that it took
    int index_a, index_b;  ///< points of the cores next to the closest ones
} sc_distance;

/// One of the two may be a half-space.
sc_distance sc_convex_distance(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                               const sc_frame *frame_b);

/// Like sc_convex_distance, but starts with the final points of an earlier distance at similar
/// poses.
sc_distance sc_convex_distance_from(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                                    const sc_frame *frame_b, int index_a, int index_b);

/// With the discs: how far the surfaces are apart, m; negative where discs overlap, and minus the
/// sum of the radii where cores do.
static inline double sc_surface_distance(const sc_distance *d, const sc_convex *a,
                                         const sc_convex *b)
{
    return d->distance - ((double)a->radius + (double)b->radius);
}

/// A point of both shapes where surfaces overlap, else the one midway between them.
sc_vec2d sc_middle_point(const sc_distance *d, const sc_convex *a, const sc_convex *b);

#endif
