#include "broadphase/grid.h"

#include <float.h>
#include <string.h>

/// AABBs are binned by the binary exponent of their larger side; one bin spans a factor of two.
enum
{
    BINS = 64,
    SMALLEST_EXPONENT = -12,
    BINS_PER_LEVEL = 2
};

/// What the AABBs of one bin, then of one level, have in common.
typedef struct spread
{
    int count;
    float largest;
    float low_x, low_y, high_x, high_y;  ///< of the lower corners
} spread;

static int bin_of(float size)
{
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    int bin = (int)(bits >> 23 & 0xffu) - 127 - SMALLEST_EXPONENT;
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

static float size_of(sc_aabb aabb)
{
    float width = aabb.upper_x - aabb.lower_x, height = aabb.upper_y - aabb.lower_y;
    return width > height ? width : height;
}

static void widen(spread *to, const spread *from)
{
    to->count += from->count;
    to->largest = to->largest > from->largest ? to->largest : from->largest;
    to->low_x = to->low_x < from->low_x ? to->low_x : from->low_x;
    to->low_y = to->low_y < from->low_y ? to->low_y : from->low_y;
    to->high_x = to->high_x > from->high_x ? to->high_x : from->high_x;
    to->high_y = to->high_y > from->high_y ? to->high_y : from->high_y;
}

static const spread no_spread = {0, 0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

static int log2_at_least(int64_t value)
{
    int bits = 0;
    while (bits < 30 && ((int64_t)1 << bits) < value)
    {
        ++bits;
    }
    return bits;
}

/// Cell size, ranges and table of a level; returns the number of cells.
static int shape_level(sc_level *level, const spread *aabbs)
{
    // Slightly more than the largest AABB, so that rounding of its size and of 1 / size cannot
    // matter.
    float size = aabbs->largest * 1.00001f;
    size = size > SC_AABB_MARGIN ? size : SC_AABB_MARGIN;
    level->size = size;
    level->scale = 1.0f / (size * 1.000001f);
    level->count = aabbs->count;
    level->low_column = sc_cell_of((double)aabbs->low_x, level->scale);
    level->high_column = sc_cell_of((double)aabbs->high_x, level->scale);
    level->low_row = sc_cell_of((double)aabbs->low_y, level->scale);
    level->high_row = sc_cell_of((double)aabbs->high_y, level->scale);
    int width = log2_at_least(level->high_column - level->low_column + 1);
    int height = log2_at_least(level->high_row - level->low_row + 1);
    width = width < 2 ? 2 : width;
    height = height < 2 ? 2 : height;
    int max_bits = log2_at_least(2 * (int64_t)aabbs->count + 16);
    while (width + height > max_bits && width + height > 4)
    {
        if (width >= height)
        {
            --width;
        }
        else
        {
            --height;
        }
    }
    level->width_bits = width;
    level->width_mask = (1 << width) - 1;
    level->height_mask = (1 << height) - 1;
    return 1 << (width + height);
}

static int32_t cell_of(const sc_level *level, sc_aabb aabb)
{
    int64_t column = sc_cell_of((double)aabb.lower_x, level->scale) & level->width_mask;
    int64_t row = sc_cell_of((double)aabb.lower_y, level->scale) & level->height_mask;
    return (int32_t)(row << level->width_bits | column);
}

static bool take_aabbs(sc_grid *grid, sc_arena *arena, int count)
{
    sc_sorted_aabbs *b = &grid->aabbs;
    float **arrays[] = {&b->lower_x,          &b->lower_y,          &b->upper_x,
                        &b->upper_y,          &b->previous_lower_x, &b->previous_lower_y,
                        &b->previous_upper_x, &b->previous_upper_y};
    for (int i = 0; i < 8; ++i)
    {
        *arrays[i] = SC_TAKE(arena, float, count + SC_BLOCK);
        if (*arrays[i] == NULL)
        {
            return false;
        }
        // Sweeps read, and ignore, up to a block past the end.
        memset(*arrays[i] + count, 0, sizeof(float) * SC_BLOCK);
    }
    grid->slots = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    grid->cells = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    return grid->slots != NULL && grid->cells != NULL;
}

/// A grid that is being built. AABBs are numbered in the order of the lists.
typedef struct build
{
    const sc_aabb *aabbs;
    const sc_list *lists;
    int list_count;
    uint8_t *bins;  ///< of each AABB
    int32_t *keys;  ///< and its cell
    spread spreads[BINS];
    uint8_t level_of[BINS];
    int32_t *begin[SC_MAX_LEVELS];  ///< of each level: where each of its cells begins
} build;

static void bin_aabbs(build *b)
{
    for (int i = 0; i < BINS; ++i)
    {
        b->spreads[i] = no_spread;
    }
    uint8_t *bins = b->bins;
    for (int k = 0; k < b->list_count; ++k)
    {
        const sc_list list = b->lists[k];
        for (int i = 0; i < list.count; ++i)
        {
            sc_aabb aabb = b->aabbs[list.slot[i]];
            float size = size_of(aabb);
            int bin = bin_of(size);
            spread one = {1, size, aabb.lower_x, aabb.lower_y, aabb.lower_x, aabb.lower_y};
            widen(&b->spreads[bin], &one);
            *bins++ = (uint8_t)bin;
        }
    }
}

/// Levels of the bins that are used, with empty cells. False: no memory.
static bool make_levels(sc_grid *grid, sc_arena *arena, build *b)
{
    int first = 0;
    for (int bin = 0; bin < BINS;)
    {
        if (b->spreads[bin].count == 0)
        {
            ++bin;
            continue;
        }
        sc_level *level = &grid->levels[grid->level_count];
        spread merged = no_spread;
        for (int k = 0; k < BINS_PER_LEVEL && bin < BINS; ++k, ++bin)
        {
            widen(&merged, &b->spreads[bin]);
            b->level_of[bin] = (uint8_t)grid->level_count;
        }
        int cells = shape_level(level, &merged);
        level->first = first;
        first += level->count;
        level->cell_begin = b->begin[grid->level_count] = SC_TAKE_ZEROED(arena, int32_t, cells + 2);
        if (level->cell_begin == NULL)
        {
            return false;
        }
        ++grid->level_count;
    }
    return true;
}

/// Counts the AABBs of each cell at begin[cell + 1]; after this begin[cell] is where it starts.
static void count_cells(const sc_grid *grid, build *b)
{
    int n = 0;
    for (int k = 0; k < b->list_count; ++k)
    {
        for (int i = 0; i < b->lists[k].count; ++i, ++n)
        {
            int level = b->level_of[b->bins[n]];
            b->keys[n] = cell_of(&grid->levels[level], b->aabbs[b->lists[k].slot[i]]);
            ++b->begin[level][b->keys[n] + 1];
        }
    }
    for (int k = 0; k < grid->level_count; ++k)
    {
        const sc_level *level = &grid->levels[k];
        int cells = (level->width_mask + 1) * (level->height_mask + 1);
        b->begin[k][0] = level->first;
        for (int c = 0; c < cells; ++c)
        {
            b->begin[k][c + 1] += b->begin[k][c];
        }
    }
}

static void fill_cells(sc_grid *grid, const build *b, const sc_aabb *previous)
{
    int n = 0;
    for (int k = 0; k < b->list_count; ++k)
    {
        for (int i = 0; i < b->lists[k].count; ++i, ++n)
        {
            int32_t slot = b->lists[k].slot[i];
            sc_aabb now = b->aabbs[slot];
            sc_aabb before = previous != NULL ? previous[slot] : sc_empty_aabb;
            int32_t at = b->begin[b->level_of[b->bins[n]]][b->keys[n]]++;
            grid->slots[at] = slot;
            grid->cells[at] = b->keys[n];
            grid->aabbs.lower_x[at] = now.lower_x;
            grid->aabbs.lower_y[at] = now.lower_y;
            grid->aabbs.upper_x[at] = now.upper_x;
            grid->aabbs.upper_y[at] = now.upper_y;
            grid->aabbs.previous_lower_x[at] = before.lower_x;
            grid->aabbs.previous_lower_y[at] = before.lower_y;
            grid->aabbs.previous_upper_x[at] = before.upper_x;
            grid->aabbs.previous_upper_y[at] = before.upper_y;
        }
    }
    // Filling moved each begin[cell] to where the cell ends, which is where the next one starts.
    for (int k = 0; k < grid->level_count; ++k)
    {
        const sc_level *level = &grid->levels[k];
        int cells = (level->width_mask + 1) * (level->height_mask + 1);
        memmove(b->begin[k] + 1, b->begin[k], sizeof **b->begin * (size_t)cells);
        b->begin[k][0] = level->first;
    }
}

bool sc_grid_build(sc_grid *grid, sc_arena *arena, const sc_aabb *aabbs, const sc_aabb *previous,
                   const sc_list *lists, int list_count)
{
    *grid = (sc_grid){0};
    for (int k = 0; k < list_count; ++k)
    {
        grid->count += lists[k].count;
    }
    build b = {.aabbs = aabbs, .lists = lists, .list_count = list_count};
    b.bins = SC_TAKE(arena, uint8_t, grid->count);
    b.keys = SC_TAKE(arena, int32_t, grid->count);
    if (!take_aabbs(grid, arena, grid->count) || b.bins == NULL || b.keys == NULL)
    {
        grid->count = 0;
        return false;
    }
    bin_aabbs(&b);
    if (!make_levels(grid, arena, &b))
    {
        return false;
    }
    count_cells(grid, &b);
    fill_cells(grid, &b, previous);
    return true;
}
