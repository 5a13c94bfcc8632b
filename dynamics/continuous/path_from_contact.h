/// Limits on the path of a shape that starts in or next to another one.
#ifndef SC_PATH_FROM_CONTACT_H
#define SC_PATH_FROM_CONTACT_H

#include "core/tuning.h"
#include "dynamics/continuous/shape_paths.h"

/// How near a centre comes to a surface, in inscribed radii.
#define SC_NEAREST 0.05

/// The distance of the core of a shape from a point.
sc_distance sc_distance_to_point(const sc_convex *shape, const sc_frame *at, sc_vec2d p);

/// The fraction of its path that the centre of a shape may go where its core touches the other
/// shape already, or where the body overlaps it deeply: not through the surface, nor so near to it
/// that rounding takes the centre to be inside.
double sc_center_fraction(const sc_lengths *lengths, const sc_flight *flight, double inscribed,
                          const sc_flight *other);

/// The fraction of its path that a shape may go whose core is within the tolerance of another one
/// at the beginning: none if it goes deeper, else all of it. If the core is inside already, the
/// shape must not freeze, so the path of its centre decides. The same holds for slim shapes, whose
/// cores contacts under load may reach.
double sc_held_fraction(const sc_lengths *lengths, const sc_flight *flight, const sc_convex *core,
                        double inscribed, const sc_flight *other, const sc_impact *deep);

/// How far another body, which goes on, pushes one that stops at it at `fraction`, by the end of
/// the step: the way of the point where they touch, along the normal there, m.
sc_vec2d sc_push_after(const sc_flight *flight, const sc_flight *other, double fraction);

/// Removes the velocity along a path that a body cannot take: without a contact that stops it, it
/// would gather speed for as long as it is held.
void sc_stop_along(sc_velocity *velocity, sc_vec2d path);

#endif
