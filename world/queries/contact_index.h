/// The contacts of each body, for calls that ask for those of one: listed when a second such call
/// comes between two changes of the contacts. The first one looks at all of them, as one call a
/// step should not cost more than that.
#ifndef SC_CONTACT_INDEX_H
#define SC_CONTACT_INDEX_H

#include "world/world_state.h"

typedef struct sc_contact_index
{
    uint32_t asked[2], listed[2];  ///< versions of the stores: those awake, those that sleep
    bool is_asked, is_listed;
    int32_t bodies;              ///< slots that are listed: those after them have no contacts
    int32_t slots, entries;      ///< capacities
    int32_t *first;              ///< by body slot, one more than there are
    int32_t *contact;            ///< ascending for each body; those that sleep are ~index
    atomic_uint_fast64_t looks;  ///< contacts that calls and lists looked at
} sc_contact_index;

/// The list of a world's bodies; null: there is none, look at all. Any thread, while none changes
/// the world.
const sc_contact_index *sc_contact_index_of(const scree_world *world);
void sc_contact_index_release(sc_contact_index *index, sc_memory *memory);

#endif
