/// A tree over the vertices or edges of one soft body: AABBs of runs of items, and AABBs of runs of
/// these AABBs. Searches skip distant items in large pieces and visit near items in order.
///
/// A run has items with consecutive numbers, which are usually neighbours in a rope or net. If they
/// are not, a search tests more items but finds the same ones.
#ifndef SC_SOFT_TREE_H
#define SC_SOFT_TREE_H

#include "core/memory.h"
#include "core/stores/shapes.h"

enum
{
    SC_TREE_RUN = 16,  ///< items per run, and AABBs per AABB of the next level
    SC_TREE_LEVELS = 7
};

typedef struct sc_soft_tree
{
    int32_t item_count;  ///< 0: no tree
    int level_count;
    sc_aabb *aabbs[SC_TREE_LEVELS];  ///< by level: of runs of items, of runs of such runs, ...
    int32_t aabb_count[SC_TREE_LEVELS];
} sc_soft_tree;

/// Allocates the AABBs over `item_count` items. Returns false if out of memory.
bool sc_soft_tree_take(sc_soft_tree *tree, sc_arena *arena, int32_t item_count);

/// Computes the AABBs of all levels above the first one, which the caller has filled.
void sc_soft_tree_raise(sc_soft_tree *tree);

/// The first run from `run` on whose AABB overlaps `aabb`, or aabb_count[0] if there is none. A run
/// holds the items from SC_TREE_RUN * run on.
int32_t sc_soft_tree_next(const sc_soft_tree *tree, sc_aabb aabb, int32_t run);

/// Grows an AABB. NaN changes nothing.
static inline void sc_widen(sc_aabb *aabb, sc_aabb by)
{
    aabb->lower_x = by.lower_x < aabb->lower_x ? by.lower_x : aabb->lower_x;
    aabb->lower_y = by.lower_y < aabb->lower_y ? by.lower_y : aabb->lower_y;
    aabb->upper_x = by.upper_x > aabb->upper_x ? by.upper_x : aabb->upper_x;
    aabb->upper_y = by.upper_y > aabb->upper_y ? by.upper_y : aabb->upper_y;
}

#endif
