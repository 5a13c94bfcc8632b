/// How the surfaces of two shapes combine.
#ifndef SC_MIXING_H
#define SC_MIXING_H

#include "core/memory.h"
#include "core/records.h"
#include "scree/shape.h"

/// An entry of the pair table; first <= second.
typedef struct sc_mixed_pair
{
    uint32_t first, second;
    scree_contact_material mixed;
} sc_mixed_pair;

typedef struct sc_mixing
{
    scree_friction_mixing friction;
    scree_restitution_mixing restitution;
    scree_mixing_callback *callback;
    void *user;
    sc_mixed_pair *pairs;  ///< sorted by (first, second)
    int pair_count, pair_capacity;
} sc_mixing;

/// The surface of a pair: rules, then the table, then the callback; out-of-range values are
/// clamped. `radius`: the larger rounding radius of the two, m.
sc_surface sc_mix(const sc_mixing *mixing, const scree_material *a, const scree_material *b,
                  float radius);

/// Sets an entry, or removes it if `mixed` is null. False: no memory.
bool sc_mixing_set_pair(sc_mixing *mixing, sc_memory *memory, uint32_t a, uint32_t b,
                        const scree_contact_material *mixed);
void sc_mixing_release(sc_mixing *mixing, sc_memory *memory);

#endif
