/// Poses of bodies between the last two states of a world.
#ifndef SC_INTERPOLATE_H
#define SC_INTERPOLATE_H

#include "core/stores/bodies.h"

/// The origin and rotation of a body: `alpha` 0 gives those before the last step, 1 the present
/// ones. If `alpha` is not 1, the store must keep previous poses.
sc_pose sc_interpolate_body(const sc_bodies *bodies, int32_t row, float alpha);

#endif
