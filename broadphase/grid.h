/// AABBs sorted into levels by size and, within a level, into rows of cells (see
/// simd/sorted_aabbs.h).
#ifndef SC_GRID_H
#define SC_GRID_H

#include "core/step_context.h"
#include "simd/sorted_aabbs.h"

enum
{
    SC_MAX_LEVELS = 32
};

typedef struct sc_grid
{
    sc_sorted_aabb *aabbs;
    int32_t *slots;
    int32_t *places;  ///< SC_PLACE_*: rising
    int count;
    sc_level levels[SC_MAX_LEVELS];
    int level_count;  ///< from fine to coarse
} sc_grid;

/// Allocates AABBs in the form for sweeps. Returns null if out of memory.
sc_sorted_aabb *sc_take_sorted_aabbs(sc_arena *arena, int count);

/// The source of a grid: the entries of some lists.
typedef struct sc_grid_source
{
    const sc_aabb *aabbs, *previous;  ///< by slot, now and before; `previous` null: all empty
    const sc_list *lists;
    int list_count;
    int reach;  ///< columns of cells per size of an AABB, a power of two: see sc_level
} sc_grid_source;

/// Sorts by the present AABBs. The memory of the grid comes from `arena`. Returns false if out of
/// memory.
bool sc_grid_build(const sc_step *step, sc_grid *grid, sc_arena *arena,
                   const sc_grid_source *source);

#endif
