/// What calls do to the joints of bodies: contacts between joined bodies, waking, destruction.
#ifndef SC_JOINED_H
#define SC_JOINED_H

#include "world/world_state.h"

/// Before a joint begins to keep the shapes of two bodies (rows) apart, or after one ended: their
/// contacts end, and the next step finds those that may be. Unless another joint keeps them apart.
void sc_part_contacts(scree_world *world, int32_t row_a, int32_t row_b);
/// Wakes the bodies that are joined to one; which of its joints act may change.
void sc_rejoin(scree_world *world, int32_t row);
/// Destroys the joints of a body that is about to go, and wakes the bodies at their other ends.
void sc_destroy_joints_of(scree_world *world, int32_t row);

#endif
