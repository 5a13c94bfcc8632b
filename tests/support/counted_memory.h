/// An allocator that counts, poisons, keeps a border and fails on demand.
#ifndef SC_TEST_COUNTED_MEMORY_H
#define SC_TEST_COUNTED_MEMORY_H

#include <scree/scree.h>

#include <stdint.h>

typedef struct test_memory
{
    int64_t bytes, blocks;  ///< held now
    int64_t asked;          ///< bytes of all calls that returned memory
    int64_t limit;          ///< bytes that may be held at once; 0: no limit
    int calls;              ///< to allocate, since this was last set to zero
    int fail_at;            ///< the call that returns null, counted from 0; -1: none
    bool fail_after;        ///< every later call too
    int failures;           ///< calls that returned null because of fail_at
    int refusals;           ///< calls that returned null because of the limit
    /// a release with another size than allocated, of foreign memory, or of memory written past one
    /// of its ends
    int bad_releases;
} test_memory;

scree_allocator allocator_of(test_memory *memory);

#endif
