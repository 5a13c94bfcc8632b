// Twins of the sweeps over sorted AABBs (simd/sweep.h): each AABB against the AABBs of the cells
// that can hold a lower corner of an AABB it overlaps.

#include "reference/twins/twins.h"

static sc_aabb box_at(const sc_sorted_aabbs *aabbs, int i)
{
    return (sc_aabb){aabbs->lower_x[i], aabbs->lower_y[i], aabbs->upper_x[i], aabbs->upper_y[i]};
}

static sc_aabb previous_aabb_at(const sc_sorted_aabbs *aabbs, int i)
{
    return (sc_aabb){aabbs->previous_lower_x[i], aabbs->previous_lower_y[i],
                     aabbs->previous_upper_x[i], aabbs->previous_upper_y[i]};
}

static bool overlap(sc_aabb a, sc_aabb b)
{
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

/// Box i against targets [begin, end): those that it overlaps now and did not overlap before. A
/// run is not begun unless all of it would fit; false then.
static bool sweep_run(sc_sweep_args *args, int i, int begin, int end)
{
    if (args->found + (end - begin) > args->capacity)
    {
        return false;
    }
    for (int j = begin; j < end; j++)
    {
        bool now = overlap(box_at(args->aabbs, i), box_at(args->targets, j));
        bool before = overlap(previous_aabb_at(args->aabbs, i), previous_aabb_at(args->targets, j));
        if (now && !before)
        {
            args->found_a[args->found] = args->slots[i];
            args->found_b[args->found] = args->target_slots[j];
            args->found++;
        }
    }
    return true;
}

/// Box i against the columns low..high of a row. Rows and columns wrap round the table, and cells
/// beside each other in a row are contiguous.
static bool sweep_columns(sc_sweep_args *args, int i, int64_t row, int64_t low, int64_t high)
{
    const sc_level *level = args->level;
    int width = level->width_mask + 1, height = level->height_mask + 1;
    int first_cell = (int)(((row % height) + height) % height) * width;
    const int32_t *begin_of = level->cell_begin + first_cell;
    if (high - low + 1 > width)
    {
        return sweep_run(args, i, begin_of[0], begin_of[width]);
    }
    int from = (int)(((low % width) + width) % width), to = (int)(((high % width) + width) % width);
    if (from <= to)
    {
        return sweep_run(args, i, begin_of[from], begin_of[to + 1]);
    }
    return sweep_run(args, i, begin_of[from], begin_of[width]) &&
           sweep_run(args, i, begin_of[0], begin_of[to + 1]);
}

/// AABBs of one level are no larger than a cell: partners of an AABB that sort after it begin in
/// its own cell, the cell to the right, or the three cells of the next row. Those that sort before
/// it find it themselves.
static bool sweep_one_in_level(sc_sweep_args *args, int i)
{
    const sc_level *level = args->level;
    int width = level->width_mask + 1;
    int row = args->cells[i] / width, column = args->cells[i] % width;
    const int32_t *begin_of = level->cell_begin + row * width;
    bool right_is_adjacent = column + 1 < width;
    if (right_is_adjacent)
    {
        if (!sweep_run(args, i, i + 1, begin_of[column + 2]))
        {
            return false;
        }
    }
    else if (!sweep_run(args, i, i + 1, begin_of[column + 1]) ||
             !sweep_run(args, i, begin_of[0], begin_of[1]))
    {
        return false;
    }
    return sweep_columns(args, i, row + 1, column - 1, column + 1);
}

int sc_twin_sweep_level(sc_sweep_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        int found_before = args->found;
        if (!sweep_one_in_level(args, i))
        {
            args->found = found_before;
            return i;
        }
    }
    return end;
}

static bool stood_still(const sc_sorted_aabbs *aabbs, int i)
{
    sc_aabb now = box_at(aabbs, i), before = previous_aabb_at(aabbs, i);
    return now.lower_x == before.lower_x && now.lower_y == before.lower_y &&
           now.upper_x == before.upper_x && now.upper_y == before.upper_y;
}

/// Cells [low, high] of one axis that can hold the lower corner of an AABB which overlaps [lower,
/// upper].
typedef struct cell_range
{
    int64_t low, high;
} cell_range;

static cell_range cells_reached(float lower, float upper, const sc_level *level, int64_t lowest,
                                int64_t highest)
{
    // An AABB of the level whose lower corner lies more than its size before `lower` ends before
    // it.
    cell_range r = {sc_cell_of((double)lower - (double)level->size, level->scale),
                    sc_cell_of((double)upper, level->scale)};
    r.low = r.low > lowest ? r.low : lowest;
    r.high = r.high < highest ? r.high : highest;
    return r;
}

/// Box i against another level.
static bool sweep_one_across(sc_sweep_args *args, int i)
{
    const sc_level *level = args->level;
    sc_aabb aabb = box_at(args->aabbs, i);
    cell_range columns =
        cells_reached(aabb.lower_x, aabb.upper_x, level, level->low_column, level->high_column);
    cell_range rows =
        cells_reached(aabb.lower_y, aabb.upper_y, level, level->low_row, level->high_row);
    int height = level->height_mask + 1;
    if (columns.low > columns.high)
    {
        return true;
    }
    for (int64_t row = rows.low; row <= rows.high && row < rows.low + height; row++)
    {
        if (!sweep_columns(args, i, row, columns.low, columns.high))
        {
            return false;
        }
    }
    return true;
}

int sc_twin_sweep_across(sc_sweep_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        if (args->skip_unmoved && stood_still(args->aabbs, i))
        {
            continue;
        }
        int found_before = args->found;
        if (!sweep_one_across(args, i))
        {
            args->found = found_before;
            return i;
        }
    }
    return end;
}
