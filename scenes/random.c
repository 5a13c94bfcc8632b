#include "random.h"

sc_random sc_random_create(uint64_t seed)
{
    sc_random random = {0, (54u << 1) | 1u};
    sc_random_u32(&random);
    random.state += seed;
    sc_random_u32(&random);
    return random;
}

uint32_t sc_random_u32(sc_random *random)
{
    uint64_t old = random->state;
    random->state = old * 6364136223846793005u + random->increment;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t rotation = (uint32_t)(old >> 59);
    return (shifted >> rotation) | (shifted << ((32u - rotation) & 31u));
}

uint32_t sc_random_below(sc_random *random, uint32_t count)
{
    // With the lowest 2^32 mod count values, some results would be likelier than others: draw again
    // if one of these comes.
    uint32_t threshold = (0u - count) % count;
    for (;;)
    {
        uint32_t value = sc_random_u32(random);
        if (value >= threshold)
            return value % count;
    }
}

float sc_random_float(sc_random *random, float low, float high)
{
    // Use 24 bits: all integers of 24 bits are floats, so that no value is rounded up to 1.
    float unit = (float)(sc_random_u32(random) >> 8) * (1.0f / 16777216.0f);
    float value = low + (high - low) * unit;
    return value < high ? value : low;
}
