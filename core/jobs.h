/// Work as ranges: a stage that is O(bodies), O(pairs) or O(contacts) names its count and a
/// function on a range. Ranges are cut by `grain` alone, never by the number of workers, and
/// results are stored by range, so they do not depend on the threads. jobs.c decides how many
/// threads help, and which range each takes next.
///
/// A job on a range writes only the data of the range's items, the data stored by the range's
/// index, and the discard records of its worker. It takes memory from its worker's scratch, never
/// from the step's arena.
#ifndef SC_JOBS_H
#define SC_JOBS_H

#include "core/assert.h"
#include "core/threads.h"

typedef struct sc_range
{
    int begin, end;  ///< items
    int index;       ///< of the ranges of the pass, from 0
    int worker;      ///< the worker that runs it; 0: the thread that called scree_world_step
    int kind;        ///< of the items of a wavefront (core/wavefront.h); otherwise 0
} sc_range;

typedef void sc_job(void *context, sc_range range);

/// The private data of a worker, on cache lines of its own.
typedef struct sc_worker
{
    _Alignas(SC_ALIGNMENT) sc_arena scratch;  ///< lasts until the next step begins
    /// The ranges left of the worker's part in the open pass: the next one, and the end in the high
    /// half.
    _Alignas(SC_ALIGNMENT) atomic_uint_fast64_t part;
} sc_worker;

typedef struct sc_jobs
{
    int worker_count;
    sc_worker *workers;
    sc_pool *pool;    ///< null: the calling thread does everything
    sc_arena traced;  ///< of one pass, when its ranges are traced
} sc_jobs;

/// Creates scratch memory for all workers and helpers for all except the first. Returns false if
/// out of memory.
bool sc_jobs_create(sc_jobs *jobs, sc_memory *memory, int worker_count, const scree_tasks *tasks);
void sc_jobs_release(sc_jobs *jobs, sc_memory *memory);
/// Frees all scratch memory at the beginning of a step.
void sc_jobs_reset(sc_jobs *jobs);

enum
{
    /// Contacts of a class, or pairs of particles, per range, in blocks of 16. Such a range takes 2
    /// to 4 us.
    SC_BLOCK_GRAIN = 32,
    /// Blocks of one colour per range. A colour may have few blocks: of five ranges of 32 blocks
    /// each, one of two workers would get three.
    SC_COLOUR_GRAIN = 16,
    /// Bodies, shapes or particles per range.
    SC_ROW_GRAIN = 1024
};

static inline int sc_range_count(int count, int grain)
{
    SC_ASSERT(grain > 0 && count >= 0);
    return (count + grain - 1) / grain;
}
/// Runs a job on items [begin, end) in ranges, which workers take one after the other. Returns when
/// all ranges are done. Without a pool, the calling thread acts as each worker in turn.
void sc_run(sc_jobs *jobs, int begin, int end, int grain, sc_job *job, void *context);

#endif
