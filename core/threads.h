/// Threads that help the stepping thread: they take ranges of a pass until none is left.
///
/// A pass is open between sc_pool_open and sc_pool_close. sc_pool_close waits for the helpers that
/// entered while the pass was open. Helpers that come later stay outside, so sc_pool_close never
/// waits for a thread that the system has not scheduled. Between passes, threads spin for some 200
/// us, then sleep.
#ifndef SC_THREADS_H
#define SC_THREADS_H

#include "core/memory.h"
#include "core/platform.h"

typedef struct sc_pool sc_pool;

/// Tells the processor that this thread spins.
static inline void sc_pause_thread(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/// A function that each helper calls once in an open pass, with its number: 1, 2...
typedef void sc_pool_work(void *context, int worker);

/// Creates a pool for `worker_count` - 1 helpers. They are threads of the pool, at most one for
/// each further core, or, if `tasks` has functions, tasks of the program. If the system refuses a
/// thread, the pool has fewer helpers. Returns null if out of memory.
sc_pool *sc_pool_create(sc_memory *memory, int worker_count, const scree_tasks *tasks);
void sc_pool_release(sc_pool *pool, sc_memory *memory);

/// The number of threads that may take ranges, including the calling one. It is 1 if `pool` is
/// null.
int sc_pool_thread_count(const sc_pool *pool);

/// These functions begin and end a step: they start the tasks of the program and wait for them.
/// Helpers compute with the floating-point environment that the calling thread has at the
/// beginning.
void sc_pool_begin_step(sc_pool *pool);
void sc_pool_end_step(sc_pool *pool);

/// Opens a pass: helpers that are awake may call `work`. Wakes at most `useful` sleeping helpers.
void sc_pool_open(sc_pool *pool, int useful, sc_pool_work *work, void *context);
/// Closes the pass and waits until all helpers that entered are done.
void sc_pool_close(sc_pool *pool);

#endif
