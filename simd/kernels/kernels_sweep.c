/// Sort-and-sweep in lanes: one AABB against runs of sorted AABBs.
#include "simd/kernels.h"

// Runs are short: eight lanes are 10 to 45 % faster here than sixteen, of which most stay empty.
#if SC_LANES == 16
#undef SC_LANES
#define SC_LANES 8
#endif
#include "simd/wide.h"

/// The swept AABB and its previous one, in all lanes.
typedef struct swept_lanes
{
    wf lower_x, lower_y, upper_x, upper_y;
    wf old_lower_x, old_lower_y, old_upper_x, old_upper_y;
    int32_t slot;
} swept_lanes;

WIDE swept_lanes swept_aabb(const sc_sweep_args *args, int i)
{
    const sc_sorted_aabbs *b = args->aabbs;
    return (swept_lanes){
        splat(b->lower_x[i]),          splat(b->lower_y[i]),          splat(b->upper_x[i]),
        splat(b->upper_y[i]),          splat(b->previous_lower_x[i]), splat(b->previous_lower_y[i]),
        splat(b->previous_upper_x[i]), splat(b->previous_upper_y[i]), args->slots[i]};
}

/// Tests a run of targets; false if the pairs may not fit.
WIDE bool sweep_run(sc_sweep_args *args, const swept_lanes *aabb, int begin, int end)
{
    if (end - begin > args->capacity - args->found)
    {
        return false;
    }
    const sc_sorted_aabbs *t = args->targets;
    int found = args->found;
    for (int j = begin; j < end; j += SC_LANES)
    {
        wm now = both(
            both(le(load(t->lower_x + j), aabb->upper_x), le(aabb->lower_x, load(t->upper_x + j))),
            both(le(load(t->lower_y + j), aabb->upper_y), le(aabb->lower_y, load(t->upper_y + j))));
        unsigned bits = mask_bits(now);
        if (end - j < SC_LANES)
        {
            bits &= (1u << (end - j)) - 1u;
        }
        if (bits == 0)
        {
            continue;
        }
        wm before = both(both(le(load(t->previous_lower_x + j), aabb->old_upper_x),
                              le(aabb->old_lower_x, load(t->previous_upper_x + j))),
                         both(le(load(t->previous_lower_y + j), aabb->old_upper_y),
                              le(aabb->old_lower_y, load(t->previous_upper_y + j))));
        for (bits &= ~mask_bits(before); bits != 0; bits &= bits - 1)
        {
            args->found_a[found] = aabb->slot;
            args->found_b[found++] = args->target_slots[j + __builtin_ctz(bits)];
        }
    }
    args->found = found;
    return true;
}

/// Columns [low, high] of one row, wrapped; at most the whole row.
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

int SC_KERNEL(sweep_level)(sc_sweep_args *args, int begin, int end)
{
    const sc_level *level = args->level;
    for (int i = begin; i < end; ++i)
    {
        swept_lanes aabb = swept_aabb(args, i);
        int before = args->found;
        int cell = args->cells[i], column = cell & level->width_mask,
            row = cell >> level->width_bits;
        bool fits;
        if (column < level->width_mask)
        {
            fits = sweep_run(args, &aabb, i + 1, level->cell_begin[cell + 2]);
        }
        else
        {
            int first = row << level->width_bits;
            fits = sweep_run(args, &aabb, i + 1, level->cell_begin[cell + 1]) &&
                   sweep_run(args, &aabb, level->cell_begin[first], level->cell_begin[first + 1]);
        }
        fits = fits && sweep_columns(args, &aabb, row + 1, column - 1, column + 1);
        if (!fits)
        {
            args->found = before;
            return i;
        }
    }
    return end;
}

WIDE int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

WIDE int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

int SC_KERNEL(sweep_across)(sc_sweep_args *args, int begin, int end)
{
    const sc_level *level = args->level;
    const sc_sorted_aabbs *b = args->aabbs;
    for (int i = begin; i < end; ++i)
    {
        if (args->skip_unmoved && b->lower_x[i] == b->previous_lower_x[i] &&
            b->lower_y[i] == b->previous_lower_y[i] && b->upper_x[i] == b->previous_upper_x[i] &&
            b->upper_y[i] == b->previous_upper_y[i])
        {
            continue;
        }
        // Lower corners of AABBs that reach this one lie up to one cell before it.
        double size = (double)level->size;
        int64_t low_column =
            greater(level->low_column, sc_cell_of((double)b->lower_x[i] - size, level->scale));
        int64_t high_column =
            lesser(level->high_column, sc_cell_of((double)b->upper_x[i], level->scale));
        int64_t low_row =
            greater(level->low_row, sc_cell_of((double)b->lower_y[i] - size, level->scale));
        int64_t high_row = lesser(level->high_row, sc_cell_of((double)b->upper_y[i], level->scale));
        if (low_column > high_column || low_row > high_row)
        {
            continue;
        }
        // More rows than the table has: each once.
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
