/// Waking by calls between steps: the next step begins with waking the islands of marked bodies.
#ifndef SC_WAKING_H
#define SC_WAKING_H

#include "world/world_state.h"

/// Marks the body's island to wake at the beginning of the next step. Restarts the rest timer of an
/// awake body.
void sc_wake(scree_world *world, int32_t row);
/// Like sc_wake, except that a body that was created asleep stays asleep: a call adds its shapes
/// and joints.
void sc_wake_built(scree_world *world, int32_t row);
/// Wakes the body's island if its new velocity is not zero.
void sc_wake_moved(scree_world *world, int32_t row);
/// Wakes the body, of any type, the bodies joined to it, and the sleeping bodies in contact with
/// it.
void sc_wake_around(scree_world *world, int32_t row);
/// Wakes the body, and the sleeping bodies in contact with one of its shapes.
void sc_wake_touching(scree_world *world, int32_t row, int32_t shape_slot);
/// Wakes the bodies that are joined to it.
void sc_wake_joined(scree_world *world, int32_t row);
void sc_wake_all(scree_world *world);
/// Wakes the sleeping bodies in contact, and ends the sleeping contacts of the body, or of one of
/// its shapes.
void sc_end_asleep_contacts(scree_world *world, int32_t row, int32_t shape_slot);
/// Does the same for all segments of a chain.
void sc_end_asleep_chain(scree_world *world, int32_t row, int32_t chain);
/// Removes the body from its island, which wakes; the body counts as awake. Called before it is
/// destroyed or changes its group.
void sc_drop_asleep(scree_world *world, int32_t row);

#endif
