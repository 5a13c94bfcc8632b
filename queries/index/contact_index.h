/// The contacts of each body, for calls that read the contacts of one body. The lists are built at
/// the second such call after a change of the contacts. The first one walks all contacts, so that a
/// single call in a step costs no more than that.
///
///     contact[first[s]] to contact[first[s + 1] - 1] are the contacts of the body in slot s
///     the lists hold while `listed` is the pair of versions of the two stores
#ifndef SC_CONTACT_INDEX_H
#define SC_CONTACT_INDEX_H

#include "core/stores/contacts.h"

#include <stdatomic.h>

struct sc_query_index;

typedef struct sc_contact_index
{
    uint32_t asked[2], listed[2];  ///< versions of the stores: those awake, those that sleep
    bool is_asked, is_listed;
    int32_t bodies;              ///< slots that are listed: bodies in later ones have no contacts
    int32_t slots, entries;      ///< capacities
    int32_t *first;              ///< by body slot, and one more
    int32_t *contact;            ///< awake ones, then ~index of sleeping ones; each ascending
    atomic_uint_fast64_t looks;  ///< contacts that calls and lists read
} sc_contact_index;

/// The lists of a world; null if there are none, and all contacts are to be walked. May be called
/// by many threads at a time while none changes the world, and not in a step.
const sc_contact_index *sc_contact_index_of(struct sc_query_index *queries);
void sc_contact_index_release(sc_contact_index *index, sc_memory *memory);

#endif
