/// Radix sort of 64-bit keys.
#ifndef SC_SORT_H
#define SC_SORT_H

#include <stdint.h>

/// Rising order. `scratch` holds `count` keys too.
void sc_sort_keys(uint64_t *keys, uint64_t *scratch, int count);

#endif
