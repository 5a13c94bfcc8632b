/// Data that the stage find_contact_events leaves to publish_contact_events, in the scratch of the
/// step.
#ifndef SC_CONTACT_EVENTS_H
#define SC_CONTACT_EVENTS_H

#include "core/step_context.h"
#include "core/stores/event_store.h"

typedef struct sc_found_hit
{
    int32_t contact;
    float approach_speed;
    int point;
} sc_found_hit;

/// Numbers of events of a range or of all ranges; later, the places of the first events of the
/// range.
typedef struct sc_event_tally
{
    int begins, ends, hits;
} sc_event_tally;

/// The events that find_contact_events found, in the scratch of the step.
typedef struct sc_found_events
{
    sc_event_tally count;
    int32_t *begins, *ends;  ///< contacts; -1 - contact for contacts of sleeping bodies
    sc_found_hit *hits;
    void *scratch;  ///< room for a copy of the longest list of events
} sc_found_events;

/// The contacts of awake bodies (0), or those of sleeping ones (1).
static inline sc_contacts *sc_event_contacts(const sc_step *step, int s)
{
    SC_ASSERT(s == 0 || s == 1);
    return s == 0 ? step->contacts : &step->sleep->contacts;
}

#endif
