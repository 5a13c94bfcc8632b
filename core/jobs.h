/// Work as ranges: a stage that is O(bodies), O(pairs) or O(contacts) names its count and a
/// function on a range. Ranges are cut by `grain` alone, never by the number of workers, and
/// results are kept by range.
#ifndef SC_JOBS_H
#define SC_JOBS_H

/// Items [begin, end); `range` counts the ranges from 0.
typedef void sc_job(void *context, int begin, int end, int range);

typedef struct sc_jobs
{
    int worker_count;  ///< 1: everything runs on the calling thread, in order
} sc_jobs;

int sc_range_count(int count, int grain);
/// Number of the worker that asks; 0: the thread that called scree_world_step.
int sc_current_worker(const sc_jobs *jobs);
void sc_run(sc_jobs *jobs, int count, int grain, sc_job *job, void *context);

#endif
