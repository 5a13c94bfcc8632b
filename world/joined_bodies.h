/// Joints of bodies in public calls: contacts between joined bodies, waking, destruction.
#ifndef SC_JOINED_BODIES_H
#define SC_JOINED_BODIES_H

#include "world/world_state.h"

/// Ends the contacts of two bodies (rows), so that the next step finds those that are allowed.
/// Called before a joint begins to prevent collisions of their shapes, and after it no longer does.
/// Does nothing if another joint prevents these collisions.
void sc_part_contacts(scree_world *world, int32_t row_a, int32_t row_b);
/// Wakes the bodies that are joined to a body, because the set of its acting joints may change.
void sc_rejoin(scree_world *world, int32_t row);
/// Destroys the joints of a body that is about to be destroyed, and wakes the bodies at their other
/// ends.
void sc_destroy_joints_of(scree_world *world, int32_t row);

#endif
