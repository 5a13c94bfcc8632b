#include "queries/index/ray_order.h"

#include "core/maths.h"

#include <string.h>

enum
{
    MIN_SORTED = 64,  ///< a smaller batch is cast unsorted
    SAMPLES = 512,    ///< rays sampled for the bounds of all origins
    RUN = 64,         ///< consecutive rays in a test of their distance
    RUNS = 32
};

/// A grid of cells over the origins of the rays of a batch.
typedef struct ray_cells
{
    float lower_x, lower_y;
    float scale;                   ///< cells per m
    int32_t columns, rows, cells;  ///< logarithms to base 2 of their numbers
} ray_cells;

/// Computes the cells from a sample of the rays. Rays that begin beyond the outermost cells belong
/// to these.
static ray_cells make_cells(const scree_ray_batch *batch)
{
    ray_cells cells = {batch->origin_x[0], batch->origin_y[0], 0.0f, 0, 0, 0};
    float upper_x = cells.lower_x, upper_y = cells.lower_y;
    for (int k = 0; k < SAMPLES; ++k)
    {
        int64_t i = ((int64_t)batch->count - 1) * k / (SAMPLES - 1);
        cells.lower_x = sc_min(cells.lower_x, batch->origin_x[i]);
        cells.lower_y = sc_min(cells.lower_y, batch->origin_y[i]);
        upper_x = sc_max(upper_x, batch->origin_x[i]);
        upper_y = sc_max(upper_y, batch->origin_y[i]);
    }
    // Make the cells nearly square, with some rays in each.
    float width = upper_x - cells.lower_x, height = upper_y - cells.lower_y;
    while (cells.cells < SC_RAY_CELL_BITS && (16 << cells.cells) < batch->count)
    {
        ++cells.cells;
        bool wide = width * (float)(1 << cells.rows) > height * (float)(1 << cells.columns);
        cells.columns += wide;
        cells.rows += !wide;
    }
    float size = sc_max(width / (float)(1 << cells.columns), height / (float)(1 << cells.rows));
    cells.scale = size > 0.0f ? 1.0f / size : 0.0f;
    return cells;
}

/// The bits of a number below 256 at even places.
static inline uint32_t spread_bits(uint32_t x)
{
    x = (x | x << 4) & 0x0f0fu;
    x = (x | x << 2) & 0x3333u;
    return (x | x << 1) & 0x5555u;
}

static inline uint32_t ray_cell_of(float value, float lower, float scale, float last)
{
    return (uint32_t)(int32_t)sc_max(0.0f, sc_min((value - lower) * scale, last));
}

sc_ray_order *sc_sort_rays(sc_memory *memory, const scree_ray_batch *batch)
{
    const int count = batch->count;
    if (count < MIN_SORTED)
    {
        return NULL;
    }
    ray_cells cells = make_cells(batch);
    // Consecutive rays may be close to each other in the given order.
    int close = 0;
    for (int k = 0; k < RUNS; ++k)
    {
        int64_t i = ((int64_t)batch->count - RUN) * k / (RUNS - 1), other = i + RUN - 1;
        float x = batch->origin_x[i] - batch->origin_x[other];
        float y = batch->origin_y[i] - batch->origin_y[other];
        close += sc_max(fabsf(x), fabsf(y)) * cells.scale <= 1.0f &&
                 sc_ray_quarter(batch->translation_x[i], batch->translation_y[i]) ==
                     sc_ray_quarter(batch->translation_x[other], batch->translation_y[other]);
    }
    sc_ray_order *order = 2 * close >= RUNS ? NULL : sc_allocate(memory, sc_ray_order_bytes(count));
    if (order == NULL)
    {
        return NULL;
    }
    order->rays = (int32_t *)(order + 1);
    order->keys = (uint16_t *)(order->rays + count);
    // Rays that begin near each other, with directions in the same quadrant, have keys close to
    // each other. The bits of both axes alternate; the additional bits of the longer axis are above
    // these.
    const int both = cells.columns < cells.rows ? cells.columns : cells.rows;
    const uint32_t low = (1u << both) - 1;
    const float last_column = (float)((1 << cells.columns) - 1);
    const float last_row = (float)((1 << cells.rows) - 1);
    for (int i = 0; i < count; ++i)
    {
        uint32_t column = ray_cell_of(batch->origin_x[i], cells.lower_x, cells.scale, last_column);
        uint32_t row = ray_cell_of(batch->origin_y[i], cells.lower_y, cells.scale, last_row);
        uint32_t cell = (column >> both | row >> both) << 2 * both | spread_bits(column & low) |
                        spread_bits(row & low) << 1;
        // Keep rays with directions in different quadrants apart.
        uint32_t quarter = sc_ray_quarter(batch->translation_x[i], batch->translation_y[i]);
        order->keys[i] = (uint16_t)(quarter << cells.cells | cell);
    }
    const int32_t key_count = 4 << cells.cells;
    memset(order->begin, 0, sizeof *order->begin * (size_t)(key_count + 1));
    for (int i = 0; i < count; ++i)
    {
        ++order->begin[order->keys[i] + 1];
    }
    for (int32_t key = 0; key < key_count; ++key)
    {
        order->begin[key + 1] += order->begin[key];
    }
    for (int i = 0; i < count; ++i)
    {
        order->rays[order->begin[order->keys[i]]++] = i;
    }
    return order;
}
