/// The best performance of a core of this machine: how fast it moves data of a given total size,
/// and how many operations it does in a given instruction set.
#ifndef SCREE_TOOLS_MACHINE_H
#define SCREE_TOOLS_MACHINE_H

#include "lanes/probes.h"

#include <scree/scree.h>

#include <stdbool.h>

enum
{
    SC_MACHINE_LEAST = 14,  ///< the smallest set of bytes is 2 to this
    SC_MACHINE_SIZES = 14,  ///< each twice as large as the one before
    SC_MACHINE_BRIEF = 5    ///< sizes of a brief measurement
};

typedef struct sc_machine
{
    scree_simd simd;
    int lanes;
    int size_count;  ///< of those that were measured
    double bytes[SC_MACHINE_SIZES];
    /// ns for a byte of a stream, or for a record, by the size of the data that are read over and
    /// over
    double traffic_ns[SC_TRAFFIC_COUNT][SC_MACHINE_SIZES];
    double lane_ns[SC_ARITHMETIC_COUNT];  ///< ns for an operation in one lane
} sc_machine;

/// Takes some seconds; `brief`, a moment, for figures that are good for nothing, of the small sizes
/// alone. False: no memory, and a line on stderr.
bool sc_machine_measure(sc_machine *machine, scree_simd simd, bool brief);

/// ns for a byte, or a record, if the same `set` of bytes is read over and over; between two sizes
/// measured a value between theirs.
double sc_machine_cost(const sc_machine *machine, sc_traffic traffic, double set);

const char *sc_traffic_name(sc_traffic traffic);
const char *sc_arithmetic_name(sc_arithmetic arithmetic);
/// Bytes of a record; 1 for streams, whose cost is by the byte.
int sc_traffic_record(sc_traffic traffic);

#endif
