#include "task_threads.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct task_thread
{
    scree_task *task;
    void *argument;
    pthread_t thread;
} task_thread;

static void *run_task(void *argument)
{
    task_thread *self = argument;
    self->task(self->argument);
    return NULL;
}

// Without memory or a thread for it the step is done without the task.
static void *run(scree_task *task, void *argument, void *context)
{
    (void)context;
    task_thread *self = malloc(sizeof *self);
    if (self == NULL)
        return NULL;
    *self = (task_thread){.task = task, .argument = argument};
    if (pthread_create(&self->thread, NULL, run_task, self) == 0)
        return self;
    free(self);
    return NULL;
}

static void wait(void *handle, void *context)
{
    (void)context;
    task_thread *self = handle;
    if (self == NULL)
        return;
    pthread_join(self->thread, NULL);
    free(self);
}

scree_tasks sc_task_threads(void) { return (scree_tasks){run, wait, NULL}; }
