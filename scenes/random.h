/// Random numbers for scenes, tests and benches: PCG32, M. E. O'Neill, "PCG: A Family of Simple
/// Fast Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014 (variant
/// XSH RR). Unlike rand, it gives the same numbers on every machine.
#ifndef SCREE_SCENES_RANDOM_H
#define SCREE_SCENES_RANDOM_H

#include "linkage.h"

#include <stdint.h>

typedef struct sc_random
{
    uint64_t state;
    uint64_t increment;  // odd: which of the 2^63 sequences
} sc_random;

SC_SCENES_API sc_random sc_random_create(uint64_t seed);

SC_SCENES_API uint32_t sc_random_u32(sc_random *random);

/// A uniform integer in [0, count), without bias; count > 0.
SC_SCENES_API uint32_t sc_random_below(sc_random *random, uint32_t count);

/// A uniform number in [low, high), in steps of (high - low) / 2^24.
SC_SCENES_API float sc_random_float(sc_random *random, float low, float high);

#endif
