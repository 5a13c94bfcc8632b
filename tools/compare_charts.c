// The data of the charts of a comparison's page; tools/compare.js draws them.

#include "compare_report.h"
#include "json_writer.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MOST_BINS = 200
};

// Mean of steps [first, end) of one run, ms.
static double mean_of(const sc_trial *trial, int first, int end)
{
    double sum = 0.0;
    for (int i = first; i < end; ++i)
        sum += trial->ms[i];
    return sum / (end - first);
}

static double rounded(double ms) { return round(1e5 * ms) / 1e5; }

// The run's steps after the first in bins: over the rounds the middle, lowest and highest mean of
// each bin.
static void add_times(sc_json *json, cJSON *object, const sc_compare_row *row)
{
    cJSON *at = sc_json_array(json, object, "at"), *ms = sc_json_array(json, object, "ms");
    cJSON *low = sc_json_array(json, object, "low"), *high = sc_json_array(json, object, "high");
    int steps = row->runs[0].trial.steps;
    int bins = steps - 1 < MOST_BINS ? steps - 1 : MOST_BINS;
    for (int bin = 0; bin < bins; ++bin)
    {
        int first = 1 + (int)((long)(steps - 1) * bin / bins);
        int end = 1 + (int)((long)(steps - 1) * (bin + 1) / bins);
        double means[SC_COMPARE_MAX_ROUNDS];
        int count = 0;
        for (int i = 0; i < row->run_count; ++i)
        {
            if (row->runs[i].trial.steps == steps)
                means[count++] = mean_of(&row->runs[i].trial, first, end);
        }
        sc_spread spread = sc_spread_of(means, count);
        sc_json_append_number(json, at, 0.5 * (first + end + 1));
        sc_json_append_number(json, ms, rounded(spread.median));
        sc_json_append_number(json, low, rounded(spread.min));
        sc_json_append_number(json, high, rounded(spread.max));
    }
}

static double three_digits(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", value);
    return isfinite(value) ? strtod(text, NULL) : value;
}

static void add_energy(sc_json *json, cJSON *object, const sc_trial *trial)
{
    cJSON *sampled = sc_json_array(json, object, "sampled");
    cJSON *energy = sc_json_array(json, object, "energy");
    int stride = 1 + trial->sample_count / MOST_BINS;
    for (int i = 0; i < trial->sample_count; i += stride)
    {
        sc_json_append_number(json, sampled, trial->samples[i].step);
        sc_json_append_number(json, energy, three_digits(trial->samples[i].kinetic_energy));
    }
}

static void add_row(sc_json *json, cJSON *rows, const sc_compare_row *row, int index)
{
    if (row->runs[0].trial.steps < 2)
        return;
    cJSON *object = sc_json_append_object(json, rows);
    sc_json_number(json, object, "engine", index);
    add_times(json, object, row);
    add_energy(json, object, &row->runs[0].trial);
    cJSON *overlaps = sc_json_array(json, object, "overlaps");
    for (int i = SC_FIGURE_OVERLAP_MEAN; i <= SC_FIGURE_OVERLAP_MAX; ++i)
        sc_json_append_number(json, overlaps, three_digits(1e3 * row->figures[i]));
    if (!row->has_stages)
        return;
    cJSON *stages = sc_json_array(json, object, "stages");
    for (int i = 0; i < scree_stage_count(); ++i)
        sc_json_append_number(json, stages, rounded(row->stage_ms[i]));
}

static void add_scenes(sc_json *json, cJSON *root, const sc_comparison *comparison)
{
    cJSON *scenes = sc_json_array(json, root, "scenes");
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        if (scene->model == NULL)
            continue;
        cJSON *object = sc_json_append_object(json, scenes);
        sc_json_string(json, object, "name", scene->scene->name);
        cJSON *rows = sc_json_array(json, object, "rows");
        for (int k = 0; k < scene->row_count; ++k)
            add_row(json, rows, &scene->rows[k], k);
    }
}

// [middle, lowest, highest] of the rounds, or null.
static void add_ratio(sc_json *json, cJSON *ratios, const sc_compare_row *row)
{
    if (row->ratio.count == 0)
    {
        sc_json_append_number(json, ratios, NAN);
        return;
    }
    cJSON *triple = cJSON_CreateArray();
    sc_json_append_number(json, triple, three_digits(row->ratio.median));
    sc_json_append_number(json, triple, three_digits(row->ratio.min));
    sc_json_append_number(json, triple, three_digits(row->ratio.max));
    json->ok = cJSON_AddItemToArray(ratios, triple) && json->ok;
}

static void add_summary(sc_json *json, cJSON *root, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    cJSON *summary = sc_json_object(json, root, "summary");
    cJSON *names = sc_json_array(json, summary, "scenes");
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        if (comparison->scenes[i].model != NULL)
            sc_json_append_string(json, names, comparison->scenes[i].scene->name);
    }
    cJSON *engines = sc_json_array(json, summary, "engines");
    for (int k = 0; k < options->count; ++k)
    {
        if (k == options->subject)
            continue;
        cJSON *object = sc_json_append_object(json, engines);
        sc_json_number(json, object, "engine", k);
        cJSON *ratios = sc_json_array(json, object, "ratios");
        for (int i = 0; i < comparison->scene_count; ++i)
        {
            if (comparison->scenes[i].model != NULL)
                add_ratio(json, ratios, &comparison->scenes[i].rows[k]);
        }
    }
}

cJSON *sc_compare_chart_data(const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    sc_json_string(&json, root, "subject", sc_compare_subject_name(options));
    cJSON *engines = sc_json_array(&json, root, "engines");
    for (int i = 0; i < options->count; ++i)
    {
        cJSON *object = sc_json_append_object(&json, engines);
        sc_json_string(&json, object, "name", options->contenders[i].name);
        sc_json_number(&json, object, "colour", sc_compare_colour(options, i));
    }
    cJSON *stages = sc_json_array(&json, root, "stages");
    for (int i = 0; i < scree_stage_count(); ++i)
        sc_json_append_string(&json, stages, scree_stage_name(i));
    add_summary(&json, root, comparison);
    add_scenes(&json, root, comparison);
    if (!json.ok)
        cJSON_Delete(root);
    return json.ok ? root : NULL;
}
