/// What the calls that create and destroy shapes share.
#ifndef SC_SHAPE_CALLS_H
#define SC_SHAPE_CALLS_H

#include "geometry/shape_plan.h"
#include "world/world_state.h"

scree_result sc_check_shape_def(scree_world *world, const scree_shape_def *def,
                                const char *function);
/// A new shape in the list of its body, in no list of the broadphase yet. The mass of the body is
/// the caller's matter. Room was reserved. Returns its slot.
int32_t sc_place_shape(scree_world *world, int32_t row, const scree_shape_def *def,
                       const sc_shape_plan *plan, int32_t geometry_start);
/// Takes a shape out of the list of its body.
void sc_unlink_shape(sc_bodies *bodies, sc_shapes *shapes, int32_t row, int32_t slot);

#endif
