/// The checks at the beginning of queries, and the search for shapes.
#ifndef SC_QUERY_CALLS_H
#define SC_QUERY_CALLS_H

#include "queries/entry_search.h"
#include "world/checks.h"

/// A world, and not in the middle of a step; the error is noted in the thread, as all of queries.
scree_result sc_enter_query(const scree_world *world, const char *function);
scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what);
/// The index of the world; null if there is no memory, which is noted.
const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function);

/// Room for the ids that a query gives: a count and, if the pointer is not null, an array.
scree_result sc_check_room(int capacity, const char *function);

/// A point within reach of the world.
scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument);
scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function);

/// Casts rays [0, count) of args, of which only rows, filter and room for results are given yet.
void sc_cast(const sc_query_index *index, sc_ray_args *args, int count);
/// Whether a shape with an inside contains a point; of entries of trees.
bool sc_entry_contains(const sc_tree_entry *entry, const float *pool, scree_vec2 point);

/// The id of a shape; null of slot 0.
static inline scree_shape_id sc_shape_id_of(const scree_world *world, int32_t slot)
{
    return (scree_shape_id){slot != 0 ? sc_ids_value(&world->shapes.ids, slot) : 0};
}

#endif
