#include "core/threads.h"

#include "core/assert.h"
#include "core/platform.h"

#include <fenv.h>
#include <stdatomic.h>

enum
{
    /// The time for which a helper spins, waiting for the next pass, before it sleeps; to wake it
    /// takes 50 us. Most serial work between two passes is shorter than SPIN_NS; colouring tens of
    /// thousands of contacts takes longer. CROWDED_NS applies where threads share cores.
    SPIN_NS = 200000,
    CROWDED_NS = 40000,
    YIELD_NS = 40000,     ///< time that a pass waits for a helper before it yields the core
    SPINS_PER_LOOK = 32,  ///< spins between two readings of the clock
    /// The bits of a gate: the number of helpers inside (INSIDE), whether its pass is open (OPEN),
    /// and the number of the pass.
    OPEN = 1 << 15,
    INSIDE = OPEN - 1,
    NUMBER_SHIFT = 16
};

typedef struct helper
{
    sc_pool *pool;
    int worker;
    sc_thread thread;
    void *task;          ///< of the program
    atomic_bool inside;  ///< a thread of the program runs the task
} helper;

struct sc_pool
{
    scree_tasks tasks;
    helper *helpers;
    int helper_count, started;
    int64_t owner;                     ///< the process that has the threads
    bool forked;                       ///< this step is in a child of it, which has none
    uint64_t spin_ns;                  ///< that helpers look for a pass
    _Atomic(sc_thread_name) stepping;  ///< the thread of the step, for tasks
    fenv_t environment;                ///< its rounding mode and the like
    unsigned step;                     ///< number of steps begun
    sc_mutex mutex;
    sc_condition wake;
    sc_pool_work *work;  ///< of the open pass
    void *context;
    _Alignas(SC_ALIGNMENT) atomic_uint_fast64_t gate;
    atomic_bool quit;
    atomic_int sleepers;
    _Alignas(SC_ALIGNMENT) atomic_int left;  ///< helpers that have left the open pass
};

/// Whether a gate belongs to an open pass other than `seen`.
static bool is_new_pass(uint64_t gate, uint64_t seen)
{
    return (gate & OPEN) != 0 && gate >> NUMBER_SHIFT != seen;
}

/// Waits for an open pass other than the last one seen and returns its gate. Returns false if the
/// pool quits.
static bool wait_for_pass(sc_pool *pool, uint64_t seen, uint64_t *gate)
{
    uint64_t begin = sc_clock();
    for (int spins = 0;; ++spins)
    {
        if (atomic_load(&pool->quit))
        {
            return false;
        }
        *gate = atomic_load(&pool->gate);
        if (is_new_pass(*gate, seen))
        {
            return true;
        }
        if (spins % SPINS_PER_LOOK != 0 || sc_clock() - begin < pool->spin_ns)
        {
            sc_pause_thread();
            continue;
        }
        sc_mutex_lock(&pool->mutex);
        // Count this helper as a sleeper before reading the gate again, because the thread that
        // opens a pass reads the count after it has opened the gate.
        atomic_fetch_add(&pool->sleepers, 1);
        while (!atomic_load(&pool->quit) && !is_new_pass(atomic_load(&pool->gate), seen))
        {
            sc_condition_wait(&pool->wake, &pool->mutex);
        }
        atomic_fetch_sub(&pool->sleepers, 1);
        sc_mutex_unlock(&pool->mutex);
        begin = sc_clock();
    }
}

static void run_helper(void *argument)
{
    const helper *self = argument;
    sc_pool *pool = self->pool;
    SC_ASSERT(self->worker > 0 && self->worker <= pool->helper_count);
    uint64_t seen = 0, gate;
    unsigned step = 0;
    while (wait_for_pass(pool, seen, &gate))
    {
        // The exchange fails if the pass was closed, or if another helper entered.
        if (atomic_compare_exchange_strong(&pool->gate, &gate, gate + 1))
        {
            seen = gate >> NUMBER_SHIFT;
            if (step != pool->step)
            {
                step = pool->step;
                fesetenv(&pool->environment);
            }
            pool->work(pool->context, self->worker);
            atomic_fetch_add_explicit(&pool->left, 1, memory_order_release);
        }
    }
}

static void help_as_task(void *argument)
{
    helper *self = argument;
    // Return if the task must not run. A task system without threads runs it on the thread of the
    // step. A task system may also run a task twice at the same time, or run a task of an earlier
    // step late; but two threads must not share the memory of one worker.
    if (sc_same_thread(sc_this_thread(), atomic_load(&self->pool->stepping)) ||
        atomic_exchange(&self->inside, true))
    {
        return;
    }
    fenv_t environment;
    fegetenv(&environment);
    run_helper(self);
    fesetenv(&environment);
    atomic_store(&self->inside, false);
}

static bool create_locks(sc_pool *pool)
{
    if (!sc_mutex_create(&pool->mutex))
    {
        return false;
    }
    if (!sc_condition_create(&pool->wake))
    {
        sc_mutex_release(&pool->mutex);
        return false;
    }
    return true;
}

sc_pool *sc_pool_create(sc_memory *memory, int worker_count, const scree_tasks *tasks)
{
    SC_ASSERT(worker_count > 1);
    sc_pool *pool = sc_allocate(memory, sizeof *pool);
    helper *helpers = sc_allocate(memory, sizeof *helpers * (size_t)worker_count);
    if (pool == NULL || helpers == NULL)
    {
        sc_release(memory, pool, sizeof *pool);
        sc_release(memory, helpers, sizeof *helpers * (size_t)worker_count);
        return NULL;
    }
    *pool = (sc_pool){.tasks = *tasks,
                      .helpers = helpers,
                      .helper_count = worker_count - 1,
                      .owner = sc_process_id(),
                      .spin_ns = worker_count > sc_core_count() && tasks->run != NULL ? CROWDED_NS
                                                                                      : SPIN_NS};
    if (!create_locks(pool))
    {
        sc_release(memory, pool, sizeof *pool);
        sc_release(memory, helpers, sizeof *helpers * (size_t)worker_count);
        return NULL;
    }
    for (int i = 0; i < worker_count; ++i)
    {
        helpers[i] = (helper){.pool = pool, .worker = i + 1};
    }
    if (tasks->run == NULL)
    {
        SC_ASSERT(pool->started == 0);
        while (pool->started < pool->helper_count &&
               sc_thread_start(&pool->helpers[pool->started].thread, run_helper,
                               &pool->helpers[pool->started]))
        {
            ++pool->started;
        }
    }
    return pool;
}

/// Makes all helpers leave.
static void dismiss_helpers(sc_pool *pool)
{
    sc_mutex_lock(&pool->mutex);
    atomic_store(&pool->quit, true);
    sc_condition_wake_all(&pool->wake);
    sc_mutex_unlock(&pool->mutex);
}

void sc_pool_release(sc_pool *pool, sc_memory *memory)
{
    if (pool == NULL)
    {
        return;
    }
    // In a forked child there are no threads to wait for, and the mutex may be held for ever.
    if (pool->tasks.run != NULL || pool->owner == sc_process_id())
    {
        dismiss_helpers(pool);
        for (int i = 0; i < pool->started; ++i)
        {
            sc_thread_join(&pool->helpers[i].thread);
        }
        sc_condition_release(&pool->wake);
        sc_mutex_release(&pool->mutex);
    }
    sc_release(memory, pool->helpers, sizeof *pool->helpers * (size_t)(pool->helper_count + 1));
    sc_release(memory, pool, sizeof *pool);
}

int sc_pool_thread_count(const sc_pool *pool)
{
    return pool == NULL ? 1 : 1 + (pool->tasks.run != NULL ? pool->helper_count : pool->started);
}

void sc_pool_begin_step(sc_pool *pool)
{
    if (pool == NULL)
    {
        return;
    }
    fegetenv(&pool->environment);
    ++pool->step;
    if (pool->tasks.run == NULL)
    {
        pool->forked = pool->owner != sc_process_id();
        return;
    }
    atomic_store(&pool->stepping, sc_this_thread());
    atomic_store(&pool->quit, false);
    for (int i = 0; i < pool->helper_count; ++i)
    {
        pool->helpers[i].task =
            pool->tasks.run(help_as_task, &pool->helpers[i], pool->tasks.context);
    }
}

void sc_pool_end_step(sc_pool *pool)
{
    if (pool == NULL || pool->tasks.run == NULL)
    {
        return;
    }
    dismiss_helpers(pool);
    for (int i = 0; i < pool->helper_count; ++i)
    {
        pool->tasks.wait(pool->helpers[i].task, pool->tasks.context);
    }
    // If a `wait` returned too early, its task may still be inside.
    for (int i = 0; i < pool->helper_count; ++i)
    {
        while (atomic_load(&pool->helpers[i].inside))
        {
            sc_yield();
        }
    }
}

void sc_pool_open(sc_pool *pool, int useful, sc_pool_work *work, void *context)
{
    SC_ASSERT(work != NULL && useful > 0);
    SC_ASSERT((atomic_load(&pool->gate) & (OPEN | INSIDE)) == 0);
    pool->work = work;
    pool->context = context;
    atomic_store_explicit(&pool->left, 0, memory_order_relaxed);
    uint64_t number = (atomic_load_explicit(&pool->gate, memory_order_relaxed) >> NUMBER_SHIFT) + 1;
    atomic_store(&pool->gate, number << NUMBER_SHIFT | OPEN);
    if (pool->forked || atomic_load(&pool->sleepers) == 0)
    {
        return;
    }
    sc_mutex_lock(&pool->mutex);
    int sleepers = atomic_load(&pool->sleepers);
    for (int i = 0; i < useful && i < sleepers; ++i)
    {
        sc_condition_wake_one(&pool->wake);
    }
    sc_mutex_unlock(&pool->mutex);
}

void sc_pool_close(sc_pool *pool)
{
    uint64_t gate = atomic_fetch_and(&pool->gate, ~(uint64_t)(OPEN | INSIDE));
    int inside = (int)(gate & INSIDE);
    SC_ASSERT((gate & OPEN) != 0 && inside <= pool->helper_count);
    uint64_t begin = sc_clock();
    for (int spins = 1; atomic_load_explicit(&pool->left, memory_order_acquire) < inside; ++spins)
    {
        // A helper that takes this long may have been suspended by the system and may need this
        // core.
        if (spins % SPINS_PER_LOOK == 0 && sc_clock() - begin > YIELD_NS)
        {
            sc_yield();
            continue;
        }
        sc_pause_thread();
    }
}
