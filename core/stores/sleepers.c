#include "core/stores/sleepers.h"

#include "core/assert.h"

#include <string.h>

#define BODY_FIELD(type, name, role, format) SC_FIELD(sc_sleep, type, name, role, format),
static const sc_field body_fields[] = {SC_SLEEP_BODIES(BODY_FIELD)};
static const sc_field link_fields[] = {SC_FIELD(sc_sleep, sc_links, links, SC_UPDATED, "i")};
static const sc_field fell_fields[] = {
    SC_FIELD(sc_sleep, scree_body_id, fell_asleep, SC_UPDATED, "#")};
static const sc_field woke_fields[] = {SC_FIELD(sc_sleep, scree_body_id, woke, SC_UPDATED, "#")};
static const sc_table tables[] = {
    SC_TABLE(sc_sleep, body_fields, capacity), SC_TABLE(sc_sleep, link_fields, link_capacity),
    SC_TABLE(sc_sleep, fell_fields, fell_capacity), SC_TABLE(sc_sleep, woke_fields, woke_capacity)};

enum
{
    BY_BODY,
    BY_CONTACT,
    FELL,
    WOKE
};

const sc_store sc_sleep_store = SC_STORE("sleep", tables);

bool sc_sleep_reserve(sc_sleep *sleep, sc_memory *memory, const sc_bodies *bodies)
{
    return sc_sleep_reserve_slots(sleep, memory, bodies->ids.used);
}

bool sc_sleep_reserve_slots(sc_sleep *sleep, sc_memory *memory, int32_t slots)
{
    SC_ASSERT(slots > 0);
    return sc_table_reserve(&tables[BY_BODY], sleep, memory, slots);
}

bool sc_sleep_reserve_contacts(sc_sleep *sleep, sc_memory *memory, int extra)
{
    SC_ASSERT(extra >= 0);
    const int by_class[SC_CLASS_COUNT] = {[SC_SLEEP_CLASS] = extra};
    return sc_contacts_reserve(&sleep->contacts, memory, by_class) &&
           sc_table_reserve(&tables[BY_CONTACT], sleep, memory, sleep->contacts.capacity);
}

bool sc_sleep_reserve_events(sc_sleep *sleep, sc_memory *memory, int fell, int woke)
{
    SC_ASSERT(fell >= 0 && woke >= 0);
    return sc_table_reserve(&tables[FELL], sleep, memory, fell) &&
           sc_table_reserve(&tables[WOKE], sleep, memory, woke);
}

void sc_sleep_forget(sc_sleep *sleep, int32_t body_slot)
{
    SC_ASSERT(body_slot > 0);
    if (body_slot < sleep->capacity)
    {
        SC_ASSERT(sleep->next[body_slot] == 0 && sleep->first_link[body_slot] == 0);
        sc_table_clear(&tables[BY_BODY], sleep, body_slot);
    }
}

void sc_sleep_release(sc_sleep *sleep, sc_memory *memory)
{
    sc_store_release(&sc_contact_store, &sleep->contacts, memory);
    sc_store_release(&sc_sleep_store, sleep, memory);
}

static int32_t link_body_of(const sc_sleep *sleep, const sc_shapes *shapes, int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK);
    return sc_sleep_other_body(sleep, shapes, link ^ 1);
}

/// The place where the next link of a link is stored. Each contact has two, one for each side.
static int32_t *next_of(sc_sleep *sleep, int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
    return &sleep->links[link / 2].next[link % 2];
}

static int32_t *previous_of(sc_sleep *sleep, int32_t link)
{
    SC_ASSERT(link >= 2 * SC_BLOCK && link / 2 < sleep->link_capacity);
    return &sleep->links[link / 2].previous[link % 2];
}

static void count_contact(sc_sleep *sleep, int32_t index, int times)
{
    int points = sleep->contacts.point_count[index];
    sleep->touching += points > 0 ? times : 0;
    sleep->points += points * times;
    SC_ASSERT(sleep->touching >= 0 && sleep->points >= sleep->touching);
}

void sc_sleep_add_contact(sc_sleep *sleep, sc_shapes *shapes, const sc_contacts *from,
                          int32_t index)
{
    SC_ASSERT(from != &sleep->contacts);
    sc_contacts *contacts = &sleep->contacts;
    int32_t i = sc_contacts_add_copy(contacts, SC_SLEEP_CLASS, from, index);
    SC_ASSERT(i < sleep->link_capacity);
    count_contact(sleep, i, 1);
    for (int32_t link = 2 * i; link < 2 * i + 2; ++link)
    {
        SC_ASSERT(link_body_of(sleep, shapes, link) < sleep->capacity);
        int32_t *first = &sleep->first_link[link_body_of(sleep, shapes, link)];
        int32_t *of_shape = &shapes->first_asleep[sc_sleep_own_shape(sleep, link)];
        const int32_t next = *of_shape != 0 ? *of_shape : *first;
        const int32_t previous = next != 0 ? *previous_of(sleep, next) : 0;
        *next_of(sleep, link) = next;
        *previous_of(sleep, link) = previous;
        if (next != 0)
        {
            *previous_of(sleep, next) = link;
        }
        *(previous != 0 ? next_of(sleep, previous) : first) = link;
        *of_shape = link;
    }
}

void sc_sleep_remove_contact(sc_sleep *sleep, sc_shapes *shapes, int32_t index)
{
    SC_ASSERT(sc_class_has(&sleep->contacts, SC_SLEEP_CLASS, index));
    sc_contacts *contacts = &sleep->contacts;
    int32_t last = sc_sleep_last_contact(sleep);
    count_contact(sleep, index, -1);
    for (int32_t link = 2 * index; link < 2 * index + 2; ++link)
    {
        int32_t next = *next_of(sleep, link), previous = *previous_of(sleep, link);
        const int32_t shape = sc_sleep_own_shape(sleep, link);
        if (shapes->first_asleep[shape] == link)
        {
            const bool more = next != 0 && sc_sleep_own_shape(sleep, next) == shape;
            shapes->first_asleep[shape] = more ? next : 0;
        }
        if (next != 0)
        {
            SC_ASSERT(*previous_of(sleep, next) == link);
            *previous_of(sleep, next) = previous;
        }
        int32_t *to = previous != 0 ? next_of(sleep, previous)
                                    : &sleep->first_link[link_body_of(sleep, shapes, link)];
        SC_ASSERT(*to == link);
        *to = next;
    }
    for (int side = 0; side < 2 && last != index; ++side)
    {
        // A link of the last contact takes the place of the removed one in its list.
        int32_t to = 2 * index + side;
        int32_t from = 2 * last + side;
        SC_ASSERT(to != from);
        int32_t next = *next_of(sleep, from), previous = *previous_of(sleep, from);
        int32_t *of_shape = &shapes->first_asleep[sc_sleep_own_shape(sleep, from)];
        *of_shape = *of_shape == from ? to : *of_shape;
        *next_of(sleep, to) = next;
        *previous_of(sleep, to) = previous;
        if (next != 0)
        {
            SC_ASSERT(*previous_of(sleep, next) == from);
            *previous_of(sleep, next) = to;
        }
        *(previous != 0 ? next_of(sleep, previous)
                        : &sleep->first_link[link_body_of(sleep, shapes, from)]) = to;
    }
    sc_contacts_remove(contacts, SC_SLEEP_CLASS, index);
}

void sc_sleep_join_ring(sc_sleep *sleep, int32_t slot, int32_t other)
{
    SC_ASSERT(slot > 0 && slot < sleep->capacity);
    SC_ASSERT(sleep->next[slot] == 0 && sleep->previous[slot] == 0);
    SC_ASSERT(other >= 0 && other < sleep->capacity && (other == 0 || sleep->next[other] != 0));
    other = other != 0 ? other : slot;
    int32_t next = other != slot ? sleep->next[other] : slot;
    sleep->previous[slot] = other;
    sleep->next[slot] = next;
    sleep->next[other] = slot;
    sleep->previous[next] = slot;
}

void sc_sleep_leave_ring(sc_sleep *sleep, int32_t slot)
{
    SC_ASSERT(slot > 0 && slot < sleep->capacity && sleep->next[slot] != 0);
    int32_t next = sleep->next[slot], previous = sleep->previous[slot];
    SC_ASSERT(sleep->next[previous] == slot && sleep->previous[next] == slot);
    sleep->next[previous] = next;
    sleep->previous[next] = previous;
    sleep->next[slot] = sleep->previous[slot] = 0;
}
