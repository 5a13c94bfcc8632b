/// Twins of the sweeps over sorted AABBs (simd/sorted_aabbs.h): each AABB against the AABBs of the
/// cells that can hold a lower corner of an AABB it overlaps.

#include "reference/twins/twins.h"
#include "simd/sorted_aabbs.h"

#include <math.h>
#include <stdbool.h>

static float larger(float a, float b) { return a > b ? a : b; }

static float lesser(float a, float b) { return a < b ? a : b; }

void sc_twin_bin_aabbs(const sc_bin_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        sc_aabb aabb = args->aabbs[args->slots[i]];
        float size = larger(aabb.upper_x - aabb.lower_x, aabb.upper_y - aabb.lower_y);
        int exponent = 0;
        frexpf(size, &exponent);
        // frexpf has numbers in [0.5, 1) times a power of two.
        int bin = size != 0.0f ? exponent - 1 - SC_SMALLEST_EXPONENT : 0;
        bin = !isfinite(size) || bin >= SC_BINS ? SC_BINS - 1 : bin < 0 ? 0 : bin;
        args->bins[i] = bin;
        sc_aabb_spread *spread = &args->spreads[bin];
        spread->count++;
        spread->largest = larger(size, spread->largest);
        spread->low_x = lesser(aabb.lower_x, spread->low_x);
        spread->low_y = lesser(aabb.lower_y, spread->low_y);
        spread->high_x = larger(aabb.lower_x, spread->high_x);
        spread->high_y = larger(aabb.lower_y, spread->high_y);
    }
}

void sc_twin_find_places(const sc_place_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        sc_aabb aabb = args->aabbs[args->slots[i]];
        const sc_cells *c = &args->cells[args->bins[i]];
        int64_t column = sc_cell_of((double)aabb.lower_x, c->column_scale);
        int64_t row = sc_cell_of((double)aabb.lower_y, c->row_scale);
        int64_t columns = sc_cell_of((double)aabb.upper_x, c->column_scale) - column;
        int64_t rows = sc_cell_of((double)aabb.upper_y, c->row_scale) - row;
        int64_t width = (int64_t)c->width, height = (int64_t)c->height, reach = (int64_t)c->reach;
        int64_t cell = (row % height + height) % height * width + (column % width + width) % width;
        columns = columns < 0 ? 0 : columns > reach ? reach : columns;
        args->places[i] =
            (int32_t)(cell << SC_PLACE_BITS) | (rows > 0 ? SC_PLACE_ROW : 0) | (int32_t)columns;
    }
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
        bool now = overlap(sc_aabb_now(&args->aabbs[i]), sc_aabb_now(&args->targets[j]));
        bool before = overlap(sc_aabb_before(&args->aabbs[i]), sc_aabb_before(&args->targets[j]));
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

/// Partners of an AABB that sort after it begin in its own cell or in those to the right, as far as
/// it goes itself; or, if it ends in the next row, in the columns of that row from `reach` before
/// its own. AABBs that sort before it find it themselves.
static bool sweep_one_in_level(sc_sweep_args *args, int i)
{
    const sc_level *level = args->level;
    int width = level->width_mask + 1;
    int cell = args->places[i] / 16, columns = args->places[i] % 8;
    int row = cell / width, column = cell % width;
    const int32_t *begin_of = level->cell_begin + row * width;
    bool ends_in_the_row = column + columns < width;
    if (ends_in_the_row)
    {
        if (!sweep_run(args, i, i + 1, begin_of[column + columns + 1]))
        {
            return false;
        }
    }
    else if (!sweep_run(args, i, i + 1, begin_of[width]) ||
             !sweep_run(args, i, begin_of[0], begin_of[column + columns + 1 - width]))
    {
        return false;
    }
    bool reaches_the_next_row = args->places[i] / 8 % 2 == 1;
    return !reaches_the_next_row ||
           sweep_columns(args, i, row + 1, column - level->reach, column + columns);
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

static bool stood_still(const sc_sorted_aabb *sorted)
{
    sc_aabb now = sc_aabb_now(sorted), before = sc_aabb_before(sorted);
    return now.lower_x == before.lower_x && now.lower_y == before.lower_y &&
           now.upper_x == before.upper_x && now.upper_y == before.upper_y;
}

/// Cells [low, high] of one axis that can hold the lower corner of an AABB which overlaps [lower,
/// upper].
typedef struct cell_range
{
    int64_t low, high;
} cell_range;

static cell_range cells_reached(float lower, float upper, float size, float scale, int64_t lowest,
                                int64_t highest)
{
    // An AABB of the level whose lower corner lies more than its size before `lower` ends before
    // it.
    cell_range r = {sc_cell_of((double)lower - (double)size, scale),
                    sc_cell_of((double)upper, scale)};
    r.low = r.low > lowest ? r.low : lowest;
    r.high = r.high < highest ? r.high : highest;
    return r;
}

/// Box i against another level.
static bool sweep_one_across(sc_sweep_args *args, int i)
{
    const sc_level *level = args->level;
    sc_aabb aabb = sc_aabb_now(&args->aabbs[i]);
    cell_range columns = cells_reached(aabb.lower_x, aabb.upper_x, level->size, level->column_scale,
                                       level->low_column, level->high_column);
    cell_range rows = cells_reached(aabb.lower_y, aabb.upper_y, level->size, level->row_scale,
                                    level->low_row, level->high_row);
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
        if (args->skip_unmoved && stood_still(&args->aabbs[i]))
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
