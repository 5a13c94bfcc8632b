/// AABBs sorted into levels by size and, within a level, into rows of cells (see simd/sweep.h).
#ifndef SC_GRID_H
#define SC_GRID_H

#include "core/stores/shapes.h"
#include "simd/sweep.h"

enum
{
    SC_MAX_LEVELS = 32
};

typedef struct sc_grid
{
    sc_sorted_aabbs aabbs;
    int32_t *slots;
    int32_t *cells;
    int count;
    sc_level levels[SC_MAX_LEVELS];
    int level_count;  ///< from fine to coarse
} sc_grid;

/// Sorts the entries of `lists` by their present AABBs (both arrays by slot; `previous` null: all
/// empty); memory comes from the arena. False: no memory.
bool sc_grid_build(sc_grid *grid, sc_arena *arena, const sc_aabb *aabbs, const sc_aabb *previous,
                   const sc_list *lists, int list_count);

#endif
