#include "profile_compare.h"

#include "tools/common/output.h"

#include "scenes/statistics.h"

#include <math.h>
#include <string.h>

// Ratios of medians nearer to 1 count as equal.
#define MIN_RATIO 1.05
// Differences below this fraction of the step, too.
#define MIN_FRACTION 0.005
// Ranges lie apart if the gap between them is more than this fraction of the sum of their widths.
#define GAP_FRACTION 0.5
// A common shift is computed if it is at least this, from the leaves that take at least this share
// of the time of all leaves.
#define MIN_SHIFT 1.02
#define SHIFT_FRACTION 0.005

static sc_profile_range quiet(const sc_profile_data *data, const sc_profile_row *row)
{
    return sc_profile_range_of(data, row->quiet);
}

static sc_profile_range divided(sc_profile_range range, double by)
{
    return (sc_profile_range){range.median / by, range.min / by, range.max / by};
}

bool sc_profile_may_compare(const sc_profile_data *baseline, const sc_profile_data *now)
{
    const sc_profile_setting *a = &baseline->setting, *b = &now->setting;
    const struct
    {
        const char *name, *before, *now;
    } facts[] = {{"scene", a->scene, b->scene},
                 {"instruction set", a->simd, b->simd},
                 {"solver", a->solver, b->solver},
                 {"sleeping", a->sleep ? "on" : "off", b->sleep ? "on" : "off"}};
    const struct
    {
        const char *name;
        int before, now;
    } numbers[] = {{"size", a->size, b->size},
                   {"number of steps", a->steps, b->steps},
                   {"warm-up", a->warmup, b->warmup},
                   {"number of substeps", a->substeps, b->substeps},
                   {"number of threads", a->threads, b->threads}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; ++i)
    {
        if (strcmp(facts[i].before, facts[i].now) != 0)
        {
            sc_print_error("the baseline cannot be compared with: its %s is %s, not %s",
                           facts[i].name, facts[i].before, facts[i].now);
            return false;
        }
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    {
        if (numbers[i].before != numbers[i].now)
        {
            sc_print_error("the baseline cannot be compared with: its %s is %d, not %d",
                           numbers[i].name, numbers[i].before, numbers[i].now);
            return false;
        }
    }
    return true;
}

// Stages consist of passes and of the time between them: to count nothing twice, a stage counts
// here only if it has no passes.
static bool has_passes(const sc_profile_data *data, const char *stage)
{
    for (int i = 0; i < data->row_count; ++i)
    {
        if (data->rows[i].pass && strcmp(data->rows[i].stage, stage) == 0)
            return true;
    }
    return false;
}

static bool is_leaf(const sc_profile_data *data, const sc_profile_row *row)
{
    return row->pass || (row->stage[0] != '\0' && !has_passes(data, row->stage));
}

// The total time of the leaves. A step takes longer: a validating build spends nearly all of its
// time between stages.
static double sum_of_leaves(const sc_profile_data *data)
{
    double sum = 0.0;
    for (int i = 0; i < data->row_count; ++i)
        sum += is_leaf(data, &data->rows[i]) ? quiet(data, &data->rows[i]).median : 0.0;
    return sum;
}

// If most things took longer by about the same factor, the machine did, or all of the code: that
// factor, the median of the ratios. Else 1.
static double common_shift(const sc_profile_data *baseline, const sc_profile_data *now)
{
    double ratios[SC_PROFILE_ROWS], sorted[SC_PROFILE_ROWS];
    double least = SHIFT_FRACTION * sum_of_leaves(baseline);
    int count = 0;
    for (int i = 0; i < now->row_count; ++i)
    {
        const sc_profile_row *row = &now->rows[i];
        const sc_profile_row *old =
            is_leaf(now, row) ? sc_profile_find(baseline, row->stage, row->name, row->pass) : NULL;
        double before = old != NULL ? quiet(baseline, old).median : 0.0;
        if (before > least)
            ratios[count++] = quiet(now, row).median / before;
    }
    if (count < 4)
        return 1.0;
    memcpy(sorted, ratios, sizeof *sorted * (size_t)count);
    double shift = sc_statistics_of(sorted, count).median;
    if (!(shift > MIN_SHIFT || shift < 1.0 / MIN_SHIFT))
        return 1.0;
    int along = 0;
    for (int i = 0; i < count; ++i)
        along += shift > 1.0 ? ratios[i] > sqrt(shift) : ratios[i] < sqrt(shift);
    return 4 * along >= 3 * count ? shift : 1.0;
}

// Whether all of `b` lies above all of `a`, by more than half of the sum of their widths.
static bool lies_above(sc_profile_range a, sc_profile_range b)
{
    return b.min - a.max > GAP_FRACTION * ((a.max - a.min) + (b.max - b.min));
}

// 1: slower, -1: faster, 0: neither.
static int judge(sc_profile_range before, sc_profile_range after, double step)
{
    if (fabs(after.median - before.median) <= MIN_FRACTION * step)
        return 0;
    if (after.median > MIN_RATIO * before.median && lies_above(before, after))
        return 1;
    return after.median < before.median / MIN_RATIO && lies_above(after, before) ? -1 : 0;
}

typedef struct comparison
{
    const sc_profile_data *baseline, *now;
    double shift, step;
} comparison;

// False if the row is new.
static bool beside(const comparison *comparison, const sc_profile_row *row,
                   sc_profile_range *before, sc_profile_range *after)
{
    const sc_profile_row *old =
        sc_profile_find(comparison->baseline, row->stage, row->name, row->pass);
    if (old == NULL)
        return false;
    *before = quiet(comparison->baseline, old);
    *after = divided(quiet(comparison->now, row), comparison->shift);
    return true;
}

static const char *kind_of(const sc_profile_row *row)
{
    return row->pass ? "pass" : row->stage[0] != '\0' ? "stage" : "";
}

static void print_row(FILE *file, const char *word, const sc_profile_row *row,
                      sc_profile_range before, sc_profile_range after)
{
    fprintf(file, "%-7s %-5s %s", word, kind_of(row), row->name);
    if (row->pass)
        fprintf(file, " of %s", row->stage);
    fprintf(file, ": %.4f -> %.4f ms a step, %.2f times", 1e-6 * before.median, 1e-6 * after.median,
            before.median > 0.0 ? after.median / before.median : INFINITY);
    fprintf(file, " (runs %.4f to %.4f before, %.4f to %.4f now)\n", 1e-6 * before.min,
            1e-6 * before.max, 1e-6 * after.min, 1e-6 * after.max);
}

// A stage can be slower when none of its passes is beyond its own noise: then the one that changed
// most is a hint.
static void print_suspect(FILE *file, const comparison *comparison, const char *stage,
                          int direction)
{
    const sc_profile_row *suspect = NULL;
    double max = 0.0;
    sc_profile_range before, after;
    for (int i = 0; i < comparison->now->row_count; ++i)
    {
        const sc_profile_row *row = &comparison->now->rows[i];
        if (!row->pass || strcmp(row->stage, stage) != 0 ||
            !beside(comparison, row, &before, &after))
            continue;
        if (judge(before, after, comparison->step) == direction)
            return;
        double change = direction * (after.median - before.median);
        suspect = change > max ? row : suspect;
        max = change > max ? change : max;
    }
    if (suspect != NULL && beside(comparison, suspect, &before, &after))
        print_row(file, "  maybe", suspect, before, after);
}

static void print_shift(FILE *file, double shift)
{
    if (shift > 1.0)
    {
        fprintf(file,
                "Nearly everything took %.2f times as long: the machine was slower, or all of the "
                "code is. Times are divided by that below.\n",
                shift);
    }
    else if (shift < 1.0)
    {
        fprintf(file,
                "Nearly everything took %.2f of the time: the machine was faster, or all of the "
                "code is. Times are divided by that below.\n",
                shift);
    }
}

static void print_missing(FILE *file, const sc_profile_data *from, const sc_profile_data *in,
                          const char *what)
{
    for (int i = 0; i < from->row_count; ++i)
    {
        const sc_profile_row *row = &from->rows[i];
        if (sc_profile_find(in, row->stage, row->name, row->pass) == NULL)
            fprintf(file, "%-7s %-5s %s, %.4f ms a step\n", what, kind_of(row), row->name,
                    1e-6 * quiet(from, row).median);
    }
}

static void print_notes(FILE *file, const sc_profile_data *baseline, const sc_profile_data *now)
{
    if (strcmp(baseline->cpu, now->cpu) != 0)
        fprintf(file, "The baseline is of another processor: %s, now %s.\n", baseline->cpu,
                now->cpu);
    if (strcmp(baseline->build, now->build) != 0)
        fprintf(file, "The baseline is of another build: %s, now %s.\n", baseline->build,
                now->build);
    if (baseline->repeats < 3 || now->repeats < 3)
        fputs("With fewer than three runs on a side the noise is hardly known.\n", file);
}

sc_profile_verdict sc_profile_compare(FILE *file, const sc_profile_data *baseline,
                                      const sc_profile_data *now)
{
    comparison comparison = {baseline, now, common_shift(baseline, now),
                             quiet(baseline, sc_profile_step(baseline)).median};
    sc_profile_verdict verdict = {.shift = comparison.shift};
    print_notes(file, baseline, now);
    print_shift(file, verdict.shift);
    for (int i = 0; i < now->row_count; ++i)
    {
        const sc_profile_row *row = &now->rows[i];
        sc_profile_range before, after;
        int direction =
            beside(&comparison, row, &before, &after) ? judge(before, after, comparison.step) : 0;
        verdict.slower += direction > 0;
        verdict.faster += direction < 0;
        if (direction == 0)
            continue;
        print_row(file, direction > 0 ? "SLOWER" : "faster", row, before, after);
        if (!row->pass)
            print_suspect(file, &comparison, row->stage, direction);
    }
    print_missing(file, now, baseline, "new");
    print_missing(file, baseline, now, "gone");
    if (verdict.slower == 0 && verdict.faster == 0)
        fputs("Nothing got slower or faster beyond the noise.\n", file);
    return verdict;
}
