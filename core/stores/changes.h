/// A list of the slots of shapes or bodies that changed since the list was last read.
#ifndef SC_CHANGES_H
#define SC_CHANGES_H

#include "core/assert.h"

#include <stdint.h>

/// The reader of the list allocates its memory, reads the slots and sets `count` to 0. If the list
/// has no room, only the number of changes is kept.
typedef struct sc_changes
{
    int32_t *slot;
    int32_t count, capacity;  ///< count > capacity: there are changes that are not listed
    uint64_t total;           ///< since creation
} sc_changes;

static inline void sc_note_change(sc_changes *changes, int32_t slot)
{
    SC_ASSERT(slot > 0);
    SC_ASSERT(changes->count >= 0 && changes->count <= changes->capacity + 1);
    ++changes->total;
    if (changes->count < changes->capacity)
    {
        changes->slot[changes->count] = slot;
    }
    changes->count += changes->count <= changes->capacity;
}

#endif
