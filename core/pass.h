/// Passes: what a stage does to many items under one name, for the trace and the count of bytes.
#ifndef SC_PASS_H
#define SC_PASS_H

#include "core/step_context.h"

typedef struct sc_pass
{
    const char *name;  ///< of the kernel
    const char *unit;  ///< what the items are
    int item_bytes;    ///< of the records that one item uses
    int colour;        ///< -1: not of a colour
} sc_pass;

/// For passes of several ranges, or with a trace.
void sc_run_ranges(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                   sc_job *job, void *context);

/// sc_run, and a zone of the trace round each range, on the worker that runs it. A pass over
/// nothing costs a comparison, one of a single range little more than its job.
static inline void sc_run_pass(const sc_step *step, const sc_pass *pass, int begin, int end,
                               int grain, sc_job *job, void *context)
{
    if (end - begin > grain || sc_traces(step->profile, SCREE_TRACE_PASS))
    {
        sc_run_ranges(step, pass, begin, end, grain, job, context);
    }
    else if (begin < end)
    {
        job(context, (sc_range){.begin = begin, .end = end});
        step->profile->run_work.bytes += (int64_t)(end - begin) * pass->item_bytes;
    }
}
/// The same where each item uses other bytes, which the job notes: one item to a range, bytes by
/// item.
void sc_run_counted_pass(const sc_step *step, const sc_pass *pass, int begin, int end, sc_job *job,
                         void *context, const int64_t *bytes);

/// The same for what the calling thread does itself: items may be known at the end only.
///     uint64_t begin = sc_pass_begin(step);
///     sc_pass_end(step, &pass, begin, items);
static inline uint64_t sc_pass_begin(const sc_step *step)
{
    return sc_traces(step->profile, SCREE_TRACE_PASS) ? sc_clock() : 0;
}
void sc_pass_end(const sc_step *step, const sc_pass *pass, uint64_t begin, int64_t items);

#endif
