/// Rays.
#include "broadphase/sort.h"
#include "world/queries/query_calls.h"

enum
{
    RAY_CHUNK = 256,  ///< rays of a batch that are cast at a time
    MIN_SORTED = 64,  ///< a smaller batch is cast as it comes
    TURNS = 256       ///< directions that are told apart when rays are sorted
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
            sc_ray ray = sc_ray_make((scree_vec2){args->origin_x[i], args->origin_y[i]},
                                     (scree_vec2){args->translation_x[i], args->translation_y[i]});
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

static void cast(const scree_world *world, const sc_query_index *index, sc_ray_kernel *kernel,
                 sc_ray_args *args, int count)
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
    kernel(args, 0, count);
}

static scree_ray_hit cast_one(const scree_world *world, scree_vec2 origin, scree_vec2 translation,
                              scree_query_filter filter, bool any, const char *function)
{
    scree_ray_hit hit = {.fraction = 1.0f, .point = sc_add(origin, translation)};
    const sc_query_index *index = NULL;
    hit.result = sc_enter_query(world, function);
    if (hit.result == SCREE_OK)
    {
        hit.result = sc_check_ray(origin, translation, function);
    }
    if (hit.result == SCREE_OK)
    {
        index = sc_query_index_or_error(world, function);
        hit.result = index == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    }
    if (hit.result != SCREE_OK)
    {
        hit.point = (scree_vec2){0.0f, 0.0f};
        return hit;
    }
    int32_t slot;
    sc_ray_args args = {.filter = {filter.category, filter.mask, filter.group},
                        .any = any,
                        .origin_x = &origin.x,
                        .origin_y = &origin.y,
                        .translation_x = &translation.x,
                        .translation_y = &translation.y,
                        .fraction = &hit.fraction,
                        .normal_x = &hit.normal.x,
                        .normal_y = &hit.normal.y,
                        .slot = &slot};
    cast(world, index, world->kernels->cast_rays, &args, 1);
    hit.shape = sc_shape_id_of(world, slot);
    hit.point = sc_add(origin, sc_scale(hit.fraction, translation));
    return hit;
}

scree_ray_hit scree_world_cast_ray(const scree_world *world, scree_vec2 origin,
                                   scree_vec2 translation, scree_query_filter filter)
{
    return cast_one(world, origin, translation, filter, false, __func__);
}

int scree_world_cast_ray_any(const scree_world *world, scree_vec2 origin, scree_vec2 translation,
                             scree_query_filter filter)
{
    scree_ray_hit hit = cast_one(world, origin, translation, filter, true, __func__);
    return hit.result != SCREE_OK ? -1 : hit.shape.value != 0;
}

static scree_result check_values(const float *values, int count, float reach, const char *argument)
{
    if (values == NULL)
    {
        return sc_query_fails(SCREE_ERROR_NULL, "scree_world_cast_rays", argument, "is null");
    }
    for (int i = 0; i < count; ++i)
    {
        if (!(fabsf(values[i]) <= reach))
        {
            return sc_query_fails(SCREE_ERROR_ARGUMENT, "scree_world_cast_rays", argument,
                                  "holds a value that is not finite or out of reach");
        }
    }
    return SCREE_OK;
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

/// Where the results of a batch go; null: nobody wants them.
typedef struct ray_batch_results
{
    float *fraction;
    scree_shape_id *shape;
    float *normal_x, *normal_y;
} ray_batch_results;

static size_t order_bytes(int count) { return 2 * sizeof(uint64_t) * (size_t)count; }

/// The bits of the low half of x at even places.
static uint32_t spread_bits(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    return (x | x << 1) & 0x55555555u;
}

/// A number that rises with the angle of a direction, from 0 to 4, without angles.
static float turn_of(float x, float y)
{
    float sum = fabsf(x) + fabsf(y);
    float part = sum > 0.0f ? x / sum : 0.0f;
    return y >= 0.0f ? 1.0f - part : 3.0f + part;
}

static uint32_t cell_of(float value, float lower, float scale, uint32_t last)
{
    float cell = (value - lower) * scale;
    return cell > 0.0f ? (cell < (float)last ? (uint32_t)cell : last) : 0;
}

/// An order in which rays that begin near each other and lead the same way follow each other: what
/// one of them looks at is in the cache for the next. Null: there are few of them, or there is no
/// memory; then they are cast as they come.
static uint64_t *sort_rays(sc_memory *memory, const scree_ray_batch *batch)
{
    int count = batch->count, bits = 0;
    uint64_t *keys = count >= MIN_SORTED ? sc_allocate(memory, order_bytes(count)) : NULL;
    if (keys == NULL)
    {
        return NULL;
    }
    float low_x = batch->origin_x[0], high_x = low_x, low_y = batch->origin_y[0], high_y = low_y;
    for (int i = 1; i < count; ++i)
    {
        low_x = sc_min(low_x, batch->origin_x[i]);
        high_x = sc_max(high_x, batch->origin_x[i]);
        low_y = sc_min(low_y, batch->origin_y[i]);
        high_y = sc_max(high_y, batch->origin_y[i]);
    }
    // So many cells that few rays begin in one.
    while (bits < 8 && (2 << 2 * bits) < count)
    {
        ++bits;
    }
    uint32_t last = (1u << bits) - 1;
    float size = sc_max(high_x - low_x, high_y - low_y);
    float scale = size > 0.0f ? (float)(1u << bits) / size : 0.0f;
    for (int i = 0; i < count; ++i)
    {
        uint32_t column = cell_of(batch->origin_x[i], low_x, scale, last);
        uint32_t row = cell_of(batch->origin_y[i], low_y, scale, last);
        uint32_t turn = cell_of(turn_of(batch->translation_x[i], batch->translation_y[i]), 0.0f,
                                TURNS / 4.0f, TURNS - 1);
        uint64_t cell = spread_bits(column) | spread_bits(row) << 1;
        // Rays that lead into different quarters are kept apart.
        uint64_t key = ((uint64_t)(turn / (TURNS / 4)) << 2 * bits | cell) * TURNS + turn;
        keys[i] = key << 32 | (uint32_t)i;
    }
    sc_sort_keys(keys, keys + count, count);
    return keys;
}

/// Rays [begin, begin + RAY_CHUNK) of the order.
static void cast_chunk(const scree_world *world, const sc_query_index *index,
                       const scree_ray_batch *batch, const uint64_t *order, int begin,
                       const ray_batch_results *results)
{
    float origins[2][RAY_CHUNK], translations[2][RAY_CHUNK];
    float fractions[RAY_CHUNK], normals[2][RAY_CHUNK];
    int32_t slots[RAY_CHUNK], rays[RAY_CHUNK];
    int count = batch->count - begin < RAY_CHUNK ? batch->count - begin : RAY_CHUNK;
    for (int i = 0; i < count; ++i)
    {
        int ray = order != NULL ? (int)(order[begin + i] & UINT32_MAX) : begin + i;
        rays[i] = ray;
        origins[0][i] = batch->origin_x[ray];
        origins[1][i] = batch->origin_y[ray];
        translations[0][i] = batch->translation_x[ray];
        translations[1][i] = batch->translation_y[ray];
    }
    sc_ray_args args = {.filter = {batch->filter.category, batch->filter.mask, batch->filter.group},
                        .origin_x = origins[0],
                        .origin_y = origins[1],
                        .translation_x = translations[0],
                        .translation_y = translations[1],
                        .fraction = fractions,
                        .normal_x = normals[0],
                        .normal_y = normals[1],
                        .slot = slots};
    cast(world, index, world->kernels->cast_rays, &args, count);
    for (int i = 0; i < count; ++i)
    {
        int ray = rays[i];
        if (results->fraction != NULL)
        {
            results->fraction[ray] = fractions[i];
        }
        if (results->shape != NULL)
        {
            results->shape[ray] = sc_shape_id_of(world, slots[i]);
        }
        if (results->normal_x != NULL)
        {
            results->normal_x[ray] = normals[0][i];
        }
        if (results->normal_y != NULL)
        {
            results->normal_y[ray] = normals[1][i];
        }
    }
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
    uint64_t *order = sort_rays(index->memory, batch);
    for (int begin = 0; begin < batch->count; begin += RAY_CHUNK)
    {
        cast_chunk(world, index, batch, order, begin, &results);
    }
    if (order != NULL)
    {
        sc_release(index->memory, order, order_bytes(batch->count));
    }
    return SCREE_OK;
}
