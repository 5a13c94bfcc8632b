/// The tree of shapes that queries walk, and rays through it.
///
/// A node holds the AABBs of 16 children, in lanes. Leaves come first: child k of leaf i is the
/// entry 16 i + k. AABBs of leaves are tight, as returned by scree_shape_aabb. AABBs of segments
/// are larger by the rounding error, so a ray at a point that two segments share hits one of them.
///
/// Query results do not depend on the tree. A shape counts as hit if the ray meets the shape itself
/// and, by the test used for nodes, the AABB of the shape. The test of AABBs is monotonic, rounding
/// included: a ray that meets an AABB also meets every AABB that contains it, at no greater
/// fraction. The fraction of a hit is never less than that at which the ray enters the AABB of the
/// shape, so no nearer shape is skipped.
#ifndef SC_RAYS_H
#define SC_RAYS_H

#include "core/shape_records.h"
#include "core/memory.h"

#include <stdbool.h>

enum
{
    /// The room for waiting nodes: at most 15 on each of 7 levels of each of 4 trees.
    SC_TREE_STACK = 512,
    SC_TREES = 4,
    /// Levels of nodes that rays pass in groups; below them each ray is cast alone
    SC_RAY_LEVELS = 6,
    SC_OVERLAP_ROOM = 256
};

typedef struct sc_tree_node
{
    /// A missing child has positive infinity in all four arrays, which no ray, point or AABB meets.
    _Alignas(64) float lower_x[SC_BLOCK];
    float lower_y[SC_BLOCK], upper_x[SC_BLOCK], upper_y[SC_BLOCK];
    int32_t child[SC_BLOCK];  ///< nodes; unused in leaves
} sc_tree_node;

static inline sc_aabb sc_child_aabb(const sc_tree_node *node, int k)
{
    return (sc_aabb){node->lower_x[k], node->lower_y[k], node->upper_x[k], node->upper_y[k]};
}

/// The data of a shape for rays: one cache line.
typedef struct sc_tree_entry
{
    _Alignas(64) float x;  ///< of its centre
    float y, cos, sin;
    uint64_t category, mask;
    int32_t group;
    int32_t slot;      ///< 0: none
    int32_t geometry;  ///< start in the pool
    float radius;
    uint8_t kind;  ///< sc_shape_kind
    uint8_t type;  ///< scree_shape_type
} sc_tree_entry;

_Static_assert(sizeof(sc_tree_entry) == 64, "an entry is one cache line");

typedef struct sc_tree_view
{
    const sc_tree_node *nodes;
    const sc_tree_entry *entries;
    int32_t leaf_count;  ///< nodes before this are leaves
    int32_t root;
} sc_tree_view;

/// The filter of a query: see sc_filters_agree.
typedef struct sc_tree_filter
{
    uint64_t category, mask;
    int32_t group;
    int32_t ignored;           ///< slot of a body whose shapes are left out; 0: none
    const int32_t *body_slot;  ///< by slot of the shape; read only if a body is ignored
} sc_tree_filter;

static inline bool sc_entry_passes(const sc_tree_entry *entry, const sc_tree_filter *filter)
{
    bool passes =
        entry->group == filter->group && filter->group != 0
            ? filter->group > 0
            : (entry->category & filter->mask) != 0 && (filter->category & entry->mask) != 0;
    return passes && (filter->ignored == 0 || filter->body_slot[entry->slot] != filter->ignored);
}

/// A word of the scratch memory of rays.
typedef union sc_ray_scratch
{
    float number;
    int32_t index;
} sc_ray_scratch;

/// The arguments of cast_rays, which finds the closest hit of each ray. Half-spaces are in no tree.
typedef struct sc_ray_args
{
    const sc_tree_view *trees;
    int tree_count;
    const float *geometry;  ///< the pool
    sc_tree_filter filter;
    int32_t any;        ///< any hit ends the search
    const float *rows;  ///< of each ray: origin x, y, translation x, y
    // Read and written: the best earlier hit, with fraction 1 and slot 0 if there was none.
    float *fraction, *normal_x, *normal_y;
    int32_t *slot;
    /// Scratch memory with which rays that lead into the same quadrant are cast through the trees
    /// together: sc_ray_scratch_size bytes for the maximum number of such rays. Null: each ray is
    /// cast alone.
    sc_ray_scratch *scratch;
} sc_ray_args;

/// The bytes of scratch memory for `count` rays, padded to a vector: for each level of a tree the
/// index, origin, inverse and fraction of each ray, then once the index of each ray and the
/// fraction at which it enters an AABB.
static inline size_t sc_ray_scratch_size(int count)
{
    return sizeof(sc_ray_scratch) * (size_t)(6 * SC_RAY_LEVELS + 2) *
           (size_t)(sc_pad_block(count) + SC_BLOCK);
}

/// The arguments of find_overlaps, which finds entries that pass a filter and whose AABBs overlap
/// an AABB, touching included. It ends when no node is waiting, or when the entries of another leaf
/// might not fit into `found`.
typedef struct sc_overlap_args
{
    const sc_tree_view *tree;
    sc_aabb aabb;
    sc_tree_filter filter;
    int32_t waiting_count, found_count;
    int32_t waiting[SC_TREE_STACK];  ///< nodes; initially the root
    int32_t found[SC_OVERLAP_ROOM];  ///< entries; the caller removes them
} sc_overlap_args;

#endif
