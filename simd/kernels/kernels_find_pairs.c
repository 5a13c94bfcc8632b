/// Sort-and-sweep in lanes: compares one AABB with runs of sorted AABBs. The present and the
/// previous AABBs are compared side by side.
#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/sorted_aabbs.h"
#include "simd/wide.h"

enum
{
    NUMBERS = 8,  ///< of a sorted AABB
    /// The number of vectors over which an AABB is spread.
    PARTS = SC_LANES < NUMBERS ? NUMBERS / SC_LANES : 1,
    VECTORS = SC_LANES == 1 ? NUMBERS : SC_LANES == 8 ? 8 : 4,
    /// The number of targets tested at once. Runs are short: most need one iteration.
    AT_ONCE = VECTORS * SC_LANES / NUMBERS
};

/// The mirror of the swept AABB and of its previous one, repeated to fill the vectors.
typedef struct swept_lanes
{
    wf part[PARTS];
    int32_t slot;
} swept_lanes;

WIDE swept_lanes swept_aabb(const sc_sweep_args *args, int i)
{
    swept_lanes swept = {.slot = args->slots[i]};
    for (int k = 0; k < PARTS; ++k)
    {
        swept.part[k] = negate(load_eight_swapped(&args->aabbs[i].now.lower_x, k * SC_LANES));
    }
    return swept;
}

/// Returns bits: bit 8 j is set if the AABB overlaps target j of `count` targets and did not
/// before.
WIDE uint64_t test_targets(const sc_sorted_aabb *targets, int count, const swept_lanes *aabb)
{
    const uint64_t first = 0x0101010101010101u;
    // The bits of the first `count` targets.
    static const uint64_t counted[] = {0,
                                       0x01,
                                       0x0101,
                                       0x010101,
                                       0x01010101,
                                       0x0101010101,
                                       0x010101010101,
                                       0x01010101010101,
                                       0x0101010101010101};
    uint64_t bits = 0;
    for (int k = 0; k < VECTORS; ++k)
    {
        wf numbers = load(&targets->now.lower_x + (ptrdiff_t)k * SC_LANES);
        bits |= (uint64_t)mask_bits(le(numbers, aabb->part[k % PARTS])) << (k * SC_LANES);
    }
    // An overlap sets four consecutive bits: the first four of eight are for the present AABBs, the
    // others for the previous ones.
    bits &= bits >> 1;
    bits &= bits >> 2;
    return bits & ((bits >> 4 & first) ^ first) & counted[count < AT_ONCE ? count : AT_ONCE];
}

/// Tests a run of targets. Returns false if the pairs may not fit.
WIDE bool sweep_run(sc_sweep_args *args, const swept_lanes *aabb, int begin, int end)
{
    if (end - begin > args->capacity - args->found)
    {
        return false;
    }
    int found = args->found;
    for (int j = begin; j < end; j += AT_ONCE)
    {
        uint64_t bits = test_targets(args->targets + j, end - j, aabb);
        for (; bits != 0; bits &= bits - 1)
        {
            args->found_a[found] = aabb->slot;
            args->found_b[found++] = args->target_slots[j + __builtin_ctzll(bits) / NUMBERS];
        }
    }
    args->found = found;
    return true;
}

/// Sweeps the columns [low, high] of one row, wrapped round the table: at most the whole row, once.
WIDE bool sweep_columns(sc_sweep_args *args, const swept_lanes *aabb, int64_t row, int64_t low,
                        int64_t high)
{
    const sc_level *level = args->level;
    const int32_t *cells = level->cell_begin + ((row & level->height_mask) << level->width_bits);
    int width = level->width_mask + 1;
    if (high - low >= width)
    {
        return sweep_run(args, aabb, cells[0], cells[width]);
    }
    int begin = (int)(low & level->width_mask), end = (int)(high & level->width_mask) + 1;
    if (begin < end)
    {
        return sweep_run(args, aabb, cells[begin], cells[end]);
    }
    return sweep_run(args, aabb, cells[begin], cells[width]) &&
           sweep_run(args, aabb, cells[0], cells[end]);
}

/// Sweeps AABB i against those after it, in runs of any length.
WIDE bool sweep_cells(sc_sweep_args *args, const swept_lanes *aabb, int i)
{
    const sc_level *level = args->level;
    int place = args->places[i], cell = place >> SC_PLACE_BITS;
    int row = cell >> level->width_bits, column = cell & level->width_mask;
    int last = column + (place & SC_PLACE_COLUMNS), width = level->width_mask + 1;
    const int32_t *cells = level->cell_begin + ((ptrdiff_t)row << level->width_bits);
    bool fits = sweep_run(args, aabb, i + 1, cells[last < width ? last + 1 : width]) &&
                (last < width || sweep_run(args, aabb, cells[0], cells[last - width + 1]));
    return fits && ((place & SC_PLACE_ROW) == 0 ||
                    sweep_columns(args, aabb, row + 1, column - level->reach, last));
}

/// Whether AABB i has no new overlap in its two runs. Returns false also if one test for each run
/// cannot decide this.
WIDE bool meets_none(const sc_sweep_args *args, const swept_lanes *aabb, int i)
{
    const sc_level *level = args->level;
    int place = args->places[i], cell = place >> SC_PLACE_BITS, column = cell & level->width_mask;
    int columns = place & SC_PLACE_COLUMNS;
    if (column < level->reach || column + columns > level->width_mask)
    {
        return false;
    }
    int below = ((cell >> level->width_bits) + 1) & level->height_mask;
    const int32_t *next = level->cell_begin + ((ptrdiff_t)below << level->width_bits) + column;
    int begin = next[-level->reach], end = (place & SC_PLACE_ROW) != 0 ? next[columns + 1] : begin;
    int count = level->cell_begin[cell + columns + 1] - (i + 1);
    int next_count = end - begin, rest = next_count - AT_ONCE;
    return count <= AT_ONCE && rest <= AT_ONCE &&
           count + next_count <= args->capacity - args->found &&
           (test_targets(args->targets + i + 1, count, aabb) |
            test_targets(args->targets + begin, next_count, aabb) |
            test_targets(args->targets + begin + AT_ONCE, rest > 0 ? rest : 0, aabb)) == 0;
}

int SC_KERNEL(sweep_level)(sc_sweep_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end && args->found <= args->capacity);
    for (int i = begin; i < end; ++i)
    {
        swept_lanes aabb = swept_aabb(args, i);
        int before = args->found;
        if (!meets_none(args, &aabb, i) && !sweep_cells(args, &aabb, i))
        {
            args->found = before;
            return i;
        }
    }
    return end;
}

WIDE int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

WIDE int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

WIDE bool stood_still(const sc_sorted_aabb *aabb)
{
    sc_corners now = aabb->now, before = aabb->previous;
    return now.lower_x == before.lower_x && now.lower_y == before.lower_y &&
           now.minus_upper_x == before.minus_upper_x && now.minus_upper_y == before.minus_upper_y;
}

int SC_KERNEL(sweep_across)(sc_sweep_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end && args->found <= args->capacity);
    const sc_level *level = args->level;
    for (int i = begin; i < end; ++i)
    {
        if (args->skip_unmoved && stood_still(&args->aabbs[i]))
        {
            continue;
        }
        sc_aabb b = sc_aabb_now(&args->aabbs[i]);
        // The lower corner of an AABB that overlaps this one is at most `size` before it, so at
        // most one cell.
        double size = (double)level->size;
        int64_t low_column =
            greater(level->low_column, sc_cell_of((double)b.lower_x - size, level->column_scale));
        int64_t high_column =
            lesser(level->high_column, sc_cell_of((double)b.upper_x, level->column_scale));
        int64_t low_row =
            greater(level->low_row, sc_cell_of((double)b.lower_y - size, level->row_scale));
        int64_t high_row = lesser(level->high_row, sc_cell_of((double)b.upper_y, level->row_scale));
        if (low_column > high_column || low_row > high_row)
        {
            continue;
        }
        // With more rows than the table has, visit each row of the table once.
        high_row = lesser(high_row, low_row + level->height_mask);
        swept_lanes aabb = swept_aabb(args, i);
        int before = args->found;
        for (int64_t row = low_row; row <= high_row; ++row)
        {
            if (!sweep_columns(args, &aabb, row, low_column, high_column))
            {
                args->found = before;
                return i;
            }
        }
    }
    return end;
}
