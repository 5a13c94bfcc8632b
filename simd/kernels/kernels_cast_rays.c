/// Rays through trees of shapes: a ray against the 16 children of a node at a time, or many rays
/// against one child.
#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/queries/ray_lists.h"

typedef struct waiting_node
{
    float enters;
    int32_t node;
} waiting_node;

typedef struct closest
{
    float fraction;
    scree_vec2 normal;
    int32_t slot;
} closest;

static void meet_entries(const sc_ray_args *args, const sc_ray *ray, const sc_tree_entry *entries,
                         unsigned met, const float *enters, closest *found)
{
    for (; met != 0; met &= met - 1)
    {
        int k = __builtin_ctz(met);
        const sc_tree_entry *entry = &entries[k];
        if (enters[k] > found->fraction || !sc_entry_passes(entry, &args->filter))
        {
            continue;
        }
        sc_ray_point point =
            sc_ray_point_within(sc_ray_meets_shape(ray, entry, args->geometry), enters[k]);
        float fraction = point.fraction;
        bool nearer =
            fraction < found->fraction ||
            (fraction == found->fraction && (found->slot == 0 || entry->slot < found->slot));
        if (point.hit && nearer)
        {
            *found = (closest){fraction, point.normal, entry->slot};
        }
    }
}

static void cast_ray(const sc_ray_args *args, const sc_tree_view *tree, const sc_ray *ray,
                     closest *found)
{
    waiting_node stack[SC_TREE_STACK];
    int count = 1;
    stack[0] = (waiting_node){0.0f, tree->root};
    while (count > 0)
    {
        waiting_node next = stack[--count];
        if (next.enters > found->fraction)
        {
            continue;
        }
        float enters[SC_BLOCK];
        const sc_tree_node *node = &tree->nodes[next.node];
        // Find the children that the ray meets before `limit`, as bits, and the fraction at which
        // it enters each.
        wf origin_x = splat(ray->origin.x), origin_y = splat(ray->origin.y);
        wf inverse_x = splat(ray->inverse.x), inverse_y = splat(ray->inverse.y);
        unsigned met = 0;
        for (int k = 0; k < SC_BLOCK; k += SC_LANES)
        {
            wf x0 = mul(sub(load(node->lower_x + k), origin_x), inverse_x);
            wf x1 = mul(sub(load(node->upper_x + k), origin_x), inverse_x);
            wf y0 = mul(sub(load(node->lower_y + k), origin_y), inverse_y);
            wf y1 = mul(sub(load(node->upper_y + k), origin_y), inverse_y);
            wf enter = max2(max2(min2(x0, x1), min2(y0, y1)), zero());
            wf leave = mul(splat(SC_RAY_LEAVES), min2(max2(x0, x1), max2(y0, y1)));
            store(enters + k, enter);
            met |= mask_bits(le(enter, min2(leave, splat(found->fraction)))) << k;
        }
        if (next.node < tree->leaf_count)
        {
            meet_entries(args, ray, tree->entries + (ptrdiff_t)SC_BLOCK * next.node, met, enters,
                         found);
            if (args->any != 0 && found->slot != 0)
            {
                return;
            }
            continue;
        }
        // Push the children that are met, with the nearest on top.
        for (int first = count; met != 0; met &= met - 1)
        {
            int k = __builtin_ctz(met), at = count++;
            for (; at > first && stack[at - 1].enters < enters[k]; --at)
            {
                stack[at] = stack[at - 1];
            }
            stack[at] = (waiting_node){enters[k], node->child[k]};
        }
    }
}

/// Casts ray i alone through `trees`, the last tree first. The tree of static bodies, which are
/// often large and far apart, is thus visited after the trees of the bodies that lie on them.
static void cast_down(const sc_ray_args *args, const sc_tree_view *trees, int tree_count, int i)
{
    sc_ray ray = sc_ray_of_row(args->rows, i);
    closest found = {args->fraction[i], {args->normal_x[i], args->normal_y[i]}, args->slot[i]};
    for (int t = tree_count; t-- > 0 && !(args->any != 0 && found.slot != 0);)
    {
        cast_ray(args, &trees[t], &ray, &found);
    }
    args->fraction[i] = found.fraction;
    args->normal_x[i] = found.normal.x;
    args->normal_y[i] = found.normal.y;
    args->slot[i] = found.slot;
}

#if SC_LANES > 1

enum
{
    FEW = 3  ///< the largest number of rays that are cast one by one, without a list
};

static void cast_at_leaf(ray_group *g, const ray_list *list, const sc_tree_node *node,
                         const sc_tree_entry *entries)
{
    for (unsigned met = meet_node_together(list, node); met != 0; met &= met - 1)
    {
        int k = __builtin_ctz(met), count = 0;
        if (!sc_entry_passes(&entries[k], &g->args->filter))
        {
            continue;
        }
        child_lanes child = child_of(list, node, k);
        __builtin_prefetch(g->args->geometry + entries[k].geometry);
        for (int i = 0; i < list->count; i += SC_LANES)
        {
            wf enters;
            wm now = meet_child(list, i, &child, &enters);
            wp pack = pack_of(now);  // often none: a branch would cost more
            store_packed_int(g->met + count, pack, load_int(list->ray + i));
            store_packed(g->enters + count, pack, enters);
            count += __builtin_popcount(mask_bits(now));
        }
        if (count > 0)
        {
            // The first `count` rays of `met` meet the AABB of this shape.
            const sc_tree_entry *entry = &entries[k];
            store_int(g->met + count, splat_int(g->met[0]));  // fills the last lanes
            store(g->enters + count, splat(g->enters[0]));
            for (int i = 0; i < count; i += SC_LANES)
            {
                const int32_t *rays = g->met + i;
                float fractions[SC_LANES], normals[2][SC_LANES];
                wf4 row = gather4(g->rows, 4, rays);
                lane_hits hits = meet_shape_lanes(vec2(row.a, row.b), vec2(row.c, row.d), entry,
                                                  g->args->geometry);
                wf entered = load(g->enters + i), fraction = max2(hits.fraction, entered);
                wm off = gt(sub(entered, hits.fraction), splat(SC_RAY_GRAZE_SLACK));
                hits.hit = and_not(hits.hit, both(hits.grazes, off));
                wf now = gather(g->args->fraction + g->begin, load_int(g->met + i));
                hits.hit = both(hits.hit, le(fraction, now));
                store(fractions, fraction);
                store(normals[0], hits.normal.x);
                store(normals[1], hits.normal.y);
                // Use the hits of the first lanes only, unless all lanes hold rays.
                int lanes = count - i < SC_LANES ? count - i : SC_LANES;
                unsigned hit = mask_bits(hits.hit) & ((1u << (lanes - 1) << 1) - 1);
                for (; hit != 0; hit &= hit - 1)
                {
                    int j = __builtin_ctz(hit);
                    const sc_ray_args *args = g->args;
                    int ray = g->begin + rays[j];
                    if (fractions[j] < args->fraction[ray] ||
                        (fractions[j] == args->fraction[ray] &&
                         (args->slot[ray] == 0 || entry->slot < args->slot[ray])))
                    {
                        args->fraction[ray] = fractions[j];
                        args->normal_x[ray] = normals[0][j];
                        args->normal_y[ray] = normals[1][j];
                        args->slot[ray] = entry->slot;
                    }
                }
            }
        }
    }
}

/// Casts the rays of a list, which meet node `at`, through its subtree.
static void cast_list(ray_group *g, const sc_tree_view *tree, int32_t at, int level)
{
    ray_list *list = &g->list[level];
    const sc_tree_node *node = &tree->nodes[at];
    const bool is_leaf = at < tree->leaf_count;
    if (list->count <= FEW || (level + 1 == SC_RAY_LEVELS && !is_leaf))
    {
        sc_tree_view below = *tree;
        below.root = at;
        for (int i = 0; i < list->count; ++i)
        {
            cast_down(g->args, &below, 1, g->begin + list->ray[i]);
        }
        return;
    }
    if (is_leaf)
    {
        cast_at_leaf(g, list, node, tree->entries + (ptrdiff_t)SC_BLOCK * at);
        return;
    }
    // Find the children that the rays may meet, approximately in the order in which four of the
    // rays meet them.
    unsigned met = meet_node_together(list, node);
    float keys[SC_BLOCK], x = 0.0f, y = 0.0f;
    int order[SC_BLOCK], count = 0;
    for (int k = 0; k < 4; ++k)
    {
        const float *row = g->rows + (ptrdiff_t)4 * list->ray[(list->count - 1) * k / 3];
        x += row[2];
        y += row[3];
    }
    for (; met != 0; met &= met - 1)
    {
        int k = __builtin_ctz(met), place = count++;
        float key =
            (node->lower_x[k] + node->upper_x[k]) * x + (node->lower_y[k] + node->upper_y[k]) * y;
        for (; place > 0 && keys[place - 1] > key; --place)
        {
            keys[place] = keys[place - 1];
            order[place] = order[place - 1];
        }
        keys[place] = key;
        order[place] = k;
    }
    for (int i = 0; i < count; ++i)
    {
        const sc_tree_node *next = &tree->nodes[node->child[order[i]]];
        __builtin_prefetch(next->lower_x);
        __builtin_prefetch(next->lower_y);
        __builtin_prefetch(next->upper_x);
        __builtin_prefetch(next->upper_y);
        list_child(list, g->args->fraction + g->begin, node, order[i], &g->list[level + 1]);
        if (g->list[level + 1].count > 0)
        {
            cast_list(g, tree, node->child[order[i]], level + 1);
        }
    }
}

static void *take_scratch(sc_ray_scratch **from, int count)
{
    sc_ray_scratch *taken = *from;
    *from += count;
    return taken;
}

/// Returns false and casts no ray unless the directions of all rays lie in the same quadrant.
static bool cast_group(const sc_ray_args *args, int begin, int count)
{
    int room = sc_pad_block(count) + SC_BLOCK;
    sc_ray_scratch *free = args->scratch;
    ray_group g = {.args = args, .begin = begin, .rows = args->rows + (ptrdiff_t)4 * begin};
    g.met = take_scratch(&free, room);
    g.enters = take_scratch(&free, room);
    for (int level = 0; level < SC_RAY_LEVELS; ++level)
    {
        g.list[level] = (ray_list){.ray = take_scratch(&free, room),
                                   .origin_x = take_scratch(&free, room),
                                   .origin_y = take_scratch(&free, room),
                                   .inverse_x = take_scratch(&free, room),
                                   .inverse_y = take_scratch(&free, room),
                                   .fraction = take_scratch(&free, room)};
    }
    for (int t = args->tree_count; t-- > 0;)
    {
        ray_list *list = &g.list[0];
        list->count = count;
        for (int i = 0; i < count + SC_LANES; ++i)
        {
            list->ray[i] = i < count ? i : 0;
        }
        for (int i = 0; i < count; i += SC_LANES)
        {
            wf4 row = gather4(g.rows, 4, list->ray + i);
            store(list->origin_x + i, row.a);
            store(list->origin_y + i, row.b);
            store(list->inverse_x + i, inverse_lanes(row.c));
            store(list->inverse_y + i, inverse_lanes(row.d));
            store(list->fraction + i, gather(args->fraction + begin, load_int(list->ray + i)));
        }
        finish_list(list);
        if (list->x.way == 0 || list->y.way == 0)
        {
            return false;
        }
        cast_list(&g, &args->trees[t], args->trees[t].root, 0);
    }
    return true;
}

#endif

void SC_KERNEL(cast_rays)(const sc_ray_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
#if SC_LANES > 1
    if (args->scratch != NULL && args->any == 0 && begin < end &&
        cast_group(args, begin, end - begin))
    {
        return;
    }
#endif
    for (int i = begin; i < end; ++i)
    {
        cast_down(args, args->trees, args->tree_count, i);
    }
}
