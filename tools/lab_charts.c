// The data of the charts on the lab's page.

#include "json_writer.h"
#include "lab_report.h"

#include <math.h>
#include <stdlib.h>

enum
{
    MOST_SAMPLES = 120
};

int sc_lab_colour(scree_solver solver)
{
    static const int colours[SCREE_SOLVER_COUNT] = {0, 2, 3, 4};
    return colours[solver];
}

static double four_digits(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    return isfinite(value) ? strtod(text, NULL) : value;
}

static void add_energy(sc_json *json, cJSON *object, const sc_trial *trial)
{
    cJSON *steps = sc_json_array(json, object, "steps");
    cJSON *energy = sc_json_array(json, object, "over_time");
    int stride = 1 + trial->sample_count / MOST_SAMPLES;
    for (int i = 0; i < trial->sample_count; i += stride)
    {
        sc_json_append_number(json, steps, trial->samples[i].step);
        sc_json_append_number(json, energy, four_digits(trial->samples[i].kinetic_energy));
    }
}

static void add_case(sc_json *json, cJSON *cases, const sc_lab *lab, const sc_lab_case *one)
{
    cJSON *object = sc_json_append_object(json, cases);
    char words[96];
    sc_lab_case_words(lab, one, words, sizeof words);
    sc_json_string(json, object, "words", words);
    sc_json_number(json, object, "x", one->x);
    sc_json_number(json, object, "ms", one->ms.count > 0 ? four_digits(one->ms.median) : NAN);
    for (int i = 0; i < SC_LAB_FIGURE_COUNT; ++i)
    {
        double scale = sc_lab_figure_scale((sc_lab_figure)i);
        sc_json_number(json, object, sc_lab_figure_names[i], four_digits(scale * one->figures[i]));
    }
    add_energy(json, object, &one->trial);
}

// How many of the solver's series come after it, for the way its line is dashed: the last one, with
// the largest values (warm, not cold), is drawn through.
static int place_of(const sc_lab *lab, int series)
{
    int place = series + 1;
    scree_solver solver = sc_lab_solver_of(sc_lab_first_of_series(lab, series));
    while (place < lab->series_count &&
           sc_lab_solver_of(sc_lab_first_of_series(lab, place)) == solver)
        ++place;
    return place - series - 1;
}

cJSON *sc_lab_chart_data(const sc_lab *lab)
{
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    json.ok = root != NULL;
    const sc_lab_sweep *axis = &lab->options->sweeps[lab->options->axis];
    bool soft = false;
    for (int i = 0; i < lab->options->solver_count; ++i)
        soft = soft || lab->options->solvers[i] == SCREE_SOLVER_SOFT_STEP;
    soft = soft && axis->setting == SC_LAB_ITERATIONS;
    sc_json_string(&json, root, "axis",
                   soft ? "iterations (soft_step: substeps)" : sc_lab_setting_name(axis->setting));
    cJSON *values = sc_json_array(&json, root, "values");
    for (int i = 0; i < axis->count; ++i)
        sc_json_append_number(&json, values, axis->values[i]);
    sc_json_number(&json, root, "bound", lab->model->top_count > 0 ? 1e3 * lab->bound : NAN);
    cJSON *all = sc_json_array(&json, root, "series");
    for (int i = 0; i < lab->series_count; ++i)
    {
        cJSON *object = sc_json_append_object(&json, all);
        char name[96];
        sc_lab_series_name(lab, i, name, sizeof name);
        sc_json_string(&json, object, "name", name);
        scree_solver solver = sc_lab_solver_of(sc_lab_first_of_series(lab, i));
        sc_json_number(&json, object, "colour", sc_lab_colour(solver));
        sc_json_number(&json, object, "dash", place_of(lab, i));
        cJSON *cases = sc_json_array(&json, object, "cases");
        for (int k = 0; k < lab->case_count; ++k)
        {
            if (lab->cases[k].series == i)
                add_case(&json, cases, lab, &lab->cases[k]);
        }
    }
    if (!json.ok)
        cJSON_Delete(root);
    return json.ok ? root : NULL;
}
