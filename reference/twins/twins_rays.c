/// Twin of the rays (simd/queries/rays.h): tests every entry of the trees and no nodes. That
/// nothing is lost on the way down a tree is what the comparison shows. The shapes come from
/// simd/queries/ray_shapes.h, which the tests of queries compare with geometry in double precision.

#include "reference/twins/twins.h"
#include "simd/queries/ray_shapes.h"

typedef struct nearest
{
    float fraction;
    scree_vec2 normal;
    int32_t slot;
} nearest;

static void meet(const sc_ray_args *args, const sc_ray *ray, const sc_tree_view *tree, int32_t at,
                 nearest *found)
{
    const sc_tree_entry *entry = &tree->entries[at];
    float leaves,
        enters =
            sc_ray_enters(ray, sc_child_aabb(&tree->nodes[at / SC_BLOCK], at % SC_BLOCK), &leaves);
    if (entry->slot == 0 || enters > sc_min(leaves, 1.0f) || !sc_entry_passes(entry, &args->filter))
    {
        return;
    }
    sc_ray_point point =
        sc_ray_point_within(sc_ray_meets_shape(ray, entry, args->geometry), enters);
    float fraction = point.fraction;
    if (point.hit &&
        (fraction < found->fraction ||
         (fraction == found->fraction && (found->slot == 0 || entry->slot < found->slot))))
    {
        *found = (nearest){fraction, point.normal, entry->slot};
    }
}

void sc_twin_cast_rays(const sc_ray_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        sc_ray ray = sc_ray_of_row(args->rows, i);
        nearest found = {args->fraction[i], {args->normal_x[i], args->normal_y[i]}, args->slot[i]};
        for (int t = 0; t < args->tree_count; ++t)
        {
            for (int32_t at = 0; at < SC_BLOCK * args->trees[t].leaf_count; ++at)
            {
                meet(args, &ray, &args->trees[t], at, &found);
            }
        }
        args->fraction[i] = found.fraction;
        args->normal_x[i] = found.normal.x;
        args->normal_y[i] = found.normal.y;
        args->slot[i] = found.slot;
    }
}

/// All entries of leaves below a node, from where the search stands on.
void sc_twin_find_overlaps(sc_overlap_args *args)
{
    const sc_tree_view *tree = args->tree;
    while (args->waiting_count > 0 && args->found_count + SC_BLOCK <= SC_OVERLAP_ROOM)
    {
        int32_t at = args->waiting[--args->waiting_count];
        for (int k = 0; k < SC_BLOCK; ++k)
        {
            sc_aabb a = sc_child_aabb(&tree->nodes[at], k), b = args->aabb;
            bool overlap = a.lower_x <= b.upper_x && b.lower_x <= a.upper_x &&
                           a.lower_y <= b.upper_y && b.lower_y <= a.upper_y;
            if (overlap && at >= tree->leaf_count)
            {
                args->waiting[args->waiting_count++] = tree->nodes[at].child[k];
            }
            else if (overlap && sc_entry_passes(&tree->entries[SC_BLOCK * at + k], &args->filter))
            {
                args->found[args->found_count++] = SC_BLOCK * at + k;
            }
        }
    }
}
