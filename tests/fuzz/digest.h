/// A digest of the whole state of a world, without the error record, scratch memory and clocks.
#ifndef SC_FUZZ_DIGEST_H
#define SC_FUZZ_DIGEST_H

#include <scree/scree.h>

#define FUZZ_MAX_PARTS 224

/// How much of a world is compared.
typedef enum fuzz_depth
{
    FUZZ_STATE,    ///< what a step that finds no memory must not change
    FUZZ_DERIVED,  ///< and what such a step may have brought up to date: boxes of shapes, which
                   ///< pairs are near, their contacts, slots that are free
    FUZZ_ALL       ///< and what the last step counted
} fuzz_depth;

typedef struct fuzz_part
{
    const char *name;
    uint64_t hash;
    fuzz_depth depth;
} fuzz_part;

typedef struct fuzz_digest
{
    fuzz_part part[FUZZ_MAX_PARTS];
    int count;
} fuzz_digest;

/// Equal for two worlds that hold the same: without the world's number in ids, all NaNs alike.
void fuzz_digest_take(fuzz_digest *digest, const scree_world *world);

/// The name of the first part that differs down to a depth, or null.
const char *fuzz_digest_compare(const fuzz_digest *a, const fuzz_digest *b, fuzz_depth depth);

/// Whether sc_validate holds; null or what does not.
const char *fuzz_validate(const scree_world *world);

/// Faults that the fuzzer has to find, for its own test.
typedef enum fuzz_fault
{
    FUZZ_FAULT_NONE = 0,
    FUZZ_FAULT_REFUSED,     ///< a refused call changes the world
    FUZZ_FAULT_TWINS,       ///< one world steps otherwise than the other
    FUZZ_FAULT_NOT_FINITE,  ///< a step leaves a value that is not finite
    FUZZ_FAULT_STRUCTURE,   ///< a step breaks a structure
    FUZZ_FAULT_COUNT        ///< number of the above
} fuzz_fault;

/// Puts the fault in, if the world has something to put it into.
bool fuzz_plant(scree_world *world, fuzz_fault fault);

#endif
