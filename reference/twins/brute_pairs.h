/// All pairs of overlapping AABBs, by trying all pairs: the judge of every broadphase.
#ifndef SC_BRUTE_PAIRS_H
#define SC_BRUTE_PAIRS_H

#include "core/shape_records.h"

#include <stdbool.h>

/// Indices of two AABBs, a < b.
typedef struct sc_index_pair
{
    int32_t a, b;
} sc_index_pair;

/// Whether AABBs a and b may pair at all; a < b.
typedef bool sc_pair_predicate(const void *context, int32_t a, int32_t b);

/// Writes the pairs of `AABBs` that overlap (touching counts, empty AABBs never do) and that
/// `may_pair` (null: all) lets through, sorted by a, then b. Returns how many there are; no more
/// than `capacity` of them are written.
int sc_brute_pairs(const sc_aabb *aabbs, int count, sc_pair_predicate *may_pair,
                   const void *context, sc_index_pair *pairs, int capacity);

#endif
