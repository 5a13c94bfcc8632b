/// Rays in batches.
#include "queries/index/ray_order.h"
#include "simd/kernels.h"
#include "queries/calls/query_calls.h"

enum
{
    RAY_CHUNK = 2048  ///< rays of a batch that go down the trees together
};

void sc_cast(const sc_query_index *index, sc_ray_args *args, int count)
{
    args->trees = index->views;
    args->tree_count = index->view_count;
    args->geometry = index->shapes->geometry;
    for (int i = 0; i < count; ++i)
    {
        args->fraction[i] = 1.0f;
        args->normal_x[i] = args->normal_y[i] = 0.0f;
        args->slot[i] = 0;
    }
    // Test half-spaces before the trees, so that the search of the trees begins with nearer limits.
    const sc_list *list = &index->shapes->half_spaces;
    for (int k = 0; k < list->count; ++k)
    {
        sc_tree_entry entry = sc_half_space_entry(index, list->slot[k]);
        bool seen = sc_entry_passes(&entry, &args->filter);
        for (int i = 0; seen && i < count; ++i)
        {
            sc_ray ray = sc_ray_of_row(args->rows, i);
            sc_ray_point point = sc_ray_meets_half_space(&ray, &entry, index->shapes->geometry);
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
    sc_link_ray_kernels();
    index->kernels->cast_rays(args, 0, count);
}

/// Checks that all values are finite and within reach.
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
    for (int i = 0; bad != 0 && i < count; ++i)
    {
        SC_TRY(sc_check_number(NULL, "scree_world_cast_rays", argument, (double)values[i],
                               -(double)reach, (double)reach));
    }
    return SCREE_OK;
}

/// The arrays for the results of a batch. A null array is not written.
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
    CHUNK_WORDS = 8,  ///< for each ray, without the scratch memory of the kernel
    FEW_RAYS = 16     ///< the room of a chunk if out of memory
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

/// Casts the next rays and returns their number.
static int cast_chunk(const scree_world *world, const sc_query_index *index,
                      const scree_ray_batch *batch, const sc_ray_order *order, int begin,
                      const ray_chunk *chunk, const ray_batch_results *results)
{
    // Take as many of the next rays as have directions in the same quadrant.
    int count = batch->count - begin < chunk->room ? batch->count - begin : chunk->room;
    for (int i = 0; i < count; ++i)
    {
        int ray = order != NULL ? order->rays[begin + i] : begin + i;
        float *row = chunk->rows + (ptrdiff_t)4 * i;
        row[0] = batch->origin_x[ray];
        row[1] = batch->origin_y[ray];
        row[2] = batch->translation_x[ray];
        row[3] = batch->translation_y[ray];
        bool turns =
            sc_ray_quarter(row[2], row[3]) != sc_ray_quarter(chunk->rows[2], chunk->rows[3]);
        count = turns ? i : count;
    }
    sc_ray_args args = {.filter = sc_tree_filter_of(index, batch->filter),
                        .rows = chunk->rows,
                        .fraction = chunk->fraction,
                        .normal_x = chunk->normal_x,
                        .normal_y = chunk->normal_y,
                        .slot = chunk->slot,
                        .scratch = chunk->scratch};
    sc_cast(index, &args, count);
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
    if (batch == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, __func__, "batch", "is null");
    }
    SC_TRY(sc_check_number(NULL, __func__, "batch.count", (double)batch->count, 0.0, INT32_MAX));
    if (batch->count > 0)
    {
        const int count = batch->count;
        SC_TRY(check_values(batch->origin_x, count, SC_WORLD_REACH, "batch.origin_x"));
        SC_TRY(check_values(batch->origin_y, count, SC_WORLD_REACH, "batch.origin_y"));
        SC_TRY(
            check_values(batch->translation_x, count, SC_MAX_TRANSLATION, "batch.translation_x"));
        SC_TRY(
            check_values(batch->translation_y, count, SC_MAX_TRANSLATION, "batch.translation_y"));
    }
    const sc_query_index *index = sc_query_index_or_error(world, __func__);
    if (index == NULL)
    {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    ray_batch_results results = {fraction, shape, normal_x, normal_y};
    sc_ray_order *order = sc_sort_rays(index->memory, batch);
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
        sc_release(index->memory, order, sc_ray_order_bytes(batch->count));
    }
    return SCREE_OK;
}
