/// Trees of a program's own boxes.
#include "queries/calls/box_tree_state.h"

#include "core/assert.h"

#define READERS_BYTES 64

scree_tree *scree_tree_create(const scree_allocator *allocator)
{
    if (allocator != NULL && (allocator->allocate == NULL) != (allocator->release == NULL))
    {
        sc_tree_fail(SCREE_ERROR_ARGUMENT, __func__, "allocator", "has only one of its functions");
        return NULL;
    }
    const scree_allocator standard = {NULL, NULL, NULL};
    sc_memory memory = sc_memory_make(allocator != NULL ? allocator : &standard);
    scree_tree *tree = sc_allocate(&memory, sizeof *tree);
    atomic_int *readers = sc_allocate(&memory, READERS_BYTES);
    if (tree == NULL || readers == NULL)
    {
        sc_release(&memory, tree, sizeof *tree);
        sc_release(&memory, readers, READERS_BYTES);
        sc_tree_fail(SCREE_ERROR_OUT_OF_MEMORY, __func__, "allocator", "found no memory");
        return NULL;
    }
    *tree = (scree_tree){.memory = memory, .used = 1, .readers = readers};
    atomic_init(readers, 0);
    return tree;
}

/// Checks that the tree is not null, and that no query is under way.
static scree_result enter(const scree_tree *tree, const char *function)
{
    return tree == NULL ? sc_tree_fail(SCREE_ERROR_NULL, function, "tree", "is null")
           : atomic_load(tree->readers) != 0
               ? sc_tree_fail(SCREE_ERROR_LOCKED, function, "tree", "is in the middle of a query")
               : SCREE_OK;
}

scree_result scree_tree_destroy(scree_tree *tree)
{
    if (tree == NULL)
    {
        return SCREE_OK;
    }
    SC_TRY(enter(tree, __func__));
    sc_memory memory = tree->memory;
    for (int k = 0; k < SC_TREE_COUNT; ++k)
    {
        sc_tree_release(&tree->trees[k], &memory);
    }
    sc_release(&memory, tree->slots, sizeof *tree->slots * (size_t)tree->capacity);
    sc_release(&memory, tree->readers, READERS_BYTES);
    sc_release(&memory, tree, sizeof *tree);
    return SCREE_OK;
}

/// The slot of a live proxy, or 0.
static int32_t find(const scree_tree *tree, uint64_t proxy)
{
    uint64_t slot = proxy & SC_MAX_SLOTS;
    bool live = tree != NULL && slot != 0 && slot < (uint64_t)tree->used &&
                tree->slots[slot].generation == proxy >> 32 && (proxy >> 32 & 1u) != 0 &&
                (proxy & 0xff000000u) == 0;
    return live ? (int32_t)slot : 0;
}

static scree_result enter_proxy(const scree_tree *tree, uint64_t proxy, const char *function,
                                int32_t *slot)
{
    SC_TRY(enter(tree, function));
    *slot = find(tree, proxy);
    return *slot != 0 ? SCREE_OK
                      : sc_tree_fail(SCREE_ERROR_STALE_ID, function, "proxy",
                                     "is 0, removed, or of another tree");
}

static void put(scree_tree *tree, int32_t slot, int32_t k, int32_t at)
{
    sc_proxy *proxy = &tree->slots[slot];
    const sc_tree_entry entry = {.category = proxy->category, .slot = slot};
    sc_tree_put(&tree->trees[k], at, &entry, proxy->aabb);
    proxy->tree = k;
    proxy->at = at;
}

static sc_tree_item item_of(const scree_tree *tree, int32_t slot)
{
    const sc_aabb *aabb = &tree->slots[slot].aabb;
    return (sc_tree_item){0.5f * (aabb->lower_x + aabb->upper_x),
                          0.5f * (aabb->lower_y + aabb->upper_y), slot};
}

/// Appends the proxies of a tree. Returns the new count.
static int32_t list_items(const scree_tree *tree, int32_t k, sc_tree_item *items, int32_t count)
{
    const sc_tree *from = &tree->trees[k];
    const int32_t places = SC_BLOCK * (from->built_leaves + from->loose_leaves);
    for (int32_t i = 0; i < places && from->count > 0; ++i)
    {
        if (from->entries[i].slot != 0)
        {
            items[count++] = item_of(tree, from->entries[i].slot);
        }
    }
    return count;
}

/// Removes all proxies from a tree and keeps its memory.
static void empty_tree(scree_tree *tree, int32_t k)
{
    if (tree->trees[k].node_count > 0)
    {
        bool emptied = sc_tree_build(&tree->trees[k], &tree->memory, NULL, 0);
        SC_ASSERT(emptied);
        (void)emptied;
    }
}

/// Builds tree k again from the proxies of trees 0 to k and `added_count` live slots that are in no
/// tree yet, where k is the first tree with room for all of them. Returns false and changes nothing
/// if out of memory.
static bool merge_trees(scree_tree *tree, const int32_t *added, int32_t added_count)
{
    int32_t k = 0, total = added_count + tree->trees[0].count;
    int64_t room = SC_FIRST_LOOSE;
    do
    {
        total += tree->trees[++k].count;
        room *= SC_TREE_GROWTH;
    } while (total > room && k + 1 < SC_TREE_COUNT);
    sc_memory *memory = &tree->memory;
    const size_t size = sizeof(sc_tree_item) * (size_t)(total + 1);
    sc_tree_item *items = sc_allocate(memory, size);
    if (items == NULL)
    {
        return false;
    }
    int32_t count = 0;
    for (int32_t j = 0; j <= k; ++j)
    {
        count = list_items(tree, j, items, count);
    }
    for (int32_t i = 0; i < added_count; ++i)
    {
        items[count++] = item_of(tree, added[i]);
    }
    SC_ASSERT(count == total);
    const bool built = sc_tree_build(&tree->trees[k], memory, items, count);
    for (int32_t i = 0; i < count && built; ++i)
    {
        put(tree, items[i].slot, k, i);
    }
    if (built)
    {
        sc_tree_finish(&tree->trees[k]);
    }
    for (int32_t j = 0; j < k && built; ++j)
    {
        empty_tree(tree, j);
    }
    sc_release(memory, items, size);
    return built;
}

/// Makes sure that tree 0 has a loose place. Returns false if out of memory.
static bool reserve_loose(scree_tree *tree)
{
    const sc_tree *first = &tree->trees[0];
    return first->node_count == 0
               ? sc_tree_build(&tree->trees[0], &tree->memory, NULL, 0)
               : first->loose_count < first->loose_capacity || merge_trees(tree, NULL, 0);
}

/// Puts a live slot into a loose place of tree 0, which reserve_loose has made sure of.
static void place_proxy(scree_tree *tree, int32_t slot)
{
    const int32_t at = sc_tree_take_loose(&tree->trees[0]);
    put(tree, slot, 0, at);
    sc_tree_refit_above(&tree->trees[0], at);
}

/// Makes room for `added` more slots. Returns false and changes nothing if out of memory.
static bool reserve_slots(scree_tree *tree, int64_t added)
{
    const int64_t needed = tree->used + added;
    if (needed <= tree->capacity)
    {
        return true;
    }
    int capacity = sc_grown(tree->capacity, (int)needed);
    sc_proxy *slots = sc_allocate(&tree->memory, sizeof *slots * (size_t)capacity);
    if (slots == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < capacity; ++i)
    {
        slots[i] = i < tree->used && tree->slots != NULL ? tree->slots[i] : (sc_proxy){0};
    }
    sc_release(&tree->memory, tree->slots, sizeof *slots * (size_t)tree->capacity);
    tree->slots = slots;
    tree->capacity = capacity;
    return true;
}

/// Takes a slot, for which there is room, and fills it in.
static int32_t take_slot(scree_tree *tree, scree_aabb aabb, uint64_t category, uint64_t user_data)
{
    const int32_t slot = tree->first_free != 0 ? tree->first_free : tree->used;
    SC_ASSERT(slot < tree->capacity);
    sc_proxy *proxy = &tree->slots[slot];
    tree->first_free = tree->first_free != 0 ? proxy->next_free : 0;
    tree->used += slot == tree->used;
    ++tree->count;
    proxy->aabb = sc_narrow_aabb(aabb);
    proxy->category = category;
    proxy->user_data = user_data;
    ++proxy->generation;
    return slot;
}

static void release_slot(scree_tree *tree, int32_t slot)
{
    ++tree->slots[slot].generation;
    tree->slots[slot].next_free = tree->first_free;
    tree->first_free = slot;
    --tree->count;
}

uint64_t scree_tree_insert(scree_tree *tree, scree_aabb aabb, uint64_t category, uint64_t user_data)
{
    if (enter(tree, __func__) != SCREE_OK || sc_check_tree_aabb(aabb, __func__) != SCREE_OK)
    {
        return 0;
    }
    if (tree->count >= SC_MAX_SLOTS || !reserve_slots(tree, tree->first_free == 0) ||
        !reserve_loose(tree))
    {
        sc_tree_fail(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory, or is full");
        return 0;
    }
    const int32_t slot = take_slot(tree, aabb, category, user_data);
    place_proxy(tree, slot);
    return sc_proxy_id(tree, slot);
}

/// Checks the arguments of scree_tree_insert_boxes.
static scree_result check_boxes(const scree_tree *tree, const scree_tree_box *boxes, int count,
                                const uint64_t *proxies, const char *function)
{
    SC_TRY(enter(tree, function));
    SC_TRY(sc_check_number(NULL, function, "count", (double)count, 0.0, SC_MAX_SLOTS));
    if (count > 0 && (boxes == NULL || proxies == NULL))
    {
        return sc_tree_fail(SCREE_ERROR_NULL, function, boxes == NULL ? "boxes" : "proxies",
                            "is null");
    }
    for (int i = 0; i < count; ++i)
    {
        SC_TRY(sc_check_tree_aabb(boxes[i].aabb, function));
    }
    return SCREE_OK;
}

scree_result scree_tree_insert_boxes(scree_tree *tree, const scree_tree_box *boxes, int count,
                                     uint64_t *proxies)
{
    SC_TRY(check_boxes(tree, boxes, count, proxies, __func__));
    if (count == 0)
    {
        return SCREE_OK;
    }
    const size_t size = sizeof(int32_t) * (size_t)count;
    const int free_slots = tree->used - 1 - tree->count;
    const int more = count > free_slots ? count - free_slots : 0;
    int32_t *added = count <= SC_MAX_SLOTS - tree->count && reserve_slots(tree, more)
                         ? sc_allocate(&tree->memory, size)
                         : NULL;
    if (added == NULL)
    {
        return sc_tree_fail(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree",
                            "found no memory, or is full");
    }
    for (int i = 0; i < count; ++i)
    {
        added[i] = take_slot(tree, boxes[i].aabb, boxes[i].category, boxes[i].user_data);
    }
    const bool merged = merge_trees(tree, added, count);
    for (int i = count; i-- > 0;)
    {
        if (merged)
        {
            proxies[i] = sc_proxy_id(tree, added[i]);
        }
        else
        {
            release_slot(tree, added[i]);
        }
    }
    sc_release(&tree->memory, added, size);
    return merged ? SCREE_OK
                  : sc_tree_fail(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory");
}

static void take_out(scree_tree *tree, int32_t slot)
{
    sc_tree *from = &tree->trees[tree->slots[slot].tree];
    sc_tree_take_out(from, tree->slots[slot].at);
    sc_tree_refit_above(from, tree->slots[slot].at);
}

scree_result scree_tree_remove(scree_tree *tree, uint64_t proxy)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    take_out(tree, slot);
    release_slot(tree, slot);
    return SCREE_OK;
}

scree_result scree_tree_move(scree_tree *tree, uint64_t proxy, scree_aabb aabb)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    SC_TRY(sc_check_tree_aabb(aabb, __func__));
    sc_proxy *moved = &tree->slots[slot];
    const sc_aabb after = sc_narrow_aabb(aabb);
    if (sc_tree_is_home(&tree->trees[moved->tree], moved->at, after))
    {
        moved->aabb = after;
        put(tree, slot, moved->tree, moved->at);
        sc_tree_refit_above(&tree->trees[moved->tree], moved->at);
        return SCREE_OK;
    }
    if (!reserve_loose(tree))
    {
        return sc_tree_fail(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory");
    }
    take_out(tree, slot);
    moved->aabb = after;
    place_proxy(tree, slot);
    return SCREE_OK;
}

scree_result scree_tree_set_category(scree_tree *tree, uint64_t proxy, uint64_t category)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    tree->slots[slot].category = category;
    tree->trees[tree->slots[slot].tree].entries[tree->slots[slot].at].category = category;
    return SCREE_OK;
}

scree_result scree_tree_set_user_data(scree_tree *tree, uint64_t proxy, uint64_t user_data)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    tree->slots[slot].user_data = user_data;
    return SCREE_OK;
}

bool scree_tree_is_valid(const scree_tree *tree, uint64_t proxy) { return find(tree, proxy) != 0; }

scree_aabb scree_tree_aabb(const scree_tree *tree, uint64_t proxy)
{
    int32_t slot = find(tree, proxy);
    sc_aabb aabb = slot != 0 ? tree->slots[slot].aabb : (sc_aabb){0};
    return (scree_aabb){{aabb.lower_x, aabb.lower_y}, {aabb.upper_x, aabb.upper_y}};
}

uint64_t scree_tree_category(const scree_tree *tree, uint64_t proxy)
{
    int32_t slot = find(tree, proxy);
    return slot != 0 ? tree->slots[slot].category : 0;
}

uint64_t scree_tree_user_data(const scree_tree *tree, uint64_t proxy)
{
    int32_t slot = find(tree, proxy);
    return slot != 0 ? tree->slots[slot].user_data : 0;
}

int scree_tree_count(const scree_tree *tree) { return tree != NULL ? tree->count : 0; }

uint64_t scree_tree_byte_count(const scree_tree *tree)
{
    return tree != NULL ? tree->memory.bytes : 0;
}

scree_aabb scree_tree_bounds(const scree_tree *tree)
{
    sc_tree_view views[2 * SC_TREE_COUNT];
    int count = tree != NULL ? sc_box_tree_views(tree, views) : 0;
    scree_aabb whole = {{FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX}};
    for (int t = 0; t < count; ++t)
    {
        const sc_tree_node *root = &views[t].nodes[views[t].root];
        for (int k = 0; k < SC_BLOCK; ++k)
        {
            if (root->lower_x[k] < INFINITY)
            {
                whole.lower.x = sc_min(whole.lower.x, root->lower_x[k]);
                whole.lower.y = sc_min(whole.lower.y, root->lower_y[k]);
                whole.upper.x = sc_max(whole.upper.x, root->upper_x[k]);
                whole.upper.y = sc_max(whole.upper.y, root->upper_y[k]);
            }
        }
    }
    return whole.lower.x < FLT_MAX ? whole : (scree_aabb){{0.0f, 0.0f}, {0.0f, 0.0f}};
}
