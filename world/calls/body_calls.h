/// What the calls on bodies share.
#ifndef SC_BODY_CALLS_H
#define SC_BODY_CALLS_H

#include "dynamics/bodies/targets.h"
#include "world/world_state.h"

/// Whether a body stands in a list of live bodies more than once.
bool sc_has_repeats(scree_world *world, const scree_body_id *ids, int count);
/// After a body was moved: the shapes of one that does not move by itself are found anew, and what
/// touches it in sleep wakes.
void sc_update_static(scree_world *world, int32_t row);

#endif
