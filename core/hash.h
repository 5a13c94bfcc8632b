/// FNV-1a over 32-bit words, 64 bits wide (Fowler, Noll, Vo).
#ifndef SC_HASH_H
#define SC_HASH_H

#include <stdint.h>
#include <string.h>

#define SC_HASH_SEED 0xcbf29ce484222325u

static inline uint64_t sc_hash_word(uint64_t hash, uint32_t word)
{
    for (int i = 0; i < 4; ++i)
    {
        hash = (hash ^ (word >> (8 * i) & 0xffu)) * 0x100000001b3u;
    }
    return hash;
}

static inline uint64_t sc_hash_float(uint64_t hash, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return sc_hash_word(hash, word);
}

#endif
