#include "core/step_profile.h"

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

void sc_set_work(sc_profile *profile, int64_t items, const char *unit, int64_t bytes)
{
    scree_stage_work *work = &profile->work[profile->stage];
    *work = (scree_stage_work){items, unit, work->bytes + bytes};
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
        profile->trace(profile->user, &zone);
    }
}

void sc_report_stage(const sc_profile *profile)
{
    if (sc_traces(profile, SCREE_TRACE_STAGE))
    {
        sc_stage stage = profile->stage;
        const scree_stage_work *work = &profile->work[stage];
        uint64_t begin = profile->step_begin + profile->begin[stage];
        scree_trace_zone zone = {.level = SCREE_TRACE_STAGE,
                                 .name = sc_stage_label((int)stage),
                                 .stage = (int)stage,
                                 .colour = -1,
                                 .substep = -1,
                                 .begin = begin,
                                 .end = begin + profile->duration[stage],
                                 .items = work->items,
                                 .unit = work->unit != NULL ? work->unit : "",
                                 .bytes = work->bytes};
        profile->trace(profile->user, &zone);
    }
}
