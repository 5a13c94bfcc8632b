/// Wall time and work per stage of the last step, and the trace.
#ifndef SC_STEP_PROFILE_H
#define SC_STEP_PROFILE_H

#include "core/stages.h"
#include "scree/profile.h"

typedef struct sc_profile
{
    uint64_t step_begin;                    ///< ns
    uint64_t begin[SC_STAGE_COUNT];         ///< ns after step_begin
    uint64_t duration[SC_STAGE_COUNT];      ///< ns
    scree_stage_work work[SC_STAGE_COUNT];  ///< stages fill in their own
    sc_stage stage;                         ///< that runs
    int substep;                            ///< that runs; -1: none
    scree_trace_level level;
    scree_trace_callback *trace;  ///< null: nobody asked
    void *user;
} sc_profile;

uint64_t sc_clock(void);  ///< ns, monotonic
const char *sc_stage_label(int stage);

/// Whether zones of a level are wanted.
static inline bool sc_traces(const sc_profile *profile, scree_trace_level level)
{
    return profile->trace != NULL && level <= profile->level;
}

/// Notes the stage's items. Bytes are added to those that its passes counted.
void sc_set_work(sc_profile *profile, int64_t items, const char *unit, int64_t bytes);

/// The end of the step, and of the stage that runs.
void sc_report_step(const sc_profile *profile);
void sc_report_stage(const sc_profile *profile);

#endif
