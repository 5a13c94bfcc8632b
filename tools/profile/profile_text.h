/// A profile as a table for people.
#ifndef SCREE_TOOLS_PROFILE_TEXT_H
#define SCREE_TOOLS_PROFILE_TEXT_H

#include "profile_data.h"

#include <stdio.h>

/// Stages, and under each its passes.
void sc_profile_print(FILE *file, const sc_profile_data *data, bool all);
/// Hardware counters by stage, or why there are none.
void sc_profile_print_events(FILE *file, const sc_profile_data *data, const sc_perf *perf);

#endif
