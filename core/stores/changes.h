/// A short list of what changed since someone looked: slots of shapes or of bodies.
#ifndef SC_CHANGES_H
#define SC_CHANGES_H

#include "core/assert.h"

#include <stdint.h>

/// The one who looks owns the memory, reads the slots and sets `count` to 0. Without memory only
/// that something changed is noted.
typedef struct sc_changes
{
    int32_t *slot;
    int32_t count, capacity;  ///< count > capacity: more changed than is listed
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
