#include "lab_options.h"

#include "engines/engine.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"

#include <string.h>

enum
{
    MAX_SUBSTEPS = 64
};

const sc_lab_sweep *sc_lab_find_sweep(const sc_lab_options *options, sc_lab_setting setting)
{
    for (int i = 0; i < options->sweep_count; ++i)
    {
        if (options->sweeps[i].setting == setting)
            return &options->sweeps[i];
    }
    return NULL;
}

bool sc_lab_sweep_counts(const sc_lab_options *options, const sc_lab_sweep *sweep,
                         sc_lab_method solver)
{
    if (sweep->setting == SC_LAB_ITERATIONS && sc_lab_method_substeps(solver))
        return sc_lab_find_sweep(options, SC_LAB_SUBSTEPS) == NULL;
    return sc_lab_setting_applies(sweep->setting, solver);
}

int sc_lab_case_count(const sc_lab_options *options, sc_lab_method solver)
{
    int count = 1;
    for (int i = 0; i < options->sweep_count && count <= SC_LAB_MAX_CASES; ++i)
    {
        if (sc_lab_sweep_counts(options, &options->sweeps[i], solver))
            count *= options->sweeps[i].count;
    }
    return count;
}

static bool add_solver(void *target, char *name)
{
    sc_lab_options *options = target;
    sc_lab_method method = SC_LAB_BOX2D_3;
    if (strcmp(name, sc_lab_method_name(method)) == 0)
    {
        if (sc_engine_find(name) == NULL)
        {
            sc_print_error("--solvers: this build has no %s; `scree engines` says why", name);
            return false;
        }
    }
    else
    {
        scree_solver solver;
        if (!sc_parse_solver("solvers", name, &solver))
            return false;
        method = (sc_lab_method)solver;
    }
    for (int i = 0; i < options->solver_count; ++i)
    {
        if (options->solvers[i] != method)
            continue;
        sc_print_error("--solvers names %s twice", name);
        return false;
    }
    options->solvers[options->solver_count++] = method;
    return true;
}

static bool take_all_solvers(sc_lab_options *options)
{
    options->solver_count = 0;
    for (int i = 0; i < SCREE_SOLVER_COUNT; ++i)
        options->solvers[options->solver_count++] = i;
    return true;
}

static bool take_solvers(const sc_option *option, const char *text, void *place)
{
    sc_lab_options *options = place;
    if (strcmp(text, "all") == 0)
        return take_all_solvers(options);
    options->solver_count = 0;
    return sc_parse_list(option->name, "all, or names", text, add_solver, options);
}

static bool take_sweep(const sc_option *option, const char *text, void *place)
{
    sc_lab_options *options = place;
    sc_lab_sweep sweep;
    if (!sc_lab_parse_sweep(text, &sweep))
        return false;
    if (sc_lab_find_sweep(options, sweep.setting) != NULL)
    {
        sc_print_error("--%s names %s twice", option->name, sc_lab_setting_name(sweep.setting));
        return false;
    }
    options->sweeps[options->sweep_count++] = sweep;
    return true;
}

static const sc_option table[] = {
    SC_OPTION_HEADING("What is run:"),
    {"solvers", "all|A,B,..",
     "soft_step, pgs, pgs_split, projection; default all of these; box2d-3, Box2D 3 beside them",
     take_solvers, 0, 0, 0, 0, NULL},
    {"sweep", "NAME=VALUES",
     "iterations, substeps, erp, position_correction, slop, warm_starting, contact_hertz "
     "or joint_hertz, with numbers and ranges, as in "
     "1,2,4 or 1..32 (which doubles); may be given once for each; default iterations=1..32",
     take_sweep, 0, 0, 0, 0, NULL},
    SC_OPTION_INT(sc_lab_options, steps, "steps", "N", 10, 1000000,
                  "length of each run, {}; default: the scene's, or fewer where that would take "
                  "long"),
    SC_OPTION_SIZE(sc_lab_options),
    SC_OPTION_SEED(sc_lab_options),
    SC_OPTION_VARIANT(sc_lab_options),
    SC_OPTION_INT(sc_lab_options, rounds, "repeat", "R", 1, SC_LAB_MAX_ROUNDS,
                  "rounds of timed runs, {}; default 3"),
    SC_OPTION_SIMD(sc_lab_options),
    SC_OPTION_WRITTEN,
    SC_OPTION_OUTPUT(sc_lab_options, json, "every figure, samples over time, context"),
    SC_OPTION_OUTPUT(sc_lab_options, html,
                     "a report with charts as one page that needs nothing else"),
    SC_OPTION_QUIET(sc_lab_options),
    {0},
};

static bool has_substeps(const sc_lab_options *options)
{
    bool found = false;
    for (int i = 0; i < options->solver_count; ++i)
        found = found || sc_lab_method_substeps(options->solvers[i]);
    return found;
}

static bool check_sweeps(const sc_lab_options *options)
{
    int cases = 0;
    for (int i = 0; i < options->solver_count; ++i)
        cases += sc_lab_case_count(options, options->solvers[i]);
    if (cases > SC_LAB_MAX_CASES)
    {
        sc_print_error("the sweeps make more than %d combinations of settings", SC_LAB_MAX_CASES);
        return false;
    }
    for (int i = 0; i < options->sweep_count; ++i)
    {
        const sc_lab_sweep *sweep = &options->sweeps[i];
        bool used = false;
        for (int k = 0; k < options->solver_count; ++k)
            used = used || sc_lab_sweep_counts(options, sweep, options->solvers[k]);
        if (!used)
        {
            sc_print_error("--sweep %s: no solver that is asked for has such a setting",
                           sc_lab_setting_name(sweep->setting));
            return false;
        }
        if (sweep->setting == SC_LAB_ITERATIONS && has_substeps(options) &&
            sc_lab_sweep_counts(options, sweep, SCREE_SOLVER_SOFT_STEP) &&
            sweep->values[sweep->count - 1] > MAX_SUBSTEPS)
        {
            sc_print_error("--sweep iterations: soft_step takes them as substeps, of which there "
                           "are at most %d; sweep substeps too, or leave it out of --solvers",
                           MAX_SUBSTEPS);
            return false;
        }
    }
    return true;
}

static int pick_axis(const sc_lab_options *options)
{
    int axis = 0;
    for (int i = 1; i < options->sweep_count; ++i)
    {
        if (options->sweeps[i].count > options->sweeps[axis].count)
            axis = i;
    }
    // The last that is found wins.
    const sc_lab_setting first[] = {SC_LAB_SUBSTEPS, SC_LAB_ITERATIONS};
    for (int i = 0; i < 2; ++i)
    {
        const sc_lab_sweep *sweep = sc_lab_find_sweep(options, first[i]);
        if (sweep != NULL && sweep->count > 1)
            axis = (int)(sweep - options->sweeps);
    }
    return axis;
}

bool sc_lab_options_parse(sc_lab_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "SCENE",
        .purpose = "to run",
        .help =
            "Runs a scene with several solvers and settings, and compares their time and quality.\v"
            "soft_step has no iterations: a sweep of iterations sweeps its substeps instead. The "
            "other solvers use 1 substep unless substeps are swept. One run of each combination "
            "measures its quality; further runs, in alternating rounds, measure its time.",
        .scene = offsetof(sc_lab_options, scene),
        .size = offsetof(sc_lab_options, params.size),
    };
    *options = (sc_lab_options){.rounds = 3, .simd = SCREE_SIMD_AUTO};
    if (!sc_parse_options(&syntax, argc, argv, options) ||
        !sc_parse_variant(options->scene, options->variant, &options->params.variant))
        return false;
    if (options->solver_count == 0)
        take_all_solvers(options);
    if (options->sweep_count == 0)
        sc_lab_parse_sweep("iterations=1..32", &options->sweeps[options->sweep_count++]);
    options->axis = pick_axis(options);
    return check_sweeps(options);
}
