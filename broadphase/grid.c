#include "broadphase/grid.h"

#include "core/pass.h"

#include <float.h>
#include <string.h>

/// AABBs are binned by the binary exponent of their larger side; one bin spans a factor of two.
enum
{
    BINS = 64,
    SMALLEST_EXPONENT = -12,
    BINS_PER_LEVEL = 2,
    GRAIN = 4096,  ///< AABBs to a range: each has spreads of its own
    /// AABBs to a bucket, cells that follow each other: they stay in a cache while they are sorted.
    BUCKET_SIZE = 1024,
    MAX_BUCKETS = 64  ///< of a level
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

enum
{
    BIN_BYTES = (int)(sizeof(int32_t) + sizeof(sc_aabb)) + 1,
    CELL_BYTES = BIN_BYTES + (int)sizeof(int32_t),
    ORDER_BYTES = 1 + 2 * (int)sizeof(int32_t),
    /// A sorted AABB, now and before, with its slot and cell, and where these come from.
    FILL_BYTES = 2 * (int)(2 * sizeof(sc_aabb) + 2 * sizeof(int32_t))
};

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

bool sc_take_sorted_aabbs(sc_arena *arena, sc_sorted_aabbs *b, int count)
{
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
    return true;
}

static bool take_entries(sc_grid *grid, sc_arena *arena, int count)
{
    if (!sc_take_sorted_aabbs(arena, &grid->aabbs, count))
    {
        return false;
    }
    grid->slots = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    grid->cells = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    return grid->slots != NULL && grid->cells != NULL;
}

/// A grid that is being built. AABBs are numbered in the order of the lists.
typedef struct build
{
    sc_grid *grid;
    const sc_aabb *aabbs, *previous;
    int32_t *slots;         ///< of each AABB
    uint8_t *bins;          ///< its bin
    int32_t *keys;          ///< its cell
    spread (*parts)[BINS];  ///< of each range
    spread spreads[BINS];
    uint8_t level_of[BINS];
    int32_t *begin[SC_MAX_LEVELS];  ///< of each level: where each of its cells begins
    // Sorted by buckets first, and within a bucket by cells.
    int32_t *order;                                             ///< AABBs by bucket
    int shift[SC_MAX_LEVELS], first_bucket[SC_MAX_LEVELS + 1];  ///< of each level
    int32_t *bucket_at;     ///< by range and bucket: AABBs, then where the next one goes
    int32_t *bucket_begin;  ///< by bucket
    int64_t *bucket_bytes;  ///< by bucket, for the trace
} build;

static bool take_build(build *b, sc_arena *arena, int count)
{
    b->slots = SC_TAKE(arena, int32_t, count);
    b->bins = SC_TAKE(arena, uint8_t, count);
    b->keys = SC_TAKE(arena, int32_t, count);
    b->order = SC_TAKE(arena, int32_t, count);
    b->parts = (spread(*)[BINS])SC_TAKE(arena, spread, BINS * sc_range_count(count, GRAIN));
    return b->slots != NULL && b->bins != NULL && b->keys != NULL && b->order != NULL &&
           b->parts != NULL;
}

static void bin_range(void *context, sc_range range)
{
    const build *b = context;
    spread *spreads = b->parts[range.index];
    for (int i = 0; i < BINS; ++i)
    {
        spreads[i] = no_spread;
    }
    for (int i = range.begin; i < range.end; ++i)
    {
        sc_aabb aabb = b->aabbs[b->slots[i]];
        float size = size_of(aabb);
        int bin = bin_of(size);
        spread one = {1, size, aabb.lower_x, aabb.lower_y, aabb.lower_x, aabb.lower_y};
        widen(&spreads[bin], &one);
        b->bins[i] = (uint8_t)bin;
    }
}

static void merge_spreads(build *b)
{
    for (int bin = 0; bin < BINS; ++bin)
    {
        b->spreads[bin] = no_spread;
        for (int i = 0; i < sc_range_count(b->grid->count, GRAIN); ++i)
        {
            widen(&b->spreads[bin], &b->parts[i][bin]);
        }
    }
}

/// Levels of the bins that are used, with empty cells. False: no memory.
static bool make_levels(build *b, sc_arena *arena)
{
    sc_grid *grid = b->grid;
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
        int cells = shape_level(level, &merged), k = grid->level_count++;
        level->first = first;
        first += level->count;
        level->cell_begin = b->begin[k] = SC_TAKE(arena, int32_t, cells + 1);
        if (level->cell_begin == NULL)
        {
            return false;
        }
        b->begin[k][cells] = first;
        int bucket_count = 1, bits = log2_at_least(cells);
        while (bucket_count * BUCKET_SIZE < level->count && bucket_count < MAX_BUCKETS &&
               bucket_count < cells)
        {
            bucket_count *= 2;
        }
        b->shift[k] = bits - log2_at_least(bucket_count);
        b->first_bucket[k + 1] = b->first_bucket[k] + bucket_count;
    }
    return true;
}

static bool take_buckets(build *b, sc_arena *arena)
{
    int count = b->first_bucket[b->grid->level_count];
    int range_count = sc_range_count(b->grid->count, GRAIN);
    b->bucket_at = SC_TAKE_ZEROED(arena, int32_t, range_count * count);
    b->bucket_begin = SC_TAKE(arena, int32_t, count + 1);
    b->bucket_bytes = SC_TAKE(arena, int64_t, count);
    return b->bucket_at != NULL && b->bucket_begin != NULL && b->bucket_bytes != NULL;
}

static int bucket_of(const build *b, int level, int32_t key)
{
    return b->first_bucket[level] + (key >> b->shift[level]);
}

static void find_cells(void *context, sc_range range)
{
    const build *b = context;
    int32_t *count = b->bucket_at + range.index * b->first_bucket[b->grid->level_count];
    for (int i = range.begin; i < range.end; ++i)
    {
        int k = b->level_of[b->bins[i]];
        b->keys[i] = cell_of(&b->grid->levels[k], b->aabbs[b->slots[i]]);
        ++count[bucket_of(b, k, b->keys[i])];
    }
}

/// Where the AABBs of each range go: by buckets, in the order of ranges.
static void find_buckets(build *b)
{
    int count = b->first_bucket[b->grid->level_count];
    int range_count = sc_range_count(b->grid->count, GRAIN);
    int32_t at = 0;
    for (int bucket = 0; bucket < count; ++bucket)
    {
        b->bucket_begin[bucket] = at;
        for (int r = 0; r < range_count; ++r)
        {
            int32_t *range_at = &b->bucket_at[r * count + bucket], here = *range_at;
            *range_at = at;
            at += here;
        }
        b->bucket_bytes[bucket] = (int64_t)FILL_BYTES * (at - b->bucket_begin[bucket]);
    }
    b->bucket_begin[count] = at;
}

static void order_range(void *context, sc_range range)
{
    const build *b = context;
    int32_t *at = b->bucket_at + range.index * b->first_bucket[b->grid->level_count];
    for (int i = range.begin; i < range.end; ++i)
    {
        b->order[at[bucket_of(b, b->level_of[b->bins[i]], b->keys[i])]++] = i;
    }
}

static void fill_entry(const build *b, int i, int32_t at)
{
    const sc_grid *grid = b->grid;
    int32_t slot = b->slots[i];
    sc_aabb now = b->aabbs[slot];
    sc_aabb before = b->previous != NULL ? b->previous[slot] : sc_empty_aabb;
    grid->slots[at] = slot;
    grid->cells[at] = b->keys[i];
    sc_sorted_aabbs_set(&grid->aabbs, at, now, before);
}

/// Counting sort of a bucket: in the order of cells, and within a cell in that of the lists.
static void fill_bucket(const build *b, int level, int bucket)
{
    int32_t *begin = b->begin[level];
    int first = b->bucket_begin[bucket], end = b->bucket_begin[bucket + 1];
    int cell = (bucket - b->first_bucket[level]) << b->shift[level];
    int cell_end = cell + (1 << b->shift[level]);
    memset(begin + cell, 0, sizeof *begin * (size_t)(cell_end - cell));
    for (int i = first; i < end; ++i)
    {
        ++begin[b->keys[b->order[i]]];
    }
    // Where each cell ends; from the last AABB to the first, each takes the last place of its cell.
    int32_t at = first;
    for (int c = cell; c < cell_end; ++c)
    {
        begin[c] = at += begin[c];
    }
    for (int i = end - 1; i >= first; --i)
    {
        int32_t number = b->order[i];
        fill_entry(b, number, --begin[b->keys[number]]);
    }
}

static void fill_buckets(void *context, sc_range range)
{
    const build *b = context;
    int level = 0;
    for (int bucket = range.begin; bucket < range.end; ++bucket)
    {
        while (bucket >= b->first_bucket[level + 1])
        {
            ++level;
        }
        fill_bucket(b, level, bucket);
    }
}

bool sc_grid_build(const sc_step *step, sc_grid *grid, sc_arena *arena,
                   const sc_grid_source *source)
{
    static const sc_pass bin = {"bin_aabbs", "AABBs", BIN_BYTES, -1};
    static const sc_pass cells = {"find_cells", "AABBs", CELL_BYTES, -1};
    static const sc_pass order = {"order_aabbs", "AABBs", ORDER_BYTES, -1};
    static const sc_pass fill = {"fill_cells", "buckets", 0, -1};
    *grid = (sc_grid){0};
    int count = 0;
    for (int k = 0; k < source->list_count; ++k)
    {
        count += source->lists[k].count;
    }
    build b = {.grid = grid, .aabbs = source->aabbs, .previous = source->previous};
    if (!take_entries(grid, arena, count) || !take_build(&b, step->arena, count))
    {
        return false;
    }
    for (int k = 0; k < source->list_count; ++k)
    {
        const sc_list *list = &source->lists[k];
        // A list that never held anything has no array.
        if (list->count > 0)
        {
            memcpy(b.slots + grid->count, list->slot, sizeof *b.slots * (size_t)list->count);
            grid->count += list->count;
        }
    }
    sc_run_pass(step, &bin, 0, count, GRAIN, bin_range, &b);
    merge_spreads(&b);
    if (!make_levels(&b, arena) || !take_buckets(&b, step->arena))
    {
        return false;
    }
    sc_run_pass(step, &cells, 0, count, GRAIN, find_cells, &b);
    find_buckets(&b);
    sc_run_pass(step, &order, 0, count, GRAIN, order_range, &b);
    sc_run_counted_pass(step, &fill, 0, b.first_bucket[grid->level_count], fill_buckets, &b,
                        b.bucket_bytes);
    return true;
}
