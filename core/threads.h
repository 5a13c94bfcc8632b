/// Threads that help the one that steps: they take ranges of a pass until none is left.
///
/// A pass is open between sc_pool_open and sc_pool_close. Who enters while it is open is waited for
/// by close; who comes late stays outside, so that nobody waits for a thread that the system has
/// not run. Between passes threads spin for some 200 us, then sleep.
#ifndef SC_THREADS_H
#define SC_THREADS_H

#include "core/memory.h"
#include "core/platform.h"

typedef struct sc_pool sc_pool;

/// What a helper does in an open pass, as worker 1, 2...
typedef void sc_pool_work(void *context, int worker);

/// For `worker_count` - 1 helpers: threads of its own, at most one for each further core, or, if
/// `tasks` has functions, tasks of the program. Threads that the system refuses are done without.
/// Null: no memory.
sc_pool *sc_pool_create(sc_memory *memory, int worker_count, const scree_tasks *tasks);
void sc_pool_release(sc_pool *pool, sc_memory *memory);

/// Threads that may take ranges, with the calling one; null: that one alone.
int sc_pool_thread_count(const sc_pool *pool);

/// A step begins and ends: tasks of the program are handed out and waited for. Helpers compute with
/// the floating-point environment that the calling thread has at the beginning.
void sc_pool_begin_step(sc_pool *pool);
void sc_pool_end_step(sc_pool *pool);

/// Lets helpers run `work` and wakes at most `useful` of those that sleep. All that are awake may
/// enter.
void sc_pool_open(sc_pool *pool, int useful, sc_pool_work *work, void *context);
/// No helper enters any more, and all that did are done.
void sc_pool_close(sc_pool *pool);

#endif
