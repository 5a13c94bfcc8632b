/// Traces in Chrome's trace event format: a JSON object whose events are one a line. Perfetto and
/// chrome://tracing open it.
#ifndef SCREE_TOOLS_TRACE_H
#define SCREE_TOOLS_TRACE_H

#include "zone_log.h"

#include <stdio.h>

typedef struct sc_trace
{
    FILE *file;
    sc_zone_log log;
    uint64_t origin;  // ns: the beginning of the first step that was written
    int workers;      // whose tracks have a name
    bool begun, ok;   // memory sufficed
} sc_trace;

/// Writes the head of the file and has the world report its zones from now on. False if memory ran
/// out.
bool sc_trace_begin(sc_trace *trace, FILE *file, const char *title, scree_world *world,
                    scree_trace_level level);
/// Writes the step that the world took last, its `number`-th; the counters are the world's.
void sc_trace_step(sc_trace *trace, const scree_world *world, int number);
/// Forgets the step that the world took last.
void sc_trace_skip(sc_trace *trace);
void sc_trace_end(sc_trace *trace);
/// False if memory ran out at some point; write errors stay in the file's error flag.
bool sc_trace_is_ok(const sc_trace *trace);
void sc_trace_destroy(sc_trace *trace);

#endif
