/// The store of contact events: the events of the last step, and end events that are pending.
///
/// Invariants:
///   `reported` is the number of contacts, of awake and of sleeping bodies, that are
/// SC_CONTACT_REPORTED: their begin event was reported
///   there is room for pending_count + reported pending ends, so adding one allocates no memory
#ifndef SC_EVENT_STORE_H
#define SC_EVENT_STORE_H

#include "core/stores/contacts.h"
#include "core/stores/shapes.h"

typedef struct sc_events
{
    int32_t reported;
    // The events of the last step that did not fail.
    struct scree_contact_begin *begins;
    struct scree_contact_event *ends;
    struct scree_contact_hit *hits;
    int32_t begin_count, begin_capacity, end_count, end_capacity, hit_count, hit_capacity;
    /// end events of reported contacts that left the store after that step, in the order in which
    /// they left
    struct scree_contact_event *pending;
    int32_t pending_count, pending_capacity;
} sc_events;

extern const sc_store sc_event_store;

/// Reserves room for the events of the step, and for a pending end of each new begin. Returns false
/// and changes no event if out of memory.
bool sc_events_reserve(sc_events *events, sc_memory *memory, int begins, int ends, int hits);

/// The shapes of a contact in the order of their slots. A destroyed shape keeps its id until its
/// slot is free again.
struct scree_contact_event sc_contact_event_of(const sc_shapes *shapes, int32_t a, int32_t b);

/// Adds a pending end for a contact that is about to leave the store for good, if its begin was
/// reported.
void sc_note_contact_end(sc_events *events, const sc_shapes *shapes, sc_contacts *contacts,
                         int32_t index);

struct sc_bodies;
/// Checks the counts of shapes with events enabled and of reported contacts, and the room for their
/// end events (core/require.h).
const char *sc_validate_events(const sc_events *events, const struct sc_bodies *bodies,
                               const sc_shapes *shapes, const sc_contacts *awake,
                               const sc_contacts *asleep);

#endif
