/// Limits on the path of a shape that starts in or next to another one.
#ifndef SC_PATH_FROM_CONTACT_H
#define SC_PATH_FROM_CONTACT_H

#include "core/tuning.h"
#include "dynamics/continuous/shape_paths.h"

/// The smallest distance of a centre from a surface, in inscribed radii.
#define SC_NEAREST 0.05

/// The distance of the core of a shape from a point.
sc_distance sc_distance_to_point(const sc_convex *shape, const sc_frame *at, sc_vec2d p);

/// The fraction of its path that the centre of a shape may move. Used if the core of the shape
/// touches the other shape already, or if the body overlaps the other shape deeply. The centre must
/// not pass through the surface of the other shape, nor come so close to it that rounding places
/// the centre inside.
double sc_center_fraction(const sc_lengths *lengths, const sc_flight *flight, double inscribed,
                          const sc_flight *other);

/// The fraction of its path that a shape may move if its core is within the tolerance of another
/// shape at the beginning: none if the path leads deeper, else all of it. If the core is inside the
/// other shape already, the shape must not freeze, so the path of its centre decides
/// (sc_center_fraction). The same holds for slim shapes, because the overlap of a contact under
/// load may reach their cores.
double sc_held_fraction(const sc_lengths *lengths, const sc_flight *flight, const sc_convex *core,
                        double inscribed, const sc_flight *other, const sc_impact *deep);

/// A body stops at another one at `fraction` of the step. Returns how far the other body pushes it
/// in the rest of the step: the motion of the touching point along the normal, m.
sc_vec2d sc_push_after(const sc_flight *flight, const sc_flight *other, double fraction);

/// Removes the velocity along a path that is blocked. Otherwise a body that is held without a
/// contact would keep accelerating.
void sc_stop_along(sc_velocity *velocity, sc_vec2d path);

#endif
