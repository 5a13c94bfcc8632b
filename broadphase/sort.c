#include "broadphase/sort.h"

#include <string.h>

enum
{
    DIGIT_BITS = 11,
    DIGITS = 1 << DIGIT_BITS
};

/// Few keys: insertion is cheaper than clearing the counts.
static void sort_few(uint64_t *keys, int count)
{
    for (int i = 1; i < count; ++i)
    {
        uint64_t key = keys[i];
        int k = i;
        for (; k > 0 && keys[k - 1] > key; --k)
        {
            keys[k] = keys[k - 1];
        }
        keys[k] = key;
    }
}

void sc_sort_keys(uint64_t *keys, uint64_t *scratch, int count)
{
    if (count <= 48)
    {
        sort_few(keys, count);
        return;
    }
    uint64_t differing = 0;
    for (int i = 1; i < count; ++i)
    {
        differing |= keys[i] ^ keys[0];
    }
    uint64_t *from = keys, *to = scratch;
    for (int shift = 0; shift < 64; shift += DIGIT_BITS)
    {
        if ((differing >> shift & (DIGITS - 1)) == 0)
        {
            continue;
        }
        int32_t begin[DIGITS + 1] = {0};
        for (int i = 0; i < count; ++i)
        {
            ++begin[(from[i] >> shift & (DIGITS - 1)) + 1];
        }
        for (int d = 0; d < DIGITS; ++d)
        {
            begin[d + 1] += begin[d];
        }
        for (int i = 0; i < count; ++i)
        {
            to[begin[from[i] >> shift & (DIGITS - 1)]++] = from[i];
        }
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
    {
        memcpy(keys, from, sizeof *keys * (size_t)count);
    }
}
