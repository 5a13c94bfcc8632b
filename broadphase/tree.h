/// A tree of AABBs for queries, 16 to a node: built at once, then kept by moving entries in place.
///
/// Entries that do not fit where they were, or that are new, go to loose leaves under a root of
/// their own, until there are so many that the tree is built anew.
#ifndef SC_TREE_H
#define SC_TREE_H

#include "core/memory.h"
#include "core/stores/shapes.h"
#include "simd/queries/rays.h"

/// Centre of an AABB and its slot, for building.
typedef struct sc_tree_item
{
    float x, y;
    int32_t slot;
} sc_tree_item;

/// Nodes: the built leaves, the loose leaves, then those above them, children before parents.
/// `nodes`, `parent`, `home` and `dirty` have an element for each; entries, 16 for each leaf.
typedef struct sc_tree
{
    sc_tree_node *nodes;
    sc_tree_entry *entries;
    int32_t *parent;  ///< 16 * node + lane; -1 of roots
    sc_aabb *home;    ///< of built leaves: what they held when built, and half as much again
    uint8_t *dirty;   ///< its AABB is to be computed anew
    int32_t node_count, node_capacity, entry_capacity;
    int32_t built_leaves, loose_leaves;
    int32_t root, loose_root;
    int32_t count;                        ///< entries in use
    int32_t loose_count, loose_capacity;  ///< entries that were ever used since it was built
} sc_tree;

void sc_tree_release(sc_tree *tree, sc_memory *memory);

/// Builds a tree of `count` items, which are put in another order. False: no memory, the tree is as
/// it was. Entries and the AABBs of leaves are the caller's to write: sc_tree_put, item i to place
/// i, then sc_tree_finish.
bool sc_tree_build(sc_tree *tree, sc_memory *memory, sc_tree_item *items, int32_t count);
void sc_tree_finish(sc_tree *tree);

/// Writes an entry and its AABB at its place.
void sc_tree_put(sc_tree *tree, int32_t at, const sc_tree_entry *entry, sc_aabb aabb);
void sc_tree_take_out(sc_tree *tree, int32_t at);
/// A loose place, or -1: the tree is to be built anew.
int32_t sc_tree_take_loose(sc_tree *tree);
/// Whether an entry may stay in its leaf with this AABB.
bool sc_tree_is_home(const sc_tree *tree, int32_t at, sc_aabb aabb);
/// Computes the AABBs above entries that were put or taken out.
void sc_tree_refit(sc_tree *tree);
/// The same above one entry.
void sc_tree_refit_above(sc_tree *tree, int32_t at);

/// The trees that have entries, as queries read them; `views` takes two. Returns how many.
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
