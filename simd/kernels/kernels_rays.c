/// Rays through trees of shapes: a ray against the 16 children of a node at a time.
#include "simd/queries/ray_shapes.h"
#include "simd/wide.h"

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

/// The children that a ray meets before `limit`, as bits, and where it enters each.
static unsigned meet_node(const sc_ray *ray, const sc_tree_node *node, float limit, float *enters)
{
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
        wf leave = min2(min2(max2(x0, x1), max2(y0, y1)), splat(limit));
        store(enters + k, enter);
        met |= mask_bits(le(enter, leave)) << k;
    }
    return met;
}

static void meet_entries(const sc_ray_args *args, const sc_ray *ray, const sc_tree_entry *entries,
                         unsigned met, const float *enters, closest *found)
{
    for (; met != 0; met &= met - 1)
    {
        int k = __builtin_ctz(met);
        const sc_tree_entry *entry = &entries[k];
        if (enters[k] > found->fraction ||
            !sc_entry_passes(entry, args->category, args->mask, args->group))
        {
            continue;
        }
        sc_ray_point point = sc_ray_meets_shape(ray, entry, args->geometry);
        float fraction = sc_max(point.fraction, enters[k]);
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
        unsigned met = meet_node(ray, node, found->fraction, enters);
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
        // The nearest child goes on top.
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

void SC_KERNEL(cast_rays)(const sc_ray_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        sc_ray ray = sc_ray_make((scree_vec2){args->origin_x[i], args->origin_y[i]},
                                 (scree_vec2){args->translation_x[i], args->translation_y[i]});
        closest found = {args->fraction[i], {args->normal_x[i], args->normal_y[i]}, args->slot[i]};
        for (int t = 0; t < args->tree_count && !(args->any != 0 && found.slot != 0); ++t)
        {
            cast_ray(args, &args->trees[t], &ray, &found);
        }
        args->fraction[i] = found.fraction;
        args->normal_x[i] = found.normal.x;
        args->normal_y[i] = found.normal.y;
        args->slot[i] = found.slot;
    }
}
