#include "lab_report.h"
#include "tools/common/json_writer.h"

#include <math.h>
#include <string.h>

static void add_sweeps(sc_json *json, cJSON *root, const sc_lab_options *options)
{
    cJSON *sweeps = sc_json_object(json, root, "sweeps");
    for (int i = 0; i < options->sweep_count; ++i)
    {
        const sc_lab_sweep *sweep = &options->sweeps[i];
        sc_json_numbers(json, sweeps, sc_lab_setting_name(sweep->setting), sweep->values,
                        sweep->count);
    }
    sc_json_string(json, root, "axis", sc_lab_setting_name(options->sweeps[options->axis].setting));
}

static void add_scene(sc_json *json, cJSON *root, const sc_lab *lab)
{
    const sc_model *model = lab->model;
    cJSON *scene = sc_json_object(json, root, "scene");
    sc_json_string(json, scene, "name", model->scene->name);
    sc_json_string(json, scene, "description", model->scene->description);
    sc_json_number(json, scene, "size", model->size);
    sc_json_string(json, scene, "size_meaning", model->scene->size_meaning);
    sc_json_number(json, scene, "seed", (double)model->params.seed);
    sc_json_number(json, scene, "bodies", model->body_count);
    sc_json_number(json, scene, "dynamic_bodies", model->dynamic_count);
    sc_json_number(json, scene, "shapes", model->shape_count);
    sc_json_number(json, scene, "joints", model->joint_count);
    char variant[128];
    scree_scene_variant_text(model->scene, model->params.variant, variant, sizeof variant);
    sc_json_string(json, scene, "variant", model->scene->choice_count > 0 ? variant : NULL);
    sc_json_bool(json, scene, "mechanisms", model->scene->mechanisms);
    sc_json_number(json, scene, "tops", model->top_count);
    sc_json_number(json, root, "steps", lab->steps);
    sc_json_bool(json, root, "shortened", lab->shortened);
    sc_json_number(json, root, "dt", (double)lab->dt);
    sc_json_number(json, root, "rounds", lab->options->rounds);
    sc_json_number(json, root, "sample_every", SC_TRIAL_SAMPLE_EVERY);
    scree_simd simd = lab->options->simd;
    sc_json_string(json, root, "simd",
                   scree_simd_name(simd == SCREE_SIMD_AUTO ? scree_simd_best() : simd));
    sc_json_number(json, root, "bound", model->top_count > 0 ? lab->bound : NAN);
}

static void add_settings(sc_json *json, cJSON *object, const sc_lab_case *one)
{
    for (int i = 0; i < SC_LAB_SETTING_COUNT; ++i)
    {
        sc_lab_setting setting = (sc_lab_setting)i;
        const char *name = sc_lab_setting_name(setting);
        double value = sc_lab_value(one, setting);
        if (setting == SC_LAB_WARM_STARTING)
            sc_json_bool(json, object, name, value > 0.0);
        else
            sc_json_number(json, object, name,
                           sc_lab_setting_applies(setting, one->method) ? value : NAN);
    }
}

static void add_times(sc_json *json, cJSON *object, const sc_lab_case *one)
{
    cJSON *ms = sc_json_object(json, object, "ms");
    bool any = one->ms.count > 0;
    sc_json_number(json, ms, "median", any ? one->ms.median : NAN);
    sc_json_number(json, ms, "min", any ? one->ms.min : NAN);
    sc_json_number(json, ms, "max", any ? one->ms.max : NAN);
    sc_json_numbers(json, ms, "rounds", one->round_ms, one->round_count);
}

static void add_samples(sc_json *json, cJSON *object, const sc_trial *trial)
{
    static const char *const names[] = {
        "step",        "kinetic_energy", "residual_rms", "residual_max",    "overlap_mean",
        "overlap_max", "drop",           "side",         "joint_error_rms", "joint_error_max"};
    enum
    {
        count = sizeof names / sizeof names[0]
    };
    cJSON *samples = sc_json_object(json, object, "samples"), *arrays[count];
    for (int i = 0; i < count; ++i)
        arrays[i] = sc_json_array(json, samples, names[i]);
    for (int i = 0; i < trial->sample_count; ++i)
    {
        const sc_trial_sample *sample = &trial->samples[i];
        const double values[count] = {
            sample->step,
            sample->kinetic_energy,
            (double)sample->residual.rms,
            (double)sample->residual.max,
            sample->overlaps.mean,
            sample->overlaps.max,
            sample->drift.drop,
            sample->drift.side,
            sample->joints.rms,
            sample->joints.max,
        };
        for (int k = 0; k < count; ++k)
            sc_json_append_number(json, arrays[k], values[k]);
    }
}

static void add_case(sc_json *json, cJSON *cases, const sc_lab *lab, const sc_lab_case *one)
{
    cJSON *object = sc_json_append_object(json, cases);
    char name[96];
    sc_lab_series_name(lab, one->series, name, sizeof name);
    sc_json_string(json, object, "solver", sc_lab_method_name(one->method));
    sc_json_string(json, object, "series", name);
    char label[96];
    sc_lab_case_label(lab, one, label, sizeof label);
    sc_json_string(json, object, "label", label);
    sc_json_number(json, object, "x", one->x);
    add_settings(json, object, one);
    add_times(json, object, one);
    for (int i = 0; i < SC_LAB_FIGURE_COUNT; ++i)
        sc_json_number(json, object, sc_lab_figure_names[i], one->figures[i]);
    sc_json_number(json, object, "steps", one->trial.steps);
    sc_json_bool(json, object, "failed", one->trial.failed);
    sc_json_number(json, object, "escaped", one->trial.escaped);
    sc_json_number(json, object, "contacts", one->trial.mean_contacts);
    if (one->stands == SC_LAB_NOT_WATCHED)
        sc_json_string(json, object, "stands", NULL);
    else
        sc_json_bool(json, object, "stands", one->stands == SC_LAB_STOOD);
    add_samples(json, object, &one->trial);
}

// Places in the array of cases; null where nothing stood.
static void add_cheapest(sc_json *json, cJSON *root, const sc_lab *lab)
{
    cJSON *cheapest = sc_json_object(json, root, "cheapest");
    for (int i = 0; i < lab->options->solver_count; ++i)
    {
        sc_lab_method solver = lab->options->solvers[i];
        int place = lab->cheapest[solver];
        sc_json_number(json, cheapest, sc_lab_method_name(solver),
                       place >= 0 ? (double)place : NAN);
    }
    sc_json_number(json, root, "best", lab->best >= 0 ? (double)lab->best : NAN);
}

static void add_warmth(sc_json *json, cJSON *root, const sc_lab *lab)
{
    cJSON *array = sc_json_array(json, root, "warm_starting");
    for (int i = 0; i < lab->warmth_count; ++i)
    {
        const sc_lab_warmth *warmth = &lab->warmth[i];
        cJSON *object = sc_json_append_object(json, array);
        char cold[96], warm[96], text[256];
        sc_lab_series_name(lab, warmth->cold_series, cold, sizeof cold);
        sc_lab_series_name(lab, warmth->warm_series, warm, sizeof warm);
        sc_lab_warmth_sentence(lab, warmth, text, sizeof text);
        sc_json_string(json, object, "cold", cold);
        sc_json_string(json, object, "warm", warm);
        sc_json_number(json, object, "residual_rms", warmth->residual);
        sc_json_number(json, object, "cold_passes", warmth->cold_passes);
        sc_json_number(json, object, "warm_passes", warmth->warm_passes);
        sc_json_bool(json, object, "at_most", warmth->at_most);
        sc_json_string(json, object, "sentence", text);
    }
}

cJSON *sc_lab_json(const sc_lab *lab)
{
    sc_json json = {.ok = true};
    sc_context context = sc_context_now();
    cJSON *root = cJSON_CreateObject();
    json.ok = root != NULL;
    sc_json_string(&json, root, "report", "lab");
    sc_json_context(&json, root, "context", &context);
    add_scene(&json, root, lab);
    add_sweeps(&json, root, lab->options);
    cJSON *cases = sc_json_array(&json, root, "cases");
    for (int i = 0; i < lab->case_count; ++i)
        add_case(&json, cases, lab, &lab->cases[i]);
    add_cheapest(&json, root, lab);
    add_warmth(&json, root, lab);
    return sc_json_end(&json, root);
}
