/// Passes over units with an order between units of common bands.
#include "core/wavefront.h"
#include "tests/support/task_threads.h"
#include "tests/support/worlds.h"
#include "world/world_state.h"

enum
{
    WORKERS = 6,
    LEVELS = 9,
    MOST_UNITS = 400,
    RUNS = 40
};

/// Units whose order of work is recorded.
typedef struct recorded
{
    sc_wave_unit units[MOST_UNITS];
    int count;
    atomic_int clock;
    int begin[MOST_UNITS], end[MOST_UNITS], times[MOST_UNITS];
    atomic_int wrong;  ///< units that came with other items or another kind
} recorded;

static void record_unit(void *context, sc_range range)
{
    recorded *r = context;
    const sc_wave_unit *unit = &r->units[range.index];
    r->begin[range.index] = atomic_fetch_add(&r->clock, 1);
    atomic_fetch_add(&r->wrong, unit->kind != range.kind || unit->begin != range.begin ||
                                    unit->end != range.end);
    ++r->times[range.index];
    // Units take different times.
    for (int i = 0; i < (range.index * 37) % 30; ++i)
    {
        sc_pause_thread();
    }
    r->end[range.index] = atomic_fetch_add(&r->clock, 1);
}

/// Units of one to three neighbouring bands; some of all bands.
static void make_units(recorded *r, uint32_t seed)
{
    r->count = 0;
    for (int level = 0, items = 0; level < LEVELS; ++level)
    {
        for (int i = 0; i < 4 + 5 * (LEVELS - level); ++i)
        {
            seed = seed * 1664525u + 1013904223u;
            const int low = (int)(seed >> 16) % 62;
            const uint64_t bands =
                seed >> 28 == 0 ? UINT64_MAX : (UINT64_C(1) + (seed >> 12 & 6)) << low;
            r->units[r->count++] = (sc_wave_unit){.begin = items,
                                                  .end = items + 1 + i % 3,
                                                  .level = level,
                                                  .kind = i,
                                                  .bands = bands};
            items += 1 + i % 3;
        }
    }
    assert_in_range(r->count, 1, MOST_UNITS);
}

static void assert_ordered(const recorded *r)
{
    assert_int_equal(atomic_load(&r->wrong), 0);
    for (int i = 0; i < r->count; ++i)
    {
        assert_int_equal(r->times[i], 1);
        for (int k = 0; k < i; ++k)
        {
            const sc_wave_unit *a = &r->units[k], *b = &r->units[i];
            if (a->level < b->level && (a->bands & b->bands) != 0 && r->end[k] > r->begin[i])
            {
                fail_msg("unit %d of level %d began before unit %d of level %d was done", i,
                         (int)b->level, k, (int)a->level);
            }
        }
    }
}

static void run_units(int workers, uint32_t seed)
{
    static recorded r;
    task_threads threads = {.run = 0};
    scree_world_def def = scree_world_def_default();
    def.worker_count = workers;
    def.tasks = tasks_on_threads(&threads);
    scoped_world *world = world_of(&def);
    sc_jobs *jobs = &world->jobs;
    make_units(&r, seed);
    sc_wavefront wavefront;
    sc_arena arena = {.memory = &world->memory}, scratch = {.memory = &world->memory};
    assert_true(sc_take_wavefront(&wavefront, &arena, &scratch, r.units, r.count, workers));
    sc_pool_begin_step(jobs->pool);
    for (int i = 0; i < RUNS; ++i)
    {
        atomic_store(&r.clock, 0);
        memset(r.times, 0, sizeof r.times);
        sc_run_wavefront(jobs, &wavefront, record_unit, &r);
        assert_ordered(&r);
    }
    sc_pool_end_step(jobs->pool);
    sc_arena_release(&arena);
    sc_arena_release(&scratch);
}

TEST(units_of_common_bands_run_in_the_order_of_their_levels)
{
    for (uint32_t seed = 1; seed <= 4; ++seed)
    {
        run_units(WORKERS, seed);
        run_units(2, seed);
    }
}

static void *refuse_task(scree_task *task, void *argument, void *context)
{
    (void)task, (void)argument;
    return context;
}

static void wait_for_none(void *handle, void *context) { (void)handle, (void)context; }

TEST(one_thread_alone_does_the_units_of_workers_that_never_come)
{
    static recorded r;
    scree_world_def def = scree_world_def_default();
    def.worker_count = 64;
    def.tasks = (scree_tasks){refuse_task, wait_for_none, NULL};
    scoped_world *world = world_of(&def);
    make_units(&r, 9);
    sc_wavefront wavefront;
    sc_arena arena = {.memory = &world->memory}, scratch = {.memory = &world->memory};
    assert_true(sc_take_wavefront(&wavefront, &arena, &scratch, r.units, r.count, 64));
    memset(r.times, 0, sizeof r.times);
    sc_run_wavefront(&world->jobs, &wavefront, record_unit, &r);
    assert_ordered(&r);
    sc_arena_release(&arena);
    sc_arena_release(&scratch);
}

TEST(counters_of_a_pass_that_runs_for_long_wrap_around)
{
    static recorded r;
    scree_world_def def = scree_world_def_default();
    def.worker_count = 2;
    def.tasks = (scree_tasks){refuse_task, wait_for_none, NULL};
    scoped_world *world = world_of(&def);
    make_units(&r, 3);
    sc_wavefront wavefront;
    sc_arena arena = {.memory = &world->memory}, scratch = {.memory = &world->memory};
    assert_true(sc_take_wavefront(&wavefront, &arena, &scratch, r.units, r.count, 2));
    for (int band = 0; band < SC_BANDS_MAX; ++band)
    {
        // The run in which the number of units done in this band wraps around.
        wavefront.runs = UINT32_MAX / wavefront.band_units[band];
        for (int b = 0; b < SC_BANDS_MAX; ++b)
        {
            atomic_store(&wavefront.done[b].value, wavefront.runs * wavefront.band_units[b]);
        }
        atomic_store(&r.clock, 0);
        memset(r.times, 0, sizeof r.times);
        sc_run_wavefront(&world->jobs, &wavefront, record_unit, &r);
        assert_ordered(&r);
    }
    sc_arena_release(&arena);
    sc_arena_release(&scratch);
}
