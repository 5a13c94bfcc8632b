/// Hardware counters of the calling thread in user space, through perf_event_open. Where the
/// system has none, or does not permit them, a sentence says why.
#ifndef SCREE_TOOLS_PERF_COUNTERS_H
#define SCREE_TOOLS_PERF_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum sc_perf_event
{
    SC_PERF_CYCLES = 0,
    SC_PERF_INSTRUCTIONS,
    SC_PERF_BRANCH_MISSES,
    SC_PERF_L1D_MISSES,  ///< loads that missed the first level
    SC_PERF_LLC_MISSES,  ///< of the last level
    SC_PERF_COUNT
} sc_perf_event;

typedef struct sc_perf_values
{
    double value[SC_PERF_COUNT];
} sc_perf_values;

typedef struct sc_perf
{
    bool on;                   // the events counted are those with place >= 0
    int place[SC_PERF_COUNT];  // in the group; -1: not counted
    int file[SC_PERF_COUNT];   // descriptors, by place
    int count;                 // of the group
    char reason[256];          // one sentence if not on
} sc_perf;

/// Counts as many of the events as the processor can count at once, cycles and instructions first.
void sc_perf_open(sc_perf *perf);
void sc_perf_close(sc_perf *perf);
/// Counts since the opening; false if they could not be read or the counters were not always on.
bool sc_perf_read(const sc_perf *perf, sc_perf_values *values);
/// A sentence on a failed perf_event_open, by errno. `paranoid` is kernel.perf_event_paranoid, or
/// INT32_MIN if not known.
void sc_perf_explain(char *text, int room, int error, int paranoid);

#endif
