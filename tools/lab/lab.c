#include "lab.h"

#include "tools/common/output.h"
#include "tools/common/progress.h"

#include "scenes/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 2.5e8 steps of one body take a minute or two: short enough to wait for, long enough for a result.
#define MAX_BODY_STEPS 2.5e8
enum
{
    MIN_STEPS = 60
};

static void set_value(sc_engine_settings *settings, sc_lab_setting setting, double value)
{
    sc_scree_settings *solving = &settings->solving;
    switch (setting)
    {
    case SC_LAB_ITERATIONS:
        // The settings of soft_step instead.
        if (solving->solver == SCREE_SOLVER_SOFT_STEP)
            settings->substeps = (int)value;
        else
            solving->iterations = (int)value;
        break;
    case SC_LAB_SUBSTEPS:
        settings->substeps = (int)value;
        break;
    case SC_LAB_ERP:
        solving->erp = (float)value;
        break;
    case SC_LAB_POSITION_CORRECTION:
        solving->position_correction = (float)value;
        break;
    case SC_LAB_SLOP:
        solving->slop = (float)value;
        break;
    case SC_LAB_CONTACT_HERTZ:
        settings->contact_hertz = (float)value;
        break;
    case SC_LAB_JOINT_HERTZ:
        settings->joint_hertz = (float)value;
        break;
    default:
        solving->warm_starting = value > 0.0;
    }
}

// The case number `index` of a solver: the axis turns fastest.
static sc_lab_case make_case(const sc_lab *lab, sc_lab_method method, int index)
{
    const sc_lab_options *options = lab->options;
    sc_lab_case one = {.settings = sc_engine_settings_for(lab->model), .method = method, .x = NAN};
    one.settings.simd = options->simd;
    if (method != SC_LAB_BOX2D_3)
        one.settings.solving.solver = (scree_solver)method;
    if (!sc_lab_method_substeps(method))
        one.settings.substeps = 1;
    for (int turn = 0; turn < options->sweep_count; ++turn)
    {
        int place = (options->axis + turn) % options->sweep_count;
        const sc_lab_sweep *sweep = &options->sweeps[place];
        if (!sc_lab_sweep_counts(options, sweep, method))
            continue;
        double value = sweep->values[index % sweep->count];
        index /= sweep->count;
        set_value(&one.settings, sweep->setting, value);
        if (place == options->axis)
            one.x = value;
    }
    return one;
}

static bool make_cases(sc_lab *lab)
{
    const sc_lab_options *options = lab->options;
    for (int i = 0; i < options->solver_count; ++i)
        lab->case_count += sc_lab_case_count(options, options->solvers[i]);
    lab->cases = calloc((size_t)lab->case_count, sizeof *lab->cases);
    int next = 0;
    for (int i = 0; lab->cases != NULL && i < options->solver_count; ++i)
    {
        sc_lab_method solver = options->solvers[i];
        const sc_lab_sweep *axis = &options->sweeps[options->axis];
        int count = sc_lab_case_count(options, solver);
        int run = sc_lab_sweep_counts(options, axis, solver) ? axis->count : 1;
        for (int k = 0; k < count; ++k)
        {
            lab->cases[next] = make_case(lab, solver, k);
            lab->cases[next].series = lab->series_count + k / run;
            lab->cases[next].round_ms = calloc((size_t)options->rounds, sizeof(double));
            if (lab->cases[next++].round_ms == NULL)
                return false;
        }
        lab->series_count += count / run;
    }
    return lab->cases != NULL;
}

static void pick_steps(sc_lab *lab)
{
    const sc_lab_options *options = lab->options;
    lab->steps = options->steps > 0 ? options->steps : options->scene->steps;
    double runs = (double)lab->case_count * (options->rounds + 1);
    int max = (int)fmin(MAX_BODY_STEPS / (runs * lab->model->body_count), 1e6);
    max = max > MIN_STEPS ? max - max % 10 : MIN_STEPS;
    lab->shortened = options->steps == 0 && lab->steps > max;
    if (lab->shortened)
        lab->steps = max;
}

bool sc_lab_create(sc_lab *lab, const sc_lab_options *options)
{
    *lab = (sc_lab){.options = options, .dt = scree_scene_dt(options->scene)};
    const char *why = NULL;
    lab->model = sc_model_create(options->scene, &options->params, &why);
    if (lab->model == NULL)
    {
        sc_print_error("%s cannot be run here: %s", options->scene->name,
                       why != NULL ? why : "it cannot be built");
        return false;
    }
    if (!make_cases(lab))
    {
        sc_print_error("out of memory");
        return false;
    }
    lab->bound = sc_lab_bound_of(lab->model);
    pick_steps(lab);
    return true;
}

void sc_lab_destroy(sc_lab *lab)
{
    for (int i = 0; lab->cases != NULL && i < lab->case_count; ++i)
    {
        sc_trial_destroy(&lab->cases[i].trial);
        free(lab->cases[i].round_ms);
    }
    free(lab->cases);
    sc_model_destroy(lab->model);
    *lab = (sc_lab){0};
}

static const sc_engine *engine_of(const sc_lab_case *one)
{
    return sc_engine_find(one->method == SC_LAB_BOX2D_3 ? "box2d-3" : "scree");
}

static bool run_judged(const sc_lab *lab, sc_lab_case *one)
{
    sc_engine_settings settings = one->settings;
    settings.solving.measure_residual = true;
    sc_trial_options options = {
        .steps = lab->steps, .dt = lab->dt, .watch_overlaps = true, .cpu_time = true};
    if (!sc_trial_run(&one->trial, engine_of(one), &settings, lab->model, &options))
        return false;
    sc_lab_judge_case(lab, one);
    free(one->trial.poses);  // of many bodies, many cases
    one->trial.poses = NULL;
    free(one->trial.ms);  // measuring was in them
    one->trial.ms = NULL;
    return true;
}

// Without the residual, whose measuring takes time.
static bool run_timed(const sc_lab *lab, sc_lab_case *one)
{
    sc_trial trial;
    sc_trial_options options = {.steps = lab->steps, .dt = lab->dt, .cpu_time = true};
    if (!sc_trial_run(&trial, engine_of(one), &one->settings, lab->model, &options))
        return false;
    if (trial.steps > 1)
    {
        one->round_ms[one->round_count++] = sc_statistics_of(trial.ms + 1, trial.steps - 1).median;
    }
    sc_trial_destroy(&trial);
    return true;
}

// Round 0 judges. The timed runs alternate between forward and backward order, so that a
// disturbance of the machine does not always meet the same settings.
static bool run_round(sc_lab *lab, int round, const sc_progress *progress)
{
    bool ok = true;
    for (int i = 0; ok && i < lab->case_count; ++i)
    {
        sc_lab_case *one = &lab->cases[round % 2 == 0 ? i : lab->case_count - 1 - i];
        char label[64], text[128];
        sc_lab_case_label(lab, one, label, sizeof label);
        snprintf(text, sizeof text, "%s %s, %s", sc_lab_method_name(one->method), label,
                 round == 0 ? "judged" : "timed");
        double done = (double)(round * lab->case_count + i);
        sc_progress_show(progress, done / ((lab->options->rounds + 1) * lab->case_count), text);
        if (round == 0)
            ok = run_judged(lab, one);
        else if (!one->trial.failed)
            ok = run_timed(lab, one);
    }
    return ok;
}

bool sc_lab_run(sc_lab *lab)
{
    sc_progress progress = sc_progress_create(!lab->options->quiet);
    bool ok = true;
    for (int round = 0; ok && round <= lab->options->rounds; ++round)
        ok = run_round(lab, round, &progress);
    sc_progress_clear(&progress);
    for (int i = 0; i < lab->case_count; ++i)
        lab->cases[i].ms = sc_spread_of(lab->cases[i].round_ms, lab->cases[i].round_count);
    if (ok)
        sc_lab_conclude(lab);
    return ok;
}
