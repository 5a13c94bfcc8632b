#include "soft/soft_tree.h"

#include "core/assert.h"

bool sc_soft_tree_take(sc_soft_tree *tree, sc_arena *arena, int32_t item_count)
{
    SC_ASSERT(item_count >= 0);
    *tree = (sc_soft_tree){.item_count = item_count};
    int32_t count = item_count;
    do
    {
        int level = tree->level_count++;
        count = (count + SC_TREE_RUN - 1) / SC_TREE_RUN;
        tree->aabb_count[level] = count;
        tree->aabbs[level] = SC_TAKE(arena, sc_aabb, count);
        if (tree->aabbs[level] == NULL)
        {
            return false;
        }
    } while (count > SC_TREE_RUN && tree->level_count < SC_TREE_LEVELS);
    return true;
}

void sc_soft_tree_raise(sc_soft_tree *tree)
{
    SC_ASSERT(tree->level_count >= 0 && tree->level_count <= SC_TREE_LEVELS);
    for (int level = 1; level < tree->level_count; ++level)
    {
        const sc_aabb *below = tree->aabbs[level - 1];
        int32_t count = tree->aabb_count[level - 1];
        for (int32_t i = 0; i < tree->aabb_count[level]; ++i)
        {
            int32_t begin = SC_TREE_RUN * i;
            int32_t end = count - begin < SC_TREE_RUN ? count : begin + SC_TREE_RUN;
            sc_aabb aabb = sc_empty_aabb;
            for (int32_t k = begin; k < end; ++k)
            {
                sc_widen(&aabb, below[k]);
            }
            tree->aabbs[level][i] = aabb;
        }
    }
}

int32_t sc_soft_tree_next(const sc_soft_tree *tree, sc_aabb aabb, int32_t run)
{
    SC_ASSERT(run >= 0);
    while (run < tree->aabb_count[0])
    {
        // Skip the largest piece that begins here and is far away.
        int32_t skip = 0;
        int level = tree->level_count - 1;
        for (int32_t piece = 1 << (4 * level); skip == 0 && level >= 0; --level, piece >>= 4)
        {
            bool begins = (run & (piece - 1)) == 0;
            bool far = begins && !sc_aabbs_overlap(tree->aabbs[level][run / piece], aabb);
            skip = far ? piece : 0;
        }
        if (skip == 0)
        {
            return run;
        }
        run += skip;
    }
    return tree->aabb_count[0];
}
