/// Steps on several threads, of the world or as tasks of the program: the same bits as on one.
#include "tests/support/aligned.h"
#include "tests/support/sanitized.h"
#include "tests/support/scene_runs.h"
#include "tests/support/task_threads.h"

#include "core/jobs.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define SOME 5

/// A task system without threads: tasks run at once.
static void *run_now(scree_task *task, void *argument, void *context)
{
    ++*(int *)context;
    task(argument);
    return NULL;
}

static void wait_for_nothing(void *handle, void *context)
{
    (void)context;
    assert_null(handle);
}

/// A task system with one thread, which begins tasks late: when they are waited for.
typedef struct late_task
{
    scree_task *task;
    void *argument;
} late_task;

static void *run_late(scree_task *task, void *argument, void *context)
{
    late_task *late = malloc(sizeof *late);
    assert_non_null(late);
    *late = (late_task){task, argument};
    ++*(int *)context;
    return late;
}

static void *run_late_thread(void *argument)
{
    late_task *late = argument;
    late->task(late->argument);
    return NULL;
}

static void wait_for_late(void *handle, void *context)
{
    (void)context;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_late_thread, handle), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    free(handle);
}

typedef struct scene_case
{
    const char *name;
    int size;
} scene_case;

static const scene_case cases[] = {{"pile", 4000},         {"washer", 1000},
                                   {"many_pyramids", 4},   {"verlet_circles", 2000},
                                   {"verlet_bodies", 500}, {"cloth", 40}};

#define CASES ((int)(sizeof cases / sizeof *cases))
#define STEPS (SANITIZED ? 6 : 15)

/// Some dynamic bodies of the scene go.
static void destroy_some(scree_world *world, int from)
{
    scree_body_id ids[SOME];
    scree_body_view bodies = scree_world_bodies(world);
    int count = 0;
    for (int row = from; row < bodies.dynamic_count && count < SOME; row += 41)
    {
        ids[count++] = bodies.id[row];
    }
    assert_ok(scree_bodies_destroy(world, ids, count));
}

/// The hash after some steps, in which bodies come and go.
static uint64_t hash_with(const scene_case *c, int workers, scree_tasks tasks)
{
    const scree_scene *scene = scree_scene_find(c->name);
    assert_non_null(scene);
    scree_world_def def = scree_scene_world_def(scene, c->size);
    def.worker_count = workers;
    def.tasks = tasks;
    scoped_scene *run = start_scene(c->name, c->size, &def);
    scree_world *world = run->world;
    assert_int_equal(scree_world_worker_count(world), workers);
    scree_body_def box_def = scree_body_def_default();
    box_def.type = SCREE_BODY_DYNAMIC;
    scree_polygon square = scree_polygon_box(0.4f, 0.4f);
    scree_body_id last = {0};
    for (int i = 0; i < STEPS; ++i)
    {
        if (i % 3 == 0)
        {
            if (scree_body_is_valid(world, last))
            {
                assert_ok(scree_body_destroy(world, last));
            }
            destroy_some(world, i);
            box_def.position = (scree_vec2){0.3f * (float)i, 2.0f};
            last = scree_body_create(world, &box_def);
            scree_shape_create_polygon(world, last, usual_shape(), &square);
        }
        step_scene(run, 1, 0);
    }
    uint64_t hash = scree_world_hash(world);
    return hash;
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    for (int i = 0; i < CASES; ++i)
    {
        uint64_t one = hash_with(&cases[i], 1, (scree_tasks){0});
        for (int workers = 2; workers <= 64; workers = workers == 4 ? 64 : 2 * workers)
        {
            if (hash_with(&cases[i], workers, (scree_tasks){0}) != one)
            {
                fail_msg("%s: other bits with %d workers", cases[i].name, workers);
            }
        }
    }
}

TEST(tasks_of_the_program_give_the_same_bits)
{
    for (int i = 0; i < CASES; ++i)
    {
        uint64_t one = hash_with(&cases[i], 1, (scree_tasks){0});
        for (int workers = 2; workers <= 4; workers += 2)
        {
            task_threads threads = {.run = 0};
            if (hash_with(&cases[i], workers, tasks_on_threads(&threads)) != one)
            {
                fail_msg("%s: other bits with tasks for %d workers", cases[i].name, workers);
            }
            assert_int_equal(threads.run, STEPS * (workers - 1));
            assert_int_equal(threads.waited, threads.run);
            assert_int_equal(atomic_load(&threads.returned), threads.run);
        }
    }
}

TEST(a_task_system_without_threads_or_with_late_ones_only_helps_less)
{
    uint64_t one = hash_with(&cases[0], 1, (scree_tasks){0});
    int now = 0, late = 0;
    assert_true(hash_with(&cases[0], 4, (scree_tasks){run_now, wait_for_nothing, &now}) == one);
    assert_true(hash_with(&cases[0], 4, (scree_tasks){run_late, wait_for_late, &late}) == one);
    assert_int_equal(now, 3 * STEPS);
    assert_int_equal(late, 3 * STEPS);
}

TEST(no_more_workers_than_64_and_no_half_a_task_system)
{
    scree_world_def def = scree_world_def_default();
    assert_int_equal(def.worker_count, 1);
    const int refused[] = {-1, 65, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
    {
        def.worker_count = refused[i];
        assert_null(scree_world_create(&def));
        assert_non_null(strstr(scree_error_text(NULL), "def.worker_count"));
    }
    def.worker_count = 2;
    def.tasks.run = run_now;
    assert_null(scree_world_create(&def));
    assert_non_null(strstr(scree_error_text(NULL), "def.tasks"));
    def.tasks = (scree_tasks){NULL, wait_for_nothing, NULL};
    assert_null(scree_world_create(&def));
    def.tasks = (scree_tasks){0};
    def.worker_count = 0;
    scree_world *world = scree_world_create(&def);
    assert_non_null(world);
    assert_in_range(scree_world_worker_count(world), 1, 64);
    scree_world_destroy(world);
    assert_int_equal(scree_world_worker_count(NULL), 0);
}

/// How often each range of a pass was run, and by whom.
typedef struct seen_ranges
{
    atomic_int runs[64];
    int workers;
} seen_ranges;

static void see_range(void *context, sc_range range)
{
    seen_ranges *seen = context;
    atomic_fetch_add(&seen->runs[range.index], 1);
    assert_int_equal(range.begin, 3 * range.index);
    assert_true(range.end == range.begin + 3 || range.end == range.begin + 1);
    assert_in_range(range.worker, 0, seen->workers - 1);
}

TEST(every_range_is_run_once_in_pass_after_pass)
{
    sc_memory memory = sc_memory_make(&(scree_allocator){0});
    task_threads threads = {.run = 0};
    sc_jobs jobs;
    seen_ranges seen = {.workers = 4};
    scree_tasks tasks = tasks_on_threads(&threads);
    assert_true(sc_jobs_create(&jobs, &memory, seen.workers, &tasks));
    sc_pool_begin_step(jobs.pool);
    const int passes = 3000;
    for (int i = 0; i < passes; ++i)
    {
        int ranges = 1 + i % 64;
        sc_run(&jobs, 0, 3 * ranges - 2, 3, see_range, &seen);
        // No task may still be running here.
        for (int k = 0; k < 64; ++k)
        {
            assert_int_equal(atomic_exchange(&seen.runs[k], 0), k < ranges);
        }
    }
    sc_pool_end_step(jobs.pool);
    sc_jobs_release(&jobs, &memory);
    assert_int_equal(memory.bytes, 0);
}

/// An allocator that must not be entered by two threads at once.
static atomic_int inside, entered_twice;

static void *allocate_alone(size_t size, void *context)
{
    atomic_fetch_or(&entered_twice, atomic_fetch_add(&inside, 1) > 0);
    ++*(int *)context;
    void *block = allocate_aligned(size);
    // Others get time to come in.
    sched_yield();
    atomic_fetch_sub(&inside, 1);
    return block;
}

static void release_alone(void *memory, size_t size, void *context)
{
    (void)context;
    (void)size;
    atomic_fetch_or(&entered_twice, atomic_fetch_add(&inside, 1) > 0);
    free_aligned(memory);
    sched_yield();
    atomic_fetch_sub(&inside, 1);
}

/// Zones of passes by worker, told by the thread of the step.
typedef struct seen_zones
{
    pthread_t stepping;
    int by_worker[4];
} seen_zones;

static void see_zone(const scree_trace_zone *zone, void *context)
{
    seen_zones *seen = context;
    assert_true(pthread_equal(pthread_self(), seen->stepping));
    assert_in_range(zone->worker, 0, 3);
    assert_true(zone->end >= zone->begin);
    ++seen->by_worker[zone->worker];
}

TEST(callbacks_for_memory_and_trace_are_not_called_by_two_threads_at_once)
{
    int allocations = 0;
    task_threads threads = {.run = 0};
    scree_world_def def = scree_world_def_default();
    def.worker_count = 4;
    def.tasks = tasks_on_threads(&threads);
    def.allocator = (scree_allocator){allocate_alone, release_alone, &allocations};
    scoped_scene *pile = start_scene("pile", 6000, &def);
    seen_zones zones = {.stepping = pthread_self()};
    assert_ok(scree_world_set_trace(pile->world, SCREE_TRACE_PASS, see_zone, &zones));
    // Until others have come, too: how soon is up to the system.
    for (int i = 0; i < 40 || zones.by_worker[1] + zones.by_worker[2] + zones.by_worker[3] == 0;
         ++i)
    {
        step_scene(pile, 1, 4);
    }
    assert_true(zones.by_worker[0] > 0);
    assert_true(allocations > 0);
    assert_false(atomic_load(&entered_twice));
}
