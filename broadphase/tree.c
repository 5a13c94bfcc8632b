#include "broadphase/tree.h"

#include "broadphase/aabbs.h"
#include "core/assert.h"
#include "core/maths.h"

#include <string.h>

enum
{
    MIN_LOOSE = 64,
    MAX_LOOSE = 4096  ///< three levels of nodes
};

static float key_of(const sc_tree_item *item, bool by_y) { return by_y ? item->y : item->x; }

/// Moves the `left` items with the smallest keys to the front (quickselect, C. A. R. Hoare 1961).
/// Pivots are pseudo-random, so that no particular arrangement of items is slow. Items of equal key
/// are distributed to both sides.
static void split_items(sc_tree_item *items, int32_t count, int32_t left, bool by_y)
{
    SC_ASSERT(left > 0 && left < count);
    uint32_t random = 0x9e3779b9u;
    int32_t begin = 0, end = count - 1;
    while (begin < end)
    {
        random = random * 1664525u + 1013904223u;
        uint64_t span = (uint64_t)(end - begin + 1);
        float pivot = key_of(&items[begin + (int32_t)((random * span) >> 32)], by_y);
        int32_t i = begin, k = end;
        while (i <= k)
        {
            while (key_of(&items[i], by_y) < pivot)
            {
                ++i;
            }
            while (key_of(&items[k], by_y) > pivot)
            {
                --k;
            }
            if (i <= k)
            {
                sc_tree_item swapped = items[i];
                items[i++] = items[k];
                items[k--] = swapped;
            }
        }
        if (left <= k)
        {
            end = k;
        }
        else if (left >= i)
        {
            begin = i;
        }
        else
        {
            return;
        }
    }
}

/// Orders items such that each aligned run of 16^k items is compact in the plane: splits runs at
/// multiples of 16^k, across their longer side, until they are leaves.
static void arrange_items(sc_tree_item *items, int32_t count)
{
    SC_ASSERT(count >= 0);
    if (count <= SC_BLOCK)
    {
        return;
    }
    float low_x = items[0].x, high_x = low_x, low_y = items[0].y, high_y = low_y;
    for (int32_t i = 1; i < count; ++i)
    {
        low_x = items[i].x < low_x ? items[i].x : low_x;
        high_x = items[i].x > high_x ? items[i].x : high_x;
        low_y = items[i].y < low_y ? items[i].y : low_y;
        high_y = items[i].y > high_y ? items[i].y : high_y;
    }
    int32_t run = SC_BLOCK;
    while ((int64_t)run * SC_BLOCK < count)
    {
        run *= SC_BLOCK;
    }
    int32_t runs = (count + run - 1) / run, left = (runs / 2) * run;
    SC_ASSERT(left > 0 && left < count && left % run == 0);
    split_items(items, count, left, high_y - low_y > high_x - low_x);
    arrange_items(items, left);
    arrange_items(items + left, count - left);
}

static void clear_node(sc_tree_node *node)
{
    for (int k = 0; k < SC_BLOCK; ++k)
    {
        node->lower_x[k] = node->lower_y[k] = INFINITY;
        node->upper_x[k] = node->upper_y[k] = INFINITY;
        node->child[k] = -1;
    }
}

void sc_tree_release(sc_tree *tree, sc_memory *memory)
{
    size_t nodes = (size_t)tree->node_capacity, entries = (size_t)tree->entry_capacity;
    sc_release(memory, tree->nodes, nodes * sizeof *tree->nodes);
    sc_release(memory, tree->parent, nodes * sizeof *tree->parent);
    sc_release(memory, tree->home, nodes * sizeof *tree->home);
    sc_release(memory, tree->dirty, nodes);
    sc_release(memory, tree->entries, entries * sizeof *tree->entries);
    *tree = (sc_tree){0};
}

/// Reserves room for `nodes` nodes and `entries` entries and drops their contents. Returns false
/// and changes nothing if out of memory.
static bool reserve_nodes(sc_tree *tree, sc_memory *memory, int32_t nodes, int32_t entries)
{
    SC_ASSERT(nodes > 0 && entries > 0 && entries % SC_BLOCK == 0);
    if (nodes <= tree->node_capacity && entries <= tree->entry_capacity)
    {
        return true;
    }
    sc_tree fresh = {.node_capacity = sc_grown(tree->node_capacity, nodes),
                     .entry_capacity = sc_grown(tree->entry_capacity, entries)};
    size_t node_count = (size_t)fresh.node_capacity, entry_count = (size_t)fresh.entry_capacity;
    fresh.nodes = sc_allocate(memory, node_count * sizeof *fresh.nodes);
    fresh.parent = sc_allocate(memory, node_count * sizeof *fresh.parent);
    fresh.home = sc_allocate(memory, node_count * sizeof *fresh.home);
    fresh.dirty = sc_allocate(memory, node_count);
    fresh.entries = sc_allocate(memory, entry_count * sizeof *fresh.entries);
    if (fresh.nodes == NULL || fresh.parent == NULL || fresh.home == NULL || fresh.dirty == NULL ||
        fresh.entries == NULL)
    {
        sc_tree_release(&fresh, memory);
        return false;
    }
    sc_tree_release(tree, memory);
    *tree = fresh;
    return true;
}

/// Puts nodes [begin, end) under parents, level by level. Parents are stored from node `at` on.
/// Returns the root.
static int32_t add_levels(sc_tree *tree, int32_t begin, int32_t end, int32_t at)
{
    SC_ASSERT(begin < end && end <= at);
    while (end - begin > 1)
    {
        int32_t first = at;
        for (int32_t child = begin; child < end; child += SC_BLOCK, ++at)
        {
            SC_ASSERT(at < tree->node_capacity);
            clear_node(&tree->nodes[at]);
            for (int k = 0; k < SC_BLOCK && child + k < end; ++k)
            {
                tree->nodes[at].child[k] = child + k;
                tree->parent[child + k] = SC_BLOCK * at + k;
            }
        }
        begin = first;
        end = at;
    }
    tree->parent[begin] = -1;
    return begin;
}

static int32_t level_nodes(int32_t leaves)
{
    SC_ASSERT(leaves > 0);
    int32_t count = 0;
    while (leaves > 1)
    {
        leaves = (leaves + SC_BLOCK - 1) / SC_BLOCK;
        count += leaves;
    }
    return count;
}

bool sc_tree_build(sc_tree *tree, sc_memory *memory, sc_tree_item *items, int32_t count)
{
    SC_ASSERT(count >= 0 && (items != NULL || count == 0));
    int32_t loose = 2 * (int32_t)sqrtf((float)count);
    loose = loose < MIN_LOOSE ? MIN_LOOSE : loose > MAX_LOOSE ? MAX_LOOSE : sc_pad_block(loose);
    int32_t built_leaves = count > 0 ? sc_pad_block(count) / SC_BLOCK : 1;
    int32_t loose_leaves = loose / SC_BLOCK, leaves = built_leaves + loose_leaves;
    int32_t nodes = leaves + level_nodes(built_leaves) + level_nodes(loose_leaves);
    if (!reserve_nodes(tree, memory, nodes, leaves * SC_BLOCK))
    {
        return false;
    }
    arrange_items(items, count);
    for (int32_t i = 0; i < leaves; ++i)
    {
        clear_node(&tree->nodes[i]);
    }
    memset(tree->entries, 0, (size_t)(leaves * SC_BLOCK) * sizeof *tree->entries);
    memset(tree->dirty, 0, (size_t)nodes);
    tree->root = add_levels(tree, 0, built_leaves, leaves);
    tree->loose_root = add_levels(tree, built_leaves, leaves, leaves + level_nodes(built_leaves));
    SC_ASSERT(tree->loose_root < nodes && tree->root < tree->loose_root);
    tree->node_count = nodes;
    tree->built_leaves = built_leaves;
    tree->loose_leaves = loose_leaves;
    tree->loose_capacity = loose;
    tree->loose_count = tree->count = 0;
    return true;
}

static sc_aabb aabb_of_node(const sc_tree_node *node)
{
    sc_aabb whole = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < SC_BLOCK; ++k)
    {
        if (node->lower_x[k] < INFINITY)
        {
            whole.lower_x = sc_min(whole.lower_x, node->lower_x[k]);
            whole.lower_y = sc_min(whole.lower_y, node->lower_y[k]);
            whole.upper_x = sc_max(whole.upper_x, node->upper_x[k]);
            whole.upper_y = sc_max(whole.upper_y, node->upper_y[k]);
        }
    }
    return whole.lower_x < INFINITY ? whole : (sc_aabb){INFINITY, INFINITY, INFINITY, INFINITY};
}

static void write_lane(sc_tree_node *node, int lane, sc_aabb aabb)
{
    SC_ASSERT(lane >= 0 && lane < SC_BLOCK);
    node->lower_x[lane] = aabb.lower_x;
    node->lower_y[lane] = aabb.lower_y;
    node->upper_x[lane] = aabb.upper_x;
    node->upper_y[lane] = aabb.upper_y;
}

void sc_tree_refit(sc_tree *tree)
{
    for (int32_t i = 0; i < tree->node_count; ++i)
    {
        if (tree->dirty[i])
        {
            tree->dirty[i] = 0;
            int32_t parent = tree->parent[i];
            SC_ASSERT(parent < 0 || parent / SC_BLOCK > i);
            if (parent >= 0)
            {
                write_lane(&tree->nodes[parent / SC_BLOCK], parent % SC_BLOCK,
                           aabb_of_node(&tree->nodes[i]));
                tree->dirty[parent / SC_BLOCK] = 1;
            }
        }
    }
}

void sc_tree_refit_above(sc_tree *tree, int32_t at)
{
    int32_t node = at / SC_BLOCK;
    tree->dirty[node] = 0;
    for (int32_t parent; (parent = tree->parent[node]) >= 0; node = parent / SC_BLOCK)
    {
        write_lane(&tree->nodes[parent / SC_BLOCK], parent % SC_BLOCK,
                   aabb_of_node(&tree->nodes[node]));
    }
}

void sc_tree_finish(sc_tree *tree)
{
    sc_tree_refit(tree);
    for (int32_t i = 0; i < tree->built_leaves; ++i)
    {
        sc_aabb home = aabb_of_node(&tree->nodes[i]);
        float margin = 0.125f * (home.upper_x - home.lower_x + (home.upper_y - home.lower_y));
        tree->home[i] = (sc_aabb){home.lower_x - margin, home.lower_y - margin,
                                  home.upper_x + margin, home.upper_y + margin};
    }
}

void sc_tree_put(sc_tree *tree, int32_t at, const sc_tree_entry *entry, sc_aabb aabb)
{
    SC_ASSERT(at >= 0 && at < SC_BLOCK * (tree->built_leaves + tree->loose_leaves));
    SC_ASSERT(entry->slot == 0 || !(aabb.lower_x > aabb.upper_x));
    tree->count += tree->entries[at].slot == 0;
    tree->entries[at] = *entry;
    write_lane(&tree->nodes[at / SC_BLOCK], at % SC_BLOCK, aabb);
    tree->dirty[at / SC_BLOCK] = 1;
}

void sc_tree_take_out(sc_tree *tree, int32_t at)
{
    SC_ASSERT(at >= 0 && at < SC_BLOCK * (tree->built_leaves + tree->loose_leaves));
    SC_ASSERT(tree->entries[at].slot != 0 && tree->count > 0);
    static const sc_tree_entry none;
    sc_tree_put(tree, at, &none, (sc_aabb){INFINITY, INFINITY, INFINITY, INFINITY});
    --tree->count;
}

int32_t sc_tree_take_loose(sc_tree *tree)
{
    SC_ASSERT(tree->loose_count <= tree->loose_capacity);
    return tree->loose_count < tree->loose_capacity
               ? SC_BLOCK * tree->built_leaves + tree->loose_count++
               : -1;
}

bool sc_tree_is_home(const sc_tree *tree, int32_t at, sc_aabb aabb)
{
    SC_ASSERT(at >= 0 && at < SC_BLOCK * (tree->built_leaves + tree->loose_leaves));
    int32_t leaf = at / SC_BLOCK;
    if (leaf >= tree->built_leaves)
    {
        return true;
    }
    return sc_aabb_holds(tree->home[leaf], aabb);
}

int sc_tree_views(const sc_tree *tree, sc_tree_view *views)
{
    SC_ASSERT(tree->count >= 0 && tree->loose_count <= tree->loose_capacity);
    sc_tree_view view = {tree->nodes, tree->entries, tree->built_leaves + tree->loose_leaves,
                         tree->root};
    int count = 0;
    if (tree->count > 0)
    {
        views[count++] = view;
    }
    if (tree->count > 0 && tree->loose_count > 0)
    {
        view.root = tree->loose_root;
        views[count++] = view;
    }
    return count;
}
