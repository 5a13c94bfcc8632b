/// What queries begin with, and how they find their shapes.
#ifndef SC_QUERY_CALLS_H
#define SC_QUERY_CALLS_H

#include "scree/query.h"
#include "simd/queries/ray_shapes.h"
#include "world/checks.h"
#include "world/queries/index.h"

/// A world, and not in the middle of a step; the error is noted in the thread, as all of queries.
scree_result sc_enter_query(const scree_world *world, const char *function);
scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what);
/// The index of the world; null if there is no memory, which is noted.
const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function);

/// Most that a ray may lead along an axis, m: from one end of the world to the other.
#define SC_MAX_TRANSLATION (2.0f * SC_WORLD_REACH)

/// Room for the ids that a query gives: a count and, if the pointer is not null, an array.
scree_result sc_check_room(int capacity, const char *function);

static inline bool sc_query_sees(scree_query_filter filter, const sc_tree_entry *entry)
{
    sc_tree_filter bits = {filter.category, filter.mask, filter.group};
    return sc_entry_passes(entry, &bits);
}

/// A point within reach of the world.
scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument);
scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function);

/// The id of a shape; null of slot 0.
static inline scree_shape_id sc_shape_id_of(const scree_world *world, int32_t slot)
{
    return (scree_shape_id){slot != 0 ? sc_ids_value(&world->shapes.ids, slot) : 0};
}

static inline int32_t sc_id_slot(scree_shape_id id) { return (int32_t)(id.value & SC_MAX_SLOTS); }

/// An entry of a half-space, which is in no tree.
sc_tree_entry sc_half_space_entry(const scree_world *world, int32_t slot);
/// Height of a point above the surface of a half-space, m, and its normal.
float sc_height_above(const sc_tree_entry *half_space, const float *pool, scree_vec2 point,
                      scree_vec2 *normal);

sc_ray_point sc_ray_meets_half_space(const sc_ray *ray, const sc_tree_entry *entry,
                                     const float *pool);

/// Called for each entry whose AABB overlaps. Returns whether to go on.
typedef bool sc_entry_visit(void *context, const sc_tree_entry *entry);
/// All entries of the trees whose AABBs overlap `aabb`, that the filter lets through. False if a
/// visit ended it.
bool sc_visit_entries(const scree_world *world, const sc_query_index *index, sc_aabb aabb,
                      scree_query_filter filter, sc_entry_visit *visit, void *context);

/// The lowest `capacity` of all slots that are added, as ids.
typedef struct sc_found_shapes
{
    const scree_world *world;
    scree_shape_id *ids;  ///< null: only counted
    int capacity, count;
} sc_found_shapes;

void sc_found_add(sc_found_shapes *found, int32_t slot);
/// Puts them in order. Returns how many were added.
int sc_found_finish(sc_found_shapes *found);

#endif
