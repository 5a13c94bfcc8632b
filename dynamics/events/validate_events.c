/// Walk over events: shapes with events enabled, and contacts with an end event to come.
#include "core/require.h"
#include "core/stores/event_store.h"
#include "core/stores/bodies.h"

/// Counts the contacts of a store whose begin was reported.
static int32_t count_reported(const sc_contacts *contacts)
{
    int32_t count = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            count += (contacts->state[i] & SC_CONTACT_REPORTED) != 0;
        }
    }
    return count;
}

const char *sc_validate_events(const sc_events *events, const sc_bodies *bodies,
                               const sc_shapes *shapes, const sc_contacts *awake,
                               const sc_contacts *asleep)
{
    int32_t asking[SC_ASK_COUNT] = {0};
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        for (int ask = 0; ask < SC_ASK_COUNT; ++ask)
        {
            asking[ask] += shapes->events[slot] >> ask & 1;
        }
        REQUIRE(live || shapes->events[slot] == 0);
        REQUIRE(!live ||
                shapes->body[slot].value == bodies->id[bodies->row[shapes->body_slot[slot]]].value);
    }
    for (int ask = 0; ask < SC_ASK_COUNT; ++ask)
    {
        REQUIRE(asking[ask] == shapes->asking[ask]);
    }
    REQUIRE(events->reported == count_reported(awake) + count_reported(asleep));
    REQUIRE(events->pending_count + events->reported <= events->pending_capacity);
    return NULL;
}
