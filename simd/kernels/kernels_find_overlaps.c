/// Finds the entries of a tree whose AABBs overlap an AABB.

#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/queries/rays.h"
#include "simd/wide.h"

void SC_KERNEL(find_overlaps)(sc_overlap_args *args)
{
    SC_ASSERT(args->waiting_count >= 0);
    const sc_tree_view *tree = args->tree;
    wf lower_x = splat(args->aabb.lower_x), lower_y = splat(args->aabb.lower_y);
    wf upper_x = splat(args->aabb.upper_x), upper_y = splat(args->aabb.upper_y);
    while (args->waiting_count > 0 && args->found_count + SC_BLOCK <= SC_OVERLAP_ROOM)
    {
        int32_t at = args->waiting[--args->waiting_count];
        const sc_tree_node *node = &tree->nodes[at];
        unsigned met = 0;
        for (int k = 0; k < SC_BLOCK; k += SC_LANES)
        {
            wm x = both(le(load(node->lower_x + k), upper_x), le(lower_x, load(node->upper_x + k)));
            wm y = both(le(load(node->lower_y + k), upper_y), le(lower_y, load(node->upper_y + k)));
            met |= mask_bits(both(x, y)) << k;
        }
        for (; met != 0; met &= met - 1)
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
