/// Falling asleep and waking: stages, and what calls between steps ask of the next one.
#ifndef SC_WORLD_SLEEP_H
#define SC_WORLD_SLEEP_H

#include "world/world_state.h"

/// The shapes of a body into the list that its group calls for. Their AABBs stay, and so do their
/// contacts.
void sc_relist_shapes(const sc_step *step, int32_t row);
/// Adds bodies to events, which are in the order of slots: the low bits of an id. `keys` takes
/// twice as many as there are then. Returns how many these are.
int sc_note_events(const sc_bodies *bodies, scree_body_id *events, int at, const int32_t *slots,
                   int count, uint64_t *keys);

static inline bool sc_is_still(const sc_bodies *bodies, int32_t row)
{
    return bodies->vx[row] == 0.0f && bodies->vy[row] == 0.0f && bodies->w[row] == 0.0f;
}

// Between steps.
/// The next step begins with waking the body's island. One that is awake has not rested at all.
void sc_wake(scree_world *world, int32_t row);
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
