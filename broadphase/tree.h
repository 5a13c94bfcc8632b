/// A tree of AABBs for queries, with 16 children per node. It is built at once, then updated by
/// moving entries in place.
///
/// New entries, and entries that no longer fit in their leaf, go to loose leaves, which have a root
/// of their own. When there are too many loose entries, the tree is rebuilt.
#ifndef SC_TREE_H
#define SC_TREE_H

#include "core/memory.h"
#include "core/stores/shapes.h"
#include "simd/queries/rays.h"

/// The centre of an AABB and its slot, for building.
typedef struct sc_tree_item
{
    float x, y;
    int32_t slot;
} sc_tree_item;

/// The nodes are, in this order, the built leaves, the loose leaves and their ancestors, children
/// before parents. `nodes`, `parent`, `home` and `dirty` have an element for each node; `entries`
/// has 16 for each leaf.
typedef struct sc_tree
{
    sc_tree_node *nodes;
    sc_tree_entry *entries;
    int32_t *parent;  ///< 16 * node + lane; -1 for roots
    sc_aabb *home;    ///< by built leaf: its bounds when built, enlarged by half
    uint8_t *dirty;   ///< its AABB must be recomputed
    int32_t node_count, node_capacity, entry_capacity;
    int32_t built_leaves, loose_leaves;
    int32_t root, loose_root;
    int32_t count;                        ///< entries in use
    int32_t loose_count, loose_capacity;  ///< loose entries used since the tree was built
} sc_tree;

void sc_tree_release(sc_tree *tree, sc_memory *memory);

/// Builds a tree of `count` items and reorders them. Returns false and leaves the tree unchanged if
/// out of memory. The caller then writes the entries and the AABBs of leaves: sc_tree_put with item
/// i at place i, then sc_tree_finish.
bool sc_tree_build(sc_tree *tree, sc_memory *memory, sc_tree_item *items, int32_t count);
void sc_tree_finish(sc_tree *tree);

/// Writes an entry and its AABB at its place.
void sc_tree_put(sc_tree *tree, int32_t at, const sc_tree_entry *entry, sc_aabb aabb);
void sc_tree_take_out(sc_tree *tree, int32_t at);
/// Takes a loose place. Returns -1 if the tree must be rebuilt.
int32_t sc_tree_take_loose(sc_tree *tree);
/// Whether an entry may stay in its leaf if it gets this AABB.
bool sc_tree_is_home(const sc_tree *tree, int32_t at, sc_aabb aabb);
/// Computes the AABBs above entries that were written or removed.
void sc_tree_refit(sc_tree *tree);
/// Like sc_tree_refit, above one entry only.
void sc_tree_refit_above(sc_tree *tree, int32_t at);

/// Fills `views`, which has room for two, with those of the built tree and the loose tree that have
/// entries. Returns their number.
int sc_tree_views(const sc_tree *tree, sc_tree_view *views);

/// The entry of a shape at a pose.
static inline sc_tree_entry sc_tree_entry_of(const sc_shapes *shapes, int32_t slot,
                                             const sc_shape_pose *pose)
{
    return (sc_tree_entry){.x = pose->x,
                           .y = pose->y,
                           .cos = pose->cos,
                           .sin = pose->sin,
                           .radius = pose->radius,
                           .slot = slot,
                           .geometry = shapes->geometry_start[slot],
                           .kind = shapes->kind[slot],
                           .type = shapes->type[slot],
                           .category = shapes->filter[slot].category,
                           .mask = shapes->filter[slot].mask,
                           .group = shapes->filter[slot].group};
}

#endif
