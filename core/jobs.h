/// Work as ranges: a stage that is O(bodies), O(pairs) or O(contacts) names its count and a
/// function on a range. Ranges are cut by `grain` alone, never by the number of workers, and
/// results are kept by range.
///
/// A range writes what is its own by its items or its index, its worker's discard records, and
/// nothing else. Memory it takes is its worker's scratch, never the step's arena.
#ifndef SC_JOBS_H
#define SC_JOBS_H

#include "core/assert.h"
#include "core/threads.h"

typedef struct sc_range
{
    int begin, end;  ///< items
    int index;       ///< of the ranges of the pass, from 0
    int worker;      ///< that runs it; 0: the thread that called scree_world_step
} sc_range;

typedef void sc_job(void *context, sc_range range);

/// What a worker has for itself, on cache lines of its own.
typedef struct sc_worker
{
    _Alignas(SC_ALIGNMENT) sc_arena scratch;  ///< lasts until the next step begins
    /// Ranges of the open pass that are left of its part: the next one, and in the high half the
    /// end.
    _Alignas(SC_ALIGNMENT) atomic_uint_fast64_t part;
} sc_worker;

typedef struct sc_jobs
{
    int worker_count;
    sc_worker *workers;
    sc_pool *pool;    ///< null: the calling thread does everything
    sc_arena traced;  ///< of one pass, when its ranges are traced
} sc_jobs;

/// Scratch for all workers, and helpers for all but the first. False: no memory.
bool sc_jobs_create(sc_jobs *jobs, sc_memory *memory, int worker_count, const scree_tasks *tasks);
void sc_jobs_release(sc_jobs *jobs, sc_memory *memory);
/// A step begins: all scratch is free again.
void sc_jobs_reset(sc_jobs *jobs);

enum
{
    /// Contacts of a class, or pairs of particles, to a range, in blocks of 16: 2 to 4 us.
    SC_BLOCK_GRAIN = 32,
    /// Blocks of one colour, which may have few: five ranges of 32 would be three for one worker
    /// and two for the other.
    SC_COLOUR_GRAIN = 16,
    /// Bodies, shapes or particles to a range.
    SC_ROW_GRAIN = 1024
};

static inline int sc_range_count(int count, int grain)
{
    SC_ASSERT(grain > 0 && count >= 0);
    return (count + grain - 1) / grain;
}
/// Items [begin, end) in ranges, which workers take one after the other; returns when all are done.
/// Without a pool the calling thread stands for each worker in turn.
void sc_run(sc_jobs *jobs, int begin, int end, int grain, sc_job *job, void *context);

#endif
