/// Rays one at a time.
#include "queries/calls/query_calls.h"

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
    const float row[4] = {origin.x, origin.y, translation.x, translation.y};
    sc_ray_args args = {.filter = sc_tree_filter_of(index, filter),
                        .any = any,
                        .rows = row,
                        .fraction = &hit.fraction,
                        .normal_x = &hit.normal.x,
                        .normal_y = &hit.normal.y,
                        .slot = &slot};
    sc_cast(index, &args, 1);
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
