/// Very many new pairs in one step, sorted in buckets by several workers, stable within a cell.
#include "tests/support/aligned.h"
#include "tests/support/task_threads.h"
#include "tests/support/worlds.h"

#include "world/world_state.h"

#define SPOTS 13
#define EACH 200
#define PAIRS (SPOTS * EACH * (EACH - 1) / 2)

typedef struct seen
{
    int sorted, added;  ///< ranges
} seen;

static void see_zone(const scree_trace_zone *zone, void *context)
{
    seen *s = context;
    s->sorted += strcmp(zone->name, "sort_pairs") == 0;
    s->added += strcmp(zone->name, "commit_pairs") == 0;
}

/// Discs on some spots far from each other, in turn, so that no range of slots has a spot alone.
static scree_world *world_of_spots(scree_world_def *def)
{
    scree_world *world = world_of(def);
    for (int i = 0; i < SPOTS * EACH; ++i)
    {
        add_ball(world, 50.0f * (float)(i % SPOTS), 0.0f, 0.5f);
    }
    return world;
}

/// All pairs of each spot are contacts, in the order of their slots.
static void check_contacts(const scree_world *world)
{
    const sc_contacts *contacts = &world->contacts;
    const int32_t first = contacts->first[SC_CLASS_CIRCLE_CIRCLE];
    assert_int_equal(contacts->count[SC_CLASS_CIRCLE_CIRCLE], PAIRS);
    int64_t last = 0;
    for (int32_t i = first; i < first + PAIRS; ++i)
    {
        int32_t a = contacts->a[i], b = contacts->b[i];
        int64_t key = (int64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
        assert_true(key > last);
        assert_int_equal((a - b) % SPOTS, 0);
        last = key;
    }
}

TEST(new_pairs_come_in_the_order_of_their_slots_for_any_number_of_workers)
{
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i)
    {
        seen s = {0};
        task_threads threads = {.run = 0};
        scree_world_def def = scree_world_def_default();
        def.worker_count = i == 0 ? 1 : 4;
        def.tasks = tasks_on_threads(&threads);
        scoped_world *world = world_of_spots(&def);
        scree_world_set_trace(world, SCREE_TRACE_PASS, see_zone, &s);
        run_steps(world, 1);
        check_contacts(world);
        assert_true(s.sorted > 10 && s.added > 100);
        run_steps(world, 2);
        hashes[i] = scree_world_hash(world);
    }
    assert_true(hashes[0] == hashes[1]);
}

TEST(a_step_that_finds_no_memory_begins_no_contact_or_all)
{
    test_memory memory;
    scree_world_def def = counted_def(&memory);
    scree_world *world = world_of_spots(&def);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    int failures = 0;
    for (int k = 0; result != SCREE_OK; ++k)
    {
        result = step_failing_at(world, &memory, k, false, 1);
        failures += result != SCREE_OK;
        // None, or if a later stage found no memory, all.
        if (sc_contacts_count(&world->contacts) > 0)
        {
            check_contacts(world);
        }
    }
    assert_true(failures > 5);
    check_contacts(world);
    end_counted(world, &memory);
}

typedef struct peak_memory
{
    size_t bytes, peak;
} peak_memory;

static void *allocate_and_note(size_t size, void *context)
{
    peak_memory *memory = context;
    memory->bytes += size;
    memory->peak = memory->peak > memory->bytes ? memory->peak : memory->bytes;
    return allocate_aligned(size);
}

static void release_and_note(void *block, size_t size, void *context)
{
    ((peak_memory *)context)->bytes -= size;
    free_aligned(block);
}

TEST(a_thousand_discs_on_one_spot_take_memory_by_their_pairs)
{
    const size_t pairs = 499500;
    peak_memory memory = {0};
    scree_world_def def = scree_world_def_default();
    def.allocator = (scree_allocator){allocate_and_note, release_and_note, &memory};
    scree_world *world = world_of(&def);
    for (int i = 0; i < 1000; ++i)
    {
        add_ball(world, 0.0f, 0.0f, 0.5f);
    }
    run_steps(world, 1);
    assert_int_equal(scree_world_counters(world).pairs, pairs);
    run_steps(world, 3);
    // Contacts, blocks and an eighth more; scratch is for its key twice, or an entry of colouring.
    assert_true(memory.peak < 280 * pairs);
    scree_world_destroy(world);
    assert_true(memory.bytes == 0);
}

TEST(static_aabbs_of_a_cell_lie_in_the_order_of_their_slots)
{
    scoped_world *world = world_with_gravity(0.0f, 0.0f);
    for (int i = 0; i < 3000; ++i)
    {
        add_disc(world, SCREE_BODY_STATIC, 0.1f * (float)(i % 50), 0.1f * (float)(i % 60),
                 usual_shape(), 0.5f);
    }
    run_steps(world, 1);
    const sc_grid *grid = &world->broadphase.static_grid;
    assert_true(grid->count == 3000 && grid->level_count == 1);
    int together = 0;
    for (int i = 1; i < grid->count; ++i)
    {
        int cell = grid->places[i] >> SC_PLACE_BITS, before = grid->places[i - 1] >> SC_PLACE_BITS;
        bool same = cell == before;
        assert_true(cell >= before);
        assert_true(!same || grid->slots[i] > grid->slots[i - 1]);
        together += same;
    }
    assert_true(together > 1000);
}
