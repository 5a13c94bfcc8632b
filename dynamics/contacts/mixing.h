/// How the surfaces of two shapes combine.
#ifndef SC_MIXING_H
#define SC_MIXING_H

#include "core/stores/store.h"
#include "scree/shape.h"

/// A slot of the pair table; first <= second.
typedef struct sc_mixed_pair
{
    uint32_t first, second;
    scree_contact_material mixed;
    bool used;
} sc_mixed_pair;

/// The pair table is a hash table with open addressing and linear probing: pair_capacity is 0 or a
/// power of two, at most half of the slots are used, and between the slot that an entry hashes to
/// and the one that it is in, all slots are used. Only lookups read it, so the order of insertion
/// has no effect.
typedef struct sc_mixing
{
    scree_friction_mixing friction;
    scree_restitution_mixing restitution;
    scree_mixing_callback *callback;
    void *context;
    sc_mixed_pair *pairs;
    int pair_count, pair_capacity;
} sc_mixing;

extern const sc_store sc_mixing_store;

/// The mixed surface of a pair: rules, then the table, then the callback; out-of-range values are
/// clamped. `radius`: the larger rounding radius of the two, m.
scree_contact_material sc_mix(const sc_mixing *mixing, const scree_material *a,
                              const scree_material *b, float radius);

/// Limits all values of a mixed surface to their ranges.
scree_contact_material sc_clamp_surface(const scree_contact_material *mixed);

/// Sets an entry, or removes it if `mixed` is null. Returns false and changes nothing if there is
/// no memory for a new entry. Changing or removing an entry always succeeds.
bool sc_mixing_set_pair(sc_mixing *mixing, sc_memory *memory, uint32_t a, uint32_t b,
                        const scree_contact_material *mixed);

/// Reserves room for `count` entries in all. Returns false and changes nothing if out of memory.
bool sc_mixing_reserve(sc_mixing *mixing, sc_memory *memory, int count);
/// Removes all entries and keeps the memory.
void sc_mixing_clear(sc_mixing *mixing);

#endif
