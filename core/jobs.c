#include "core/jobs.h"

#include <stdatomic.h>

bool sc_jobs_create(sc_jobs *jobs, sc_memory *memory, int worker_count, const scree_tasks *tasks)
{
    jobs->workers = sc_allocate(memory, sizeof *jobs->workers * (size_t)worker_count);
    if (jobs->workers == NULL)
    {
        return false;
    }
    jobs->worker_count = worker_count;
    jobs->traced = (sc_arena){.memory = memory};
    for (int i = 0; i < worker_count; ++i)
    {
        jobs->workers[i] = (sc_worker){.scratch = {.memory = memory}};
    }
    int cores = tasks->run != NULL ? worker_count : sc_core_count();
    int useful = worker_count < cores ? worker_count : cores;
    jobs->pool = useful > 1 ? sc_pool_create(memory, useful, tasks) : NULL;
    return useful <= 1 || jobs->pool != NULL;
}

void sc_jobs_release(sc_jobs *jobs, sc_memory *memory)
{
    sc_pool_release(jobs->pool, memory);
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        sc_arena_release(&jobs->workers[i].scratch);
    }
    sc_arena_release(&jobs->traced);
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

/// A pass whose ranges several workers take.
typedef struct shared_pass
{
    int begin, end, grain, range_count;
    sc_job *job;
    void *context;
    atomic_int next;  ///< range
} shared_pass;

static void take_ranges(void *context, int worker)
{
    shared_pass *pass = context;
    for (;;)
    {
        int index = atomic_fetch_add_explicit(&pass->next, 1, memory_order_relaxed);
        if (index >= pass->range_count)
        {
            return;
        }
        int begin = pass->begin + index * pass->grain;
        int end = index + 1 == pass->range_count ? pass->end : begin + pass->grain;
        pass->job(pass->context, (sc_range){begin, end, index, worker});
    }
}

void sc_run(sc_jobs *jobs, int begin, int end, int grain, sc_job *job, void *context)
{
    int range_count = sc_range_count(end - begin, grain);
    if (jobs->pool != NULL && range_count > 1)
    {
        shared_pass pass = {begin, end, grain, range_count, job, context, 0};
        sc_pool_open(jobs->pool, range_count - 1, take_ranges, &pass);
        take_ranges(&pass, 0);
        sc_pool_close(jobs->pool);
        return;
    }
    int workers = jobs->pool != NULL ? 1 : jobs->worker_count;
    for (int index = 0; begin < end; ++index)
    {
        int next = end - begin < grain ? end : begin + grain;
        job(context, (sc_range){begin, next, index, index % workers});
        begin = next;
    }
}
