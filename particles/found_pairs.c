/// Pairs that sweeps over AABBs find, in memory that grows with them.
#include "particles/circles.h"

#include <float.h>
#include <string.h>

bool sc_found_make_room(sc_found_pairs *pairs, int capacity)
{
    if (capacity <= pairs->capacity)
    {
        return true;
    }
    int32_t *a = SC_TAKE(pairs->arena, int32_t, capacity);
    int32_t *b = SC_TAKE(pairs->arena, int32_t, capacity);
    if (a == NULL || b == NULL)
    {
        return false;
    }
    if (pairs->count > 0)
    {
        memcpy(a, pairs->a, sizeof *a * (size_t)pairs->count);
        memcpy(b, pairs->b, sizeof *b * (size_t)pairs->count);
    }
    pairs->a = a;
    pairs->b = b;
    pairs->capacity = capacity;
    return true;
}

bool sc_sweep_all(sc_sweep_kernel *kernel, sc_sweep_args *args, int at, int end,
                  sc_found_pairs *found)
{
    for (;;)
    {
        args->found_a = found->a;
        args->found_b = found->b;
        args->found = found->count;
        args->capacity = found->capacity;
        at = kernel(args, at, end);
        found->count = args->found;
        if (at >= end)
        {
            return true;
        }
        if (found->max_count > 0 && found->capacity >= found->max_count)
        {
            found->over = true;
            return true;
        }
        if (found->capacity > INT32_MAX / 4 ||
            !sc_found_make_room(found, 2 * found->capacity + 2 * SC_BLOCK))
        {
            return false;
        }
    }
}

bool sc_take_aabbs(sc_arena *arena, sc_sorted_aabbs *aabbs, int count)
{
    if (!sc_take_sorted_aabbs(arena, aabbs, count))
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        aabbs->previous_lower_x[i] = aabbs->previous_lower_y[i] = FLT_MAX;
        aabbs->previous_upper_x[i] = aabbs->previous_upper_y[i] = -FLT_MAX;
    }
    return true;
}
