/// Rays in batches.
#include "simd/kernels.h"
#include "world/queries/ray_casts.h"

#include <string.h>

enum
{
    RAY_CHUNK = 2048,  ///< rays of a batch that go down the trees together
    MIN_SORTED = 64,   ///< a smaller batch is cast as it comes
    CELL_BITS = 9,     ///< cells by which rays are sorted: 2 to this
    SAMPLES = 512,     ///< rays that are looked at for where they all begin
    RUN = 64,          ///< rays that follow each other, where it is asked whether these lie close
    RUNS = 32
};

/// Rays [0, count) of args against the half-spaces: before trees, so that these see nearer limits.
static void cast_at_half_spaces(const scree_world *world, const sc_ray_args *args, int count)
{
    const sc_list *list = &world->shapes.half_spaces;
    for (int k = 0; k < list->count; ++k)
    {
        sc_tree_entry entry = sc_half_space_entry(world, list->slot[k]);
        bool seen = sc_entry_passes(&entry, &args->filter);
        for (int i = 0; seen && i < count; ++i)
        {
            sc_ray ray = sc_ray_of_row(args->rows, i);
            sc_ray_point point = sc_ray_meets_half_space(&ray, &entry, world->shapes.geometry);
            if (point.hit && (point.fraction < args->fraction[i] ||
                              (point.fraction == args->fraction[i] &&
                               (args->slot[i] == 0 || entry.slot < args->slot[i]))))
            {
                args->fraction[i] = point.fraction;
                args->normal_x[i] = point.normal.x;
                args->normal_y[i] = point.normal.y;
                args->slot[i] = entry.slot;
            }
        }
    }
}

void sc_cast(const scree_world *world, const sc_query_index *index, sc_ray_args *args, int count)
{
    args->trees = index->views;
    args->tree_count = index->view_count;
    args->geometry = world->shapes.geometry;
    for (int i = 0; i < count; ++i)
    {
        args->fraction[i] = 1.0f;
        args->normal_x[i] = args->normal_y[i] = 0.0f;
        args->slot[i] = 0;
    }
    cast_at_half_spaces(world, args, count);
    world->kernels->cast_rays(args, 0, count);
}

/// Whether all are finite and within reach.
static scree_result check_values(const float *values, int count, float reach, const char *argument)
{
    if (values == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, "scree_world_cast_rays", argument, "is null");
    }
    int bad = 0;
    for (int i = 0; i < count; ++i)
    {
        bad |= !(fabsf(values[i]) <= reach);
    }
    return bad == 0 ? SCREE_OK
                    : sc_query_fails(SCREE_ERROR_ARGUMENT, "scree_world_cast_rays", argument,
                                     "holds a value that is not finite or out of reach");
}

static scree_result check_batch(const scree_ray_batch *batch)
{
    if (batch == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, "scree_world_cast_rays", "batch", "is null");
    }
    if (batch->count < 0)
    {
        return sc_query_fails(SCREE_ERROR_ARGUMENT, "scree_world_cast_rays", "batch.count",
                              "is negative");
    }
    if (batch->count == 0)
    {
        return SCREE_OK;
    }
    const int count = batch->count;
    SC_TRY(check_values(batch->origin_x, count, SC_WORLD_REACH, "batch.origin_x"));
    SC_TRY(check_values(batch->origin_y, count, SC_WORLD_REACH, "batch.origin_y"));
    SC_TRY(check_values(batch->translation_x, count, SC_MAX_TRANSLATION, "batch.translation_x"));
    return check_values(batch->translation_y, count, SC_MAX_TRANSLATION, "batch.translation_y");
}

/// Cells over the origins of a batch.
typedef struct ray_cells
{
    float lower_x, lower_y;
    float scale;                   ///< cells to 1 m
    int32_t columns, rows, cells;  ///< numbers of them: 2 to these
} ray_cells;

/// From some of the rays: others may begin beyond the last cells, and count to them.
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
    // Squares, or nearly, with some rays in each.
    float width = upper_x - cells.lower_x, height = upper_y - cells.lower_y;
    while (cells.cells < CELL_BITS && (16 << cells.cells) < batch->count)
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

/// Into which quarter of all directions a ray leads.
static inline uint32_t quarter_of(float x, float y)
{
    return (uint32_t)(x < 0.0f) * 2 + (uint32_t)(y < 0.0f);
}

/// The bits of a number below 256 at even places.
static inline uint32_t spread_bits(uint32_t x)
{
    x = (x | x << 4) & 0x0f0fu;
    x = (x | x << 2) & 0x3333u;
    return (x | x << 1) & 0x5555u;
}

static inline uint32_t cell_of(float value, float lower, float scale, float last)
{
    return (uint32_t)(int32_t)sc_max(0.0f, sc_min((value - lower) * scale, last));
}

/// Rays that begin near each other and lead the same way have keys close to each other.
static inline uint32_t key_of(const ray_cells *cells, float x, float y, float dx, float dy)
{
    uint32_t column = cell_of(x, cells->lower_x, cells->scale, (float)((1 << cells->columns) - 1));
    uint32_t row = cell_of(y, cells->lower_y, cells->scale, (float)((1 << cells->rows) - 1));
    // Of the longer axis the bits that the other one has not stand above those of both.
    int both = cells->columns < cells->rows ? cells->columns : cells->rows;
    uint32_t low = (1u << both) - 1;
    uint32_t cell = (column >> both | row >> both) << 2 * both | spread_bits(column & low) |
                    spread_bits(row & low) << 1;
    // Rays that lead into different quarters are kept apart.
    return quarter_of(dx, dy) << cells->cells | cell;
}

/// Whether rays lie close to those before them as they come.
static bool is_ordered(const scree_ray_batch *batch, const ray_cells *cells)
{
    int close = 0;
    for (int k = 0; k < RUNS; ++k)
    {
        int64_t i = ((int64_t)batch->count - RUN) * k / (RUNS - 1), other = i + RUN - 1;
        float x = batch->origin_x[i] - batch->origin_x[other];
        float y = batch->origin_y[i] - batch->origin_y[other];
        close += sc_max(fabsf(x), fabsf(y)) * cells->scale <= 1.0f &&
                 quarter_of(batch->translation_x[i], batch->translation_y[i]) ==
                     quarter_of(batch->translation_x[other], batch->translation_y[other]);
    }
    return 2 * close >= RUNS;
}

/// The rays of a batch in another order.
typedef struct ray_order
{
    int32_t *rays;
    uint16_t *keys;
    int32_t begin[(4 << CELL_BITS) + 1];
} ray_order;

static size_t order_bytes(int count)
{
    return sizeof(ray_order) + (sizeof(int32_t) + sizeof(uint16_t)) * (size_t)count;
}

static void make_keys(const scree_ray_batch *batch, const ray_cells *cells, uint16_t *keys)
{
    const ray_cells own = *cells;
    for (int i = 0; i < batch->count; ++i)
    {
        keys[i] = (uint16_t)key_of(&own, batch->origin_x[i], batch->origin_y[i],
                                   batch->translation_x[i], batch->translation_y[i]);
    }
}

/// An order in which rays that begin near each other and lead the same way follow each other. Null:
/// there are few of them, they come in such an order, or there is no memory.
static ray_order *sort_rays(sc_memory *memory, const scree_ray_batch *batch)
{
    const int count = batch->count;
    if (count < MIN_SORTED)
    {
        return NULL;
    }
    ray_cells cells = make_cells(batch);
    ray_order *order = is_ordered(batch, &cells) ? NULL : sc_allocate(memory, order_bytes(count));
    if (order == NULL)
    {
        return NULL;
    }
    order->rays = (int32_t *)(order + 1);
    order->keys = (uint16_t *)(order->rays + count);
    make_keys(batch, &cells, order->keys);
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

/// Where the results of a batch go; null: nobody wants them.
typedef struct ray_batch_results
{
    float *fraction;
    scree_shape_id *shape;
    float *normal_x, *normal_y;
} ray_batch_results;

/// Rays that go to the kernel together.
typedef struct ray_chunk
{
    int room;
    float *rows, *fraction, *normal_x, *normal_y;
    int32_t *slot;
    sc_ray_scratch *scratch;
} ray_chunk;

enum
{
    CHUNK_WORDS = 8,  ///< for each ray, without what the kernel needs
    FEW_RAYS = 16     ///< the room of a chunk where there is no memory
};

static size_t chunk_bytes(int room)
{
    return sizeof(sc_ray_scratch) * CHUNK_WORDS * (size_t)room + sc_ray_scratch_size(room);
}

static ray_chunk make_chunk(void *memory, int room)
{
    float *words = memory;
    return (ray_chunk){.room = room,
                       .rows = words,
                       .fraction = words + 4 * room,
                       .normal_x = words + 5 * room,
                       .normal_y = words + 6 * room,
                       .slot = (int32_t *)(words + 7 * room),
                       .scratch = (sc_ray_scratch *)(words + CHUNK_WORDS * room)};
}

/// Writes rows of the next rays that lead into one quarter. Returns how many.
static int gather_rows(const scree_ray_batch *batch, const ray_order *order, int begin,
                       const ray_chunk *chunk)
{
    int count = batch->count - begin < chunk->room ? batch->count - begin : chunk->room;
    uint32_t quarter = 0;
    for (int i = 0; i < count; ++i)
    {
        int ray = order != NULL ? order->rays[begin + i] : begin + i;
        float *row = chunk->rows + (ptrdiff_t)4 * i;
        row[0] = batch->origin_x[ray];
        row[1] = batch->origin_y[ray];
        row[2] = batch->translation_x[ray];
        row[3] = batch->translation_y[ray];
        quarter = i == 0 ? quarter_of(row[2], row[3]) : quarter;
        if (quarter_of(row[2], row[3]) != quarter)
        {
            return i;
        }
    }
    return count;
}

/// Casts the next rays. Returns how many.
static int cast_chunk(const scree_world *world, const sc_query_index *index,
                      const scree_ray_batch *batch, const ray_order *order, int begin,
                      const ray_chunk *chunk, const ray_batch_results *results)
{
    int count = gather_rows(batch, order, begin, chunk);
    sc_ray_args args = {.filter = {batch->filter.category, batch->filter.mask, batch->filter.group},
                        .rows = chunk->rows,
                        .fraction = chunk->fraction,
                        .normal_x = chunk->normal_x,
                        .normal_y = chunk->normal_y,
                        .slot = chunk->slot,
                        .scratch = chunk->scratch};
    sc_cast(world, index, &args, count);
    for (int i = 0; i < count; ++i)
    {
        int ray = order != NULL ? order->rays[begin + i] : begin + i;
        if (results->fraction != NULL)
        {
            results->fraction[ray] = chunk->fraction[i];
        }
        if (results->shape != NULL)
        {
            results->shape[ray] = sc_shape_id_of(world, chunk->slot[i]);
        }
        if (results->normal_x != NULL)
        {
            results->normal_x[ray] = chunk->normal_x[i];
        }
        if (results->normal_y != NULL)
        {
            results->normal_y[ray] = chunk->normal_y[i];
        }
    }
    return count;
}

scree_result scree_world_cast_rays(const scree_world *world, const scree_ray_batch *batch,
                                   float *fraction, scree_shape_id *shape, float *normal_x,
                                   float *normal_y)
{
    SC_TRY(sc_enter_query(world, __func__));
    SC_TRY(check_batch(batch));
    const sc_query_index *index = sc_query_index_or_error(world, __func__);
    if (index == NULL)
    {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    ray_batch_results results = {fraction, shape, normal_x, normal_y};
    ray_order *order = sort_rays(index->memory, batch);
    float few[CHUNK_WORDS * FEW_RAYS];
    int room = batch->count < RAY_CHUNK ? batch->count : RAY_CHUNK;
    void *memory = room > FEW_RAYS ? sc_allocate(index->memory, chunk_bytes(room)) : NULL;
    ray_chunk chunk = memory != NULL ? make_chunk(memory, room) : make_chunk(few, FEW_RAYS);
    chunk.scratch = memory != NULL ? chunk.scratch : NULL;
    for (int begin = 0; begin < batch->count;)
    {
        begin += cast_chunk(world, index, batch, order, begin, &chunk, &results);
    }
    sc_release(index->memory, memory, chunk_bytes(room));
    if (order != NULL)
    {
        sc_release(index->memory, order, order_bytes(batch->count));
    }
    return SCREE_OK;
}
