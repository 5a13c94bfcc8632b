#include "dynamics/solver/row_bands.h"

#include "core/pass.h"

#include <string.h>

enum
{
    AGE = 32,
    GRAIN = 4096,  ///< rows
    BINS = 1024
};

/// The extent of the centres of mass of a range of rows, m.
typedef struct extent
{
    float low[2], high[2];
} extent;

typedef struct search
{
    const sc_pose *poses;
    extent *extents;          ///< by range
    int32_t (*counts)[BINS];  ///< by range
    uint8_t band_of_bin[BINS];
    uint8_t *of_row;
    bool along_y;
    float low, bins_per_metre;
} search;

static void measure_range(void *context, sc_range range)
{
    const search *s = context;
    extent e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = range.begin; i < range.end; ++i)
    {
        const float at[2] = {s->poses[i].x, s->poses[i].y};
        for (int k = 0; k < 2; ++k)
        {
            e.low[k] = at[k] < e.low[k] ? at[k] : e.low[k];
            e.high[k] = at[k] > e.high[k] ? at[k] : e.high[k];
        }
    }
    s->extents[range.index] = e;
}

/// The bin of a row. Bodies that are not at finite places are in the first one.
static int bin_of(const search *s, int row)
{
    const float at = s->along_y ? s->poses[row].y : s->poses[row].x;
    const float bin = (at - s->low) * s->bins_per_metre;
    return bin > 0.0f && bin < (float)BINS ? (int)bin : 0;
}

static void count_range(void *context, sc_range range)
{
    const search *s = context;
    int32_t *count = s->counts[range.index];
    memset(count, 0, sizeof s->counts[range.index]);
    for (int i = range.begin; i < range.end; ++i)
    {
        ++count[bin_of(s, i)];
    }
}

static void assign_range(void *context, sc_range range)
{
    const search *s = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        s->of_row[i] = s->band_of_bin[bin_of(s, i)];
    }
}

/// Chooses the axis and the bins.
static void choose_bins(search *s, int ranges)
{
    extent e = s->extents[0];
    for (int r = 1; r < ranges; ++r)
    {
        for (int k = 0; k < 2; ++k)
        {
            e.low[k] = s->extents[r].low[k] < e.low[k] ? s->extents[r].low[k] : e.low[k];
            e.high[k] = s->extents[r].high[k] > e.high[k] ? s->extents[r].high[k] : e.high[k];
        }
    }
    s->along_y = e.high[1] - e.low[1] > e.high[0] - e.low[0];
    s->low = e.low[s->along_y];
    const float length = e.high[s->along_y] - s->low;
    s->bins_per_metre = length > 0.0f ? 0.999f * (float)BINS / length : 0.0f;
}

/// Cuts the bins into bands with about as many rows each.
static void cut_bins(search *s, int ranges, int rows)
{
    int64_t below = 0;
    for (int b = 0; b < BINS; ++b)
    {
        s->band_of_bin[b] = (uint8_t)(below * SC_BANDS_MAX / rows);
        for (int r = 0; r < ranges; ++r)
        {
            below += s->counts[r][b];
        }
        SC_ASSERT(s->band_of_bin[b] < SC_BANDS_MAX || below == rows);
        s->band_of_bin[b] = s->band_of_bin[b] < SC_BANDS_MAX ? s->band_of_bin[b] : 0;
    }
}

bool sc_find_row_bands(const sc_step *step, sc_row_bands *bands)
{
    const int rows = step->rows.dynamic_count;
    if (bands->of_row != NULL && bands->count == rows && ++bands->age < AGE)
    {
        return true;
    }
    const sc_arena_mark before = sc_arena_mark_of(step->arena);
    const int ranges = sc_range_count(rows, GRAIN);
    sc_arena_reset(&bands->arena);
    bands->of_row = SC_TAKE(&bands->arena, uint8_t, rows + 1);
    search s = {.poses = step->bodies->pose,
                .extents = SC_TAKE(step->arena, extent, ranges),
                .counts = sc_arena_take(step->arena, sizeof *s.counts * (size_t)ranges),
                .of_row = bands->of_row};
    bands->count = rows;
    bands->age = 0;
    if (s.extents == NULL || s.counts == NULL || s.of_row == NULL)
    {
        sc_forget_row_bands(bands);
        return false;
    }
    if (rows > 0)
    {
        const sc_pass pass = {"divide_bodies", "bodies", 0, -1};
        sc_run_pass(step, &pass, 0, rows, GRAIN, measure_range, &s);
        choose_bins(&s, ranges);
        sc_run_pass(step, &pass, 0, rows, GRAIN, count_range, &s);
        cut_bins(&s, ranges, rows);
        sc_run_pass(step, &pass, 0, rows, GRAIN, assign_range, &s);
    }
    sc_arena_rewind(step->arena, before);
    return true;
}
