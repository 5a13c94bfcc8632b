/// Wall time and work per stage of the last step, and the trace.
#ifndef SC_STEP_PROFILE_H
#define SC_STEP_PROFILE_H

#include "core/assert.h"
#include "core/platform.h"
#include "core/stages.h"
#include "scree/profile.h"

typedef struct sc_profile
{
    bool measures;  ///< the world's setting: steps are timed without a trace, too
    /// this step is timed; if it is not, step_begin, runs, begin and duration are 0
    bool timed;
    uint64_t step_begin;                    ///< ns
    int runs[SC_STAGE_COUNT];               ///< in this step; the following are of all of them
    uint64_t begin[SC_STAGE_COUNT];         ///< of the first run, ns after step_begin
    uint64_t duration[SC_STAGE_COUNT];      ///< ns
    scree_stage_work work[SC_STAGE_COUNT];  ///< without that of the run in progress
    sc_stage stage;                         ///< that runs
    uint64_t run_begin;                     ///< of the stage that runs, ns
    scree_stage_work run_work;              ///< the same; the stage fills it in
    int substep;                            ///< that runs; -1: none
    scree_trace_level level;
    scree_trace_callback *trace;  ///< null: no trace
    void *context;
} sc_profile;

const char *sc_stage_label(int stage);

/// Whether zones of a level are wanted.
static inline bool sc_traces(const sc_profile *profile, scree_trace_level level)
{
    return profile->trace != NULL && level <= profile->level;
}

/// Clears the figures for the next step. Settings stay.
void sc_begin_profile(sc_profile *profile);

static inline void sc_stage_begin(sc_profile *profile, sc_stage stage)
{
    SC_ASSERT(stage < SC_STAGE_COUNT);
    profile->stage = stage;
    profile->run_work = (scree_stage_work){0};
    if (profile->timed)
    {
        profile->run_begin = sc_clock();
    }
}

/// Notes the items of the stage that runs. Bytes are added to those that its passes counted.
static inline void sc_set_work(sc_profile *profile, int64_t items, const char *unit, int64_t bytes)
{
    SC_ASSERT(items >= 0 && bytes >= 0 && unit != NULL);
    profile->run_work.items = items;
    profile->run_work.unit = unit;
    profile->run_work.bytes += bytes;
}

/// Adds the time of the run that ends to that of the stage's others, and reports its zone.
void sc_time_run(sc_profile *profile);

/// Adds the run to the stage's other runs in this step, and reports its zone.
static inline void sc_stage_end(sc_profile *profile)
{
    if (profile->timed)
    {
        sc_time_run(profile);
    }
    const scree_stage_work *run = &profile->run_work;
    scree_stage_work *work = &profile->work[profile->stage];
    work->items += run->items;
    work->unit = run->unit != NULL ? run->unit : work->unit;
    work->bytes += run->bytes;
}

void sc_report_step(const sc_profile *profile);

#endif
