#include "probes.h"

#include "simd/wide.h"

enum
{
    STREAMS = 4,  ///< vectors in flight
    RECORD_16 = 4,
    RECORD_64 = 16  ///< floats
};

static float sum_of(const wf *sums, int count)
{
    float lanes[SC_LANES], sum = 0.0f;
    for (int i = 0; i < count; ++i)
    {
        store(lanes, sums[i]);
        for (int k = 0; k < SC_LANES; ++k)
        {
            sum += lanes[k];
        }
    }
    return sum;
}

static float read_stream(float *floats, const int32_t *at, size_t count)
{
    (void)at;
    wf sums[STREAMS] = {zero(), zero(), zero(), zero()};
    for (size_t i = 0; i < count; i += STREAMS * SC_LANES)
    {
        for (size_t k = 0; k < STREAMS; ++k)
        {
            sums[k] = max2(sums[k], load(floats + i + k * SC_LANES));
        }
    }
    return sum_of(sums, STREAMS);
}

static float write_stream(float *floats, const int32_t *at, size_t count)
{
    (void)at;
    for (size_t i = 0; i < count; i += STREAMS * SC_LANES)
    {
        for (size_t k = 0; k < STREAMS; ++k)
        {
            store(floats + i + k * SC_LANES, one());
        }
    }
    return 0.0f;
}

static float update_stream(float *floats, const int32_t *at, size_t count)
{
    (void)at;
    for (size_t i = 0; i < count; i += STREAMS * SC_LANES)
    {
        for (size_t k = 0; k < STREAMS; ++k)
        {
            float *p = floats + i + k * SC_LANES;
            store(p, max2(load(p), one()));
        }
    }
    return 0.0f;
}

static float read_records_4(float *floats, const int32_t *at, size_t count)
{
    wf sums[2] = {zero(), zero()};
    for (size_t i = 0; i < count; i += 2 * SC_LANES)
    {
        for (size_t k = 0; k < 2; ++k)
        {
            sums[k] = max2(sums[k], gather(floats, load_int(at + i + k * SC_LANES)));
        }
    }
    return sum_of(sums, 2);
}

WIDE wf one_of(wf4 v) { return max2(max2(v.a, v.b), max2(v.c, v.d)); }

static float read_records_16(float *floats, const int32_t *at, size_t count)
{
    wf sum = zero();
    for (size_t i = 0; i < count; i += SC_LANES)
    {
        sum = max2(sum, one_of(gather4(floats, RECORD_16, at + i)));
    }
    return sum_of(&sum, 1);
}

static float read_records_64(float *floats, const int32_t *at, size_t count)
{
    wf sum = zero();
    for (size_t i = 0; i < count; i += SC_LANES)
    {
        for (int k = 0; k < RECORD_64; k += RECORD_16)
        {
            sum = max2(sum, one_of(gather4(floats + k, RECORD_64, at + i)));
        }
    }
    return sum_of(&sum, 1);
}

/// Chain k begins with a number of its own, so that no two are the same sum.
#define ARITHMETIC(name, result)                             \
    static float name(const float numbers[2], size_t rounds) \
    {                                                        \
        wf x[SC_PROBE_CHAINS], c = splat(numbers[1]);        \
        (void)c;                                             \
        for (int k = 0; k < SC_PROBE_CHAINS; ++k)            \
        {                                                    \
            x[k] = splat(numbers[0] + (float)k);             \
        }                                                    \
        for (size_t i = 0; i < rounds; ++i)                  \
        {                                                    \
            for (int k = 0; k < SC_PROBE_CHAINS; ++k)        \
            {                                                \
                x[k] = result;                               \
            }                                                \
        }                                                    \
        return sum_of(x, SC_PROBE_CHAINS);                   \
    }

ARITHMETIC(compute_sums, add(x[k], c))
ARITHMETIC(compute_products, mul(x[k], c))
ARITHMETIC(compute_quotients, divide(x[k], c))
ARITHMETIC(compute_roots, root(x[k]))
ARITHMETIC(compute_mixed, k % 3 == 0 ? add(x[k], c) : (k % 3 == 1 ? mul(x[k], c) : min2(x[k], c)))

const sc_probes SC_PASTE(sc_probes, SC_ISA) = {
    SC_LANES,
    {read_stream, write_stream, update_stream, read_records_4, read_records_16, read_records_64},
    {compute_sums, compute_products, compute_quotients, compute_roots, compute_mixed}};
