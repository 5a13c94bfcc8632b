/// Queries of the trees that hold a program's own boxes (scree/box_tree.h).
#include "queries/calls/box_tree_state.h"
#include "simd/queries/ray_shapes.h"

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
    uint64_t proxy = sc_proxy_id(tree, entry->slot);
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
    sc_tree_view views[2 * SC_TREE_COUNT];
    int view_count = sc_box_tree_views(query->tree, views);
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
        return sc_tree_fail(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback",
                            "is null");
    }
    SC_TRY(sc_check_tree_aabb(aabb, __func__));
    box_query query = {.tree = tree,
                       .mask = mask,
                       .aabb = sc_narrow_aabb(aabb),
                       .visit = callback,
                       .context = context};
    walk(&query);
    return SCREE_OK;
}

/// The proxies with the lowest slots that were found: a heap with the highest one on top.
typedef struct proxy_list
{
    uint64_t *proxies;
    int capacity, count;
} proxy_list;

/// Order of proxies: by slot.
static bool proxy_is_before(uint64_t p, uint64_t q)
{
    return (p & SC_MAX_SLOTS) < (q & SC_MAX_SLOTS);
}

/// Moves a proxy down from place `at` until the heap is in order. Both subtrees of `at` are heaps.
static void sift_proxy_down(uint64_t *heap, int count, int at, uint64_t proxy)
{
    while (at < count / 2)
    {
        int below = 2 * at + 1;
        below += below + 1 < count && proxy_is_before(heap[below], heap[below + 1]);
        if (!proxy_is_before(proxy, heap[below]))
        {
            break;
        }
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = proxy;
}

static void make_proxy_heap(uint64_t *proxies, int count)
{
    for (int i = count / 2; i-- > 0;)
    {
        sift_proxy_down(proxies, count, i, proxies[i]);
    }
}

static bool list_proxy(uint64_t proxy, uint64_t user_data, void *context)
{
    (void)user_data;
    proxy_list *list = context;
    const int capacity = list->capacity;
    if (list->count < capacity)
    {
        list->proxies[list->count] = proxy;
        if (list->count + 1 == capacity)
        {
            make_proxy_heap(list->proxies, capacity);
        }
    }
    else if (capacity > 0 && proxy_is_before(proxy, list->proxies[0]))
    {
        sift_proxy_down(list->proxies, capacity, 0, proxy);
    }
    ++list->count;
    return true;
}

/// Sorts the list in place.
static void sort_proxies(proxy_list *list)
{
    const int count = list->count < list->capacity ? list->count : list->capacity;
    make_proxy_heap(list->proxies, count);
    for (int end = count - 1; end > 0; --end)
    {
        const uint64_t last = list->proxies[0];
        sift_proxy_down(list->proxies, end, 0, list->proxies[end]);
        list->proxies[end] = last;
    }
}

int scree_tree_overlap_aabb(const scree_tree *tree, scree_aabb aabb, uint64_t mask,
                            uint64_t *proxies, int capacity)
{
    if (capacity < 0)
    {
        sc_tree_fail(SCREE_ERROR_ARGUMENT, __func__, "capacity", "is negative");
        return -1;
    }
    if (tree == NULL)
    {
        sc_tree_fail(SCREE_ERROR_NULL, __func__, "tree", "is null");
        return -1;
    }
    if (sc_check_tree_aabb(aabb, __func__) != SCREE_OK)
    {
        return -1;
    }
    proxy_list list = {proxies, proxies != NULL ? capacity : 0, 0};
    box_query query = {.tree = tree,
                       .mask = mask,
                       .aabb = sc_narrow_aabb(aabb),
                       .visit = list_proxy,
                       .context = &list};
    walk(&query);
    sort_proxies(&list);
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
        return sc_tree_fail(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback",
                            "is null");
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
        return sc_tree_fail(SCREE_ERROR_NULL, __func__, tree == NULL ? "tree" : "callback",
                            "is null");
    }
    SC_TRY(sc_check_tree_aabb(aabb, __func__));
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
