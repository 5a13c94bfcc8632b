/// Trees of a program's own boxes.
#include "scree/box_tree.h"

#include "broadphase/tree.h"
#include "core/errors.h"
#include "core/ids.h"
#include "simd/queries/ray_shapes.h"

#include <stdatomic.h>

typedef struct proxy_slot
{
    sc_aabb aabb;
    uint64_t category, user_data;
    uint32_t generation;  ///< odd while it is in use
    int32_t at;           ///< in the tree
    int32_t next_free;
} proxy_slot;

struct scree_tree
{
    sc_memory memory;
    sc_tree tree;
    proxy_slot *slots;  ///< slot 0 is never used
    int32_t used, capacity, first_free, count;
    atomic_int *readers;  ///< queries that are under way
};

#define READERS_BYTES 64

static scree_result fails(scree_result code, const char *function, const char *argument,
                          const char *what)
{
    return sc_fail(NULL, code, function, argument, what);
}

scree_tree *scree_tree_create(const scree_allocator *allocator)
{
    if (allocator != NULL && (allocator->allocate == NULL) != (allocator->release == NULL))
    {
        fails(SCREE_ERROR_ARGUMENT, __func__, "allocator", "has only one of its functions");
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
        fails(SCREE_ERROR_OUT_OF_MEMORY, __func__, "allocator", "found no memory");
        return NULL;
    }
    *tree = (scree_tree){.memory = memory, .used = 1, .readers = readers};
    atomic_init(readers, 0);
    return tree;
}

/// Checks that the tree is not null, and that no query is under way.
static scree_result enter(const scree_tree *tree, const char *function)
{
    return tree == NULL ? fails(SCREE_ERROR_NULL, function, "tree", "is null")
           : atomic_load(tree->readers) != 0
               ? fails(SCREE_ERROR_LOCKED, function, "tree", "is in the middle of a query")
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
    sc_tree_release(&tree->tree, &memory);
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

static uint64_t proxy_of(const scree_tree *tree, int32_t slot)
{
    return (uint64_t)tree->slots[slot].generation << 32 | (uint32_t)slot;
}

static scree_result enter_proxy(const scree_tree *tree, uint64_t proxy, const char *function,
                                int32_t *slot)
{
    SC_TRY(enter(tree, function));
    *slot = find(tree, proxy);
    return *slot != 0 ? SCREE_OK
                      : fails(SCREE_ERROR_STALE_ID, function, "proxy",
                              "is 0, removed, or of another tree");
}

static scree_result check_aabb(scree_aabb aabb, const char *function)
{
    SC_TRY(sc_check_vector(NULL, function, "aabb.lower", aabb.lower, SC_WORLD_REACH));
    SC_TRY(sc_check_vector(NULL, function, "aabb.upper", aabb.upper, SC_WORLD_REACH));
    return aabb.lower.x <= aabb.upper.x && aabb.lower.y <= aabb.upper.y
               ? SCREE_OK
               : fails(SCREE_ERROR_ARGUMENT, function, "aabb",
                       "has its lower corner above the upper one");
}

static sc_aabb narrow_aabb(scree_aabb aabb)
{
    return (sc_aabb){aabb.lower.x, aabb.lower.y, aabb.upper.x, aabb.upper.y};
}

static void put(scree_tree *tree, int32_t slot, int32_t at)
{
    proxy_slot *proxy = &tree->slots[slot];
    const sc_tree_entry entry = {.category = proxy->category, .slot = slot};
    sc_tree_put(&tree->tree, at, &entry, proxy->aabb);
    proxy->at = at;
}

/// Builds the tree of all live slots. False: no memory, nothing changed.
static bool rebuild(scree_tree *tree)
{
    sc_memory *memory = &tree->memory;
    const size_t size = sizeof(sc_tree_item) * (size_t)(tree->count + 1);
    sc_tree_item *items = sc_allocate(memory, size);
    if (items == NULL)
    {
        return false;
    }
    int32_t count = 0;
    for (int32_t slot = 1; slot < tree->used; ++slot)
    {
        const sc_aabb *aabb = &tree->slots[slot].aabb;
        if ((tree->slots[slot].generation & 1u) != 0)
        {
            items[count++] = (sc_tree_item){0.5f * (aabb->lower_x + aabb->upper_x),
                                            0.5f * (aabb->lower_y + aabb->upper_y), slot};
        }
    }
    bool built = sc_tree_build(&tree->tree, memory, items, count);
    for (int32_t i = 0; i < count && built; ++i)
    {
        put(tree, items[i].slot, i);
    }
    if (built)
    {
        sc_tree_finish(&tree->tree);
    }
    sc_release(memory, items, size);
    return built;
}

/// Puts a live slot, whose AABB is set, into a loose leaf, or rebuilds the tree.
static bool place_proxy(scree_tree *tree, int32_t slot)
{
    int32_t at = tree->tree.node_count > 0 ? sc_tree_take_loose(&tree->tree) : -1;
    if (at < 0)
    {
        return rebuild(tree);
    }
    put(tree, slot, at);
    sc_tree_refit_above(&tree->tree, at);
    return true;
}

/// A slot for a new proxy, or 0 if out of memory.
static int32_t take_slot(scree_tree *tree)
{
    if (tree->first_free != 0)
    {
        return tree->first_free;
    }
    if (tree->used < tree->capacity)
    {
        return tree->used;
    }
    int capacity = sc_grown(tree->capacity, tree->used + 1);
    proxy_slot *slots = sc_allocate(&tree->memory, sizeof *slots * (size_t)capacity);
    if (slots == NULL)
    {
        return 0;
    }
    for (int32_t i = 0; i < capacity; ++i)
    {
        slots[i] = i < tree->used && tree->slots != NULL ? tree->slots[i] : (proxy_slot){0};
    }
    sc_release(&tree->memory, tree->slots, sizeof *slots * (size_t)tree->capacity);
    tree->slots = slots;
    tree->capacity = capacity;
    return tree->used;
}

uint64_t scree_tree_insert(scree_tree *tree, scree_aabb aabb, uint64_t category, uint64_t user_data)
{
    if (enter(tree, __func__) != SCREE_OK || check_aabb(aabb, __func__) != SCREE_OK)
    {
        return 0;
    }
    int32_t slot = tree->count < SC_MAX_SLOTS ? take_slot(tree) : 0;
    if (slot == 0)
    {
        fails(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory, or is full");
        return 0;
    }
    proxy_slot *proxy = &tree->slots[slot];
    const proxy_slot before = *proxy;
    const int32_t used = tree->used;
    proxy->aabb = narrow_aabb(aabb);
    proxy->category = category;
    proxy->user_data = user_data;
    ++proxy->generation;
    ++tree->count;
    tree->used += slot == used;
    if (!place_proxy(tree, slot))
    {
        *proxy = before;
        --tree->count;
        tree->used = used;
        fails(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory");
        return 0;
    }
    tree->first_free = slot == used ? tree->first_free : before.next_free;
    return proxy_of(tree, slot);
}

scree_result scree_tree_remove(scree_tree *tree, uint64_t proxy)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    sc_tree_take_out(&tree->tree, tree->slots[slot].at);
    sc_tree_refit_above(&tree->tree, tree->slots[slot].at);
    ++tree->slots[slot].generation;
    tree->slots[slot].next_free = tree->first_free;
    tree->first_free = slot;
    --tree->count;
    return SCREE_OK;
}

scree_result scree_tree_move(scree_tree *tree, uint64_t proxy, scree_aabb aabb)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    SC_TRY(check_aabb(aabb, __func__));
    proxy_slot *moved = &tree->slots[slot];
    const sc_aabb before = moved->aabb;
    const int32_t at = moved->at;
    moved->aabb = narrow_aabb(aabb);
    if (sc_tree_is_home(&tree->tree, at, moved->aabb))
    {
        put(tree, slot, at);
        sc_tree_refit_above(&tree->tree, at);
        return SCREE_OK;
    }
    if (tree->tree.loose_count < tree->tree.loose_capacity)
    {
        sc_tree_take_out(&tree->tree, at);
        sc_tree_refit_above(&tree->tree, at);
    }
    if (!place_proxy(tree, slot))
    {
        moved->aabb = before;
        return fails(SCREE_ERROR_OUT_OF_MEMORY, __func__, "tree", "found no memory");
    }
    return SCREE_OK;
}

scree_result scree_tree_set_category(scree_tree *tree, uint64_t proxy, uint64_t category)
{
    int32_t slot;
    SC_TRY(enter_proxy(tree, proxy, __func__, &slot));
    tree->slots[slot].category = category;
    tree->tree.entries[tree->slots[slot].at].category = category;
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
    sc_tree_view views[2];
    int count = tree != NULL ? sc_tree_views(&tree->tree, views) : 0;
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

/// A query and its callback.
typedef struct box_query
{
    const scree_tree *tree;
    uint64_t mask;
    bool is_ray;
    sc_aabb aabb;
    sc_ray ray;
    float half_x, half_y;  ///< of a box that moves along the ray
    float limit;           ///< fraction at which the ray ends; negative: stopped
    scree_tree_callback *visit;
    scree_tree_ray_callback *visit_ray;
    void *context;
} box_query;

static bool meets(const box_query *query, sc_aabb aabb, float *fraction)
{
    if (!query->is_ray)
    {
        return sc_aabbs_overlap(aabb, query->aabb);
    }
    const sc_aabb grown = {aabb.lower_x - query->half_x, aabb.lower_y - query->half_y,
                           aabb.upper_x + query->half_x, aabb.upper_y + query->half_y};
    float leaves;
    *fraction = sc_ray_enters(&query->ray, grown, &leaves);
    return *fraction <= sc_min(leaves, query->limit);
}

static void tell(box_query *query, const sc_tree_entry *entry, float fraction)
{
    const scree_tree *tree = query->tree;
    uint64_t proxy = proxy_of(tree, entry->slot);
    uint64_t user_data = tree->slots[entry->slot].user_data;
    if ((entry->category & query->mask) == 0)
    {
        return;
    }
    if (!query->is_ray)
    {
        query->limit = query->visit(proxy, user_data, query->context) ? 1.0f : -1.0f;
        return;
    }
    float wanted = query->visit_ray(proxy, user_data, fraction, query->context);
    if (!(wanted < 0.0f))
    {
        query->limit = !(wanted > 0.0f) ? -1.0f : sc_min(wanted, query->limit);
    }
}

static void walk(box_query *query)
{
    sc_tree_view views[2];
    int view_count = sc_tree_views(&query->tree->tree, views);
    atomic_fetch_add(query->tree->readers, 1);
    for (int t = 0; t < view_count; ++t)
    {
        int32_t stack[SC_TREE_STACK];
        int count = 1;
        stack[0] = views[t].root;
        while (count > 0 && query->limit >= 0.0f)
        {
            int32_t at = stack[--count];
            const sc_tree_node *node = &views[t].nodes[at];
            for (int k = 0; k < SC_BLOCK && query->limit >= 0.0f; ++k)
            {
                float fraction = 0.0f;
                bool met =
                    node->lower_x[k] < INFINITY && meets(query, sc_child_aabb(node, k), &fraction);
                if (met && at >= views[t].leaf_count)
                {
                    stack[count++] = node->child[k];
                }
                else if (met)
                {
                    tell(query, &views[t].entries[SC_BLOCK * at + k], fraction);
                }
            }
        }
    }
    atomic_fetch_sub(query->tree->readers, 1);
}

scree_result scree_tree_visit_aabb(const scree_tree *tree, scree_aabb aabb, uint64_t mask,
                                   scree_tree_callback *callback, void *context)
{
    if (tree == NULL || callback == NULL)
    {
        return fails(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback", "is null");
    }
    SC_TRY(check_aabb(aabb, __func__));
    box_query query = {.tree = tree,
                       .mask = mask,
                       .aabb = narrow_aabb(aabb),
                       .visit = callback,
                       .context = context};
    walk(&query);
    return SCREE_OK;
}

/// The lowest proxies that were found.
typedef struct proxy_list
{
    uint64_t *proxies;
    int capacity, count;
} proxy_list;

static bool list_proxy(uint64_t proxy, uint64_t user_data, void *context)
{
    (void)user_data;
    proxy_list *list = context;
    int kept = list->count < list->capacity ? list->count : list->capacity, at = kept;
    ++list->count;
    while (at > 0 && (list->proxies[at - 1] & SC_MAX_SLOTS) > (proxy & SC_MAX_SLOTS))
    {
        --at;
    }
    for (int i = kept < list->capacity ? kept : list->capacity - 1; i > at; --i)
    {
        list->proxies[i] = list->proxies[i - 1];
    }
    if (at < list->capacity)
    {
        list->proxies[at] = proxy;
    }
    return true;
}

int scree_tree_overlap_aabb(const scree_tree *tree, scree_aabb aabb, uint64_t mask,
                            uint64_t *proxies, int capacity)
{
    if (capacity < 0)
    {
        fails(SCREE_ERROR_ARGUMENT, __func__, "capacity", "is negative");
        return -1;
    }
    if (tree == NULL)
    {
        fails(SCREE_ERROR_NULL, __func__, "tree", "is null");
        return -1;
    }
    if (check_aabb(aabb, __func__) != SCREE_OK)
    {
        return -1;
    }
    proxy_list list = {proxies, proxies != NULL ? capacity : 0, 0};
    box_query query = {.tree = tree,
                       .mask = mask,
                       .aabb = narrow_aabb(aabb),
                       .visit = list_proxy,
                       .context = &list};
    walk(&query);
    return list.count;
}

static scree_result cast(box_query *query, scree_vec2 origin, scree_vec2 translation,
                         const char *function)
{
    SC_TRY(sc_check_vector(NULL, function, "translation", translation, SC_MAX_TRANSLATION));
    query->is_ray = true;
    query->ray = sc_ray_make(origin, translation);
    query->limit = 1.0f;
    walk(query);
    return SCREE_OK;
}

scree_result scree_tree_visit_ray(const scree_tree *tree, scree_vec2 origin, scree_vec2 translation,
                                  uint64_t mask, scree_tree_ray_callback *callback, void *context)
{
    if (tree == NULL || callback == NULL)
    {
        return fails(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback", "is null");
    }
    SC_TRY(sc_check_vector(NULL, __func__, "origin", origin, SC_WORLD_REACH));
    box_query query = {.tree = tree, .mask = mask, .visit_ray = callback, .context = context};
    return cast(&query, origin, translation, __func__);
}

scree_result scree_tree_visit_cast(const scree_tree *tree, scree_aabb aabb, scree_vec2 translation,
                                   uint64_t mask, scree_tree_ray_callback *callback, void *context)
{
    if (tree == NULL || callback == NULL)
    {
        return fails(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback", "is null");
    }
    SC_TRY(check_aabb(aabb, __func__));
    const scree_vec2 center = {0.5f * (aabb.lower.x + aabb.upper.x),
                               0.5f * (aabb.lower.y + aabb.upper.y)};
    box_query query = {.tree = tree,
                       .mask = mask,
                       .half_x = sc_max(aabb.upper.x - center.x, center.x - aabb.lower.x),
                       .half_y = sc_max(aabb.upper.y - center.y, center.y - aabb.lower.y),
                       .visit_ray = callback,
                       .context = context};
    return cast(&query, center, translation, __func__);
}
