/// A world that steps on the threads of a program's own task system.
#include <scree/scree.h>

#include <pthread.h>
#include <stdio.h>

enum
{
    THREADS = 3,
    COLUMNS = 100,
    COUNT = 4000
};

/// Threads that run each posted job once. A real task system would also run the program's other
/// jobs.
typedef struct job
{
    scree_task *task;  // null: none
    void *argument;
    bool done;
} job;

typedef struct task_system
{
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    job jobs[THREADS];
    int posted, begun;
    bool quit;
    pthread_t threads[THREADS];
} task_system;

static void *work(void *argument)
{
    task_system *system = (task_system *)argument;
    pthread_mutex_lock(&system->mutex);
    while (!system->quit)
    {
        if (system->begun == system->posted)
        {
            pthread_cond_wait(&system->changed, &system->mutex);
            continue;
        }
        job *next = &system->jobs[system->begun++];
        pthread_mutex_unlock(&system->mutex);
        next->task(next->argument);
        pthread_mutex_lock(&system->mutex);
        next->done = true;
        pthread_cond_broadcast(&system->changed);
    }
    pthread_mutex_unlock(&system->mutex);
    return NULL;
}

/// scree_tasks.run
static void *post(scree_task *task, void *argument, void *context)
{
    task_system *system = (task_system *)context;
    pthread_mutex_lock(&system->mutex);
    job *posted = &system->jobs[system->posted++];
    posted->task = task;
    posted->argument = argument;
    posted->done = false;
    pthread_cond_broadcast(&system->changed);
    pthread_mutex_unlock(&system->mutex);
    return posted;
}

/// scree_tasks.wait
static void wait_for(void *handle, void *context)
{
    task_system *system = (task_system *)context;
    job *posted = (job *)handle;
    pthread_mutex_lock(&system->mutex);
    while (!posted->done)
    {
        pthread_cond_wait(&system->changed, &system->mutex);
    }
    if (posted == &system->jobs[system->posted - 1])
    {
        system->posted = system->begun = 0;  // all of this step are done
    }
    pthread_mutex_unlock(&system->mutex);
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
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_cond_init(&pool.changed, NULL);
    for (int i = 0; i < THREADS; ++i)
    {
        pthread_create(&pool.threads[i], NULL, work, &pool);
    }

    scree_world_def one = scree_world_def_default(), many = one;
    many.worker_count = THREADS + 1;  // with the calling thread
    many.tasks.run = post;
    many.tasks.wait = wait_for;
    many.tasks.context = &pool;
    scree_world *worlds[2] = {scree_world_create(&one), scree_world_create(&many)};
    for (int i = 0; i < 2; ++i)
    {
        if (worlds[i] == NULL)
        {
            puts(scree_error_text(NULL));
            return 1;
        }
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

    pthread_mutex_lock(&pool.mutex);
    pool.quit = true;
    pthread_cond_broadcast(&pool.changed);
    pthread_mutex_unlock(&pool.mutex);
    for (int i = 0; i < THREADS; ++i)
    {
        pthread_join(pool.threads[i], NULL);
    }
    return same ? 0 : 1;
}
