/// What the stages of sleep and waking share.
#ifndef SC_ISLANDS_H
#define SC_ISLANDS_H

#include "core/step_context.h"

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

#endif
