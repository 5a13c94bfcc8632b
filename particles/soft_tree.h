/// Boxes over runs of the vertices or edges of one soft body, and boxes over runs of those: what is
/// far from a box is passed over in large pieces, what is near comes in order.
///
/// Runs follow the numbers of vertices and edges, which neighbours in a rope or net share nearly
/// always; where they do not, more is looked at, and the same is found.
#ifndef SC_SOFT_TREE_H
#define SC_SOFT_TREE_H

#include "core/memory.h"
#include "core/shapes.h"

enum
{
    SC_TREE_RUN = 16,  ///< items of a run, and boxes under one of the next level
    SC_TREE_LEVELS = 7
};

typedef struct sc_soft_tree
{
    int32_t item_count;  ///< 0: no tree
    int level_count;
    sc_box *boxes[SC_TREE_LEVELS];  ///< by level: of runs of items, of runs of such runs, ...
    int32_t box_count[SC_TREE_LEVELS];
} sc_soft_tree;

/// Room for the boxes over `item_count` items. False: no memory.
bool sc_soft_tree_take(sc_soft_tree *tree, sc_arena *arena, int32_t item_count);

/// The boxes of all levels above the first one, which the caller has filled.
void sc_soft_tree_raise(sc_soft_tree *tree);

/// The first run from `run` on whose box overlaps; box_count[0] if there is none. A run holds the
/// items from SC_TREE_RUN * run on.
int32_t sc_soft_tree_next(const sc_soft_tree *tree, sc_box box, int32_t run);

/// Grows a box. What is no number changes nothing.
static inline void sc_widen(sc_box *box, sc_box by)
{
    box->lower_x = by.lower_x < box->lower_x ? by.lower_x : box->lower_x;
    box->lower_y = by.lower_y < box->lower_y ? by.lower_y : box->lower_y;
    box->upper_x = by.upper_x > box->upper_x ? by.upper_x : box->upper_x;
    box->upper_y = by.upper_y > box->upper_y ? by.upper_y : box->upper_y;
}

#endif
