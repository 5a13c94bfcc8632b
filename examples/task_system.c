/// A world that steps on the threads of a program's own task system.
#include <scree/scree.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum
{
    THREADS = 3,
    COLUMNS = 100,
    COUNT = 4000
};

/// A thread that runs one job at a time. A real task system would also run the program's other
/// jobs.
typedef struct worker
{
    pthread_t thread;
    sem_t begin, done;
    scree_task *task;  // null: the thread ends
    void *argument;
} worker;

typedef struct task_system
{
    worker workers[THREADS];
    int posted;
} task_system;

static void *work(void *argument)
{
    worker *w = (worker *)argument;
    for (;;)
    {
        sem_wait(&w->begin);
        if (w->task == NULL)
        {
            return NULL;
        }
        w->task(w->argument);
        sem_post(&w->done);
    }
}

/// scree_tasks.run: called THREADS times at the beginning of each step.
static void *post(scree_task *task, void *argument, void *context)
{
    task_system *system = (task_system *)context;
    worker *w = &system->workers[system->posted++ % THREADS];
    w->task = task;
    w->argument = argument;
    sem_post(&w->begin);
    return w;
}

/// scree_tasks.wait: called once with each handle that `run` returned.
static void wait_for(void *handle, void *context)
{
    (void)context;
    sem_wait(&((worker *)handle)->done);
}

static void fill(scree_world *world)
{
    scree_body_def def = scree_body_def_default();
    scree_body_id ground = scree_body_create(world, &def);
    scree_shape_def material = scree_shape_def_default();
    scree_half_space half_space = {{0.0f, 1.0f}, 0.0f};
    scree_shape_create_half_space(world, ground, &material, &half_space);
    scree_polygon square = scree_polygon_box(0.5f, 0.5f);
    def.type = SCREE_BODY_DYNAMIC;
    for (int i = 0; i < COUNT; ++i)
    {
        def.position.x = 1.05f * (float)(i % COLUMNS) + 0.02f * (float)(i / COLUMNS);
        def.position.y = 0.6f + 1.1f * (float)(i / COLUMNS);
        scree_shape_create_polygon(world, scree_body_create(world, &def), &material, &square);
    }
}

int main(void)
{
    static task_system pool;
    for (int i = 0; i < THREADS; ++i)
    {
        worker *w = &pool.workers[i];
        sem_init(&w->begin, 0, 0);
        sem_init(&w->done, 0, 0);
        pthread_create(&w->thread, NULL, work, w);
    }

    scree_world_def one = scree_world_def_default(), many = one;
    many.worker_count = THREADS + 1;  // with the calling thread
    many.tasks.run = post;
    many.tasks.wait = wait_for;
    many.tasks.context = &pool;
    scree_world *worlds[2] = {scree_world_create(&one), scree_world_create(&many)};
    for (int i = 0; i < 2; ++i)
    {
        fill(worlds[i]);
        for (int k = 0; k < 60; ++k)
        {
            scree_world_step(worlds[i], 1.0f / 60.0f, 4);
        }
    }
    bool same = scree_world_hash(worlds[0]) == scree_world_hash(worlds[1]);
    printf("%d workers: %s as one\n", scree_world_worker_count(worlds[1]),
           same ? "the same bits" : "other bits");
    scree_world_destroy(worlds[0]);
    scree_world_destroy(worlds[1]);

    for (int i = 0; i < THREADS; ++i)
    {
        pool.workers[i].task = NULL;
        sem_post(&pool.workers[i].begin);
        pthread_join(pool.workers[i].thread, NULL);
    }
    return same ? 0 : 1;
}
