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
/// and the one that it is in, all slots are used. Only lookups read it, so that the order in which
/// entries came has no effect.
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

/// What the surfaces of a pair make together: rules, then the table, then the callback;
/// out-of-range values are clamped. `radius`: the larger rounding radius of the two, m.
scree_contact_material sc_mix(const sc_mixing *mixing, const scree_material *a,
                              const scree_material *b, float radius);

/// The same with all values in their ranges.
scree_contact_material sc_clamp_surface(const scree_contact_material *mixed);

/// Sets an entry, or removes it if `mixed` is null. False: no memory for an entry that is new, and
/// nothing has changed; to change or to remove one always succeeds.
bool sc_mixing_set_pair(sc_mixing *mixing, sc_memory *memory, uint32_t a, uint32_t b,
                        const scree_contact_material *mixed);

/// Room for so many entries in all. False: no memory, and nothing has changed.
bool sc_mixing_reserve(sc_mixing *mixing, sc_memory *memory, int count);
/// Removes all entries; the room stays.
void sc_mixing_clear(sc_mixing *mixing);

#endif
