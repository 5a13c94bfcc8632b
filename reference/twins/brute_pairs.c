#include "reference/twins/brute_pairs.h"

#include <stddef.h>

static bool overlap(sc_aabb a, sc_aabb b)
{
    return a.lower_x <= b.upper_x && b.lower_x <= a.upper_x && a.lower_y <= b.upper_y &&
           b.lower_y <= a.upper_y;
}

int sc_brute_pairs(const sc_aabb *aabbs, int count, sc_pair_predicate *may_pair,
                   const void *context, sc_index_pair *pairs, int capacity)
{
    int found = 0;
    for (int32_t a = 0; a < count; a++)
    {
        for (int32_t b = a + 1; b < count; b++)
        {
            if (!overlap(aabbs[a], aabbs[b]))
            {
                continue;
            }
            if (may_pair != NULL && !may_pair(context, a, b))
            {
                continue;
            }
            if (found < capacity)
            {
                pairs[found] = (sc_index_pair){a, b};
            }
            found++;
        }
    }
    return found;
}
