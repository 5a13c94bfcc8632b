/// Functions that the stages of sleep and waking share.
#ifndef SC_ISLANDS_H
#define SC_ISLANDS_H

#include "core/step_context.h"

enum
{
    /// Steps between two searches for islands, which visit all bodies and contacts.
    SC_ISLAND_STEPS = 8
};

/// Moves the shapes of a body to the list for its group. Their AABBs and contacts stay.
void sc_relist_shapes(const sc_step *step, int32_t row);
/// Adds bodies to an array of `at` events, which stays sorted by slot, the low bits of an id.
/// Returns the new count. `keys` is scratch space for 2 (at + count) values.
int sc_note_events(const sc_bodies *bodies, scree_body_id *events, int at, const int32_t *slots,
                   int count, uint64_t *keys);

/// Marks a body to wake if it is asleep.
void sc_mark_to_wake(const sc_step *step, int32_t row);
/// Wakes the islands of all bodies marked SC_BODY_WAKES. Returns false and changes nothing if out
/// of memory.
bool sc_wake_marked(sc_step *step);

static inline bool sc_is_still(const sc_bodies *bodies, int32_t row)
{
    return bodies->vx[row] == 0.0f && bodies->vy[row] == 0.0f && bodies->w[row] == 0.0f;
}

/// Checks the contacts and islands of sleeping bodies (core/require.h). `awake` is null within a
/// step, when awake bodies may touch sleeping ones.
const char *sc_validate_sleep(const sc_sleep *sleep, const sc_bodies *bodies,
                              const sc_shapes *shapes, const sc_contacts *awake);

#endif
