/// How work is cut into ranges, and that the bits are the same whichever worker runs a range.
#include "tests/support/scene_runs.h"
#include "world/world_state.h"

#define WORKERS 3

typedef struct seen
{
    sc_range ranges[16];
    int count;
} seen;

static void note_range(void *context, sc_range range)
{
    seen *s = context;
    assert_int_equal(range.index, s->count);
    s->ranges[s->count++] = range;
}

TEST(ranges_cover_all_items_once_and_are_cut_by_grain_alone)
{
    for (int workers = 1; workers <= WORKERS; ++workers)
    {
        sc_jobs jobs = {.worker_count = workers};
        for (int count = 0; count < 40; ++count)
        {
            seen s = {.count = 0};
            sc_run(&jobs, 5, 5 + count, 7, note_range, &s);
            assert_int_equal(s.count, sc_range_count(count, 7));
            int end = 5;
            for (int i = 0; i < s.count; ++i)
            {
                assert_int_equal(s.ranges[i].begin, end);
                assert_int_equal(s.ranges[i].begin, 5 + 7 * i);
                assert_in_range(s.ranges[i].worker, 0, workers - 1);
                end = s.ranges[i].end;
            }
            assert_int_equal(end, 5 + count);
        }
    }
}

/// The hash of a small scene whose ranges go to workers in turn; how many took memory.
static uint64_t hash_with(const char *scene, int size, int workers, int *took_scratch)
{
    scoped_scene *run = start_scene(scene, size, NULL);
    scree_world *world = run->world;
    sc_jobs_release(&world->jobs, &world->memory);
    assert_true(sc_jobs_create(&world->jobs, &world->memory, workers, &(scree_tasks){0}));
    // The calling thread stands for all workers in turn.
    sc_pool_release(world->jobs.pool, &world->memory);
    world->jobs.pool = NULL;
    step_scene(run, 40, 0);
    *took_scratch = 0;
    for (int i = 0; i < workers; ++i)
    {
        *took_scratch += world->jobs.workers[i].scratch.capacity > 0;
    }
    uint64_t hash = scree_world_hash(world);
    return hash;
}

TEST(a_step_gives_the_same_bits_whichever_worker_runs_a_range)
{
    static const struct
    {
        const char *name;
        int size;
    } cases[] = {{"pile", 4000}, {"washer", 1000}, {"verlet_circles", 4000}, {"cloth", 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    {
        int took_scratch;
        uint64_t one = hash_with(cases[i].name, cases[i].size, 1, &took_scratch);
        uint64_t many = hash_with(cases[i].name, cases[i].size, WORKERS, &took_scratch);
        if (one != many)
        {
            fail_msg("%s: other bits with %d workers", cases[i].name, WORKERS);
        }
        // A level of the pile is more than one range of a sweep.
        assert_true(i != 0 || took_scratch == WORKERS);
    }
}
