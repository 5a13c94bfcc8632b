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

/// The rules of mixing. The pair table is a hash table with open addressing and linear probing:
/// pair_capacity is 0 or a power of two, at most half of the slots are used, and all slots are used
/// from the one that an entry hashes to up to the one that it is in. The table is only read by
/// lookups, so the order in which entries were added has no effect.
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

/// The mixed surface of a pair. The rules give a surface, an entry of the pair table replaces it,
/// and the callback may change the result; out-of-range values are clamped. `radius`: the larger
/// one of the two rounding radii, m.
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
