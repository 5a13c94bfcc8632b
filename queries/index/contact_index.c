#include "queries/index/contact_index.h"

#include "queries/index/query_index.h"

#include <string.h>

static void release_array(int32_t **array, int32_t *capacity, sc_memory *memory)
{
    if (*array != NULL)
    {
        sc_release(memory, *array, sizeof **array * (size_t)*capacity);
    }
    *array = NULL;
    *capacity = 0;
}

void sc_contact_index_release(sc_contact_index *index, sc_memory *memory)
{
    release_array(&index->first, &index->slots, memory);
    release_array(&index->contact, &index->entries, memory);
}

/// Reserves room in an array, which loses its contents.
static bool reserve_array(int32_t **array, int32_t *capacity, sc_memory *memory, int64_t needed)
{
    if (needed <= *capacity)
    {
        return true;
    }
    release_array(array, capacity, memory);
    int64_t room = needed + needed / 2;
    *array = room <= INT32_MAX ? sc_allocate(memory, sizeof **array * (size_t)room) : NULL;
    *capacity = *array != NULL ? (int32_t)room : 0;
    return *array != NULL;
}

/// Walks all contacts of a store, also those without points, because points come and go without a
/// new version. If `places` is null, counts the contacts of each body in next[body]; otherwise
/// stores them, and next[body] is the place of the body's next contact.
static int64_t go_over(const sc_contacts *store, const int32_t *body, bool asleep, int32_t *next,
                       int32_t *places)
{
    int64_t found = 0;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = store->first[c]; i < store->first[c] + store->count[c]; ++i)
        {
            const int32_t bodies[] = {body[store->a[i]], body[store->b[i]]};
            for (int side = 0; side < 2; ++side)
            {
                int32_t at = next[bodies[side]]++;
                if (places != NULL)
                {
                    places[at] = asleep ? ~i : i;
                }
                ++found;
            }
        }
    }
    return found;
}

static bool list_contacts(const sc_query_index *queries, sc_contact_index *index)
{
    const sc_contacts *stores[] = {queries->awake, queries->asleep};
    sc_memory *memory = queries->memory;
    const int32_t *body = queries->shapes->body_slot;
    const int32_t slots = index->bodies = queries->bodies->ids.used;
    if (!reserve_array(&index->first, &index->slots, memory, (int64_t)slots + 2))
    {
        return false;
    }
    // first[s + 2] counts the contacts of slot s. After summation, first[s + 1] is the place where
    // they begin. While contacts are stored it moves on, and in the end it is the place where they
    // end.
    int32_t *next = index->first + 1;
    memset(index->first, 0, sizeof *next * (size_t)(slots + 2));
    int64_t count = 0;
    for (int k = 0; k < 2; ++k)
    {
        count += go_over(stores[k], body, k == 1, next + 1, NULL);
    }
    if (count > INT32_MAX / 2 ||
        !reserve_array(&index->contact, &index->entries, memory, count + 1))
    {
        return false;
    }
    for (int32_t slot = 0; slot < slots; ++slot)
    {
        next[slot + 1] += next[slot];
    }
    for (int k = 0; k < 2; ++k)
    {
        go_over(stores[k], body, k == 1, next, index->contact);
        atomic_fetch_add_explicit(&index->looks, (uint64_t)sc_contacts_count(stores[k]),
                                  memory_order_relaxed);
    }
    return true;
}

const sc_contact_index *sc_contact_index_of(sc_query_index *queries)
{
    sc_contact_index *index = &queries->contacts;
    const uint32_t now[] = {queries->awake->version, queries->asleep->version};
    sc_mutex_lock(&queries->mutex);
    bool asked = index->is_asked && memcmp(index->asked, now, sizeof now) == 0;
    bool listed = index->is_listed && memcmp(index->listed, now, sizeof now) == 0;
    if (asked && !listed)
    {
        listed = index->is_listed = list_contacts(queries, index);
        memcpy(index->listed, now, sizeof now);
    }
    memcpy(index->asked, now, sizeof now);
    index->is_asked = true;
    sc_mutex_unlock(&queries->mutex);
    return listed ? index : NULL;
}
