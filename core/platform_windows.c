/// Memory, locks, conditions and threads of Windows.
#include "core/platform.h"

#include "core/assert.h"
#include "core/memory.h"

#include <malloc.h>
#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>

_Static_assert(sizeof(SRWLOCK) == sizeof(sc_mutex), "a slim lock is a pointer");
_Static_assert(sizeof(CONDITION_VARIABLE) == sizeof(sc_condition),
               "a condition variable is a pointer");

// On Windows huge pages require a privilege that programs seldom have, so none are used.
void *sc_system_allocate(size_t size) { return _aligned_malloc(size, SC_ALIGNMENT); }

void sc_system_free(void *block) { _aligned_free(block); }

bool sc_mutex_create(sc_mutex *mutex)
{
    InitializeSRWLock((SRWLOCK *)mutex);
    return true;
}

// Windows has nothing to release, neither for mutexes nor for conditions.
void sc_mutex_release(sc_mutex *mutex) { (void)mutex; }

void sc_mutex_lock(sc_mutex *mutex) { AcquireSRWLockExclusive((SRWLOCK *)mutex); }

void sc_mutex_unlock(sc_mutex *mutex) { ReleaseSRWLockExclusive((SRWLOCK *)mutex); }

bool sc_condition_create(sc_condition *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)condition);
    return true;
}

void sc_condition_release(sc_condition *condition) { (void)condition; }

void sc_condition_wait(sc_condition *condition, sc_mutex *mutex)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)condition, (SRWLOCK *)mutex, INFINITE, 0);
}

void sc_condition_wake_one(sc_condition *condition)
{
    WakeConditionVariable((CONDITION_VARIABLE *)condition);
}

void sc_condition_wake_all(sc_condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)condition);
}

static unsigned __stdcall run_thread(void *argument)
{
    const sc_thread *self = argument;
    self->run(self->argument);
    return 0;
}

bool sc_thread_start(sc_thread *thread, void (*run)(void *argument), void *argument)
{
    SC_ASSERT(run != NULL);
    thread->run = run;
    thread->argument = argument;
    thread->handle = (void *)_beginthreadex(NULL, 0, run_thread, thread, 0, NULL);
    return thread->handle != NULL;
}

void sc_thread_join(sc_thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

sc_thread_name sc_this_thread(void) { return GetCurrentThreadId(); }

bool sc_same_thread(sc_thread_name a, sc_thread_name b) { return a == b; }

void sc_yield(void) { SwitchToThread(); }

int64_t sc_process_id(void) { return GetCurrentProcessId(); }

int sc_core_count(void)
{
    // This counts at most 64 cores, the size of a processor group. By default a process has one
    // group.
    DWORD_PTR cores, of_system;
    if (GetProcessAffinityMask(GetCurrentProcess(), &cores, &of_system) && cores != 0)
    {
        return __builtin_popcountll(cores);
    }
    return 1;
}

uint64_t sc_clock(void)
{
    LARGE_INTEGER rate, now;
    QueryPerformanceFrequency(&rate);
    QueryPerformanceCounter(&now);
    // Convert seconds and the rest separately: the product of all ticks would overflow after an
    // hour or so.
    uint64_t ticks = (uint64_t)now.QuadPart, second = (uint64_t)rate.QuadPart;
    return ticks / second * 1000000000u + ticks % second * 1000000000u / second;
}
