#include "broadphase/sort.h"

#include "core/assert.h"

#include <string.h>

enum
{
    MAX_DIGIT_BITS = 11,
    /// Fewer keys than this are sorted by shorter digits, because to clear and sum the counts of
    /// long digits would take too long.
    SHORT_DIGIT_KEYS = 4096,
    SHORT_DIGIT_BITS = 8,
    HALF = 32
};

/// Counting sort by the `bits` bits from `shift` on.
static void sort_by_digit(const uint64_t *from, uint64_t *to, int count, int shift, int bits)
{
    SC_ASSERT(bits > 0 && bits <= MAX_DIGIT_BITS && shift >= 0 && shift < 64);
    int32_t begin[(1 << MAX_DIGIT_BITS) + 1];
    uint64_t mask = ((uint64_t)1 << bits) - 1;
    memset(begin, 0, sizeof *begin * ((size_t)mask + 2));
    for (int i = 0; i < count; ++i)
    {
        ++begin[(from[i] >> shift & mask) + 1];
    }
    for (uint64_t d = 0; d < mask; ++d)
    {
        begin[d + 1] += begin[d];
    }
    for (int i = 0; i < count; ++i)
    {
        to[begin[from[i] >> shift & mask]++] = from[i];
    }
}

void sc_sort_keys(uint64_t *keys, uint64_t *scratch, int count)
{
    SC_ASSERT(count >= 0 && (count <= 1 || keys != scratch));
    if (count <= 48)
    {
        // For few keys, insertion is cheaper than clearing the counts.
        SC_ASSERT(count >= 0);
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
        return;
    }
    uint64_t differing = 0;
    for (int i = 1; i < count; ++i)
    {
        differing |= keys[i] ^ keys[0];
    }
    uint64_t *from = keys, *to = scratch;
    int max_bits = count < SHORT_DIGIT_KEYS ? SHORT_DIGIT_BITS : MAX_DIGIT_BITS;
    // In each half of the key, sort by the bits in which keys differ, in digits of equal length.
    for (int half = 0; half < 64; half += HALF)
    {
        uint32_t here = (uint32_t)(differing >> half);
        int low = here != 0 ? __builtin_ctz(here) : HALF;
        int width = here != 0 ? HALF - __builtin_clz(here) - low : 0;
        int digits = (width + max_bits - 1) / max_bits;
        for (int d = 0; d < digits; ++d)
        {
            int bits = (width + digits - 1) / digits;
            sort_by_digit(from, to, count, half + low + d * bits, bits);
            uint64_t *swap = from;
            from = to;
            to = swap;
        }
    }
    if (from != keys)
    {
        memcpy(keys, from, sizeof *keys * (size_t)count);
    }
}
