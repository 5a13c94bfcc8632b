/// Memory, locks, conditions and threads of POSIX systems.
#ifdef __linux__
#define _GNU_SOURCE  // madvise, sched_getaffinity
#endif

#include "core/platform.h"

#include "core/assert.h"
#include "core/memory.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum
{
    /// Blocks of HUGE_FROM bytes and more lie in huge pages where the system has them: large worlds
    /// read their arrays in no order, and the TLB of a processor does not cover that many small
    /// pages.
    HUGE_PAGE = 2 << 20,
    HUGE_FROM = 2 * HUGE_PAGE
};

/// Advises the system to use huge pages where whole ones lie inside the block. The block thus takes
/// no more memory than it has bytes.
static void ask_for_huge_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    // If the system refuses, the block has small pages.
    (void)madvise(block, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

void *sc_system_allocate(size_t size)
{
    if (size < HUGE_FROM || size > SIZE_MAX - HUGE_PAGE)
    {
        return aligned_alloc(SC_ALIGNMENT, size);
    }
    // C11 and some allocators require a size that is a multiple of the alignment. Pages past the
    // end are never touched, so that they take none.
    void *block = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (block != NULL)
    {
        ask_for_huge_pages(block, size);
    }
    return block;
}

void sc_system_free(void *block) { free(block); }

bool sc_mutex_create(sc_mutex *mutex) { return pthread_mutex_init(mutex, NULL) == 0; }

void sc_mutex_release(sc_mutex *mutex) { pthread_mutex_destroy(mutex); }

void sc_mutex_lock(sc_mutex *mutex) { pthread_mutex_lock(mutex); }

void sc_mutex_unlock(sc_mutex *mutex) { pthread_mutex_unlock(mutex); }

bool sc_condition_create(sc_condition *condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

void sc_condition_release(sc_condition *condition) { pthread_cond_destroy(condition); }

void sc_condition_wait(sc_condition *condition, sc_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}

void sc_condition_wake_one(sc_condition *condition) { pthread_cond_signal(condition); }

void sc_condition_wake_all(sc_condition *condition) { pthread_cond_broadcast(condition); }

static void *run_thread(void *argument)
{
    const sc_thread *self = argument;
    self->run(self->argument);
    return NULL;
}

bool sc_thread_start(sc_thread *thread, void (*run)(void *argument), void *argument)
{
    SC_ASSERT(run != NULL);
    thread->run = run;
    thread->argument = argument;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread->handle, NULL, run_thread, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void sc_thread_join(sc_thread *thread) { pthread_join(thread->handle, NULL); }

sc_thread_name sc_this_thread(void) { return pthread_self(); }

bool sc_same_thread(sc_thread_name a, sc_thread_name b) { return pthread_equal(a, b) != 0; }

void sc_yield(void) { sched_yield(); }

int64_t sc_process_id(void) { return getpid(); }

int sc_core_count(void)
{
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
    {
        return CPU_COUNT(&cores);
    }
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

uint64_t sc_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
