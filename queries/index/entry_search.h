/// Searches for entries of an index: for those that overlap an AABB, or for the one with the least
/// value.
#ifndef SC_ENTRY_SEARCH_H
#define SC_ENTRY_SEARCH_H

#include "geometry/distance.h"
#include "queries/index/query_index.h"
#include "scree/query.h"
#include "simd/queries/ray_shapes.h"

static inline sc_tree_filter sc_tree_filter_of(const sc_query_index *index,
                                               scree_query_filter filter)
{
    const uint64_t ignored = filter.ignored_body.value;
    return (sc_tree_filter){.category = filter.category,
                            .mask = filter.mask,
                            .group = filter.group,
                            .ignored = ignored != 0 ? sc_ids_find(&index->bodies->ids, ignored) : 0,
                            .body_slot = index->shapes->body_slot};
}

static inline bool sc_query_sees(const sc_query_index *index, scree_query_filter filter,
                                 const sc_tree_entry *entry)
{
    const sc_tree_filter bits = sc_tree_filter_of(index, filter);
    return sc_entry_passes(entry, &bits);
}

static inline sc_convex sc_entry_shape(const sc_tree_entry *entry, const float *pool)
{
    return sc_convex_of_entry(pool + entry->geometry, (sc_shape_kind)entry->kind, entry->radius);
}

static inline sc_frame sc_entry_frame(const sc_tree_entry *entry, sc_vec2d from)
{
    return sc_frame_at((double)entry->x, (double)entry->y, entry->cos, entry->sin, from);
}

/// Makes an entry for a half-space, which is in no tree.
sc_tree_entry sc_half_space_entry(const sc_query_index *index, int32_t slot);
/// Returns the height of a point above the surface of a half-space, m. *normal: the normal of the
/// half-space.
float sc_height_above(const sc_tree_entry *half_space, const float *pool, scree_vec2 point,
                      scree_vec2 *normal);

sc_ray_point sc_ray_meets_half_space(const sc_ray *ray, const sc_tree_entry *entry,
                                     const float *pool);

/// Called for each entry whose AABB overlaps. Returns whether to continue.
typedef bool sc_entry_visit(void *context, const sc_tree_entry *entry);
/// Visits all entries of the trees that pass the filter and whose AABBs overlap `aabb`. Returns
/// false if a visit ended the search.
bool sc_visit_entries(const sc_query_index *index, sc_aabb aabb, scree_query_filter filter,
                      sc_entry_visit *visit, void *context);
/// Visits the half-spaces that reach into an AABB.
bool sc_visit_half_spaces(const sc_query_index *index, sc_aabb aabb, scree_query_filter filter,
                          sc_entry_visit *visit, void *context);

/// A search for the entry of least value: a distance, or a fraction.
typedef struct sc_nearest_search
{
    scree_query_filter filter;
    const sc_query_index *index;  ///< set by sc_search_nearest
    /// A lower bound of the values of all entries in an AABB. It is monotonic, rounding included: a
    /// larger AABB has no larger bound.
    float (*bound)(const void *context, sc_aabb aabb);
    /// Computes the value of an entry and holds its result until `keep` is called; infinite: the
    /// entry does not count.
    float (*measure)(void *context, const sc_tree_entry *entry);
    /// Called when the entry measured last is the best one so far: keeps its result.
    void (*keep)(void *context, float value);
    void *context;
    float limit;   ///< greater values do not count
    int32_t slot;  ///< of the best so far; 0: none
} sc_nearest_search;

void sc_search_nearest(sc_nearest_search *search, const sc_query_index *index);

#endif
