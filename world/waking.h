/// What calls between steps do to sleeping bodies: the next step begins with waking their islands.
#ifndef SC_WAKING_H
#define SC_WAKING_H

#include "world/world_state.h"

/// The next step begins with waking the body's island. One that is awake has not rested at all.
void sc_wake(scree_world *world, int32_t row);
/// The same, but a body that was created asleep stays so: it gets its shapes and joints only now.
void sc_wake_built(scree_world *world, int32_t row);
/// The same if it was given a velocity.
void sc_wake_moved(scree_world *world, int32_t row);
/// The same of the bodies that sleep in contact with this one, of any type, and of itself.
void sc_wake_around(scree_world *world, int32_t row);
/// The same of those that are joined to it.
void sc_wake_joined(scree_world *world, int32_t row);
void sc_wake_all(scree_world *world);
/// The same, and the contacts that sleep end: all of the body, or those of one of its shapes.
void sc_end_asleep_contacts(scree_world *world, int32_t row, int32_t shape_slot);
/// The same of all segments of a chain.
void sc_end_asleep_chain(scree_world *world, int32_t row, int32_t chain);
/// The body leaves its island, which wakes, and is asleep no more: it is about to go, or to change
/// its group.
void sc_drop_asleep(scree_world *world, int32_t row);

#endif
