/// A task system for tests: a thread for each task, which begins at once.
#ifndef SC_TEST_TASK_THREADS_H
#define SC_TEST_TASK_THREADS_H

#include <scree/scree.h>

#include <stdatomic.h>

typedef struct task_threads
{
    int run, waited;  ///< calls
    atomic_int returned;
} task_threads;

scree_tasks tasks_on_threads(task_threads *threads);

#endif
