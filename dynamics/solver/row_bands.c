#include "dynamics/solver/row_bands.h"

#include "broadphase/sort.h"
#include "core/maths.h"
#include "core/pass.h"

#include <string.h>

enum
{
    AGE = 32,
    GRAIN = 4096,  ///< rows
    BINS = 1024,
    SAMPLES = 256  ///< rows
};

typedef struct search
{
    const sc_pose *poses;
    int32_t (*counts)[BINS];  ///< by range
    uint8_t band_of_bin[BINS];
    uint8_t *of_row;
    bool along_y;
    float low, bins_per_metre;
} search;

static float place_of(const search *s, int row, bool along_y)
{
    return along_y ? s->poses[row].y : s->poses[row].x;
}

/// The bin of a row. The first and the last bin also have all rows beyond them; NaN is in the
/// first.
static int bin_of(const search *s, int row)
{
    const float bin = (place_of(s, row, s->along_y) - s->low) * s->bins_per_metre;
    return bin > 0.0f ? bin < (float)BINS ? (int)bin : BINS - 1 : 0;
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

/// Returns the length, m, of the range along an axis in which most bodies lie; *low is its
/// beginning. At either end, as many samples are left out as one band has. Otherwise a few bodies
/// that fell out of the world, or fly far away, would put all others into one band.
static float measure(const search *s, int rows, bool along_y, float *low)
{
    uint64_t keys[SAMPLES], scratch[SAMPLES];
    const int count = rows < SAMPLES ? rows : SAMPLES;
    const int beyond = count / SC_BANDS_MAX;
    for (int i = 0; i < count; ++i)
    {
        // Steps of the golden ratio spread the samples evenly and do not coincide with the period
        // of a grid of bodies.
        const int row = (int)((uint64_t)rows * ((uint32_t)i * UINT32_C(2654435769)) >> 32);
        keys[i] = (uint64_t)sc_rising_bits(place_of(s, row, along_y)) << 32 | (uint32_t)row;
    }
    sc_sort_keys(keys, scratch, count);
    *low = place_of(s, (int)(uint32_t)keys[beyond], along_y);
    return place_of(s, (int)(uint32_t)keys[count - 1 - beyond], along_y) - *low;
}

/// Chooses the axis and the bins.
static void choose_bins(search *s, int rows)
{
    float low[2];
    const float length[2] = {measure(s, rows, false, &low[0]), measure(s, rows, true, &low[1])};
    s->along_y = length[1] > length[0];
    s->low = low[s->along_y];
    s->bins_per_metre =
        length[s->along_y] > 0.0f ? 0.999f * (float)BINS / length[s->along_y] : 0.0f;
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
                .counts = sc_arena_take(step->arena, sizeof *s.counts * (size_t)ranges),
                .of_row = bands->of_row};
    bands->count = rows;
    bands->age = 0;
    if (s.counts == NULL || s.of_row == NULL)
    {
        sc_forget_row_bands(bands);
        return false;
    }
    if (rows > 0)
    {
        const sc_pass pass = {"divide_bodies", "bodies", 0, -1};
        choose_bins(&s, rows);
        sc_run_pass(step, &pass, 0, rows, GRAIN, count_range, &s);
        cut_bins(&s, ranges, rows);
        sc_run_pass(step, &pass, 0, rows, GRAIN, assign_range, &s);
    }
    sc_arena_rewind(step->arena, before);
    return true;
}
