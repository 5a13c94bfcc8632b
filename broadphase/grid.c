#include "broadphase/grid.h"

#include "core/tuning.h"
#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <float.h>
#include <string.h>

enum
{
    BINS_PER_LEVEL = 2,
    GRAIN = 4096,  ///< AABBs per range; each range has spreads (bin_spreads) of its own
    /// AABBs per bucket of consecutive cells: they stay in a cache while they are sorted.
    BUCKET_SIZE = 1024,
    MAX_BUCKETS = 64,  ///< per level
    AHEAD = 16         ///< prefetch distance for the AABBs of entries
};

static void widen_spread(sc_aabb_spread *to, const sc_aabb_spread *from)
{
    SC_ASSERT(from->count >= 0);
    to->count += from->count;
    to->largest = to->largest > from->largest ? to->largest : from->largest;
    to->low_x = to->low_x < from->low_x ? to->low_x : from->low_x;
    to->low_y = to->low_y < from->low_y ? to->low_y : from->low_y;
    to->high_x = to->high_x > from->high_x ? to->high_x : from->high_x;
    to->high_y = to->high_y > from->high_y ? to->high_y : from->high_y;
}

/// An AABB that is being sorted into its cell.
typedef struct entry
{
    int32_t place, slot;
} entry;

enum
{
    BIN_BYTES = (int)(2 * sizeof(int32_t) + sizeof(sc_aabb)),
    CELL_BYTES = BIN_BYTES + 2 * (int)sizeof(int32_t),
    ORDER_BYTES = 3 * (int)sizeof(int32_t) + (int)sizeof(entry),
    /// Bytes of a sorted AABB (its present and previous bounds, its slot and its cell), read and
    /// written.
    FILL_BYTES = 2 * (int)(2 * sizeof(sc_aabb) + 2 * sizeof(int32_t))
};

static const sc_aabb_spread no_spread = {0, 0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};

static int log2_at_least(int64_t value)
{
    int bits = 0;
    while (bits < 30 && ((int64_t)1 << bits) < value)
    {
        ++bits;
    }
    return bits;
}

/// The number of bits, at least `min`, of a table for the cells `low` to `high`.
static int table_bits(int64_t low, int64_t high, int min)
{
    int bits = log2_at_least(high - low + 1);
    return bits < min ? min : bits;
}

/// Sets the cell size (at least `least`, m), the ranges of cells and the table of a level. Returns
/// the number of cells.
static int shape_level(sc_level *level, const sc_aabb_spread *aabbs, int reach, float least)
{
    SC_ASSERT(reach > 0 && (reach & (reach - 1)) == 0);
    SC_ASSERT(aabbs->count > 0 && aabbs->low_x <= aabbs->high_x && aabbs->low_y <= aabbs->high_y);
    enum
    {
        MAX_BITS = 31 - SC_PLACE_BITS
    };
    // Make the cells slightly larger than the largest AABB, so that the rounding of its size and of
    // 1 / size has no effect.
    float size = aabbs->largest * 1.00001f;
    size = size > least ? size : least;
    level->size = size;
    level->reach = reach;
    level->row_scale = 1.0f / (size * 1.000001f);
    level->column_scale = (float)reach * level->row_scale;
    level->count = aabbs->count;
    level->low_column = sc_cell_of((double)aabbs->low_x, level->column_scale);
    level->high_column = sc_cell_of((double)aabbs->high_x, level->column_scale);
    level->low_row = sc_cell_of((double)aabbs->low_y, level->row_scale);
    level->high_row = sc_cell_of((double)aabbs->high_y, level->row_scale);
    const int min_width = log2_at_least(4 * reach), min_height = 2;
    int width = table_bits(level->low_column, level->high_column, min_width);
    int height = table_bits(level->low_row, level->high_row, min_height);
    int max_bits = log2_at_least(2 * (int64_t)aabbs->count + 16);
    max_bits = max_bits < MAX_BITS ? max_bits : MAX_BITS;
    while (width + height > max_bits && width + height > min_width + min_height)
    {
        if (height == min_height || (width > min_width && width >= height))
        {
            --width;
        }
        else
        {
            --height;
        }
    }
    SC_ASSERT(width >= min_width && height >= min_height && width + height <= MAX_BITS);
    level->width_bits = width;
    level->width_mask = (1 << width) - 1;
    level->height_mask = (1 << height) - 1;
    return 1 << (width + height);
}

sc_sorted_aabb *sc_take_sorted_aabbs(sc_arena *arena, int count)
{
    SC_ASSERT(count >= 0);
    sc_sorted_aabb *aabbs = SC_TAKE(arena, sc_sorted_aabb, count + SC_BLOCK);
    if (aabbs != NULL)
    {
        // Sweeps read up to a block past the end and ignore the values.
        memset(aabbs + count, 0, sizeof *aabbs * SC_BLOCK);
    }
    return aabbs;
}

typedef sc_aabb_spread bin_spreads[SC_BINS];

/// The data of a grid that is being built. AABBs are numbered in the order of the lists.
typedef struct build
{
    const sc_step *step;
    sc_grid *grid;
    const sc_aabb *aabbs, *previous;
    int32_t *slots;   ///< of each AABB
    int32_t *bins;    ///< its bin, later its bucket
    int32_t *places;  ///< its place
    int reach;
    bin_spreads *parts;  ///< of each range
    bin_spreads spreads;
    sc_cells cells[SC_BINS];
    uint8_t level_of[SC_BINS];
    int32_t *begin[SC_MAX_LEVELS];  ///< of each level: the beginning of each of its cells
    // Entries are sorted by buckets first, and within a bucket by cells.
    entry *entries;                                             ///< by bucket
    int shift[SC_MAX_LEVELS], first_bucket[SC_MAX_LEVELS + 1];  ///< of each level
    int32_t *bucket_at;  ///< by range and bucket: number of AABBs, later the place of the next one
    int32_t *bucket_begin;  ///< by bucket
    int64_t *bucket_bytes;  ///< by bucket, for the trace
} build;

/// Allocates the entries of the grid in `arena`, and scratch for building it. Returns false if out
/// of memory.
static bool take_build(build *b, sc_arena *arena, int count)
{
    sc_grid *grid = b->grid;
    grid->aabbs = sc_take_sorted_aabbs(arena, count);
    grid->slots = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    grid->places = SC_TAKE(arena, int32_t, count + SC_BLOCK);
    b->slots = SC_TAKE(b->step->arena, int32_t, count);
    b->bins = SC_TAKE(b->step->arena, int32_t, count);
    b->places = SC_TAKE(b->step->arena, int32_t, count);
    b->entries = SC_TAKE(b->step->arena, entry, count);
    b->parts = (bin_spreads *)SC_TAKE(b->step->arena, sc_aabb_spread,
                                      SC_BINS * sc_range_count(count, GRAIN));
    return grid->aabbs != NULL && grid->slots != NULL && grid->places != NULL && b->slots != NULL &&
           b->bins != NULL && b->places != NULL && b->entries != NULL && b->parts != NULL;
}

static void bin_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const build *b = context;
    sc_bin_args args = {b->aabbs, b->slots, b->bins, b->parts[range.index]};
    for (int i = 0; i < SC_BINS; ++i)
    {
        args.spreads[i] = no_spread;
    }
    int whole = range.end & ~(SC_BLOCK - 1);
    b->step->kernels->bin_aabbs(&args, range.begin, whole);
    b->step->scalar->bin_aabbs(&args, whole, range.end);
}

/// Creates the levels of the bins in use, with empty cells and buckets. Returns false if out of
/// memory.
static bool make_levels(build *b, sc_arena *arena)
{
    sc_grid *grid = b->grid;
    int first = 0;
    for (int bin = 0; bin < SC_BINS;)
    {
        if (b->spreads[bin].count == 0)
        {
            ++bin;
            continue;
        }
        SC_ASSERT(grid->level_count < SC_MAX_LEVELS);
        sc_level *level = &grid->levels[grid->level_count];
        sc_aabb_spread merged = no_spread;
        const int first_bin = bin;
        for (int k = 0; k < BINS_PER_LEVEL && bin < SC_BINS; ++k, ++bin)
        {
            widen_spread(&merged, &b->spreads[bin]);
            b->level_of[bin] = (uint8_t)grid->level_count;
        }
        int cells = shape_level(level, &merged, b->reach, b->step->lengths->aabb_margin),
            k = grid->level_count++;
        for (int i = first_bin; i < bin; ++i)
        {
            // The values of a level that find_cells needs, in lanes.
            float width = (float)(level->width_mask + 1), height = (float)(level->height_mask + 1);
            b->cells[i] =
                (sc_cells){level->column_scale, level->row_scale,   width, height, 1.0f / width,
                           1.0f / height,       (float)level->reach};
        }
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
    int count = b->first_bucket[grid->level_count], ranges = sc_range_count(grid->count, GRAIN);
    b->bucket_at = SC_TAKE_ZEROED(b->step->arena, int32_t, ranges * count);
    b->bucket_begin = SC_TAKE(b->step->arena, int32_t, count + 1);
    b->bucket_bytes = SC_TAKE(b->step->arena, int64_t, count);
    return b->bucket_at != NULL && b->bucket_begin != NULL && b->bucket_bytes != NULL;
}

static void find_cells(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const build *b = context;
    sc_place_args args = {b->aabbs, b->slots, b->bins, b->cells, b->places};
    int whole = range.end & ~(SC_BLOCK - 1);
    b->step->kernels->find_places(&args, range.begin, whole);
    b->step->scalar->find_places(&args, whole, range.end);
    int32_t *count = b->bucket_at + range.index * b->first_bucket[b->grid->level_count];
    for (int i = range.begin; i < range.end; ++i)
    {
        int k = b->level_of[b->bins[i]];
        int bucket = b->first_bucket[k] + (b->places[i] >> (SC_PLACE_BITS + b->shift[k]));
        SC_ASSERT(bucket >= b->first_bucket[k] && bucket < b->first_bucket[k + 1]);
        b->bins[i] = bucket;
        ++count[bucket];
    }
}

/// Finds the places of the AABBs of each range: by buckets, in the order of ranges.
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
    SC_ASSERT(at == b->grid->count);
    b->bucket_begin[count] = at;
}

static void order_range(void *context, sc_range range)
{
    const build *b = context;
    int32_t *at = b->bucket_at + range.index * b->first_bucket[b->grid->level_count];
    for (int i = range.begin; i < range.end; ++i)
    {
        b->entries[at[b->bins[i]]++] = (entry){b->places[i], b->slots[i]};
    }
}

static void fill_buckets(void *context, sc_range range)
{
    const build *b = context;
    const sc_grid *grid = b->grid;
    const entry *entries = b->entries;
    const sc_aabb *aabbs = b->aabbs, *previous = b->previous;
    int level = 0;
    for (int bucket = range.begin; bucket < range.end; ++bucket)
    {
        while (bucket >= b->first_bucket[level + 1])
        {
            SC_ASSERT(level < b->grid->level_count);
            ++level;
        }
        // Counting sort: in the order of cells, and within a cell in the order of the lists.
        SC_ASSERT(bucket >= b->first_bucket[level] && bucket < b->first_bucket[level + 1]);
        int32_t *begin = b->begin[level];
        int first = b->bucket_begin[bucket], end = b->bucket_begin[bucket + 1];
        int cell = (bucket - b->first_bucket[level]) << b->shift[level];
        int cell_end = cell + (1 << b->shift[level]);
        memset(begin + cell, 0, sizeof *begin * (size_t)(cell_end - cell));
        for (int i = first; i < end; ++i)
        {
            ++begin[entries[i].place >> SC_PLACE_BITS];
        }
        // Start from the end of each cell; going from the last AABB to the first, each takes the
        // last free place of its cell.
        int32_t at = first;
        for (int c = cell; c < cell_end; ++c)
        {
            SC_ASSERT(begin[c] >= 0);
            begin[c] = at += begin[c];
        }
        SC_ASSERT(at == end);
        for (int i = end - 1; i >= first; --i)
        {
            const int32_t ahead = entries[i - first < AHEAD ? first : i - AHEAD].slot;
            __builtin_prefetch(&aabbs[ahead]);
            if (previous != NULL)
            {
                __builtin_prefetch(&previous[ahead]);
            }
            const entry filled = entries[i];
            const int32_t to = --begin[filled.place >> SC_PLACE_BITS];
            SC_ASSERT(to >= 0 && to < grid->count && filled.slot >= 0);
            sc_aabb now = aabbs[filled.slot];
            sc_aabb before = previous != NULL ? previous[filled.slot] : sc_empty_aabb;
            grid->slots[to] = filled.slot;
            grid->places[to] = filled.place;
            grid->aabbs[to] = sc_sort_aabb(now, before);
        }
    }
}

#ifdef SC_ASSERTS_SLOW
/// Whether the AABBs of each level are in the order of their cells.
static bool is_sorted(const sc_grid *grid)
{
    bool sorted = true;
    for (int k = 0; k < grid->level_count; ++k)
    {
        const int first = grid->levels[k].first, end = first + grid->levels[k].count;
        for (int i = first + 1; i < end; ++i)
        {
            sorted =
                sorted && grid->places[i - 1] >> SC_PLACE_BITS <= grid->places[i] >> SC_PLACE_BITS;
        }
    }
    return sorted;
}
#endif

bool sc_grid_build(const sc_step *step, sc_grid *grid, sc_arena *arena,
                   const sc_grid_source *source)
{
    SC_ASSERT(source->list_count > 0);
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
    build b = {.step = step,
               .grid = grid,
               .aabbs = source->aabbs,
               .previous = source->previous,
               .reach = source->reach};
    if (!take_build(&b, arena, count))
    {
        return false;
    }
    for (int k = 0; k < source->list_count; ++k)
    {
        const sc_list *list = &source->lists[k];
        // A list that was never used has no array.
        if (list->count > 0)
        {
            memcpy(b.slots + grid->count, list->slot, sizeof *b.slots * (size_t)list->count);
            grid->count += list->count;
            SC_ASSERT(list->count <= list->capacity);
        }
    }
    SC_ASSERT(grid->count == count);
    sc_run_pass(step, &bin, 0, count, GRAIN, bin_range, &b);
    SC_ASSERT(b.grid->count >= 0);
    for (int k = 0; k < SC_BINS; ++k)
    {
        b.spreads[k] = no_spread;
        for (int i = 0; i < sc_range_count(b.grid->count, GRAIN); ++i)
        {
            widen_spread(&b.spreads[k], &b.parts[i][k]);
        }
    }
    if (!make_levels(&b, arena))
    {
        return false;
    }
    sc_run_pass(step, &cells, 0, count, GRAIN, find_cells, &b);
    find_buckets(&b);
    sc_run_pass(step, &order, 0, count, GRAIN, order_range, &b);
    sc_run_counted_pass(step, &fill, 0, b.first_bucket[grid->level_count], fill_buckets, &b,
                        b.bucket_bytes);
    SC_ASSERT_SLOW(is_sorted(grid));
    return true;
}
