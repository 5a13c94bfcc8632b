#include "core/jobs.h"

int sc_range_count(int count, int grain) { return (count + grain - 1) / grain; }

int sc_current_worker(const sc_jobs *jobs)
{
    (void)jobs;
    return 0;
}

void sc_run(sc_jobs *jobs, int count, int grain, sc_job *job, void *context)
{
    (void)jobs;
    int ranges = sc_range_count(count, grain);
    for (int range = 0; range < ranges; ++range)
    {
        int begin = range * grain;
        job(context, begin, count - begin < grain ? count : begin + grain, range);
    }
}
