/// A coarse map of a grid: the parts of the plane in which its entries may lie. Most paths of fast
/// bodies cross only empty cells of the map, and two or three words are read to find this out.
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
    uint64_t lines[SC_MAP_CELLS];                ///< a bit for each cell that an AABB touches
} sc_coarse_map;

/// Builds the map from the present AABBs of all entries. `least`: the smallest extent, m. The map
/// is valid until an AABB grows.
void sc_coarse_map_build(sc_coarse_map *map, const sc_grid *grid, float least);
/// Returns false if no entry overlaps the AABB.
bool sc_coarse_map_meets(const sc_coarse_map *map, sc_aabb aabb);

#endif
