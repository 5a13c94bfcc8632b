/// Calls of the operating system: memory, threads, locks, the clock. One file for
/// each kind of system implements it, platform_posix.c or platform_windows.c, and no other file of
/// the library includes headers of a system.
#ifndef SC_PLATFORM_H
#define SC_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
/// Storage for a slim reader/writer lock, a condition variable and a handle. Their own types are
/// declared in windows.h, which this header does not include.
typedef struct sc_mutex
{
    void *lock;
} sc_mutex;
typedef struct sc_condition
{
    void *variable;
} sc_condition;
typedef void *sc_thread_handle;
typedef unsigned long sc_thread_name;
#else
#include <pthread.h>
typedef pthread_mutex_t sc_mutex;
typedef pthread_cond_t sc_condition;
typedef pthread_t sc_thread_handle;
typedef pthread_t sc_thread_name;
#endif

/// A thread and its function.
typedef struct sc_thread
{
    sc_thread_handle handle;
    void (*run)(void *argument);
    void *argument;
} sc_thread;

/// Allocates memory aligned to SC_ALIGNMENT; `size` is a multiple of that. Large blocks lie in huge
/// pages where the system has them. Returns null if out of memory.
void *sc_system_allocate(size_t size);
void sc_system_free(void *block);  ///< Null is allowed.

bool sc_mutex_create(sc_mutex *mutex);  ///< Returns false if out of memory.
void sc_mutex_release(sc_mutex *mutex);
void sc_mutex_lock(sc_mutex *mutex);
void sc_mutex_unlock(sc_mutex *mutex);

bool sc_condition_create(sc_condition *condition);  ///< Returns false if out of memory.
void sc_condition_release(sc_condition *condition);
void sc_condition_wait(sc_condition *condition, sc_mutex *mutex);
void sc_condition_wake_one(sc_condition *condition);
void sc_condition_wake_all(sc_condition *condition);

/// Starts a thread that handles no signals, which are left to the threads of the program. *thread
/// must not move until it is joined. Returns false if the system refuses.
bool sc_thread_start(sc_thread *thread, void (*run)(void *argument), void *argument);
void sc_thread_join(sc_thread *thread);
sc_thread_name sc_this_thread(void);
bool sc_same_thread(sc_thread_name a, sc_thread_name b);
void sc_yield(void);  ///< Gives the core to another thread.

int64_t sc_process_id(void);  ///< A forked child has another than its parent.
int sc_core_count(void);      ///< Cores that the process may run on.
uint64_t sc_clock(void);      ///< ns, monotonic

#endif
