/// The size of a block of lanes. Arrays that kernels walk are padded to a multiple of it.
#ifndef SC_BLOCK_H
#define SC_BLOCK_H

#include "core/assert.h"

#include <stdint.h>

/// The number of lanes of a block in memory. It is the same on every CPU, whatever the width of its
/// vectors.
#define SC_BLOCK 16

static inline int sc_pad_block(int count)
{
    SC_ASSERT(count >= 0 && count <= INT32_MAX - (SC_BLOCK - 1));
    return (count + SC_BLOCK - 1) & ~(SC_BLOCK - 1);
}

#endif
