#include "core/pass.h"

typedef struct traced_job
{
    const sc_step *step;
    const sc_pass *pass;
    sc_job *job;
    void *context;
} traced_job;

static void report(const sc_step *step, const sc_pass *pass, uint64_t begin, int64_t items,
                   int worker)
{
    const sc_profile *profile = step->profile;
    scree_trace_zone zone = {.level = SCREE_TRACE_PASS,
                             .name = pass->name,
                             .stage = (int)profile->stage,
                             .colour = pass->colour,
                             .substep = profile->substep,
                             .worker = worker,
                             .begin = begin,
                             .end = sc_clock(),
                             .items = items,
                             .unit = pass->unit,
                             .bytes = items * pass->item_bytes};
    profile->trace(profile->user, &zone);
}

static void run_traced(void *context, sc_range range)
{
    const traced_job *traced = context;
    uint64_t start = sc_clock();
    traced->job(traced->context, range);
    report(traced->step, traced->pass, start, range.end - range.begin, range.worker);
}

static void count_bytes(const sc_step *step, const sc_pass *pass, int64_t items)
{
    sc_profile *profile = step->profile;
    profile->work[profile->stage].bytes += items * pass->item_bytes;
}

void sc_run_pass(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                 sc_job *job, void *context)
{
    count_bytes(step, pass, end - begin);
    if (!sc_traces(step->profile, SCREE_TRACE_PASS))
    {
        sc_run(step->jobs, begin, end, grain, job, context);
        return;
    }
    traced_job traced = {step, pass, job, context};
    sc_run(step->jobs, begin, end, grain, run_traced, &traced);
}

void sc_pass_end(const sc_step *step, const sc_pass *pass, uint64_t begin, int64_t items)
{
    count_bytes(step, pass, items);
    if (sc_traces(step->profile, SCREE_TRACE_PASS))
    {
        report(step, pass, begin, items, 0);
    }
}
