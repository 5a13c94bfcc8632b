#include "core/pass.h"

#include "core/assert.h"

typedef struct traced_range
{
    uint64_t begin, end;
    int items, worker;
} traced_range;

/// Memory for the times of the ranges of a pass. Null without a trace, or out of memory.
static traced_range *take_ranges_of(const sc_step *step, int count)
{
    if (!sc_traces(step->profile, SCREE_TRACE_PASS))
    {
        return NULL;
    }
    sc_arena_reset(&step->jobs->traced);
    return SC_TAKE(&step->jobs->traced, traced_range, count);
}

typedef struct traced_job
{
    sc_job *job;
    void *context;
    traced_range *ranges;
} traced_job;

/// The bytes of `items` items from `first` on. `noted` has the bytes of each item; null: each uses
/// pass->item_bytes.
static int64_t bytes_of_pass(const sc_pass *pass, const int64_t *noted, int first, int64_t items)
{
    SC_ASSERT(pass->item_bytes >= 0 && items >= 0);
    int64_t bytes = items * pass->item_bytes;
    for (int64_t i = first; noted != NULL && i < first + items; ++i)
    {
        bytes += noted[i];
    }
    return bytes;
}

static void report_pass(const sc_step *step, const sc_pass *pass, uint64_t begin, uint64_t end,
                        int64_t items, int worker, int64_t bytes)
{
    SC_ASSERT(begin <= end && worker >= 0 && step->profile->trace != NULL);
    const sc_profile *profile = step->profile;
    scree_trace_zone zone = {.level = SCREE_TRACE_PASS,
                             .name = pass->name,
                             .stage = (int)profile->stage,
                             .colour = pass->colour,
                             .substep = profile->substep,
                             .worker = worker,
                             .begin = begin,
                             .end = end,
                             .items = items,
                             .unit = pass->unit,
                             .bytes = bytes,
                             .pass = profile->pass_count};
    profile->trace(&zone, profile->context);
}

static void run_traced(void *context, sc_range range)
{
    SC_ASSERT(range.begin < range.end && range.index >= 0);
    const traced_job *traced = context;
    uint64_t begin = sc_clock();
    traced->job(traced->context, range);
    traced->ranges[range.index] =
        (traced_range){begin, sc_clock(), range.end - range.begin, range.worker};
}

/// Ends a pass: counts it and its bytes.
static void count_pass(const sc_step *step, int64_t bytes)
{
    step->profile->run_work.bytes += bytes;
    ++step->profile->pass_count;
}

static void run_noted_pass(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                           sc_job *job, void *context, const int64_t *noted)
{
    const bool traces = sc_traces(step->profile, SCREE_TRACE_PASS);
    const int count = traces ? sc_range_count(end - begin, grain) : 0;
    traced_job traced = {job, context, take_ranges_of(step, count)};
    const bool by_range = traced.ranges != NULL;
    const uint64_t start = traces ? sc_clock() : 0;
    sc_run(step->jobs, begin, end, grain, by_range ? run_traced : job,
           by_range ? &traced : context);
    const int64_t bytes = bytes_of_pass(pass, noted, begin, end - begin);
    if (traces && !by_range)
    {
        // There is no memory for the times of the ranges: report the pass as a whole.
        report_pass(step, pass, start, sc_clock(), end - begin, 0, bytes);
    }
    // The thread of the step calls the callback after all ranges are done.
    for (int i = 0; by_range && i < count; ++i)
    {
        const traced_range *range = &traced.ranges[i];
        report_pass(step, pass, range->begin, range->end, range->items, range->worker,
                    bytes_of_pass(pass, noted, begin + i * grain, range->items));
    }
    count_pass(step, bytes);
}

void sc_run_wavefront_pass(const sc_step *step, const sc_pass *pass, sc_wavefront *wavefront,
                           sc_job *job, void *context)
{
    traced_job traced = {job, context, take_ranges_of(step, wavefront->unit_count)};
    sc_run_wavefront(step->jobs, wavefront, traced.ranges != NULL ? run_traced : job,
                     traced.ranges != NULL ? &traced : context);
    for (int i = 0; traced.ranges != NULL && i < wavefront->unit_count; ++i)
    {
        const traced_range *range = &traced.ranges[i];
        sc_pass of_unit = *pass;
        of_unit.colour = wavefront->levels[i];
        report_pass(step, &of_unit, range->begin, range->end, range->items, range->worker,
                    range->items * pass->item_bytes);
    }
    count_pass(step, (int64_t)wavefront->item_count * pass->item_bytes);
}

void sc_run_ranges(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                   sc_job *job, void *context)
{
    run_noted_pass(step, pass, begin, end, grain, job, context, NULL);
}

void sc_run_counted_pass(const sc_step *step, const sc_pass *pass, int begin, int end, sc_job *job,
                         void *context, const int64_t *bytes)
{
    SC_ASSERT(bytes != NULL);
    run_noted_pass(step, pass, begin, end, 1, job, context, bytes);
}

void sc_pass_end(const sc_step *step, const sc_pass *pass, uint64_t begin, int64_t items)
{
    SC_ASSERT(items >= 0);
    int64_t bytes = items * pass->item_bytes;
    if (sc_traces(step->profile, SCREE_TRACE_PASS))
    {
        report_pass(step, pass, begin, sc_clock(), items, 0, bytes);
    }
    count_pass(step, bytes);
}

void sc_run_pass_alone(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                       sc_job *job, void *context)
{
    SC_ASSERT(grain > 0 && begin <= end);
    if (begin == end)
    {
        return;
    }
    const uint64_t zone = sc_pass_begin(step);
    for (int at = begin, index = 0; at < end; at += grain, ++index)
    {
        job(context,
            (sc_range){.begin = at, .end = at + grain < end ? at + grain : end, .index = index});
    }
    sc_pass_end(step, pass, zone, end - begin);
}
