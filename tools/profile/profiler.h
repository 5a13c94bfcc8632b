/// Runs a scene again and again and measures where its steps spend their time.
///
/// The steps of a run are measured in different ways: some with the clock at each stage alone, for
/// the times of step and stages; some with the zones of all passes; some with hardware counters
/// read at each stage. So the cost of one way of measuring does not appear in the others, and all
/// measure the same run.
#ifndef SCREE_TOOLS_PROFILER_H
#define SCREE_TOOLS_PROFILER_H

#include "profile_data.h"
#include "profile_options.h"

#include <stdio.h>

/// Fills `data`. `perf` may be off. False, and a line on stderr, if a world could not be built or
/// a step failed, or memory ran out.
bool sc_profiler_run(const sc_profile_options *options, const sc_perf *perf, sc_profile_data *data);

/// One more run, whose last options->trace_steps steps are written as a trace.
bool sc_profiler_trace(const sc_profile_options *options, FILE *file);

#endif
