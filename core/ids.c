#include "core/ids.h"

#include "core/assert.h"

#include <stdatomic.h>

#define GENERATION_MASK 0xffffffu

int32_t sc_ids_take(sc_ids *ids)
{
    SC_ASSERT(ids->used > 0 && ids->first_free >= 0 && ids->first_free < ids->used);
    int32_t slot = ids->first_free;
    if (slot != 0)
    {
        ids->first_free = ids->next_free[slot];
        ids->next_free[slot] = 0;
    }
    else
    {
        slot = ids->used++;
        SC_ASSERT(slot < ids->capacity);
    }
    SC_ASSERT((ids->generation[slot] & 1u) == 0 && ids->next_free[slot] == 0);
    ids->generation[slot] |= 1u;
    return slot;
}

void sc_ids_retire(sc_ids *ids, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(ids, slot));
    ids->generation[slot] = (ids->generation[slot] + 1u) & GENERATION_MASK;
}

void sc_ids_recycle(sc_ids *ids, int32_t slot)
{
    SC_ASSERT(sc_slot_was_used(ids, slot) && !sc_slot_is_live(ids, slot));
    SC_ASSERT(ids->next_free[slot] == 0 && ids->first_free != slot);
    // A slot that has used up its generations is never used again, because no id may be given out
    // twice.
    if (ids->generation[slot] != 0)
    {
        ids->next_free[slot] = ids->first_free;
        ids->first_free = slot;
    }
}

int sc_ids_needed(const sc_ids *ids, int count)
{
    SC_ASSERT(count >= 0 && ids->used >= 0);
    int fresh = count;
    for (int32_t slot = ids->first_free; slot != 0 && fresh > 0; slot = ids->next_free[slot])
    {
        --fresh;
    }
    return ids->used + fresh;
}

uint64_t sc_ids_value(const sc_ids *ids, int32_t slot)
{
    SC_ASSERT(slot >= 0 && slot < ids->capacity);
    return (uint64_t)ids->world << 48 | (uint64_t)ids->generation[slot] << 24 | (uint64_t)slot;
}

int32_t sc_ids_find(const sc_ids *ids, uint64_t value)
{
    int32_t slot = (int32_t)(value & 0xffffffu);
    bool live = slot > 0 && slot < ids->used && (ids->generation[slot] & 1u) != 0;
    return live && sc_ids_value(ids, slot) == value ? slot : 0;
}

/// Bit n is set while a living world has the number n.
static _Atomic uint64_t numbers_taken[(SC_MAX_WORLDS + 1) / 64];

uint16_t sc_world_number_take(void)
{
    // A counter of 64 bits never overflows, so the cycle of numbers is never interrupted.
    static _Atomic uint64_t last;
    for (int tries = 0; tries < SC_MAX_WORLDS; ++tries)
    {
        uint64_t turn = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed);
        unsigned number = (unsigned)(turn % SC_MAX_WORLDS) + 1;
        uint64_t bit = UINT64_C(1) << number % 64;
        uint64_t before =
            atomic_fetch_or_explicit(&numbers_taken[number / 64], bit, memory_order_acq_rel);
        if ((before & bit) == 0)
        {
            return (uint16_t)number;
        }
    }
    return 0;
}

void sc_world_number_return(uint16_t number)
{
    SC_ASSERT(number > 0);
    uint64_t bit = UINT64_C(1) << number % 64;
    SC_ASSERT((atomic_load(&numbers_taken[number / 64]) & bit) != 0);
    atomic_fetch_and_explicit(&numbers_taken[number / 64], ~bit, memory_order_acq_rel);
}
