#include "core/jobs.h"

bool sc_jobs_create(sc_jobs *jobs, sc_memory *memory, int worker_count)
{
    jobs->workers = sc_allocate(memory, sizeof *jobs->workers * (size_t)worker_count);
    if (jobs->workers == NULL)
    {
        return false;
    }
    jobs->worker_count = worker_count;
    for (int i = 0; i < worker_count; ++i)
    {
        jobs->workers[i] = (sc_worker){.scratch = {.memory = memory}};
    }
    return true;
}

void sc_jobs_release(sc_jobs *jobs, sc_memory *memory)
{
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        sc_arena_release(&jobs->workers[i].scratch);
    }
    sc_release(memory, jobs->workers, sizeof *jobs->workers * (size_t)jobs->worker_count);
    *jobs = (sc_jobs){0};
}

void sc_jobs_reset(sc_jobs *jobs)
{
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        sc_arena_reset(&jobs->workers[i].scratch);
    }
}

void sc_run(sc_jobs *jobs, int begin, int end, int grain, sc_job *job, void *context)
{
    for (int index = 0; begin < end; ++index)
    {
        int next = end - begin < grain ? end : begin + grain;
        job(context, (sc_range){begin, next, index, index % jobs->worker_count});
        begin = next;
    }
}
