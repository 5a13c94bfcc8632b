/// The slots and generations behind the public ids. From the low bits up, an id has 24 bits of
/// slot, 24 of generation and 16 of world number.
#ifndef SC_IDS_H
#define SC_IDS_H

#include "core/stores/store.h"

/// The maximum number of slots, including slot 0, which is never given out.
#define SC_MAX_SLOTS ((1 << 24) - 1)

/// Invariants: slot 0 is never given out; generation[s] is odd while s is in use, so that zero is
/// never an id; free slots form a list through next_free, the latest freed first.
typedef struct sc_ids
{
    uint32_t *generation;
    int32_t *next_free;
    int32_t first_free;  ///< 0: none
    int32_t used;        ///< slots below this were given out at least once; at least 1
    int32_t capacity;
    uint16_t world;
} sc_ids;

/// The fields of `ids`, for the list of fields that a store has by slot. They grow with the store.
#define SC_ID_FIELDS(store)                                   \
    SC_FIELD(store, uint32_t, ids.generation, SC_STATE, "i"), \
        SC_FIELD(store, int32_t, ids.next_free, SC_UPDATED, "i"),

/// Takes a free slot, or the next one that was never given out.
int32_t sc_ids_take(sc_ids *ids);
/// Ends the id of a slot. The slot is given out again only after sc_ids_recycle.
void sc_ids_retire(sc_ids *ids, int32_t slot);
void sc_ids_recycle(sc_ids *ids, int32_t slot);
/// The capacity, in slots, that is needed to take `count` more ids.
int sc_ids_needed(const sc_ids *ids, int count);
uint64_t sc_ids_value(const sc_ids *ids, int32_t slot);

static inline bool sc_slot_was_used(const sc_ids *ids, int32_t slot)
{
    return slot > 0 && slot < ids->used;
}
static inline bool sc_slot_is_live(const sc_ids *ids, int32_t slot)
{
    return sc_slot_was_used(ids, slot) && (ids->generation[slot] & 1u) != 0;
}

/// The slot of a live id of this world, or 0.
int32_t sc_ids_find(const sc_ids *ids, uint64_t value);

#define SC_MAX_WORLDS 65535

/// A number, 1 to SC_MAX_WORLDS, that no other living world of the process has; 0 if all are taken.
/// A returned number is given out again only after all others. This is the only state that worlds
/// share. Any thread may call it.
uint16_t sc_world_number_take(void);
void sc_world_number_return(uint16_t number);

#endif
