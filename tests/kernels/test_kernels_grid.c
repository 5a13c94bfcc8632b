// AABBs to bins and to places in the table of a level: every set against the twins.

#include "simd/sorted_aabbs.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 300
#define SLOTS 100

/// Boxes of any size and anywhere; some are empty, unbounded or no AABBs at all.
static sc_aabb random_aabb(sc_random *random)
{
    static const sc_aabb odd[] = {{FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX},
                                  {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX},
                                  {INFINITY, 0.0f, INFINITY, 1.0f},
                                  {NAN, NAN, NAN, NAN},
                                  {0.0f, NAN, 1.0f, 1.0f},
                                  {-0.0f, 0.0f, -0.0f, 0.0f},
                                  {1.0f, 1.0f, 1.0f, 1e-40f}};
    if (sc_case_chance(random, 3))
    {
        return odd[sc_case_int(random, 0, (int)(sizeof odd / sizeof *odd) - 1)];
    }
    float far = sc_case_chance(random, 20) ? 1e8f : 50.0f;
    float size = ldexpf(1.0f, sc_case_chance(random, 10) ? sc_case_int(random, -20, 30)
                                                         : sc_case_int(random, -2, 1));
    float x = sc_case_float(random, -far, far), y = sc_case_float(random, -far, far);
    return (sc_aabb){x, y, x + sc_case_float(random, 0.0f, size),
                     y + sc_case_float(random, 0.0f, size)};
}

typedef struct grid_case
{
    int count;
    sc_aabb aabbs[SLOTS];
    int32_t *slots;
} grid_case;

static grid_case random_case(sc_random *random)
{
    grid_case c = {.count = SC_BLOCK * sc_case_int(random, 0, 20)};
    c.slots = sc_case_new((size_t)(c.count + 1) * sizeof *c.slots);
    for (int i = 0; i < SLOTS; i++)
    {
        c.aabbs[i] = random_aabb(random);
    }
    for (int i = 0; i < c.count; i++)
    {
        c.slots[i] = sc_case_int(random, 0, SLOTS - 1);
    }
    return c;
}

/// Spreads that nothing, or something, has widened yet.
static void random_spreads(sc_random *random, sc_aabb_spread spreads[SC_BINS])
{
    for (int k = 0; k < SC_BINS; k++)
    {
        bool begun = sc_case_chance(random, 50);
        spreads[k] = begun ? (sc_aabb_spread){3, 0.5f, -7.0f, -8.0f, 9.0f, 10.0f}
                           : (sc_aabb_spread){0, 0.0f, FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    }
}

TEST(binning_gives_the_twins_bins_and_spreads_on_every_set)
{
    int used = 0;
    sc_case c = {.kernel = "bin_aabbs"};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        grid_case grid = random_case(&random);
        sc_aabb_spread before[SC_BINS], twin[SC_BINS], kernel[SC_BINS];
        random_spreads(&random, before);
        size_t bytes = (size_t)(grid.count + 1) * sizeof(int32_t);
        int32_t *twin_bins = sc_case_new(bytes), *kernel_bins = sc_case_new(bytes);
        memcpy(twin, before, sizeof twin);
        sc_bin_args args = {grid.aabbs, grid.slots, twin_bins, twin};
        sc_twins()->bin_aabbs(&args, 0, grid.count);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            SC_CASE_SCOPE;
            memcpy(kernel, before, sizeof kernel);
            memset(kernel_bins, 0xff, bytes);
            args.bins = kernel_bins;
            args.spreads = kernel;
            c.kernels->bin_aabbs(&args, 0, grid.count);
            sc_case_compare_words(&c, "bins", twin_bins, kernel_bins, 0, grid.count);
            for (int k = 0; k < SC_BINS; k++)
            {
                sc_case_compare_int(&c, "count", twin[k].count, kernel[k].count);
                // The sign of a zero bound does not matter.
                assert_true(twin[k].largest == kernel[k].largest);
                assert_true(twin[k].low_x == kernel[k].low_x && twin[k].low_y == kernel[k].low_y);
                assert_true(twin[k].high_x == kernel[k].high_x &&
                            twin[k].high_y == kernel[k].high_y);
                used += twin[k].count > before[k].count;
            }
        }
    }
    assert_true(used > 10 * SEEDS);
}

static sc_cells random_cells(sc_random *random)
{
    float reach = (float)(1 << sc_case_int(random, 0, 2));
    float width = (float)(1 << sc_case_int(random, 2, 13));
    float height = (float)(1 << sc_case_int(random, 2, 13));
    float scale = sc_random_float(random, 0.01f, 100.0f);
    return (sc_cells){reach * scale, scale, width, height, 1.0f / width, 1.0f / height, reach};
}

TEST(places_are_the_twins_on_every_set)
{
    int next_row = 0, columns = 0;
    sc_case c = {.kernel = "find_places"};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        grid_case grid = random_case(&random);
        sc_cells cells[SC_BINS];
        for (int k = 0; k < SC_BINS; k++)
        {
            cells[k] = random_cells(&random);
        }
        size_t bytes = (size_t)(grid.count + 1) * sizeof(int32_t);
        int32_t *bins = sc_case_new(bytes), *twin = sc_case_new(bytes),
                *kernel = sc_case_new(bytes);
        // Runs of one bin, and bins that change from one to the next.
        for (int i = 0; i < grid.count; i++)
        {
            bool same = i > 0 && (i % 64 < 32 || sc_case_chance(&random, 50));
            bins[i] = same ? bins[i - 1] : sc_case_int(&random, 0, SC_BINS - 1);
        }
        sc_place_args args = {grid.aabbs, grid.slots, bins, cells, twin};
        sc_twins()->find_places(&args, 0, grid.count);
        for (int i = 0; sc_case_set(i, &c); i++)
        {
            SC_CASE_SCOPE;
            memset(kernel, 0xff, bytes);
            args.places = kernel;
            c.kernels->find_places(&args, 0, grid.count);
            sc_case_compare_words(&c, "places", twin, kernel, 0, grid.count);
        }
        for (int i = 0; i < grid.count; i++)
        {
            next_row += (twin[i] & SC_PLACE_ROW) != 0;
            columns += twin[i] & SC_PLACE_COLUMNS;
        }
    }
    assert_true(next_row > 1000 && columns > 1000);
}
