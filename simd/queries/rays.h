/// The tree of shapes that queries walk, and rays through it.
///
/// A node holds the AABBs of 16 children, in lanes. Leaves come first: child k of leaf i is the
/// entry 16 i + k. AABBs of leaves are tight: those that scree_shape_aabb gives; those of
/// segments are larger by rounding, so that a ray at a point that two segments share meets one.
///
/// What a query finds does not depend on the tree. A shape counts as hit if the ray meets its own
/// AABB, by the test of the nodes, and the shape itself. That test is monotonic, rounding included:
/// a ray that meets an AABB meets every AABB that holds it, at no greater fraction. And the
/// fraction of a hit is never less than that at which the ray enters the AABB of the shape, so that
/// no shape is passed over which would have been nearer.
#ifndef SC_RAYS_H
#define SC_RAYS_H

#include "core/shape_records.h"
#include "core/memory.h"

#include <stdbool.h>

enum
{
    /// Nodes that wait at most: each of 7 levels leaves 15 behind, in each of 4 trees.
    SC_TREE_STACK = 512,
    SC_TREES = 4,
    SC_RAY_LEVELS = 6,  ///< of nodes that rays go down together; below those each goes alone
    SC_OVERLAP_ROOM = 256
};

typedef struct sc_tree_node
{
    /// Of no child: all of it positive infinity, which no ray, point or AABB meets.
    _Alignas(64) float lower_x[SC_BLOCK];
    float lower_y[SC_BLOCK], upper_x[SC_BLOCK], upper_y[SC_BLOCK];
    int32_t child[SC_BLOCK];  ///< nodes; unused in leaves
} sc_tree_node;

static inline sc_aabb sc_child_aabb(const sc_tree_node *node, int k)
{
    return (sc_aabb){node->lower_x[k], node->lower_y[k], node->upper_x[k], node->upper_y[k]};
}

/// A shape as rays meet it: one cache line.
typedef struct sc_tree_entry
{
    _Alignas(64) float x;  ///< of its centre
    float y, cos, sin;
    uint64_t category, mask;
    int32_t group;
    int32_t slot;      ///< 0: none
    int32_t geometry;  ///< where it begins in the pool
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

/// What a query lets through: see sc_filters_agree.
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

/// cast_rays: the closest hit of each ray. Half-spaces are in no tree.
typedef struct sc_ray_args
{
    const sc_tree_view *trees;
    int tree_count;
    const float *geometry;  ///< the pool
    sc_tree_filter filter;
    int32_t any;        ///< the first hit that is found will do
    const float *rows;  ///< of each ray: origin x, y, translation x, y
    // Read and written: what was found before, with fraction 1 and slot 0 where nothing was.
    float *fraction, *normal_x, *normal_y;
    int32_t *slot;
    /// Rays of a call that lead into one quarter go down the trees together, if there is this:
    /// sc_ray_scratch_size bytes for as many rays as that. Null: each goes alone.
    sc_ray_scratch *scratch;
} sc_ray_args;

/// For each of `count` rays, and as many as a vector has more: on each level of a tree its index,
/// origin, inverse and fraction; its index and where it enters an AABB.
static inline size_t sc_ray_scratch_size(int count)
{
    return sizeof(sc_ray_scratch) * (size_t)(6 * SC_RAY_LEVELS + 2) *
           (size_t)(sc_pad_block(count) + SC_BLOCK);
}

/// find_overlaps: entries whose AABBs overlap one, touching included, and that a filter lets
/// through. Ends when no node waits, or when there is no room for those of another leaf.
typedef struct sc_overlap_args
{
    const sc_tree_view *tree;
    sc_aabb aabb;
    sc_tree_filter filter;
    int32_t waiting_count, found_count;
    int32_t waiting[SC_TREE_STACK];  ///< nodes, in the beginning the root
    int32_t found[SC_OVERLAP_ROOM];  ///< entries; the caller takes them out
} sc_overlap_args;

#endif
