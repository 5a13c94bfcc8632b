/// The store of chains: the shapes that are the segments of each chain, in order.
///
/// Invariants:
///   a chain's segments are shapes of type SCREE_SHAPE_CHAIN_SEGMENT; the links of all other
///   shapes, including segments without a chain, are all zero
///   the segments of a chain are in one list, from `first` through `next` to `last`, in the order
///   of their places; there are `count` of them
///   if two consecutive segments have consecutive places, their entries of the geometry pool have
///   SC_CHAIN_AFTER and SC_CHAIN_BEFORE; the same holds for the last and first segment of a loop
/// that is complete
#ifndef SC_CHAINS_H
#define SC_CHAINS_H

#include "core/assert.h"
#include "core/ids.h"

#include <stdbool.h>

/// The link of a segment's shape to its chain.
typedef struct sc_chain_link
{
    int32_t chain;           ///< slot; 0: none
    int32_t place;           ///< from 0, with gaps where segments were destroyed
    int32_t next, previous;  ///< slots of shapes; 0: none
} sc_chain_link;

// clang-format off
/// The arrays by slot.
#define SC_CHAIN_SLOTS(X) \
    X(int32_t, body_slot, SC_STATE, "i") \
    X(int32_t, first, SC_STATE, "i") /* slots of shapes */ \
    X(int32_t, last, SC_STATE, "i") \
    X(int32_t, count, SC_STATE, "i") \
    X(int32_t, places, SC_STATE, "i") /* the number of segments at first */ \
    X(uint8_t, loop, SC_STATE, "b") \
    X(uint8_t, two_sided, SC_STATE, "b")
/// The arrays by slot of the shape.
#define SC_CHAIN_SHAPES(X) X(sc_chain_link, link, SC_STATE, "i")
// clang-format on

typedef struct sc_chains
{
    sc_ids ids;
    SC_CHAIN_SLOTS(SC_MEMBER)
    int32_t link_capacity;
    SC_CHAIN_SHAPES(SC_MEMBER)
} sc_chains;

extern const sc_store sc_chain_store;

/// Reserves room for one more chain, and for links of `shape_slots` slots of shapes. Returns false
/// and changes nothing if out of memory.
bool sc_chains_reserve(sc_chains *chains, sc_memory *memory, int32_t shape_slots);
/// Adds a chain without segments. The caller has reserved room.
int32_t sc_chains_add(sc_chains *chains, int32_t body_slot);
/// Adds a segment after the last one.
void sc_chains_append(sc_chains *chains, int32_t chain, int32_t shape_slot);
/// Removes a segment from its chain. Removing the last segment ends the chain.
void sc_chains_remove(sc_chains *chains, int32_t shape_slot);

/// The link of any shape; all zero if it is not in a chain.
static inline sc_chain_link sc_chain_link_of(const sc_chains *chains, int32_t shape_slot)
{
    SC_ASSERT(shape_slot > 0);
    return shape_slot < chains->link_capacity ? chains->link[shape_slot] : (sc_chain_link){0};
}

struct sc_shapes;
/// Checks the invariants. Returns null if they hold, else the text of one that does not
/// (core/require.h).
const char *sc_validate_chains(const sc_chains *chains, const struct sc_shapes *shapes);

#endif
