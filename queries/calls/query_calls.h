/// The index of a world and its rays, as queries use them.
#ifndef SC_QUERY_CALLS_H
#define SC_QUERY_CALLS_H

#include "queries/index/entry_search.h"
#include "world/checks.h"

/// The index of the world; null if there is no memory, which is noted.
const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function);

scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function);

/// Casts rays [0, count). The caller sets the rows, the filter and the arrays for results in args.
void sc_cast(const sc_query_index *index, sc_ray_args *args, int count);
/// Whether a shape with an inside contains a point; of entries of trees.
bool sc_entry_contains(const sc_tree_entry *entry, const float *pool, scree_vec2 point);

/// The id of a shape; null of slot 0.
static inline scree_shape_id sc_shape_id_of(const scree_world *world, int32_t slot)
{
    return (scree_shape_id){slot != 0 ? sc_ids_value(&world->shapes.ids, slot) : 0};
}

#endif
