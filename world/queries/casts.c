/// Rays.
#include "world/queries/query_calls.h"

enum
{
    RAY_CHUNK = 256  ///< rays of a batch that are cast at a time
};

/// Rays [0, count) of args against the half-spaces: before trees, so that these see nearer limits.
static void cast_at_half_spaces(const scree_world *world, const sc_ray_args *args, int count)
{
    const sc_list *list = &world->shapes.half_spaces;
    for (int k = 0; k < list->count; ++k)
    {
        sc_tree_entry entry = sc_half_space_entry(world, list->slot[k]);
        bool seen = sc_entry_passes(&entry, args->category, args->mask, args->group);
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

static scree_shape_id id_of(const scree_world *world, int32_t slot)
{
    return (scree_shape_id){slot != 0 ? sc_ids_value(&world->shapes.ids, slot) : 0};
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
    sc_ray_args args = {.category = filter.category,
                        .mask = filter.mask,
                        .group = filter.group,
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
    hit.shape = id_of(world, slot);
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
    for (int begin = 0; begin < batch->count; begin += RAY_CHUNK)
    {
        float fractions[RAY_CHUNK], normals_x[RAY_CHUNK], normals_y[RAY_CHUNK];
        int32_t slots[RAY_CHUNK];
        int count = batch->count - begin < RAY_CHUNK ? batch->count - begin : RAY_CHUNK;
        sc_ray_args args = {.category = batch->filter.category,
                            .mask = batch->filter.mask,
                            .group = batch->filter.group,
                            .origin_x = batch->origin_x + begin,
                            .origin_y = batch->origin_y + begin,
                            .translation_x = batch->translation_x + begin,
                            .translation_y = batch->translation_y + begin,
                            .fraction = fractions,
                            .normal_x = normals_x,
                            .normal_y = normals_y,
                            .slot = slots};
        cast(world, index, world->kernels->cast_rays, &args, count);
        for (int i = 0; i < count; ++i)
        {
            if (fraction != NULL)
            {
                fraction[begin + i] = fractions[i];
            }
            if (shape != NULL)
            {
                shape[begin + i] = id_of(world, slots[i]);
            }
            if (normal_x != NULL)
            {
                normal_x[begin + i] = normals_x[i];
            }
            if (normal_y != NULL)
            {
                normal_y[begin + i] = normals_y[i];
            }
        }
    }
    return SCREE_OK;
}
