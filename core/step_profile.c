#include "core/step_profile.h"

#include "core/assert.h"

#include <stddef.h>
#include <time.h>

uint64_t sc_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

const char *sc_stage_label(int stage)
{
    static const char *const names[] = {
#define X(name) #name,
        SC_STAGE_LIST(X)
#undef X
    };
    return stage >= 0 && stage < SC_STAGE_COUNT ? names[stage] : NULL;
}

void sc_stage_begin(sc_profile *profile, sc_stage stage)
{
    SC_ASSERT(stage < SC_STAGE_COUNT);
    profile->stage = stage;
    profile->run_work = (scree_stage_work){0};
    profile->run_begin = sc_clock();
}

void sc_set_work(sc_profile *profile, int64_t items, const char *unit, int64_t bytes)
{
    SC_ASSERT(items >= 0 && bytes >= 0 && unit != NULL);
    profile->run_work = (scree_stage_work){items, unit, profile->run_work.bytes + bytes};
}

void sc_stage_end(sc_profile *profile)
{
    const uint64_t end = sc_clock();
    const sc_stage stage = profile->stage;
    const scree_stage_work run = profile->run_work;
    scree_stage_work *work = &profile->work[stage];
    SC_ASSERT(stage < SC_STAGE_COUNT && end >= profile->run_begin);
    if (profile->runs[stage]++ == 0)
    {
        profile->begin[stage] = profile->run_begin - profile->step_begin;
    }
    profile->duration[stage] += end - profile->run_begin;
    *work = (scree_stage_work){work->items + run.items, run.unit != NULL ? run.unit : work->unit,
                               work->bytes + run.bytes};
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
                                 .bytes = run.bytes};
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
                                 .unit = ""};
        profile->trace(&zone, profile->context);
    }
}
