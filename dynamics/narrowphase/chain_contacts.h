/// Contacts with segments of chains: the contact that a lane kernel finds for a single segment is
/// adjusted to the segments before and after it.
///
/// A contact of a segment with a body pushes along the direction between their closest points. A
/// single segment allows all directions; a segment of a chain allows fewer. On the solid side these
/// are, where the chain bends away from the body, the directions between the normals of both
/// segments; where it bends towards the body or goes straight on, only the segment's own normal.
/// The allowed directions are the Gauss map of the chain at this segment, an arc of the circle of
/// directions. All other directions come from the ends of the single segment, and bodies would trip
/// over them. The closest point of the chain then lies on another segment, which has its own
/// contact.
///
///     n0  n1        bends away at p1: from n0 to n1       n1    bends towards the body at p2:
///       \ |                                                |    n1 only
///     ---.p1--------                               --------.p2
///    /                                                       \ (the solid side is above)
///
/// - A direction within the arc is kept. A direction a little outside is moved to the end of the
///   arc. A body over a join of two segments is thus held although rounding places the join
///   differently in each segment.
/// - A disc outside the arc has no contact with this segment.
/// - If the direction of a polygon is outside the arc, the axes of separation within the arc are
///   tried instead, and the edges are clipped against each other; edges beside each other make no
///   contact.
/// - A fast body may be far away and still reach this segment within the step. Where the chain
///   bends towards the body, the line through the segment holds the body: a body in front of both
///   segments is not behind that line.
///
/// A two-sided chain has one side and its mirror image; the arcs of the two share no direction.
#ifndef SC_CHAIN_CONTACTS_H
#define SC_CHAIN_CONTACTS_H

#include "simd/kernels.h"

/// Runs a kernel of SC_CLASS_CONVEX4_*, CONVEX8_CONVEX8 or POLYGON over contacts [begin, end),
/// `begin` a multiple of SC_BLOCK, and fits the contacts of chains. The results have the same bits
/// with every kernel.
void sc_narrow_chains(const sc_narrow_args *args, sc_narrow_kernel *kernel, int begin, int end);

#endif
