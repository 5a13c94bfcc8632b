#include "core/step_profile.h"

#include "core/assert.h"

#include <stddef.h>
#include <string.h>

const char *sc_stage_label(int stage)
{
    static const char *const names[] = {
#define X(name) #name,
        SC_STAGE_LIST(X)
#undef X
    };
    return stage >= 0 && stage < SC_STAGE_COUNT ? names[stage] : NULL;
}

void sc_begin_profile(sc_profile *profile)
{
    const bool timed = profile->measures || profile->trace != NULL;
    SC_ASSERT(profile->level <= SCREE_TRACE_PASS);
    memset(profile->work, 0, sizeof profile->work);
    if (timed || profile->timed)
    {
        memset(profile->runs, 0, sizeof profile->runs);
        memset(profile->begin, 0, sizeof profile->begin);
        memset(profile->duration, 0, sizeof profile->duration);
    }
    profile->timed = timed;
    profile->step_begin = timed ? sc_clock() : 0;
    profile->substep = -1;
    profile->pass_count = 0;
}

void sc_time_run(sc_profile *profile)
{
    const uint64_t end = sc_clock();
    const sc_stage stage = profile->stage;
    const scree_stage_work run = profile->run_work;
    SC_ASSERT(stage < SC_STAGE_COUNT && end >= profile->run_begin);
    if (profile->runs[stage]++ == 0)
    {
        profile->begin[stage] = profile->run_begin - profile->step_begin;
    }
    profile->duration[stage] += end - profile->run_begin;
    if (sc_traces(profile, SCREE_TRACE_STAGE))
    {
        scree_trace_zone zone = {.level = SCREE_TRACE_STAGE,
                                 .name = sc_stage_label((int)stage),
                                 .stage = (int)stage,
                                 .colour = -1,
                                 .substep = -1,
                                 .begin = profile->run_begin,
                                 .end = end,
                                 .items = run.items,
                                 .unit = run.unit != NULL ? run.unit : "",
                                 .bytes = run.bytes,
                                 .pass = -1};
        profile->trace(&zone, profile->context);
    }
}

void sc_report_step(const sc_profile *profile)
{
    if (sc_traces(profile, SCREE_TRACE_STEP))
    {
        scree_trace_zone zone = {.level = SCREE_TRACE_STEP,
                                 .name = "step",
                                 .stage = -1,
                                 .colour = -1,
                                 .substep = -1,
                                 .begin = profile->step_begin,
                                 .end = sc_clock(),
                                 .unit = "",
                                 .pass = -1};
        profile->trace(&zone, profile->context);
    }
}
