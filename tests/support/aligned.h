/// Memory aligned to 64 bytes, for which Windows has calls of its own.
#ifndef SC_TEST_ALIGNED_H
#define SC_TEST_ALIGNED_H

#include <stdlib.h>

#ifdef _WIN32
#include <malloc.h>
#endif

/// A multiple of 64 bytes.
static inline void *allocate_aligned(size_t size)
{
#ifdef _WIN32
    return _aligned_malloc(size, 64);
#else
    return aligned_alloc(64, size);
#endif
}

static inline void free_aligned(void *block)
{
#ifdef _WIN32
    _aligned_free(block);
#else
    free(block);
#endif
}

#endif
