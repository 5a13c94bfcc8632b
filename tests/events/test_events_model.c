/// Random calls on crowds, against a model of the expected events.
#include "tests/events/event_world.h"
#include "tests/support/sanitized.h"

/// test_events_model_long has more of them.
TEST(begins_and_ends_pair_up_whatever_is_called)
{
    const int worlds = SANITIZED ? 2 : 4;
    event_totals totals = event_worlds_run(1, worlds, 2500);
    assert_true(totals.seen_begins > 125 * worlds && totals.seen_ends > 125 * worlds);
    assert_true(totals.begins > 250 * worlds && totals.ends > 250 * worlds &&
                totals.hits > 25 * worlds && totals.asleep > 25 * worlds);
}

/// The hash of all events of a crowd, without any check.
static uint64_t stream_of(const scree_world_def *def, uint64_t seed)
{
    static event_world crowd;
    event_world_make(&crowd, def, seed);
    uint64_t hash = 0;
    for (int step = 0; step < 250; ++step)
    {
        for (int i = random_below(&crowd.random, 4); i > 0; --i)
        {
            event_world_change(&crowd);
        }
        step_world(crowd.world);
        hash = hash_events(crowd.world, hash);
    }
    scree_world_destroy(crowd.world);
    return hash;
}

TEST(every_set_and_every_number_of_workers_tells_the_same_events)
{
    for (uint64_t seed = 100; seed < (SANITIZED ? 101 : 104); ++seed)
    {
        scree_world_def def = event_world_def(seed);
        def.simd = SCREE_SIMD_SCALAR;
        uint64_t hash = stream_of(&def, seed);
        for (int simd = SCREE_SIMD_SCALAR; simd < SCREE_SIMD_COUNT; ++simd)
        {
            for (int workers = 1; workers <= 4 && scree_simd_is_supported((scree_simd)simd);
                 workers *= 2)
            {
                def.simd = (scree_simd)simd;
                def.worker_count = workers;
                assert_int_equal(stream_of(&def, seed), hash);
            }
        }
    }
}

TEST(a_step_without_memory_loses_no_event)
{
    static event_world crowd;
    int failed = 0;
    for (uint64_t seed = 200; seed < 216; ++seed)
    {
        test_memory memory;
        scree_world_def def = event_world_def(seed);
        def.allocator = allocator_of(&memory);
        event_world_make(&crowd, &def, seed);
        for (int step = 0; step < 150; ++step)
        {
            for (int i = random_below(&crowd.random, 4); i > 0; --i)
            {
                event_world_change(&crowd);
            }
            memory.calls = 0;
            memory.fail_at = random_below(&crowd.random, 6);
            memory.fail_after = random_below(&crowd.random, 2) == 0;
            uint64_t before = hash_events(crowd.world, 0);
            scree_result result = scree_world_step(crowd.world, STEP, 2);
            memory.fail_at = -1;
            memory.fail_after = false;
            if (result != SCREE_OK)
            {
                assert_int_equal(result, SCREE_ERROR_OUT_OF_MEMORY);
                // The events are still those of the step before.
                assert_int_equal(hash_events(crowd.world, 0), before);
                ++failed;
                continue;
            }
            event_world_note(&crowd);
            event_world_check(&crowd);
        }
        scree_world_destroy(crowd.world);
    }
    assert_true(failed > 100);
}
