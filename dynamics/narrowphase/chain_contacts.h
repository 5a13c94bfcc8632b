/// Contacts with segments of chains: the contact that a lane kernel finds for a single segment is
/// adjusted to the segments before and after it.
///
/// A segment's closest points to a body push along some direction. A line that continues past its
/// ends allows fewer of them: on its solid side, where the chain bends away from the body, the
/// directions between the normals of both segments; where it bends towards the body or goes
/// straight on, the segment's own normal. That is the Gauss map of the chain at this segment, an
/// arc of the circle of directions. Other normals come from the plain segment's ends, over which
/// bodies would trip: the closest point of the chain is then another segment's, which has its own
/// contact.
///
///     n0  n1        bends away at p1: from n0 to n1       n1    bends towards the body at p2:
///       \ |                                                |    n1 only
///     ---.p1--------                               --------.p2
///    /                                                       \ (the solid side is above)
///
/// - A direction within the arc is kept. A direction a little outside is moved to the end of the
///   arc, so that a body over a join is held although each segment rounds the place of the join
///   differently.
/// - A disc outside the arc has no contact with this segment.
/// - For a polygon outside the arc, the axes of separation within the arc are tried instead, and
///   the edges are clipped against each other; edges beside each other make no contact.
/// - A fast body may be far away yet meet this segment within the step. Where the chain bends
///   towards the body, the segment's line holds it: no body on the right side of both segments is
///   behind that line.
///
/// Two sides are one side and its mirror image; the arcs of both share no direction.
#ifndef SC_CHAIN_CONTACTS_H
#define SC_CHAIN_CONTACTS_H

#include "simd/kernels.h"

/// Runs a kernel of SC_CLASS_CONVEX4_*, CONVEX8_CONVEX8 or POLYGON over contacts [begin, end),
/// `begin` a multiple of SC_BLOCK, and fits the contacts of chains. The results have the same bits
/// with every kernel.
void sc_narrow_chains(const sc_narrow_args *args, sc_narrow_kernel *kernel, int begin, int end);

#endif
