/// The contacts of each body, for calls that read the contacts of one body. The lists are built at
/// the second such call after a change of the contacts. The first call only walks all contacts, so
/// that a single call in a step does not pay for the lists.
///
///     contact[first[s]] to contact[first[s + 1] - 1] are the contacts of the body in slot s
///     the lists are valid while `listed` equals the versions of the two stores
#ifndef SC_CONTACT_INDEX_H
#define SC_CONTACT_INDEX_H

#include "core/stores/contacts.h"

#include <stdatomic.h>

struct sc_query_index;

typedef struct sc_contact_index
{
    uint32_t asked[2],
        listed[2];  ///< versions of the stores of contacts of awake and of sleeping bodies
    bool is_asked, is_listed;
    int32_t bodies;  ///< number of slots that are listed: bodies in later slots have no contacts
    int32_t slots, entries;  ///< capacities
    int32_t *first;          ///< by body slot, and one more
    int32_t *contact;  ///< for each body, contacts of awake bodies, then ~index of contacts of
                       ///< sleeping ones; both ascending
    atomic_uint_fast64_t looks;  ///< contacts that calls and lists read
} sc_contact_index;

/// The lists of a world. Null if there are no lists: the caller then walks all contacts. Any number
/// of threads may call this at the same time, but not in a step, nor while a thread changes the
/// world.
const sc_contact_index *sc_contact_index_of(struct sc_query_index *queries);
void sc_contact_index_release(sc_contact_index *index, sc_memory *memory);

#endif
