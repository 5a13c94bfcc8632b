#include "tests/support/task_threads.h"

#include "tests/support/worlds.h"

#include <pthread.h>

typedef struct task_thread
{
    task_threads *all;
    scree_task *task;
    void *argument;
    pthread_t thread;
} task_thread;

static void *run_thread(void *argument)
{
    task_thread *self = argument;
    self->task(self->argument);
    atomic_fetch_add(&self->all->returned, 1);
    return NULL;
}

static void *run(scree_task *task, void *argument, void *context)
{
    task_threads *all = context;
    task_thread *self = malloc(sizeof *self);
    assert_non_null(self);
    *self = (task_thread){.all = all, .task = task, .argument = argument};
    ++all->run;
    assert_int_equal(pthread_create(&self->thread, NULL, run_thread, self), 0);
    return self;
}

static void wait_for(void *handle, void *context)
{
    task_threads *all = context;
    task_thread *self = handle;
    assert_int_equal(pthread_join(self->thread, NULL), 0);
    free(self);
    ++all->waited;
}

scree_tasks tasks_on_threads(task_threads *threads)
{
    return (scree_tasks){run, wait_for, threads};
}
