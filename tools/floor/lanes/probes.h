/// Small loops that do one thing as fast as a core can, once per instruction set.
#ifndef SCREE_TOOLS_PROBES_H
#define SCREE_TOOLS_PROBES_H

#include <stddef.h>
#include <stdint.h>

/// The traffic of a core: bytes of a stream, or records in no order.
typedef enum sc_traffic
{
    SC_TRAFFIC_READ = 0,  ///< a stream is read
    SC_TRAFFIC_WRITE,     ///< a stream is written, whatever was there
    SC_TRAFFIC_UPDATE,    ///< a stream is read and written in place
    SC_TRAFFIC_RECORD_4,  ///< records of 4 bytes are read
    SC_TRAFFIC_RECORD_16,
    SC_TRAFFIC_RECORD_64,
    SC_TRAFFIC_COUNT
} sc_traffic;

/// The arithmetic of a core, in lanes.
typedef enum sc_arithmetic
{
    SC_ARITHMETIC_ADD = 0,
    SC_ARITHMETIC_MULTIPLY,
    SC_ARITHMETIC_DIVIDE,
    SC_ARITHMETIC_ROOT,
    SC_ARITHMETIC_MIXED,  ///< sums, products and minima in equal parts
    SC_ARITHMETIC_COUNT
} sc_arithmetic;

/// Reads, writes or updates `count` floats, or reads the records with the `count` numbers in `at`.
/// `count` is a multiple of 64; arrays are 64-byte aligned. The returned value depends on all
/// reads, so that the compiler keeps them.
typedef float sc_traffic_probe(float *floats, const int32_t *at, size_t count);

enum
{
    SC_PROBE_CHAINS = 12  ///< operations that do not wait for each other
};

/// `rounds` of SC_PROBE_CHAINS operations in each lane, on two numbers.
typedef float sc_arithmetic_probe(const float numbers[2], size_t rounds);

typedef struct sc_probes
{
    int lanes;
    sc_traffic_probe *traffic[SC_TRAFFIC_COUNT];
    sc_arithmetic_probe *arithmetic[SC_ARITHMETIC_COUNT];
} sc_probes;

extern const sc_probes sc_probes_scalar, sc_probes_sse2, sc_probes_avx2, sc_probes_avx512,
    sc_probes_neon;

#endif
