#ifdef __linux__
#define _GNU_SOURCE  // pthread_setattr_default_np
#endif

/// Faults of a program's task system, the state that it must find unchanged, and refused threads.
#include "tests/support/worlds.h"

#include "core/jobs.h"

#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#define WORKERS 3
#define MANY_WORKERS 16
#define STEPS 5
#define PASSES 20
#define RANGES 16
#define MAX_THREADS (2 * WORKERS * (STEPS + 1))  // more than MANY_WORKERS
#define YIELDS 800  // that the ranges of a pass look for a second thread of their worker

/// Threads that call a task each, and are joined at the end.
typedef struct task_call
{
    scree_task *task;
    void *argument;
    bool environment_kept;
    pthread_t thread;
} task_call;

typedef struct task_calls
{
    task_call calls[MAX_THREADS];
    int count;
    task_call handed_out[WORKERS - 1];  ///< in the step before
} task_calls;

static void *call_task(void *argument)
{
    task_call *self = argument;
    int before = fegetround();
    self->task(self->argument);
    self->environment_kept = fegetround() == before;
    return NULL;
}

static void start_call(task_calls *all, scree_task *task, void *argument)
{
    assert_true(all->count < MAX_THREADS);
    task_call *call = &all->calls[all->count++];
    *call = (task_call){.task = task, .argument = argument};
    assert_int_equal(pthread_create(&call->thread, NULL, call_task, call), 0);
}

static void join_calls(task_calls *all)
{
    for (int i = 0; i < all->count; ++i)
    {
        assert_int_equal(pthread_join(all->calls[i].thread, NULL), 0);
        assert_true(all->calls[i].environment_kept);
    }
    all->count = 0;
}

static void *run_once(scree_task *task, void *argument, void *context)
{
    start_call(context, task, argument);
    return NULL;
}

static void *run_twice(scree_task *task, void *argument, void *context)
{
    start_call(context, task, argument);
    return run_once(task, argument, context);
}

static void wait_for_all(void *handle, void *context)
{
    (void)handle;
    join_calls(context);
}

static void wait_for_nobody(void *handle, void *context)
{
    (void)context;
    assert_null(handle);
}

/// Threads by worker that are in a range now.
typedef struct crowd
{
    atomic_int inside[MANY_WORKERS], ranges[MANY_WORKERS];
    atomic_int ranges_by_helpers;
    atomic_bool crowded;
    int rounding;  ///< that every range must find
    atomic_bool rounds_otherwise;
} crowd;

static void look_for_company(void *context, sc_range range)
{
    crowd *c = context;
    if (atomic_fetch_add(&c->inside[range.worker], 1) > 0)
    {
        atomic_store(&c->crowded, true);
    }
    if (fegetround() != c->rounding)
    {
        atomic_store(&c->rounds_otherwise, true);
    }
    atomic_fetch_add(&c->ranges[range.worker], 1);
    atomic_fetch_add(&c->ranges_by_helpers, range.worker != 0);
    for (int i = 0; i < YIELDS / RANGES && !atomic_load(&c->crowded); ++i)
    {
        sched_yield();
    }
    atomic_fetch_sub(&c->inside[range.worker], 1);
}

/// Steps of some passes each, with tasks that `run` and `wait` treat as they do.
static void run_task_steps(crowd *c, int steps, scree_tasks tasks)
{
    sc_memory memory = sc_memory_make(&(scree_allocator){0});
    sc_jobs jobs;
    assert_true(sc_jobs_create(&jobs, &memory, WORKERS, &tasks));
    for (int step = 0; step < steps; ++step)
    {
        sc_pool_begin_step(jobs.pool);
        // Until helpers have come, too: how soon is up to the system.
        for (int i = 0; i < PASSES || atomic_load(&c->ranges_by_helpers) == 0; ++i)
        {
            sc_run(&jobs, 0, RANGES, 1, look_for_company, c);
        }
        sc_pool_end_step(jobs.pool);
    }
    sc_jobs_release(&jobs, &memory);
    assert_int_equal(memory.bytes, 0);
}

TEST(a_task_that_is_called_twice_at_a_time_is_one_worker)
{
    task_calls all = {.count = 0};
    crowd c = {.rounding = fegetround()};
    run_task_steps(&c, STEPS, (scree_tasks){run_twice, wait_for_all, &all});
    assert_false(atomic_load(&c.crowded));
    assert_true(atomic_load(&c.ranges_by_helpers) > 0);
}

/// Calls the task of the step before as well.
static void *run_again(scree_task *task, void *argument, void *context)
{
    task_calls *all = context;
    for (int i = 0; i < WORKERS - 1; ++i)
    {
        task_call *last = &all->handed_out[i];
        if (last->argument == argument)
        {
            start_call(all, last->task, last->argument);
            return run_once(task, argument, context);
        }
    }
    for (int i = 0; i < WORKERS - 1; ++i)
    {
        if (all->handed_out[i].task == NULL)
        {
            all->handed_out[i] = (task_call){.task = task, .argument = argument};
            break;
        }
    }
    return run_once(task, argument, context);
}

TEST(a_task_of_an_earlier_step_does_not_join_that_of_this_one)
{
    task_calls all = {.count = 0};
    crowd c = {.rounding = fegetround()};
    run_task_steps(&c, STEPS, (scree_tasks){run_again, wait_for_all, &all});
    assert_false(atomic_load(&c.crowded));
}

TEST(no_task_that_began_is_at_work_after_a_step_whose_wait_returned_early)
{
    // The sanitizers report a task that reads the pool after its release.
    for (int i = 0; i < STEPS; ++i)
    {
        task_calls all = {.count = 0};
        sc_memory memory = sc_memory_make(&(scree_allocator){0});
        sc_jobs jobs;
        crowd c = {.rounding = fegetround()};
        scree_tasks tasks = {run_once, wait_for_nobody, &all};
        assert_true(sc_jobs_create(&jobs, &memory, MANY_WORKERS, &tasks));
        sc_pool_begin_step(jobs.pool);
        for (int worker = 0; worker < MANY_WORKERS; ++worker)
        {
            while (atomic_load(&c.ranges[worker]) == 0)
            {
                sc_run(&jobs, 0, RANGES, 1, look_for_company, &c);
            }
        }
        sc_pool_end_step(jobs.pool);
        sc_jobs_release(&jobs, &memory);
        assert_int_equal(memory.bytes, 0);
        join_calls(&all);
    }
}

/// Begins tasks on threads that round to nearest, whatever the stepping thread does.
static void *run_rounding_to_nearest(scree_task *task, void *argument, void *context)
{
    int before = fegetround();
    assert_int_equal(fesetround(FE_TONEAREST), 0);
    void *handle = run_once(task, argument, context);
    assert_int_equal(fesetround(before), 0);
    return handle;
}

TEST(helpers_round_as_the_thread_that_steps)
{
    task_calls all = {.count = 0};
    crowd c = {.rounding = FE_UPWARD};
    int before = fegetround();
    assert_int_equal(fesetround(FE_UPWARD), 0);
    run_task_steps(&c, 1, (scree_tasks){run_rounding_to_nearest, wait_for_all, &all});
    assert_int_equal(fesetround(before), 0);
    assert_false(atomic_load(&c.rounds_otherwise));
}

/// A task system that calls into the world it serves.
typedef struct intruder
{
    scree_world *world;
    int refused, calls;
} intruder;

static void intrude(intruder *in)
{
    scree_vec2 gravity = {1.0f, 2.0f};
    ++in->calls;
    in->refused += scree_world_set_gravity(in->world, gravity) == SCREE_ERROR_LOCKED;
    scree_world_destroy(in->world);
    in->refused += scree_world_last_error(in->world).code == SCREE_ERROR_LOCKED;
    in->refused += scree_world_step(in->world, STEP, 1) == SCREE_ERROR_LOCKED;
}

static void *run_intruding(scree_task *task, void *argument, void *context)
{
    (void)task;
    (void)argument;
    intrude(context);
    return NULL;
}

static void wait_intruding(void *handle, void *context)
{
    assert_null(handle);
    intrude(context);
}

TEST(calls_into_the_world_from_run_and_wait_are_refused)
{
    scoped_fixture intruder in = {.calls = 0};
    scree_world_def def = scree_world_def_default();
    def.worker_count = WORKERS;
    def.tasks = (scree_tasks){run_intruding, wait_intruding, &in};
    in.world = world_of(&def);
    assert_ok(scree_world_step(in.world, STEP, 1));
    assert_int_equal(in.calls, 2 * (WORKERS - 1));
    assert_int_equal(in.refused, 3 * in.calls);
    assert_true(scree_world_gravity(in.world).x == 0.0f);
}

TEST(threads_are_counted_that_step_the_world)
{
    task_calls all = {.count = 0};
    scree_world_def def = scree_world_def_default();
    scoped_world *world = world_of(&def);
    assert_int_equal(scree_world_thread_count(world), 1);
    assert_int_equal(scree_world_thread_count(NULL), 0);
    scree_world_destroy(world);
    int cores = sc_core_count();
    def.worker_count = 64;
    world = world_of(&def);
    assert_int_equal(scree_world_worker_count(world), 64);
    assert_in_range(scree_world_thread_count(world), 1, cores < 64 ? cores : 64);
    scree_world_destroy(world);
    def.tasks = (scree_tasks){run_once, wait_for_all, &all};
    world = world_of(&def);
    assert_int_equal(scree_world_thread_count(world), 64);
}

#ifdef __GLIBC__
TEST(threads_that_the_system_refuses_are_done_without)
{
    sc_memory memory = sc_memory_make(&(scree_allocator){0});
    pthread_attr_t usual, huge;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_init(&huge), 0);
    // Stacks for which there are no addresses.
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 60), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    sc_pool *pool = sc_pool_create(&memory, WORKERS, &(scree_tasks){0});
    scree_world_def def = scree_world_def_default();
    def.worker_count = WORKERS;
    scoped_world *world = scree_world_create(&def);
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    assert_non_null(pool);
    assert_int_equal(sc_pool_thread_count(pool), 1);
    sc_pool_release(pool, &memory);
    assert_int_equal(memory.bytes, 0);
    assert_non_null(world);
    assert_int_equal(scree_world_worker_count(world), WORKERS);
    assert_int_equal(scree_world_thread_count(world), 1);
    add_crate(world, 0.0f, 0.0f, 0.5f, 0.5f);
    run_steps(world, 3);
    pthread_attr_destroy(&usual);
    pthread_attr_destroy(&huge);
}
#endif

#ifndef _WIN32
TEST(a_forked_child_steps_and_destroys_a_world_with_threads)
{
    scree_world_def def = scree_world_def_default();
    def.worker_count = 4;
    scoped_world *world = world_of(&def);
    add_ground(world, usual_shape());
    for (int i = 0; i < 3000; ++i)
    {
        add_crate(world, 1.1f * (float)(i % 300), 0.5f + (float)(i / 300), 0.5f, 0.5f);
    }
    run_steps(world, 3);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
    {
        // A hanging process is killed, which is no clean end.
        alarm(60);
        bool stepped = scree_world_step(world, STEP, SUBSTEPS) == SCREE_OK;
        uint64_t hash = scree_world_hash(world);
        scree_world_destroy(world);
        _exit(stepped && hash != 0 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    run_steps(world, 3);
}
#endif
