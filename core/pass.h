/// Passes: one operation of a stage on many items, with a name for the trace and the count of
/// bytes.
#ifndef SC_PASS_H
#define SC_PASS_H

#include "core/step_context.h"
#include "core/wavefront.h"

typedef struct sc_pass
{
    const char *name;  ///< of the kernel
    const char *unit;  ///< of the items
    int item_bytes;    ///< of all records that one item uses
    int colour;        ///< -1: the pass is not of a colour
} sc_pass;

/// Does the work of sc_run_pass if there are several ranges or a trace.
void sc_run_ranges(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                   sc_job *job, void *context);

/// Calls sc_run and adds a zone to the trace for each range, on the worker that runs it. A pass
/// without items costs one comparison, a pass of a single range little more than its job.
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
/// Like sc_run_pass, but the calling thread does all ranges, in their order: for jobs that call a
/// function of the program, which may be called on this thread only.
void sc_run_pass_alone(const sc_step *step, const sc_pass *pass, int begin, int end, int grain,
                       sc_job *job, void *context);
/// Like sc_run_pass for items that read and write different numbers of bytes. Each item is a range,
/// and the job stores its number in `bytes`.
void sc_run_counted_pass(const sc_step *step, const sc_pass *pass, int begin, int end, sc_job *job,
                         void *context, const int64_t *bytes);
/// Calls sc_run_wavefront and adds a zone for each unit, with its level as its colour.
void sc_run_wavefront_pass(const sc_step *step, const sc_pass *pass, sc_wavefront *wavefront,
                           sc_job *job, void *context);

/// These two functions report work that the calling thread does itself. The number of items may be
/// unknown until the end.
///     uint64_t begin = sc_pass_begin(step);
///     sc_pass_end(step, &pass, begin, items);
static inline uint64_t sc_pass_begin(const sc_step *step)
{
    return sc_traces(step->profile, SCREE_TRACE_PASS) ? sc_clock() : 0;
}
void sc_pass_end(const sc_step *step, const sc_pass *pass, uint64_t begin, int64_t items);

#endif
