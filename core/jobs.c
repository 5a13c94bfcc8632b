#include "core/jobs.h"

#include "core/assert.h"

bool sc_jobs_create(sc_jobs *jobs, sc_memory *memory, int worker_count, const scree_tasks *tasks)
{
    SC_ASSERT(worker_count > 0);
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
    SC_ASSERT(jobs->worker_count >= 0);
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
    SC_ASSERT(jobs->worker_count > 0 && jobs->workers != NULL);
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        sc_arena_reset(&jobs->workers[i].scratch);
    }
}

/// A pass whose ranges several workers take. Each worker begins with a part of its own. This is the
/// same part in every pass over the same items, so the worker's cache holds the data that it wrote
/// in the previous pass. Then the worker helps the others.
typedef struct shared_pass
{
    sc_worker *workers;
    int begin, end, grain, range_count, part_count;
    sc_job *job;
    void *context;
} shared_pass;

static uint64_t pack_part(int next, int end)
{
    return (uint64_t)(uint32_t)end << 32 | (uint32_t)next;
}

/// Takes a range of a part: the owner takes the first range left, helpers take the last. Returns -1
/// if none is left.
static int take_range(atomic_uint_fast64_t *part, bool own)
{
    uint64_t left = atomic_load_explicit(part, memory_order_relaxed);
    for (;;)
    {
        int next = (int)(uint32_t)left, end = (int)(left >> 32);
        if (next >= end)
        {
            return -1;
        }
        uint64_t rest = own ? pack_part(next + 1, end) : pack_part(next, end - 1);
        if (atomic_compare_exchange_weak_explicit(part, &left, rest, memory_order_relaxed,
                                                  memory_order_relaxed))
        {
            SC_ASSERT(next >= 0 && next < end);
            return own ? next : end - 1;
        }
    }
}

static void take_ranges(void *context, int worker)
{
    const shared_pass *pass = context;
    SC_ASSERT(worker >= 0 && pass->part_count > 0 && pass->part_count <= pass->range_count);
    for (int i = 0; i < pass->part_count; ++i)
    {
        int part = (worker + i) % pass->part_count, index;
        while ((index = take_range(&pass->workers[part].part, part == worker)) >= 0)
        {
            int begin = pass->begin + index * pass->grain;
            int end = index + 1 == pass->range_count ? pass->end : begin + pass->grain;
            SC_ASSERT(index < pass->range_count && begin < end && end <= pass->end);
            pass->job(pass->context, (sc_range){begin, end, index, worker, 0});
        }
    }
}

void sc_run(sc_jobs *jobs, int begin, int end, int grain, sc_job *job, void *context)
{
    SC_ASSERT(grain > 0 && begin <= end && job != NULL);
    SC_ASSERT(jobs->worker_count > 0);
    int range_count = sc_range_count(end - begin, grain);
    if (jobs->pool != NULL && range_count > 1)
    {
        int threads = sc_pool_thread_count(jobs->pool);
        SC_ASSERT(threads <= jobs->worker_count);
        shared_pass pass = {.workers = jobs->workers,
                            .begin = begin,
                            .end = end,
                            .grain = grain,
                            .range_count = range_count,
                            .part_count = threads < range_count ? threads : range_count,
                            .job = job,
                            .context = context};
        for (int i = 0, first = 0; i < pass.part_count; ++i)
        {
            int last = (int)((int64_t)range_count * (i + 1) / pass.part_count);
            atomic_store_explicit(&jobs->workers[i].part, pack_part(first, last),
                                  memory_order_relaxed);
            first = last;
        }
        sc_pool_open(jobs->pool, range_count - 1, take_ranges, &pass);
        take_ranges(&pass, 0);
        sc_pool_close(jobs->pool);
        return;
    }
    int workers = jobs->pool != NULL ? 1 : jobs->worker_count;
    for (int index = 0; begin < end; ++index)
    {
        int next = end - begin < grain ? end : begin + grain;
        job(context, (sc_range){begin, next, index, index % workers, 0});
        begin = next;
    }
}
