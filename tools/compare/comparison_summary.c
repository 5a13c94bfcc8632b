// The conclusions from the runs of a comparison: spreads, ratios, verdicts, and the measures in
// which an engine is worse.

#include "comparison.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const sc_figure_names[SC_FIGURE_COUNT] = {
    "overlap_mean",    "overlap_p99",    "overlap_max",   "top_drop",
    "side_drift",      "kinetic_energy", "escaped",       "joint_error_rms",
    "joint_error_max", "energy_gained",  "past_100_m_s",  "max_energy_gain",
    "max_speed",       "along_error",    "rebound_error", "slide_loss",
};
static const char *const titles[SC_FIGURE_COUNT] = {
    "overlap mean, mm",
    "overlap p99, mm",
    "overlap max, mm",
    "drift down, mm",
    "drift sideways, mm",
    "energy at end, J",
    "escaped",
    "joint error rms, mm",
    "joint error max, mm",
    "made energy",
    "past 100 m/s",
    "energy made, m",
    "fastest, m/s",
    "error along the floor, %",
    "error of the rebound, %",
    "lost in sliding, %",
};

// A figure is worse if it exceeds the other by a tenth and by this.
static const double slack[SC_FIGURE_COUNT] = {5e-5, 5e-5, 5e-5, 1e-3, 1e-3, 1e-3, 0.0,  5e-5,
                                              5e-5, 0.0,  0.0,  0.1,  1.0,  1e-3, 1e-3, 1e-3};

static bool is_of_mechanisms(sc_figure figure)
{
    return figure == SC_FIGURE_GAINED || figure == SC_FIGURE_FAST || figure == SC_FIGURE_GAIN ||
           figure == SC_FIGURE_SPEED;
}

static bool is_of_impacts(sc_figure figure)
{
    return figure == SC_FIGURE_ALONG || figure == SC_FIGURE_REBOUND || figure == SC_FIGURE_LOST;
}

// The figure is watched in this scene: energy, drop and drift only where things should stand.
static bool is_judged(sc_figure figure, const scree_scene *scene)
{
    bool of_standing =
        figure == SC_FIGURE_DROP || figure == SC_FIGURE_SIDE || figure == SC_FIGURE_ENERGY;
    if (is_of_mechanisms(figure))
        return scene->mechanisms;
    if (is_of_impacts(figure))
        return scene->impacts;
    return scene->standing || !of_standing;
}

static sc_spread spread_of_runs(const sc_compare_row *row, double (*figure)(const sc_compare_run *))
{
    double values[SC_COMPARE_MAX_ROUNDS];
    for (int i = 0; i < row->run_count; ++i)
        values[i] = row->runs[i].times.count > 0 ? figure(&row->runs[i]) : NAN;
    return sc_spread_of(values, row->run_count);
}

static double mean_of(const sc_compare_run *run) { return run->times.mean; }
static double median_of(const sc_compare_run *run) { return run->times.median; }
static double p99_of(const sc_compare_run *run) { return run->times.p99; }
static double max_of(const sc_compare_run *run) { return run->times.max; }
static double first_of(const sc_compare_run *run) { return run->trial.ms[0]; }
static double build_of(const sc_compare_run *run) { return run->trial.build_ms; }

static void take_figures(sc_compare_row *row)
{
    const sc_trial *trial = &row->runs[0].trial;
    row->figures[SC_FIGURE_OVERLAP_MEAN] = trial->overlaps.mean;
    row->figures[SC_FIGURE_OVERLAP_P99] = trial->overlaps.p99;
    row->figures[SC_FIGURE_OVERLAP_MAX] = trial->overlaps.max;
    row->figures[SC_FIGURE_DROP] = trial->drift.drop;
    row->figures[SC_FIGURE_SIDE] = trial->drift.side;
    row->figures[SC_FIGURE_ENERGY] =
        trial->sample_count > 0 ? trial->samples[trial->sample_count - 1].kinetic_energy : NAN;
    row->figures[SC_FIGURE_ESCAPED] = trial->escaped;
    row->figures[SC_FIGURE_JOINT_RMS] = trial->rms_joint_error;
    row->figures[SC_FIGURE_JOINT_MAX] = trial->max_joint_error;
    bool judged = trial->motion.gains.judged > 0;
    row->figures[SC_FIGURE_GAINED] = judged ? (double)trial->motion.gains.gained : NAN;
    row->figures[SC_FIGURE_FAST] = judged ? (double)trial->motion.gains.fast : NAN;
    row->figures[SC_FIGURE_GAIN] = judged ? trial->motion.gains.max_gain : NAN;
    row->figures[SC_FIGURE_SPEED] = judged ? trial->motion.gains.max_speed : NAN;
    const sc_impact_errors *impacts = &trial->motion.impacts;
    judged = impacts->judged > 0;
    row->figures[SC_FIGURE_ALONG] = judged ? impacts->along : NAN;
    row->figures[SC_FIGURE_REBOUND] = judged ? impacts->rebound : NAN;
    row->figures[SC_FIGURE_LOST] = judged ? impacts->lost : NAN;
}

static void take_stages(sc_compare_row *row)
{
    row->has_stages = row->runs[0].trial.stage_ms != NULL;
    for (int i = 0; row->has_stages && i < row->run_count; ++i)
    {
        for (int k = 0; k < scree_stage_count(); ++k)
            row->stage_ms[k] += row->runs[i].trial.stage_ms[k] / row->run_count;
    }
}

static void conclude_row(sc_compare_row *row, int rounds)
{
    row->mean = spread_of_runs(row, mean_of);
    row->median = spread_of_runs(row, median_of);
    row->p99 = spread_of_runs(row, p99_of);
    row->max = spread_of_runs(row, max_of);
    row->first = spread_of_runs(row, first_of);
    row->build = spread_of_runs(row, build_of);
    row->complete = row->run_count == rounds;
    row->repeats = row->complete;
    for (int i = 0; i < row->run_count; ++i)
    {
        const sc_trial *trial = &row->runs[i].trial;
        row->complete = row->complete && !trial->failed && !trial->timed_out;
        row->repeats = row->repeats && row->runs[i].hash == row->runs[0].hash;
    }
    take_figures(row);
    take_stages(row);
}

static void compare_figures(const scree_scene *scene, const sc_compare_row *subject,
                            sc_compare_row *row)
{
    // Rubble lies better than any tower stands.
    row->fell = scene->standing &&
                row->figures[SC_FIGURE_DROP] > 0.2 + 4.0 * subject->figures[SC_FIGURE_DROP];
    for (int i = 0; i < SC_FIGURE_COUNT; ++i)
    {
        double own = subject->figures[i], other = row->figures[i];
        // Written so that NaN is worse than any.
        row->worse[i] = !row->fell && is_judged((sc_figure)i, scene) && isfinite(other) &&
                        !(own <= 1.1 * other + slack[i]);
    }
}

void sc_compare_conclude(const sc_compare_options *options, sc_compare_scene *scene)
{
    for (int i = 0; i < scene->row_count; ++i)
        conclude_row(&scene->rows[i], options->rounds);
    const sc_compare_row *subject = &scene->rows[options->subject];
    for (int i = 0; i < scene->row_count; ++i)
    {
        sc_compare_row *row = &scene->rows[i];
        // Runs of different lengths are different work.
        if (row == subject || !row->complete || !subject->complete)
            continue;
        row->ratio_count = options->rounds;
        for (int k = 0; k < options->rounds; ++k)
        {
            const sc_statistics *own = &subject->runs[k].times, *other = &row->runs[k].times;
            row->ratios[k] = other->mean / own->mean;
            row->median_ratios[k] = other->median / own->median;
        }
        row->ratio = sc_spread_of(row->ratios, row->ratio_count);
        row->median_ratio = sc_spread_of(row->median_ratios, row->ratio_count);
        sc_verdict by_mean = sc_verdict_of(&row->ratio);
        row->verdict = by_mean == sc_verdict_of(&row->median_ratio) ? by_mean : SC_VERDICT_NONE;
        compare_figures(scene->scene, subject, row);
    }
}

// Why a row has no ratio; empty if it ran through.
static void tell_failure(const sc_compare_scene *scene, const char *name, const sc_compare_row *row,
                         char *text, size_t size)
{
    text[0] = '\0';
    if (row->complete || row->run_count == 0)
        return;
    const sc_trial *last = &row->runs[row->run_count - 1].trial;
    if (last->refusal != NULL)
        snprintf(text, size, "%s %s", name, last->refusal);
    else if (last->failed && last->steps == 0)
        snprintf(text, size, "%s %s before the first step", name, last->fault);
    else if (last->failed)
        snprintf(text, size, "%s %s after %d of %d steps", name, last->fault, last->steps,
                 scene->steps);
    else if (last->timed_out)
        snprintf(text, size, "%s was stopped after %d of %d steps, its time being up", name,
                 last->steps, scene->steps);
}

const char *sc_ratio_text(double ratio, char text[32])
{
    int decimals = ratio < 1.0 ? 3 : ratio < 10.0 ? 2 : ratio < 100.0 ? 1 : 0;
    snprintf(text, 32, "%.*f", decimals, ratio);
    return text;
}

static void tell_ratio(const char *own, const char *other, const sc_compare_row *row, char *text,
                       size_t size)
{
    const sc_spread *ratio = &row->ratio, *median = &row->median_ratio;
    char a[32], b[32], c[32], d[32];
    if (row->verdict == SC_VERDICT_FASTER)
    {
        snprintf(text, size, "%s is %s times as fast as %s (rounds: %s to %s)", own,
                 sc_ratio_text(ratio->median, a), other, sc_ratio_text(ratio->min, b),
                 sc_ratio_text(ratio->max, c));
    }
    else if (row->verdict == SC_VERDICT_SLOWER)
    {
        snprintf(text, size, "%s takes %s times as long as %s (rounds: %s to %s)", own,
                 sc_ratio_text(1.0 / ratio->median, a), other, sc_ratio_text(1.0 / ratio->max, b),
                 sc_ratio_text(1.0 / ratio->min, c));
    }
    else if (ratio->count < SC_VERDICT_MIN_ROUNDS)
    {
        snprintf(text, size, "no verdict against %s: it takes %d rounds to show a spread", other,
                 SC_VERDICT_MIN_ROUNDS);
    }
    else
    {
        snprintf(
            text, size,
            "no verdict against %s: the rounds' ratios are %s to %s of mean times, %s to %s of "
            "median times",
            other, sc_ratio_text(ratio->min, a), sc_ratio_text(ratio->max, b),
            sc_ratio_text(median->min, c), sc_ratio_text(median->max, d));
    }
}

void sc_compare_sentence(const sc_comparison *comparison, const sc_compare_scene *scene, int row,
                         char *text, size_t size)
{
    const sc_compare_options *options = comparison->options;
    const char *own = sc_compare_subject_name(options);
    const char *other = options->contenders[row].name;
    char own_failure[128], failure[128];
    tell_failure(scene, own, &scene->rows[options->subject], own_failure, sizeof own_failure);
    tell_failure(scene, other, &scene->rows[row], failure, sizeof failure);
    if (own_failure[0] != '\0' || failure[0] != '\0')
    {
        bool both = own_failure[0] != '\0' && failure[0] != '\0';
        snprintf(text, size, "no ratio against %s: %s%s%s", other, own_failure, both ? "; " : "",
                 failure);
        return;
    }
    tell_ratio(own, other, &scene->rows[row], text, size);
}

const char *sc_figure_text(const sc_compare_scene *scene, const sc_compare_row *row,
                           sc_figure figure, char text[32])
{
    double value = row->figures[figure];
    bool of_tops = figure == SC_FIGURE_DROP || figure == SC_FIGURE_SIDE;
    bool of_joints = figure == SC_FIGURE_JOINT_RMS || figure == SC_FIGURE_JOINT_MAX;
    if (row->runs[0].trial.steps == 0 || (of_tops && !scene->scene->standing) ||
        (of_joints && row->runs[0].trial.joints.count == 0) ||
        (is_of_mechanisms(figure) && row->runs[0].trial.motion.gains.judged == 0) ||
        (is_of_impacts(figure) && row->runs[0].trial.motion.impacts.judged == 0))
        return "-";
    if (!isfinite(value))
        return "no number";
    if (figure == SC_FIGURE_ESCAPED || figure == SC_FIGURE_GAINED || figure == SC_FIGURE_FAST)
        snprintf(text, 32, "%.0f", value);
    else if (figure == SC_FIGURE_ENERGY || figure == SC_FIGURE_GAIN || figure == SC_FIGURE_SPEED)
        snprintf(text, 32, "%.3g", value);
    else if (is_of_impacts(figure))
        snprintf(text, 32, "%.3g", 1e2 * value);
    else
        snprintf(text, 32, "%.3f", 1e3 * value);
    return text;
}

// "FIGURE: OWN against OTHER" of figure `i`, after what `text` holds.
static void tell_worse(const sc_compare_scene *scene, const sc_compare_row *subject,
                       const sc_compare_row *other, sc_figure figure, char *text, size_t size)
{
    char own[32], others[32];
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s: %s against %s", titles[figure],
             sc_figure_text(scene, subject, figure, own),
             sc_figure_text(scene, other, figure, others));
}

bool sc_compare_quality_sentence(const sc_comparison *comparison, const sc_compare_scene *scene,
                                 int row, char *text, size_t size)
{
    const sc_compare_options *options = comparison->options;
    const sc_compare_row *subject = &scene->rows[options->subject], *other = &scene->rows[row];
    const char *own_name = sc_compare_subject_name(options);
    const char *name = options->contenders[row].name;
    if (other->fell)
    {
        snprintf(text, size,
                 "what should stand fell with %s, so its quality is not compared: ", name);
        tell_worse(scene, subject, other, SC_FIGURE_DROP, text, size);
        return true;
    }
    bool any = false;
    for (int i = 0; i < SC_FIGURE_COUNT; ++i)
    {
        if (!other->worse[i])
            continue;
        if (any)
            strncat(text, "; ", size - strlen(text) - 1);
        else
            snprintf(text, size, "%s is worse than %s in ", own_name, name);
        tell_worse(scene, subject, other, (sc_figure)i, text, size);
        any = true;
    }
    return any;
}

sc_compare_summary sc_compare_summarise(const sc_comparison *comparison, int row)
{
    sc_compare_summary summary = {0};
    double log_sum = 0.0;
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        if (scene->row_count == 0 || scene->rows[row].ratio_count == 0)
            continue;
        const sc_compare_row *entry = &scene->rows[row];
        double ratio = entry->ratio.median;
        summary.min = summary.scenes == 0 || ratio < summary.min ? ratio : summary.min;
        summary.max = summary.scenes == 0 || ratio > summary.max ? ratio : summary.max;
        ++summary.scenes;
        summary.faster += entry->verdict == SC_VERDICT_FASTER;
        summary.slower += entry->verdict == SC_VERDICT_SLOWER;
        summary.undecided += entry->verdict == SC_VERDICT_NONE;
        log_sum += log(ratio);
    }
    summary.mean = summary.scenes > 0 ? exp(log_sum / summary.scenes) : 0.0;
    return summary;
}
