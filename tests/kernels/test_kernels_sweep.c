// The sweeps over sorted boxes: their twins' pairs in their order, and those of brute force.

#include "simd/sorted_aabbs.h"
#include "tests/kernels/kernel_cases.h"
#include "reference/twins/brute_pairs.h"
#include "reference/twins/twins.h"
#include "tests/support/testing.h"

#define SEEDS 500

/// One level of sorted boxes, behind `first` others in the same arrays.
typedef struct level_case
{
    int count, first;
    sc_aabb *now, *before;  ///< sorted, without the others
    int32_t *slots, *places, *cell_begin;
    sc_sorted_aabb *sorted;
    sc_level level;
} level_case;

/// Where a box is and was: near each other, or the box is new, or it stood still.
static void random_box(sc_random *random, float spread, float size, sc_aabb *now, sc_aabb *before)
{
    float far = sc_case_chance(random, 3) ? 1e6f : spread;
    float x = sc_case_float(random, -far, far), y = sc_case_float(random, -far, far);
    float width = sc_case_float(random, 0.0f, size), height = sc_case_float(random, 0.0f, size);
    if (sc_case_chance(random, 20))
    {
        // On a grid of whole numbers, where boxes touch exactly.
        x = (float)(int)x;
        y = (float)(int)y;
        width = height = size;
    }
    *now = (sc_aabb){x, y, x + width, y + height};
    float dx = sc_case_float(random, -size, size), dy = sc_case_float(random, -size, size);
    *before = (sc_aabb){x + dx, y + dy, x + dx + width, y + dy + height};
    if (sc_case_chance(random, 20))
    {
        *before = (sc_aabb){FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX};
    }
    else if (sc_case_chance(random, 30))
    {
        *before = *now;
    }
}

static int wrap(int64_t cell, int mask) { return (int)(cell & mask); }

static int cell_of(const sc_level *level, sc_aabb aabb)
{
    int column = wrap(sc_cell_of((double)aabb.lower_x, level->column_scale), level->width_mask);
    int row = wrap(sc_cell_of((double)aabb.lower_y, level->row_scale), level->height_mask);
    return row << level->width_bits | column;
}

static int place_of(const sc_level *level, sc_aabb aabb)
{
    int64_t columns = sc_cell_of((double)aabb.upper_x, level->column_scale) -
                      sc_cell_of((double)aabb.lower_x, level->column_scale);
    int64_t rows = sc_cell_of((double)aabb.upper_y, level->row_scale) -
                   sc_cell_of((double)aabb.lower_y, level->row_scale);
    assert_true(columns >= 0 && columns <= level->reach && rows >= 0 && rows <= 1);
    return cell_of(level, aabb) << SC_PLACE_BITS | (rows > 0 ? SC_PLACE_ROW : 0) | (int)columns;
}

static float larger(float a, float b) { return a > b ? a : b; }

static int64_t low(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t high(int64_t a, int64_t b) { return a > b ? a : b; }

/// Cell size, table and ranges for boxes that are there.
static void measure(level_case *c, sc_random *random, const sc_aabb *aabbs)
{
    float size = 0.0f;
    for (int i = 0; i < c->count; i++)
    {
        size = larger(size, aabbs[i].upper_x - aabbs[i].lower_x);
        size = larger(size, aabbs[i].upper_y - aabbs[i].lower_y);
    }
    size = larger(size * 1.00001f, 0.01f);
    // Cells that fit, or larger ones.
    size = size * (sc_case_chance(random, 30) ? sc_random_float(random, 1.0f, 5.0f) : 1.0f);
    sc_level *level = &c->level;
    level->size = size;
    level->reach = 1 << sc_case_int(random, 0, 2);
    level->row_scale = 1.0f / (size * 1.000001f);
    level->column_scale = (float)level->reach * level->row_scale;
    // Small tables wrap many times over.
    level->width_bits = sc_case_int(random, level->reach == 4 ? 4 : level->reach + 1, 6);
    level->width_mask = (1 << level->width_bits) - 1;
    level->height_mask = (1 << sc_case_int(random, 2, 6)) - 1;
    level->low_column = level->low_row = INT64_MAX;
    level->high_column = level->high_row = INT64_MIN;
    for (int i = 0; i < c->count; i++)
    {
        int64_t column = sc_cell_of((double)aabbs[i].lower_x, level->column_scale);
        int64_t row = sc_cell_of((double)aabbs[i].lower_y, level->row_scale);
        level->low_column = low(level->low_column, column);
        level->high_column = high(level->high_column, column);
        level->low_row = low(level->low_row, row);
        level->high_row = high(level->high_row, row);
    }
    level->first = c->first;
    level->count = c->count;
}

static level_case random_level(sc_random *random, int largest)
{
    level_case c = {.count = sc_case_int(random, 1, largest), .first = sc_case_int(random, 0, 20)};
    int all = c.first + c.count;
    float spread = sc_random_float(random, 2.0f, 30.0f), size = sc_random_float(random, 0.1f, 3.0f);
    sc_aabb *now = sc_case_new((size_t)c.count * sizeof *now);
    sc_aabb *before = sc_case_new((size_t)c.count * sizeof *before);
    for (int i = 0; i < c.count; i++)
    {
        random_box(random, spread, size, &now[i], &before[i]);
    }
    measure(&c, random, now);

    c.sorted = sc_case_new((size_t)(all + SC_BLOCK) * sizeof *c.sorted);
    c.slots = sc_case_new((size_t)all * sizeof *c.slots);
    c.places = sc_case_new((size_t)all * sizeof *c.places);
    c.now = sc_case_new((size_t)c.count * sizeof *c.now);
    c.before = sc_case_new((size_t)c.count * sizeof *c.before);
    // Boxes of another level, which overlap everything and must not be tested.
    for (int i = 0; i < c.first; i++)
    {
        c.sorted[i] = sc_sort_aabb((sc_aabb){-2e6f, -2e6f, 2e6f, 2e6f},
                                   (sc_aabb){FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX});
        c.slots[i] = -1;
    }
    int cell_count = (c.level.width_mask + 1) * (c.level.height_mask + 1), at = c.first;
    c.cell_begin = sc_case_new((size_t)(cell_count + 1) * sizeof *c.cell_begin);
    for (int cell = 0; cell < cell_count; cell++)
    {
        c.cell_begin[cell] = at;
        for (int i = 0; i < c.count; i++)
        {
            if (cell_of(&c.level, now[i]) == cell)
            {
                c.sorted[at] = sc_sort_aabb(now[i], before[i]);
                c.now[at - c.first] = now[i];
                c.before[at - c.first] = before[i];
                c.slots[at] = 1000 + i;
                c.places[at] = place_of(&c.level, now[i]);
                at++;
            }
        }
    }
    c.cell_begin[cell_count] = at;
    c.level.cell_begin = c.cell_begin;
    return c;
}

/// The results of calls of a sweep with limited room: one entry per pair, and one per call.
typedef struct sweep_log
{
    int pair_count, call_count, room;
    int32_t *a, *b, *resumed_at;
} sweep_log;

static void free_log(sweep_log *log)
{
    free(log->a);
    free(log->b);
    free(log->resumed_at);
}

static void *grow_ints(void *old, int count)
{
    void *p = realloc(old, (size_t)count * sizeof(int32_t));
    assert_non_null(p);
    return p;
}

/// Drives a sweep as the broadphase does: what does not fit is taken up again.
static sweep_log run_sweep(sc_sweep_kernel *sweep, sc_sweep_args args, int begin, int end,
                           int capacity)
{
    sweep_log log = {0};
    while (begin < end)
    {
        int32_t *a = sc_case_new((size_t)capacity * sizeof *a);
        int32_t *b = sc_case_new((size_t)capacity * sizeof *b);
        args.found_a = a;
        args.found_b = b;
        args.found = 0;
        args.capacity = capacity;
        int next = sweep(&args, begin, end);
        assert_true(next >= begin && next <= end && args.found <= capacity);
        log.a = grow_ints(log.a, log.pair_count + args.found + 1);
        log.b = grow_ints(log.b, log.pair_count + args.found + 1);
        log.resumed_at = grow_ints(log.resumed_at, log.call_count + 1);
        memcpy(log.a + log.pair_count, a, (size_t)args.found * sizeof *a);
        memcpy(log.b + log.pair_count, b, (size_t)args.found * sizeof *b);
        log.pair_count += args.found;
        log.resumed_at[log.call_count++] = next;
        capacity = next == begin ? 2 * capacity : capacity;
        begin = next;
    }
    return log;
}

static void compare_logs(const sc_case *c, const sweep_log *twin, const sweep_log *kernel)
{
    sc_case_compare_int(c, "calls", twin->call_count, kernel->call_count);
    sc_case_compare_words(c, "resumed_at", twin->resumed_at, kernel->resumed_at, 0,
                          twin->call_count);
    sc_case_compare_int(c, "pairs", twin->pair_count, kernel->pair_count);
    sc_case_compare_words(c, "found_a", twin->a, kernel->a, 0, twin->pair_count);
    sc_case_compare_words(c, "found_b", twin->b, kernel->b, 0, twin->pair_count);
}

static sc_sweep_args level_args(const level_case *level)
{
    return (sc_sweep_args){.aabbs = level->sorted,
                           .slots = level->slots,
                           .places = level->places,
                           .targets = level->sorted,
                           .target_slots = level->slots,
                           .level = &level->level};
}

static sc_sweep_args across_args(const level_case *swept, const level_case *targets, bool skip)
{
    return (sc_sweep_args){.aabbs = swept->sorted,
                           .slots = swept->slots,
                           .targets = targets->sorted,
                           .target_slots = targets->slots,
                           .level = &targets->level,
                           .skip_unmoved = skip};
}

/// Runs the sweep of args on every set. Returns the twin's log.
static sweep_log run_on_every_set(sc_case *c, sc_sweep_args args, bool across, int begin, int end,
                                  int capacity)
{
    const sc_kernels *twins = sc_twins();
    sweep_log twin =
        run_sweep(across ? twins->sweep_across : twins->sweep_level, args, begin, end, capacity);
    c->kernel = across ? "sweep_across" : "sweep_level";
    for (int i = 0; sc_case_set(i, c); i++)
    {
        SC_CASE_SCOPE;
        sweep_log kernel = run_sweep(across ? c->kernels->sweep_across : c->kernels->sweep_level,
                                     args, begin, end, capacity);
        compare_logs(c, &twin, &kernel);
        free_log(&kernel);
    }
    return twin;
}

/// The pairs that brute force may report: boxes that did not overlap before, moved ones if still
/// are skipped.
typedef struct brute_rules
{
    const sc_aabb *now, *before;
    int swept;  ///< boxes below this index are swept across the others; 0: one level
    bool skip;
} brute_rules;

static bool overlapped_before(const brute_rules *r, int a, int b)
{
    const sc_aabb *p = &r->before[a], *q = &r->before[b];
    return !(p->upper_x < q->lower_x || q->upper_x < p->lower_x || p->upper_y < q->lower_y ||
             q->upper_y < p->lower_y);
}

static bool may_pair(const void *context, int32_t a, int32_t b)
{
    const brute_rules *r = context;
    if (r->swept > 0 && (a >= r->swept || b < r->swept))
    {
        return false;
    }
    const sc_aabb *now = &r->now[a], *before = &r->before[a];
    bool still = now->lower_x == before->lower_x && now->lower_y == before->lower_y &&
                 now->upper_x == before->upper_x && now->upper_y == before->upper_y;
    return !overlapped_before(r, a, b) && !(r->skip && still);
}

static int compare_pairs(const void *p, const void *q)
{
    const sc_index_pair *a = p, *b = q;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b < b->b ? -1 : a->b > b->b;
}

/// Compares a log's pairs with brute force, as sets. `index_of` maps slots to boxes.
static void expect_brute_pairs(const sweep_log *log, const brute_rules *rules, int count,
                               const int32_t *index_of_a, const int32_t *index_of_b)
{
    size_t room = (size_t)log->pair_count + 1;
    sc_index_pair *found = sc_case_new(room * sizeof *found);
    sc_index_pair *expected = sc_case_new(room * sizeof *expected);
    for (int i = 0; i < log->pair_count; i++)
    {
        int a = index_of_a[log->a[i] - 1000], b = index_of_b[log->b[i] - 1000];
        found[i] = a < b ? (sc_index_pair){a, b} : (sc_index_pair){b, a};
    }
    qsort(found, (size_t)log->pair_count, sizeof *found, compare_pairs);
    int total = sc_brute_pairs(rules->now, count, may_pair, rules, expected, log->pair_count);
    assert_int_equal(total, log->pair_count);
    assert_memory_equal(found, expected, (size_t)log->pair_count * sizeof *found);
}

/// Indices of sorted boxes by slot - 1000, plus `offset`.
static int32_t *indices(const level_case *level, int offset)
{
    int32_t *index = sc_case_new((size_t)level->count * sizeof *index);
    for (int i = 0; i < level->count; i++)
    {
        index[level->slots[level->first + i] - 1000] = offset + i;
    }
    return index;
}

TEST(sweeping_a_level_finds_the_twins_pairs_in_its_order_and_those_of_brute_force)
{
    int pairs = 0, resumed = 0;
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        level_case level = random_level(&random, 200);
        int capacity = sc_case_chance(&random, 50) ? sc_case_int(&random, 1, 60) : 40000;
        sweep_log log = run_on_every_set(&c, level_args(&level), false, level.first,
                                         level.first + level.count, capacity);
        brute_rules rules = {level.now, level.before, 0, false};
        int32_t *index = indices(&level, 0);
        expect_brute_pairs(&log, &rules, level.count, index, index);
        pairs += log.pair_count;
        resumed += log.call_count - 1;
        free_log(&log);
    }
    assert_true(pairs > 1000 && resumed > 100);
}

TEST(sweeping_across_finds_the_twins_pairs_in_its_order_and_those_of_brute_force)
{
    int pairs = 0, resumed = 0;
    sc_case c = {0};
    for (c.seed = 0; c.seed < SEEDS; c.seed++)
    {
        SC_CASE_SCOPE;
        sc_random random = sc_random_create(c.seed);
        level_case swept = random_level(&random, 60), targets = random_level(&random, 200);
        bool skip = sc_case_chance(&random, 50);
        int capacity = sc_case_chance(&random, 50) ? sc_case_int(&random, 1, 60) : 40000;
        sweep_log log = run_on_every_set(&c, across_args(&swept, &targets, skip), true, swept.first,
                                         swept.first + swept.count, capacity);
        int count = swept.count + targets.count;
        sc_aabb *now = sc_case_new((size_t)count * sizeof *now);
        sc_aabb *before = sc_case_new((size_t)count * sizeof *before);
        memcpy(now, swept.now, (size_t)swept.count * sizeof *now);
        memcpy(before, swept.before, (size_t)swept.count * sizeof *before);
        memcpy(now + swept.count, targets.now, (size_t)targets.count * sizeof *now);
        memcpy(before + swept.count, targets.before, (size_t)targets.count * sizeof *before);
        brute_rules rules = {now, before, swept.count, skip};
        int32_t *index_a = indices(&swept, 0), *index_b = indices(&targets, swept.count);
        expect_brute_pairs(&log, &rules, count, index_a, index_b);
        pairs += log.pair_count;
        resumed += log.call_count - 1;
        free_log(&log);
    }
    assert_true(pairs > 1000 && resumed > 100);
}
