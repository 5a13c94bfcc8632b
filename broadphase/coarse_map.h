/// A coarse map of a grid: which parts of the plane its entries may lie in. Most paths of fast
/// bodies come by nothing, which two or three words tell.
#ifndef SC_COARSE_MAP_H
#define SC_COARSE_MAP_H

#include "broadphase/grid.h"

#include <stdbool.h>
#include <stdint.h>

enum
{
    SC_MAP_CELLS = 64  ///< on a side
};

typedef struct sc_coarse_map
{
    float origin_x, origin_y, scale_x, scale_y;  ///< m; cells per m
    uint64_t lines[SC_MAP_CELLS];                ///< a bit per cell in which an AABB lies
} sc_coarse_map;

/// Of the AABBs of all entries, as they are now; `least`: the smallest extent, m. It holds for as
/// long as none grows.
void sc_coarse_map_build(sc_coarse_map *map, const sc_grid *grid, float least);
/// False: no entry overlaps the AABB.
bool sc_coarse_map_meets(const sc_coarse_map *map, sc_aabb aabb);

#endif
