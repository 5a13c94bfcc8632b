/// Memory: the scratch arena of a step, and large blocks.
#ifdef __linux__
#define _DEFAULT_SOURCE  // mincore
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "tests/support/worlds.h"

#include "core/memory.h"
#include "core/platform.h"
#include "world/world_state.h"

/// A step that takes `first`, then `second` for a while, then `third`. Returns where the third is.
static char *run_step(sc_arena *arena, size_t first, size_t second, size_t third)
{
    sc_arena_reset(arena);
    char *kept = sc_arena_take(arena, first);
    assert_non_null(kept);
    memset(kept, 1, first);
    sc_arena_mark mark = sc_arena_mark_of(arena);
    for (int i = 0; i < 2; ++i)
    {
        char *passing = sc_arena_take(arena, second);
        assert_non_null(passing);
        assert_true((uintptr_t)passing % SC_ALIGNMENT == 0);
        memset(passing, 2, second);
    }
    sc_arena_rewind(arena, mark);
    char *last = sc_arena_take_zeroed(arena, third);
    assert_non_null(last);
    for (size_t i = 0; i < first || i < third; ++i)
    {
        assert_true((i >= first || kept[i] == 1) && (i >= third || last[i] == 0));
    }
    return last;
}

TEST(what_is_given_back_is_used_again)
{
    test_memory counted = {.fail_at = -1};
    scree_allocator allocator = allocator_of(&counted);
    sc_memory memory = sc_memory_make(&allocator);
    sc_arena arena = {.memory = &memory};
    // The arena is empty: each take is an allocation, and returned memory is released.
    run_step(&arena, 1000, 100000, 5000);
    assert_int_equal(counted.blocks, 2);
    assert_true(counted.bytes < 10000);
    // Then the arena holds the most that the step before had at one time, and a little more.
    run_step(&arena, 1000, 100000, 5000);
    int64_t bytes = counted.bytes;
    assert_int_equal(counted.blocks, 1);
    assert_true(bytes > 201000 && bytes < 240000);
    counted.calls = 0;
    for (int i = 0; i < 5; ++i)
    {
        char *last = run_step(&arena, 1000, 100000, 5000);
        // It takes the place of the returned memory.
        assert_true(last == run_step(&arena, 1000, 90000, 7000));
    }
    assert_int_equal(counted.calls, 0);
    assert_int_equal(counted.bytes, bytes);
    // More than it holds, in part: only that is allocated, and released.
    run_step(&arena, 1000, 150000, 5000);
    assert_int_equal(counted.bytes, bytes);
    run_step(&arena, 1000, 150000, 5000);
    assert_true(counted.bytes > 301000 && counted.blocks == 1);
    sc_arena_release(&arena);
    assert_true(counted.bytes == 0 && counted.bad_releases == 0);
    assert_int_equal(memory.bytes, 0);
}

#ifdef __linux__
/// Whether the system puts every large block into huge pages by itself.
static bool always_has_huge_pages(void)
{
    char text[64] = "";
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (file != NULL)
    {
        (void)!fgets(text, sizeof text, file);
        fclose(file);
    }
    return strstr(text, "[always]") != NULL;
}

TEST(a_large_block_in_huge_pages_takes_no_more_than_its_bytes)
{
    if (always_has_huge_pages())
    {
        skip();
    }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (5u << 20) + page;
    unsigned char *block = sc_system_allocate(size);
    assert_non_null(block);
    memset(block, 1, size);
    // The rest of the last huge page is part of the mapping, but was not written.
    const size_t rest = (6u << 20) - size;
    unsigned char resident[256];
    assert_int_equal(mincore(block + size, rest, resident), 0);
    int count = 0;
    for (size_t i = 0; i < rest / page; ++i)
    {
        count += resident[i] & 1;
    }
    sc_system_free(block);
    assert_int_equal(count, 0);
}
#endif

TEST(a_step_of_many_pairs_takes_less_than_all_its_stages_together)
{
    // Pairs are found in the first step, in arrays that colouring then uses.
    scoped_world *world = world_with_gravity(0.0f, -10.0f);
    add_ground(world, usual_shape());
    for (int i = 0; i < 4000; ++i)
    {
        add_crate(world, 0.999f * (float)(i % 100), 0.5f + 0.999f * (float)(i / 100), 0.5f, 0.5f);
    }
    run_steps(world, 2);
    scree_counters counters = scree_world_counters(world);
    assert_true(counters.contacts > 10000);
    size_t pairs = (size_t)counters.pairs, bodies = (size_t)counters.bodies;
    // Five records of 16 bytes and numbers by body; keys, twice, and finds by pair; no colours.
    size_t largest = (5 * 16 + 60) * bodies + 44 * pairs;
    assert_true(world->jobs.workers[0].scratch.capacity < largest + largest / 8);
}
