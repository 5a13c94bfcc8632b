/// Functions that the calls of queries share: the index of a world, and rays.
#ifndef SC_QUERY_CALLS_H
#define SC_QUERY_CALLS_H

#include "queries/index/entry_search.h"
#include "world/checks.h"

/// The index of the world, brought up to date. Records an error and returns null if out of memory.
const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function);

scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function);

/// Casts the rays [0, count). The caller has set the rows, the filter and the arrays for results in
/// args.
void sc_cast(const sc_query_index *index, sc_ray_args *args, int count);
/// Whether the shape of an entry of a tree has an inside and contains a point.
bool sc_entry_contains(const sc_tree_entry *entry, const float *pool, scree_vec2 point);

/// The id of a shape; the null id for slot 0.
static inline scree_shape_id sc_shape_id_of(const scree_world *world, int32_t slot)
{
    return (scree_shape_id){slot != 0 ? sc_ids_value(&world->shapes.ids, slot) : 0};
}

#endif
