/// Waking by calls between steps: the next step begins with waking the islands of marked bodies.
#ifndef SC_WAKING_H
#define SC_WAKING_H

#include "world/world_state.h"

/// Marks the island of a sleeping body to wake at the beginning of the next step. Restarts the rest
/// time of an awake body.
void sc_wake(scree_world *world, int32_t row);
/// Like sc_wake, except that a body that was created asleep stays asleep. For calls that add shapes
/// or joints to a body, which still belong to its creation.
void sc_wake_built(scree_world *world, int32_t row);
/// Wakes the island of a body if the body's new velocity is not zero.
void sc_wake_moved(scree_world *world, int32_t row);
/// Wakes a body of any type, the bodies joined to it, and the sleeping bodies in contact with it.
void sc_wake_around(scree_world *world, int32_t row);
/// Wakes the body, and the sleeping bodies in contact with one of its shapes.
void sc_wake_touching(scree_world *world, int32_t row, int32_t shape_slot);
/// Wakes the bodies that are joined to a body.
void sc_wake_joined(scree_world *world, int32_t row);
void sc_wake_all(scree_world *world);
/// Wakes the sleeping bodies in contact with a body, or with one of its shapes, and ends its
/// contacts in the store of sleeping bodies. `shape_slot` 0: all shapes of the body.
void sc_end_asleep_contacts(scree_world *world, int32_t row, int32_t shape_slot);
/// Does the same for all segments of a chain.
void sc_end_asleep_chain(scree_world *world, int32_t row, int32_t chain);
/// Removes a body from its island, which wakes. The body then counts as awake. Called before the
/// body is destroyed or changes its group.
void sc_drop_asleep(scree_world *world, int32_t row);

#endif
