/// Radix sort of 64-bit keys.
#ifndef SC_SORT_H
#define SC_SORT_H

#include <stdbool.h>
#include <stdint.h>

/// Sorts in rising order. `scratch` has room for `count` keys.
void sc_sort_keys(uint64_t *keys, uint64_t *scratch, int count);

/// Whether each key is less than the next one.
static inline bool sc_keys_are_rising(const uint64_t *keys, int count)
{
    bool rising = true;
    for (int i = 1; i < count; ++i)
    {
        rising = rising && keys[i - 1] < keys[i];
    }
    return rising;
}

#endif
