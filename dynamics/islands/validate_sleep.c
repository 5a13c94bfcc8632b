/// Walk over sleep: contacts of sleeping bodies, their lists by body, islands.
#include "core/require.h"
#include "dynamics/islands/islands.h"

static bool is_asleep(const sc_bodies *bodies, int32_t slot)
{
    return (bodies->flags[bodies->row[slot]] & SC_BODY_ASLEEP) != 0;
}

static const char *validate_asleep_contacts(const sc_sleep *sleep, const sc_bodies *bodies,
                                            const sc_shapes *shapes)
{
    const sc_contacts *contacts = &sleep->contacts;
    int touching = 0, points = 0;
    REQUIRE(sc_contacts_count(contacts) == contacts->count[SC_SLEEP_CLASS]);
    for (int32_t k = 0; k < contacts->count[SC_SLEEP_CLASS]; ++k)
    {
        int32_t i = contacts->first[SC_SLEEP_CLASS] + k, a = contacts->a[i], b = contacts->b[i];
        REQUIRE(a > 0 && b > 0 && shapes->body_slot[a] != shapes->body_slot[b]);
        REQUIRE(!((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_GONE));
        REQUIRE(is_asleep(bodies, shapes->body_slot[a]) || is_asleep(bodies, shapes->body_slot[b]));
        const int32_t *row = bodies->row;
        REQUIRE(row[shapes->body_slot[a]] >= bodies->count[SC_GROUP_DYNAMIC]);
        REQUIRE(row[shapes->body_slot[b]] >= bodies->count[SC_GROUP_DYNAMIC]);
        touching += contacts->point_count[i] > 0;
        points += contacts->point_count[i];
    }
    REQUIRE(touching == sleep->touching && points == sleep->points);
    return NULL;
}

const char *sc_validate_sleep(const sc_sleep *sleep, const sc_bodies *bodies,
                              const sc_shapes *shapes, const sc_contacts *awake)
{
    REQUIRE_VALID(validate_asleep_contacts(sleep, bodies, shapes));
    if (awake != NULL)
    {
        // After a step, a body that touches an awake body is awake.
        for (int c = 1; c < SC_CLASS_COUNT; ++c)
        {
            for (int32_t i = awake->first[c]; i < awake->first[c] + awake->count[c]; ++i)
            {
                int32_t a = awake->a[i], b = awake->b[i];
                bool ends = ((shapes->flags[a] | shapes->flags[b]) & SC_SHAPE_PURGE) != 0;
                REQUIRE(ends || awake->point_count[i] == 0 ||
                        (!is_asleep(bodies, shapes->body_slot[a]) &&
                         !is_asleep(bodies, shapes->body_slot[b])));
            }
        }
    }
    // Each link is in the list of its body exactly once.
    int links = 0, contacts = sleep->contacts.count[SC_SLEEP_CLASS];
    for (int32_t slot = 1; slot < sleep->capacity; ++slot)
    {
        int32_t previous = 0, link = sleep->first_link[slot];
        for (; link != 0 && links <= 2 * contacts; link = sleep->links[link / 2].next[link % 2])
        {
            int32_t i = link / 2;
            REQUIRE(i >= sleep->contacts.first[SC_SLEEP_CLASS] &&
                    i <= sc_sleep_last_contact(sleep));
            REQUIRE(sc_sleep_other_body(sleep, shapes, link ^ 1) == slot);
            REQUIRE(sleep->links[i].previous[link % 2] == previous);
            const int32_t shape = sc_sleep_own_shape(sleep, link);
            REQUIRE((shapes->first_asleep[shape] == link) ==
                    (previous == 0 || sc_sleep_own_shape(sleep, previous) != shape));
            previous = link;
            ++links;
        }
    }
    REQUIRE(links == 2 * contacts);
    bool woken = false;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int32_t slot = bodies->slot[row];
        bool asleep = (bodies->flags[row] & SC_BODY_ASLEEP) != 0;
        woken |= (bodies->flags[row] & SC_BODY_WAKES) != 0;
        REQUIRE(slot < sleep->capacity || !asleep);
        if (slot >= sleep->capacity)
        {
            continue;
        }
        int32_t next = sleep->next[slot], previous = sleep->previous[slot];
        REQUIRE((next != 0) == asleep && (previous != 0) == asleep);
        REQUIRE(!sleep->sleep_requested[slot] || !asleep);
        REQUIRE(!sleep->sleep_requested[slot] || sleep->request_pending ||
                row >= bodies->count[SC_GROUP_DYNAMIC]);
        REQUIRE(!asleep || (sleep->previous[next] == slot && sleep->next[previous] == slot));
    }
    REQUIRE(!woken || sleep->wake_pending);
    return NULL;
}
