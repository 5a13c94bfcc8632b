/// A tree of a program's own boxes: several trees of proxies.
#ifndef SC_BOX_TREE_STATE_H
#define SC_BOX_TREE_STATE_H

#include "scree/box_tree.h"

#include "broadphase/tree.h"
#include "core/errors.h"
#include "core/ids.h"

#include <stdatomic.h>

/// Proxies lie in trees of growing size (the logarithmic method: J. L. Bentley and J. B. Saxe,
/// "Decomposable searching problems", 1980). New and moved proxies go to the loose leaves of the
/// first tree. When these are full, the proxies of the trees 0 to k move into tree k, the first
/// tree that can hold them all. Each proxy is built into each tree at most a few times, so n
/// inserts take O(n log^2 n). A single tree that is rebuilt after every sqrt(n) inserts would take
/// O(n^1.5 log n).
enum
{
    SC_FIRST_LOOSE = 64,  ///< loose places of tree 0
    SC_TREE_GROWTH = 4,   ///< tree k holds up to 64 * 4^k proxies
    SC_TREE_COUNT = 10    ///< the last one holds SC_MAX_SLOTS
};

typedef struct sc_proxy
{
    sc_aabb aabb;
    uint64_t category, user_data;
    uint32_t generation;  ///< odd while it is in use
    int32_t at;           ///< in its tree
    int32_t next_free;
    int32_t tree;  ///< index of its tree
} sc_proxy;

struct scree_tree
{
    sc_memory memory;
    sc_tree trees[SC_TREE_COUNT];  ///< only tree 0 uses its loose leaves
    sc_proxy *slots;               ///< slot 0 is never used
    int32_t used, capacity, first_free, count;
    atomic_int *readers;  ///< queries that are under way
};

static inline scree_result sc_tree_fail(scree_result code, const char *function,
                                        const char *argument, const char *what)
{
    return sc_fail(NULL, code, function, argument, what);
}

static inline scree_result sc_check_tree_aabb(scree_aabb aabb, const char *function)
{
    SC_TRY(sc_check_vector(NULL, function, "aabb.lower", aabb.lower, SC_WORLD_REACH));
    SC_TRY(sc_check_vector(NULL, function, "aabb.upper", aabb.upper, SC_WORLD_REACH));
    return aabb.lower.x <= aabb.upper.x && aabb.lower.y <= aabb.upper.y
               ? SCREE_OK
               : sc_tree_fail(SCREE_ERROR_ARGUMENT, function, "aabb",
                              "has its lower corner above the upper one");
}

static inline sc_aabb sc_narrow_aabb(scree_aabb aabb)
{
    return (sc_aabb){aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y};
}

static inline uint64_t sc_proxy_id(const scree_tree *tree, int32_t slot)
{
    return (uint64_t)tree->slots[slot].generation << 32 | (uint32_t)slot;
}

/// Fills `views` with the trees that have proxies, the large ones first. Returns their number.
static inline int sc_box_tree_views(const scree_tree *tree, sc_tree_view views[2 * SC_TREE_COUNT])
{
    int count = 0;
    for (int k = SC_TREE_COUNT; k-- > 0;)
    {
        count += tree->trees[k].node_count > 0 ? sc_tree_views(&tree->trees[k], views + count) : 0;
    }
    return count;
}

#endif
