/// Wall time and work per stage of the last step, and the trace.
#ifndef SC_STEP_PROFILE_H
#define SC_STEP_PROFILE_H

#include "core/assert.h"
#include "core/platform.h"
#include "core/stages.h"
#include "scree/profile.h"

typedef struct sc_profile
{
    bool measures;  ///< setting of the world: time steps even without a trace
    /// this step is timed; otherwise step_begin, runs, begin and duration are 0
    bool timed;
    uint64_t step_begin;                    ///< ns
    int runs[SC_STAGE_COUNT];               ///< in this step; the arrays below cover all of them
    uint64_t begin[SC_STAGE_COUNT];         ///< of the first run, ns after step_begin
    uint64_t duration[SC_STAGE_COUNT];      ///< ns
    scree_stage_work work[SC_STAGE_COUNT];  ///< without the run in progress
    sc_stage stage;                         ///< the running stage
    uint64_t run_begin;                     ///< of the running stage, ns
    scree_stage_work run_work;              ///< of the running stage, which fills it in
    int substep;                            ///< the running substep; -1: none
    int pass_count;                         ///< passes of this step so far
    scree_trace_level level;
    scree_trace_callback *trace;  ///< null: no trace
    void *context;
} sc_profile;

const char *sc_stage_label(int stage);

/// Whether there is a trace that receives zones of this level.
static inline bool sc_traces(const sc_profile *profile, scree_trace_level level)
{
    return profile->trace != NULL && level <= profile->level;
}

/// Clears the figures for the next step. Settings are kept.
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

/// Sets the items of the running stage. The bytes are added to those that its passes counted.
static inline void sc_set_work(sc_profile *profile, int64_t items, const char *unit, int64_t bytes)
{
    SC_ASSERT(items >= 0 && bytes >= 0 && unit != NULL);
    profile->run_work.items = items;
    profile->run_work.unit = unit;
    profile->run_work.bytes += bytes;
}

/// Adds the time of the current run to that of the stage's other runs, and reports its zone.
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
