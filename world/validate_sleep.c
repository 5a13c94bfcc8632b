/// Walks over what sleeps: contacts, their lists by body, islands; and over events.
#include "world/validate.h"

static bool sleeps(const scree_world *world, int32_t slot)
{
    return (world->bodies.flags[world->bodies.row[slot]] & SC_BODY_ASLEEP) != 0;
}

static int32_t body_of(const scree_world *world, int32_t shape)
{
    return world->shapes.body_slot[shape];
}

static const char *validate_asleep_contacts(const scree_world *world)
{
    const sc_sleep *sleep = &world->sleep;
    const sc_contacts *contacts = &sleep->contacts;
    int touching = 0, points = 0;
    REQUIRE(sc_contacts_count(contacts) == contacts->count[SC_SLEEP_CLASS]);
    for (int32_t k = 0; k < contacts->count[SC_SLEEP_CLASS]; ++k)
    {
        int32_t i = contacts->first[SC_SLEEP_CLASS] + k, a = contacts->a[i], b = contacts->b[i];
        REQUIRE(a > 0 && b > 0 && body_of(world, a) != body_of(world, b));
        REQUIRE(!((world->shapes.flags[a] | world->shapes.flags[b]) & SC_SHAPE_GONE));
        REQUIRE(sleeps(world, body_of(world, a)) || sleeps(world, body_of(world, b)));
        const int32_t *row = world->bodies.row;
        REQUIRE(row[body_of(world, a)] >= world->bodies.count[SC_GROUP_DYNAMIC]);
        REQUIRE(row[body_of(world, b)] >= world->bodies.count[SC_GROUP_DYNAMIC]);
        touching += contacts->point_count[i] > 0;
        points += contacts->point_count[i];
    }
    REQUIRE(touching == sleep->touching && points == sleep->points);
    return NULL;
}

/// What touches something that is awake is awake itself, once a step has looked.
static const char *validate_awake_contacts(const scree_world *world)
{
    const sc_contacts *contacts = &world->contacts;
    for (int c = 1; c < SC_CLASS_COUNT && !world->stepping; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int32_t a = contacts->a[i], b = contacts->b[i];
            bool ends = ((world->shapes.flags[a] | world->shapes.flags[b]) & SC_SHAPE_PURGE) != 0;
            REQUIRE(ends || contacts->point_count[i] == 0 ||
                    (!sleeps(world, body_of(world, a)) && !sleeps(world, body_of(world, b))));
        }
    }
    return NULL;
}

/// Each link is in the list of its body, once.
static const char *validate_links(const scree_world *world)
{
    const sc_sleep *sleep = &world->sleep;
    int links = 0, contacts = sleep->contacts.count[SC_SLEEP_CLASS];
    for (int32_t slot = 1; slot < sleep->capacity; ++slot)
    {
        int32_t previous = 0, link = sleep->first_link[slot];
        for (; link != 0 && links <= 2 * contacts; link = sleep->links[link / 2].next[link % 2])
        {
            int32_t i = link / 2;
            REQUIRE(i >= sleep->contacts.first[SC_SLEEP_CLASS] &&
                    i <= sc_sleep_last_contact(sleep));
            REQUIRE(sc_sleep_other_body(sleep, &world->shapes, link ^ 1) == slot);
            REQUIRE(sleep->links[i].previous[link % 2] == previous);
            previous = link;
            ++links;
        }
    }
    REQUIRE(links == 2 * contacts);
    return NULL;
}

static const char *validate_rings(const scree_world *world)
{
    const sc_sleep *sleep = &world->sleep;
    const sc_bodies *bodies = &world->bodies;
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

const char *sc_validate_sleep(const scree_world *world)
{
    REQUIRE_VALID(validate_asleep_contacts(world));
    REQUIRE_VALID(validate_awake_contacts(world));
    REQUIRE_VALID(validate_links(world));
    return validate_rings(world);
}

/// The contacts of a store that were told of.
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

const char *sc_validate_events(const scree_world *world)
{
    const sc_shapes *shapes = &world->shapes;
    const sc_events *events = &world->events;
    int32_t asking[SC_ASK_COUNT] = {0};
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        for (int ask = 0; ask < SC_ASK_COUNT; ++ask)
        {
            asking[ask] += shapes->events[slot] >> ask & 1;
        }
        REQUIRE(live || shapes->events[slot] == 0);
        REQUIRE(!live || shapes->body[slot].value ==
                             world->bodies.id[world->bodies.row[shapes->body_slot[slot]]].value);
    }
    for (int ask = 0; ask < SC_ASK_COUNT; ++ask)
    {
        REQUIRE(asking[ask] == shapes->asking[ask]);
    }
    REQUIRE(events->reported ==
            count_reported(&world->contacts) + count_reported(&world->sleep.contacts));
    REQUIRE(events->pending_count + events->reported <= events->pending_capacity);
    return NULL;
}
