#include "particles/pair_search.h"

#include "core/assert.h"
#include "core/pass.h"

#include <float.h>
#include <stdatomic.h>
#include <string.h>

enum
{
    GRAIN = 256,     ///< AABBs per range, 10 to 30 us
    PAIRS_EACH = 5,  ///< initial room for pairs, per AABB
    SWEPT_BYTES = 2 * (int)(sizeof(sc_aabb) + sizeof(int32_t))
};

void sc_begin_search(sc_pair_search *search, sc_step *step, sc_arena *arena)
{
    const sc_jobs *jobs = step->jobs;
    *search = (sc_pair_search){.step = step, .arena = arena};
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        search->marks[i] = sc_arena_mark_of(&jobs->workers[i].scratch);
    }
}

void sc_end_search(const sc_pair_search *search)
{
    const sc_jobs *jobs = search->step->jobs;
    for (int i = 0; i < jobs->worker_count; ++i)
    {
        sc_arena_rewind(&jobs->workers[i].scratch, search->marks[i]);
    }
}

void sc_restart_search(sc_pair_search *search)
{
    sc_end_search(search);
    search->over = false;
    search->found = 0;
    search->range_count = 0;
}

bool sc_found_grow(sc_found_range *found, sc_arena *arena, int capacity)
{
    int32_t *a = SC_TAKE(arena, int32_t, capacity), *b = SC_TAKE(arena, int32_t, capacity);
    if (a == NULL || b == NULL)
    {
        found->failed = true;
        return false;
    }
    if (found->count > 0)
    {
        memcpy(a, found->a, sizeof *a * (size_t)found->count);
        memcpy(b, found->b, sizeof *b * (size_t)found->count);
    }
    found->a = a;
    found->b = b;
    found->capacity = capacity;
    return true;
}

typedef struct swept_ranges
{
    sc_pair_search *search;
    sc_sweep_args args;
    sc_sweep_kernel *kernel;
    sc_found_range *ranges;
} swept_ranges;

/// Adds `more` pairs to the total and returns whether the search is given up. This depends only on
/// the total number of pairs, not on the order of ranges.
static bool is_over(sc_pair_search *search, int more)
{
    int64_t found = atomic_fetch_add_explicit(&search->found, more, memory_order_relaxed) + more;
    return search->max_count > 0 && found > search->max_count;
}

static void search_range(void *context, sc_range range)
{
    const swept_ranges *sweep = context;
    sc_pair_search *search = sweep->search;
    sc_found_range *found = &sweep->ranges[range.index];
    sc_arena *arena = &search->step->jobs->workers[range.worker].scratch;
    sc_sweep_args args = sweep->args;
    found->along = args.aabbs[range.begin].now.lower_y;
    int at = range.begin, capacity = PAIRS_EACH * (range.end - range.begin) + 64;
    bool memory = sc_found_grow(found, arena, capacity), over = is_over(search, 0);
    while (memory && !over && at < range.end)
    {
        args.found_a = found->a;
        args.found_b = found->b;
        args.found = found->count;
        args.capacity = found->capacity;
        int reached = sweep->kernel(&args, at, range.end), more = args.found - found->count;
        over = is_over(search, more);
        found->count += search->keep == NULL
                            ? more
                            : search->keep(search->context, found->a + found->count,
                                           found->b + found->count, more);
        // The pairs of an AABB need contiguous room.
        bool room = reached > at && 2 * found->count < found->capacity;
        if (reached < range.end && !room && !over)
        {
            memory = found->capacity < INT32_MAX / 4 &&
                     sc_found_grow(found, arena, 2 * found->capacity + 2 * SC_BLOCK);
        }
        at = reached;
    }
    found->failed = !memory;
}

sc_found_range *sc_search_ranges(sc_pair_search *search, int count)
{
    if (search->range_count + count > search->range_capacity)
    {
        int capacity = 2 * search->range_capacity + count;
        sc_found_range *ranges = SC_TAKE(search->arena, sc_found_range, capacity);
        if (ranges == NULL)
        {
            return NULL;
        }
        if (search->range_count > 0)
        {
            memcpy(ranges, search->ranges, sizeof *ranges * (size_t)search->range_count);
        }
        search->ranges = ranges;
        search->range_capacity = capacity;
    }
    sc_found_range *first = search->ranges + search->range_count;
    memset(first, 0, sizeof *first * (size_t)count);
    search->range_count += count;
    return first;
}

bool sc_search_sweep(sc_pair_search *search, sc_sweep_kernel *kernel, const sc_sweep_args *args,
                     int begin, int end)
{
    static const sc_pass pass = {"sweep_particles", "AABBs", SWEPT_BYTES, -1};
    if (begin == end)
    {
        return true;
    }
    int count = sc_range_count(end - begin, GRAIN);
    swept_ranges sweep = {search, *args, kernel, sc_search_ranges(search, count)};
    if (sweep.ranges == NULL)
    {
        return false;
    }
    sc_run_pass(search->step, &pass, begin, end, GRAIN, search_range, &sweep);
    bool failed = false;
    for (int i = 0; i < count; ++i)
    {
        failed |= sweep.ranges[i].failed;
    }
    search->over = is_over(search, 0);
    return !failed;
}

int64_t sc_search_count(const sc_pair_search *search)
{
    int64_t count = 0;
    for (int i = 0; i < search->range_count; ++i)
    {
        count += search->ranges[i].count;
    }
    return count;
}

static bool reserve_pairs(sc_found_pairs *pairs, int64_t capacity)
{
    if (capacity <= pairs->capacity)
    {
        return true;
    }
    // Double the room, because memory is not given back before the step ends.
    capacity = 2 * capacity + SC_BLOCK;
    pairs->a = capacity < INT32_MAX ? SC_TAKE(pairs->arena, int32_t, capacity) : NULL;
    pairs->b = capacity < INT32_MAX ? SC_TAKE(pairs->arena, int32_t, capacity) : NULL;
    bool room = pairs->a != NULL && pairs->b != NULL;
    pairs->capacity = room ? (int)capacity : 0;
    return room;
}

bool sc_join_pairs(const sc_pair_search *search, sc_found_pairs *pairs)
{
    pairs->count = 0;
    SC_ASSERT(sc_search_count(search) >= 0);
    if (!reserve_pairs(pairs, sc_search_count(search)))
    {
        return false;
    }
    for (int i = 0; i < search->range_count; ++i)
    {
        const sc_found_range *found = &search->ranges[i];
        if (found->count > 0)
        {
            memcpy(pairs->a + pairs->count, found->a, sizeof *found->a * (size_t)found->count);
            memcpy(pairs->b + pairs->count, found->b, sizeof *found->b * (size_t)found->count);
            pairs->count += found->count;
        }
    }
    return true;
}

bool sc_copy_pairs(const sc_found_pairs *from, sc_found_pairs *to)
{
    if (!reserve_pairs(to, from->count))
    {
        return false;
    }
    if (from->count > 0)
    {
        memcpy(to->a, from->a, sizeof *to->a * (size_t)from->count);
        memcpy(to->b, from->b, sizeof *to->b * (size_t)from->count);
    }
    to->count = from->count;
    return true;
}
