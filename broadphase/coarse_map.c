#include "broadphase/coarse_map.h"

#include "core/assert.h"
#include "core/maths.h"

#include <float.h>

/// The mapping is monotonic, so overlapping AABBs share a cell. Positions outside map to the
/// outermost cell.
static int map_cell_of(float x, float origin, float scale)
{
    float cell = (x - origin) * scale;
    cell = cell > 0.0f ? cell : 0.0f;
    return (int)(cell < (float)(SC_MAP_CELLS - 1) ? cell : (float)(SC_MAP_CELLS - 1));
}

typedef struct cell_box
{
    int first_line, last_line;
    uint64_t columns;
} cell_box;

static cell_box map_cells_of(const sc_coarse_map *map, sc_aabb aabb)
{
    int first = map_cell_of(aabb.lower_x, map->origin_x, map->scale_x);
    int last = map_cell_of(aabb.upper_x, map->origin_x, map->scale_x);
    SC_ASSERT(0 <= first && first <= last && last < SC_MAP_CELLS);
    uint64_t upto = last == SC_MAP_CELLS - 1 ? ~0ull : (1ull << (last + 1)) - 1;
    return (cell_box){map_cell_of(aabb.lower_y, map->origin_y, map->scale_y),
                      map_cell_of(aabb.upper_y, map->origin_y, map->scale_y),
                      upto & (~0ull << first)};
}

static bool is_empty(sc_aabb aabb) { return !(aabb.lower_x <= aabb.upper_x); }

void sc_coarse_map_build(sc_coarse_map *map, const sc_grid *grid, float least)
{
    *map = (sc_coarse_map){0};
    sc_aabb all = {FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (int i = 0; i < grid->count; ++i)
    {
        sc_aabb aabb = sc_aabb_now(&grid->aabbs[i]);
        if (!is_empty(aabb))
        {
            all = (sc_aabb){sc_min(all.lower_x, aabb.lower_x), sc_min(all.lower_y, aabb.lower_y),
                            sc_max(all.upper_x, aabb.upper_x), sc_max(all.upper_y, aabb.upper_y)};
        }
    }

    if (is_empty(all))
    {
        return;
    }
    const float cells = (float)SC_MAP_CELLS;
    map->origin_x = all.lower_x;
    map->origin_y = all.lower_y;
    map->scale_x = cells / sc_max(all.upper_x - all.lower_x, least);
    map->scale_y = cells / sc_max(all.upper_y - all.lower_y, least);
    for (int i = 0; i < grid->count; ++i)
    {
        sc_aabb aabb = sc_aabb_now(&grid->aabbs[i]);
        cell_box box = is_empty(aabb) ? (cell_box){0, -1, 0} : map_cells_of(map, aabb);
        for (int line = box.first_line; line <= box.last_line; ++line)
        {
            map->lines[line] |= box.columns;
        }
    }
}

bool sc_coarse_map_meets(const sc_coarse_map *map, sc_aabb aabb)
{
    const cell_box box = map_cells_of(map, aabb);
    uint64_t met = 0;
    for (int line = box.first_line; line <= box.last_line; ++line)
    {
        met |= map->lines[line] & box.columns;
    }
    return met != 0;
}
