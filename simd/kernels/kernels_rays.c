/// Queries on trees of shapes: a ray, or an AABB, against the 16 children of a node at a time.
#include "simd/kernels.h"
#include "simd/queries/ray_lanes.h"

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
        if (enters[k] > found->fraction || !sc_entry_passes(entry, &args->filter))
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

/// The children that are met, the nearest on top. Returns how many nodes wait.
static int push_children(waiting_node *stack, int count, const sc_tree_node *node, unsigned met,
                         const float *enters)
{
    for (int first = count; met != 0; met &= met - 1)
    {
        int k = __builtin_ctz(met), at = count++;
        for (; at > first && stack[at - 1].enters < enters[k]; --at)
        {
            stack[at] = stack[at - 1];
        }
        stack[at] = (waiting_node){enters[k], node->child[k]};
    }
    return count;
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
        count = push_children(stack, count, node, met, enters);
    }
}

/// Ray i alone.
static void cast_alone(const sc_ray_args *args, int i)
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

#if SC_LANES > 1

/// Rays [i, i + SC_LANES) of the arguments.
typedef struct packet
{
    const sc_ray_args *args;
    int i;
    ray_lanes rays;
    lane_bounds x, y;
    float limit;  ///< the greatest fraction that a hit may have for any of them
} packet;

/// After a fraction changed.
static void bound_packet(packet *p)
{
    const sc_ray_args *args = p->args;
    float fractions[SC_LANES];
    store(fractions, p->rays.fraction);
    p->limit = fractions[0];
    for (int k = 1; k < SC_LANES; ++k)
    {
        p->limit = sc_max(p->limit, fractions[k]);
    }
    bound_ends(&p->x, args->origin_x + p->i, args->translation_x + p->i, fractions);
    bound_ends(&p->y, args->origin_y + p->i, args->translation_y + p->i, fractions);
}

/// A shape that has no test in lanes, ray by ray.
static wm meet_one_by_one(const packet *p, const sc_tree_entry *entry, wm met, wf *fraction,
                          wf2 *normal)
{
    float fractions[SC_LANES], normals[2][SC_LANES], hits[SC_LANES];
    unsigned bits = mask_bits(met);
    for (int k = 0; k < SC_LANES; ++k)
    {
        const int i = p->i + k;
        sc_ray_point point = sc_ray_misses();
        if (bits >> k & 1u)
        {
            sc_ray ray =
                sc_ray_make((scree_vec2){p->args->origin_x[i], p->args->origin_y[i]},
                            (scree_vec2){p->args->translation_x[i], p->args->translation_y[i]});
            point = sc_ray_meets_shape(&ray, entry, p->args->geometry);
        }
        fractions[k] = point.fraction;
        normals[0][k] = point.normal.x;
        normals[1][k] = point.normal.y;
        hits[k] = point.hit ? 1.0f : 0.0f;
    }
    *fraction = load(fractions);
    *normal = vec2(load(normals[0]), load(normals[1]));
    return gt(load(hits), zero());
}

/// Child k of a leaf. Returns whether it is now the closest of any ray.
static bool meet_entry(packet *p, const sc_tree_node *node, const sc_tree_entry *entry, int k)
{
    ray_lanes *rays = &p->rays;
    wf enters, fraction;
    wf2 normal;
    wm met = meet_child(rays, node, k, &enters);
    if (!any(met) || !sc_entry_passes(entry, &p->args->filter))
    {
        return false;
    }
    wf2 turn = vec2(splat(entry->cos), splat(entry->sin));
    wf2 origin = unrotate2(turn, sub2(rays->origin, vec2(splat(entry->x), splat(entry->y))));
    wf2 translation = unrotate2(turn, rays->translation);
    wm hit;
    if (entry->kind == SC_KIND_BOX && entry->radius == 0.0f)
    {
        const float *geometry = p->args->geometry + entry->geometry;
        hit = meet_box_lanes(origin, translation, geometry[0], geometry[1], &fraction, &normal);
        normal = rotate2(turn, normal);
    }
    else if (entry->kind == SC_KIND_CIRCLE)
    {
        hit = meet_disc_lanes(origin, translation, entry->radius, &fraction, &normal);
        normal = rotate2(turn, normal);
    }
    else
    {
        hit = meet_one_by_one(p, entry, met, &fraction, &normal);
    }
    fraction = max2(fraction, enters);
    wi slot = splat_int(entry->slot);
    wm first = either(eq_int(rays->slot, splat_int(0)), gt_int(rays->slot, slot));
    wm nearer = either(lt(fraction, rays->fraction), both(eq(fraction, rays->fraction), first));
    wm better = both(both(met, hit), nearer);
    rays->fraction = select(better, fraction, rays->fraction);
    rays->normal = select2(better, normal, rays->normal);
    rays->slot = select_int(better, slot, rays->slot);
    return any(better);
}

static void cast_together(packet *p, const sc_tree_view *tree)
{
    waiting_node stack[SC_TREE_STACK];
    int count = 1;
    stack[0] = (waiting_node){0.0f, tree->root};
    while (count > 0)
    {
        waiting_node next = stack[--count];
        if (next.enters > p->limit)
        {
            continue;
        }
        float enters[SC_BLOCK];
        const sc_tree_node *node = &tree->nodes[next.node];
        unsigned met = meet_node_together(&p->x, &p->y, node, p->limit, enters);
        if (next.node < tree->leaf_count)
        {
            const sc_tree_entry *entries = tree->entries + (ptrdiff_t)SC_BLOCK * next.node;
            bool nearer = false;
            for (; met != 0; met &= met - 1)
            {
                int k = __builtin_ctz(met);
                nearer |= meet_entry(p, node, &entries[k], k);
            }
            if (nearer)
            {
                bound_packet(p);
            }
            continue;
        }
        count = push_children(stack, count, node, met, enters);
    }
}

static void cast_packet(const sc_ray_args *args, int i)
{
    packet p = {.args = args, .i = i};
    ray_lanes *rays = &p.rays;
    rays->origin = vec2(load(args->origin_x + i), load(args->origin_y + i));
    rays->translation = vec2(load(args->translation_x + i), load(args->translation_y + i));
    rays->inverse = vec2(inverse_lanes(rays->translation.x), inverse_lanes(rays->translation.y));
    rays->fraction = load(args->fraction + i);
    rays->normal = vec2(load(args->normal_x + i), load(args->normal_y + i));
    rays->slot = load_int(args->slot + i);
    bound_origins(&p.x, args->origin_x + i, args->translation_x + i);
    bound_origins(&p.y, args->origin_y + i, args->translation_y + i);
    bound_packet(&p);
    for (int t = 0; t < args->tree_count; ++t)
    {
        cast_together(&p, &args->trees[t]);
    }
    store(args->fraction + i, rays->fraction);
    store(args->normal_x + i, rays->normal.x);
    store(args->normal_y + i, rays->normal.y);
    store_int(args->slot + i, rays->slot);
}

#endif

void SC_KERNEL(cast_rays)(const sc_ray_args *args, int begin, int end)
{
    int i = begin;
#if SC_LANES > 1
    for (; args->any == 0 && i + SC_LANES <= end; i += SC_LANES)
    {
        cast_packet(args, i);
    }
#endif
    for (; i < end; ++i)
    {
        cast_alone(args, i);
    }
}

static unsigned overlap_node(const sc_tree_node *node, sc_aabb aabb)
{
    wf lower_x = splat(aabb.lower_x), lower_y = splat(aabb.lower_y);
    wf upper_x = splat(aabb.upper_x), upper_y = splat(aabb.upper_y);
    unsigned met = 0;
    for (int k = 0; k < SC_BLOCK; k += SC_LANES)
    {
        wm x = both(le(load(node->lower_x + k), upper_x), le(lower_x, load(node->upper_x + k)));
        wm y = both(le(load(node->lower_y + k), upper_y), le(lower_y, load(node->upper_y + k)));
        met |= mask_bits(both(x, y)) << k;
    }
    return met;
}

void SC_KERNEL(find_overlaps)(sc_overlap_args *args)
{
    const sc_tree_view *tree = args->tree;
    while (args->waiting_count > 0 && args->found_count + SC_BLOCK <= SC_OVERLAP_ROOM)
    {
        int32_t at = args->waiting[--args->waiting_count];
        const sc_tree_node *node = &tree->nodes[at];
        for (unsigned met = overlap_node(node, args->aabb); met != 0; met &= met - 1)
        {
            int k = __builtin_ctz(met);
            int32_t entry = SC_BLOCK * at + k;
            if (at >= tree->leaf_count)
            {
                args->waiting[args->waiting_count++] = node->child[k];
            }
            else if (sc_entry_passes(&tree->entries[entry], &args->filter))
            {
                args->found[args->found_count++] = entry;
            }
        }
    }
}
