#include "broadphase/new_pairs.h"

#include "broadphase/pairs.h"
#include "broadphase/sort.h"
#include "core/assert.h"
#include "core/callbacks.h"
#include "core/pass.h"

#include <string.h>

enum
{
    CHUNK = 64,  ///< keys of the first chunk of a run
    /// Each further chunk has this fraction (1/4) of the size of the run.
    CHUNK_FRACTION = 4,
    BUCKETS = 256,
    /// Keys per bucket. With fewer keys, the counts of a radix sort would not pay off.
    BUCKET_KEYS = 8192,
    RUNS = 4,  ///< per range
    /// Prefetch distances in pairs, for shapes and then for bodies: their data are scattered.
    SHAPES_AHEAD = 16,
    BODIES_AHEAD = 8
};

sc_key_run *sc_take_runs(sc_new_pairs *pairs, sc_arena *arena, int count)
{
    SC_ASSERT(count >= 0 && pairs->run_count <= pairs->run_capacity);
    if (pairs->run_count + count > pairs->run_capacity)
    {
        int capacity = 2 * pairs->run_capacity + count;
        sc_key_run *runs = SC_TAKE(arena, sc_key_run, capacity);
        if (runs == NULL)
        {
            return NULL;
        }
        if (pairs->run_count > 0)
        {
            memcpy(runs, pairs->runs, sizeof *runs * (size_t)pairs->run_count);
        }
        pairs->runs = runs;
        pairs->run_capacity = capacity;
    }
    sc_key_run *first = pairs->runs + pairs->run_count;
    memset(first, 0, sizeof *first * (size_t)count);
    pairs->run_count += count;
    return first;
}

/// Adds a chunk to a run. Existing keys stay in place, because to copy them would need twice the
/// memory.
static sc_key_chunk *add_chunk(sc_key_run *run, sc_arena *scratch)
{
    SC_ASSERT(run->last == NULL || run->last->next == NULL);
    int capacity = run->count / CHUNK_FRACTION > CHUNK ? run->count / CHUNK_FRACTION : CHUNK;
    sc_key_chunk *chunk = SC_TAKE(scratch, sc_key_chunk, 1);
    uint64_t *keys = SC_TAKE(scratch, uint64_t, capacity);
    if (chunk == NULL || keys == NULL)
    {
        run->failed = true;
        return NULL;
    }
    *chunk = (sc_key_chunk){.keys = keys, .capacity = capacity};
    *(run->last != NULL ? &run->last->next : &run->first) = chunk;
    run->last = chunk;
    return chunk;
}

bool sc_may_collide(const sc_step *step, int32_t a, int32_t b)
{
    SC_ASSERT(sc_slot_is_live(&step->shapes->ids, a) && sc_slot_is_live(&step->shapes->ids, b));
    const sc_bodies *bodies = step->bodies;
    const sc_shapes *shapes = step->shapes;
    int32_t row_a = shapes->body_row[a], row_b = shapes->body_row[b];
    SC_ASSERT(row_a == bodies->row[shapes->body_slot[a]] &&
              row_b == bodies->row[shapes->body_slot[b]]);
    return row_a != row_b && !sc_is_sensor(shapes, a) && !sc_is_sensor(shapes, b) &&
           (sc_row_is_dynamic(bodies, row_a) || sc_row_is_dynamic(bodies, row_b)) &&
           sc_filters_agree(&shapes->filter[a], &shapes->filter[b]) &&
           (bodies->first_joint[row_a] == 0 || bodies->first_joint[row_b] == 0 ||
            !sc_joints_separate(step->joints, bodies, row_a, row_b)) &&
           sc_custom_filter_agrees(step, a, b);
}

/// Prefetches the data of a shape and of its body that sc_may_collide reads.
static void prefetch_shape(const sc_step *step, int32_t slot)
{
    const sc_shapes *shapes = step->shapes;
    __builtin_prefetch(&shapes->body_row[slot]);
    __builtin_prefetch(&shapes->events[slot]);
    __builtin_prefetch(&shapes->filter[slot]);
}

static void prefetch_body(const sc_step *step, int32_t slot)
{
    __builtin_prefetch(&step->bodies->first_joint[step->shapes->body_row[slot]]);
}

bool sc_add_pairs(sc_key_run *run, const sc_step *step, sc_arena *scratch, const int32_t *a,
                  const int32_t *b, int count)
{
    SC_ASSERT(count >= 0 && !run->failed);
    sc_key_chunk *chunk = run->last;
    for (int i = 0; i < count; ++i)
    {
        if (i + SHAPES_AHEAD < count)
        {
            prefetch_shape(step, a[i + SHAPES_AHEAD]);
            prefetch_shape(step, b[i + SHAPES_AHEAD]);
        }
        if (i + BODIES_AHEAD < count)
        {
            prefetch_body(step, a[i + BODIES_AHEAD]);
            prefetch_body(step, b[i + BODIES_AHEAD]);
        }
        if (!sc_may_collide(step, a[i], b[i]))
        {
            continue;
        }
        if ((chunk == NULL || chunk->count == chunk->capacity) &&
            (chunk = add_chunk(run, scratch)) == NULL)
        {
            return false;
        }
        SC_ASSERT(chunk == run->last && chunk->next == NULL && chunk->count < chunk->capacity);
        // The lower slot is in the high half.
        SC_ASSERT(a[i] != b[i] && a[i] > 0 && b[i] > 0);
        uint32_t low = (uint32_t)(a[i] < b[i] ? a[i] : b[i]),
                 high = (uint32_t)(a[i] < b[i] ? b[i] : a[i]);
        chunk->keys[chunk->count++] = (uint64_t)low << 32 | high;
        ++run->count;
    }
    return true;
}

/// Keys that are being sorted into buckets of consecutive lower slots.
typedef struct bucket_sort
{
    const sc_step *step;
    const sc_new_pairs *pairs;
    int shift;               ///< shift from the lower slot to its bucket
    int32_t (*at)[BUCKETS];  ///< by run and bucket: number of keys, later the place of the next one
    int32_t begin[BUCKETS + 1];  ///< by bucket: its first key
    uint64_t *keys;
    bool failed[BUCKETS];
} bucket_sort;

static void count_runs(void *context, sc_range range)
{
    bucket_sort *sort = context;
    for (int r = range.begin; r < range.end; ++r)
    {
        memset(sort->at[r], 0, sizeof sort->at[r]);
        for (const sc_key_chunk *c = sort->pairs->runs[r].first; c != NULL; c = c->next)
        {
            for (int i = 0; i < c->count; ++i)
            {
                SC_ASSERT(c->keys[i] >> 32 >> sort->shift < BUCKETS);
                ++sort->at[r][c->keys[i] >> 32 >> sort->shift];
            }
        }
    }
}

static void scatter_runs(void *context, sc_range range)
{
    const bucket_sort *sort = context;
    for (int r = range.begin; r < range.end; ++r)
    {
        for (const sc_key_chunk *c = sort->pairs->runs[r].first; c != NULL; c = c->next)
        {
            for (int i = 0; i < c->count; ++i)
            {
                sort->keys[sort->at[r][c->keys[i] >> 32 >> sort->shift]++] = c->keys[i];
            }
        }
    }
}

static void sort_buckets(void *context, sc_range range)
{
    bucket_sort *sort = context;
    sc_arena *arena = &sort->step->jobs->workers[range.worker].scratch;
    for (int b = range.begin; b < range.end; ++b)
    {
        int count = sort->begin[b + 1] - sort->begin[b];
        SC_ASSERT(count >= 0);
        sc_arena_mark before = sc_arena_mark_of(arena);
        uint64_t *scratch = SC_TAKE(arena, uint64_t, count);
        sort->failed[b] = scratch == NULL;
        if (scratch != NULL)
        {
            sc_sort_keys(sort->keys + sort->begin[b], scratch, count);
        }
        sc_arena_rewind(arena, before);
    }
}

/// Sorts the keys into buckets, then lets the workers sort one bucket each.
static bool sort_many(sc_step *step, const sc_new_pairs *pairs, uint64_t *keys, int count)
{
    SC_ASSERT(count >= 2 * BUCKET_KEYS);
    static const sc_pass counting = {"count_pairs", "runs", 0, -1};
    static const sc_pass scattering = {"scatter_pairs", "runs", 0, -1};
    static const sc_pass sorting = {"sort_pairs", "buckets", 0, -1};
    int wanted = count / BUCKET_KEYS < BUCKETS ? count / BUCKET_KEYS : BUCKETS;
    bucket_sort sort = {.step = step, .pairs = pairs, .keys = keys};
    sort.at = (int32_t(*)[BUCKETS])SC_TAKE(step->arena, int32_t, BUCKETS * pairs->run_count);
    if (sort.at == NULL)
    {
        return false;
    }
    while ((step->shapes->ids.used - 1) >> sort.shift >= wanted)
    {
        ++sort.shift;
    }
    sc_run_pass(step, &counting, 0, pairs->run_count, RUNS, count_runs, &sort);
    for (int b = 0, at = 0; b < BUCKETS; ++b)
    {
        sort.begin[b] = at;
        for (int r = 0; r < pairs->run_count; ++r)
        {
            int32_t here = sort.at[r][b];
            sort.at[r][b] = at;
            at += here;
        }
        sort.begin[b + 1] = at;
    }
    sc_run_pass(step, &scattering, 0, pairs->run_count, RUNS, scatter_runs, &sort);
    SC_ASSERT(sort.begin[wanted] == count && sort.begin[BUCKETS] == count);
    sc_run_pass(step, &sorting, 0, wanted, 1, sort_buckets, &sort);
    bool failed = false;
    for (int b = 0; b < wanted; ++b)
    {
        failed |= sort.failed[b];
    }
    return !failed;
}

bool sc_sort_pairs(sc_step *step, const sc_new_pairs *pairs)
{
    int64_t count = 0;
    for (int r = 0; r < pairs->run_count; ++r)
    {
        count += pairs->runs[r].count;
    }
    uint64_t *keys = count < INT32_MAX ? SC_TAKE(step->arena, uint64_t, count + 1) : NULL;
    if (keys == NULL)
    {
        return false;
    }
    if (count < 2 * BUCKET_KEYS)
    {
        uint64_t *scratch = SC_TAKE(step->arena, uint64_t, count + 1);
        if (scratch == NULL)
        {
            return false;
        }
        int at = 0;
        for (int r = 0; r < pairs->run_count; ++r)
        {
            for (const sc_key_chunk *c = pairs->runs[r].first; c != NULL; c = c->next)
            {
                memcpy(keys + at, c->keys, sizeof *keys * (size_t)c->count);
                at += c->count;
            }
        }
        SC_ASSERT(at == count);
        sc_sort_keys(keys, scratch, (int)count);
    }
    else if (!sort_many(step, pairs, keys, (int)count))
    {
        return false;
    }
    step->pairs.keys = keys;
    step->pairs.new_count = (int)count;
    SC_ASSERT_SLOW(sc_keys_are_rising(keys, (int)count));
    return true;
}
