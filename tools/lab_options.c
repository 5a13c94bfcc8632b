#include "lab_options.h"

#include "options.h"
#include "output.h"

#include <argp.h>
#include <errno.h>
#include <string.h>

enum
{
    KEY_SOLVERS = 256,
    KEY_SWEEP,
    KEY_REPEAT,
    KEY_SIZE,
    KEY_STEPS,
    KEY_SEED,
    KEY_SIMD,
    KEY_JSON,
    KEY_HTML,
    MOST_SUBSTEPS = 64
};

static const struct argp_option argp_options[] = {
    {NULL, 0, NULL, 0, "What is run:", 1},
    {"solvers", KEY_SOLVERS, "all|A,B,..", 0, "soft_step, pgs, pgs_split, projection; default all",
     0},
    {"sweep", KEY_SWEEP, "NAME=VALUES", 0,
     "iterations, substeps, erp, percent, slop or warm_starting, with numbers and ranges, as in "
     "1,2,4 or 1..32 (which doubles); may be given once for each; default iterations=1..32",
     0},
    {"steps", KEY_STEPS, "N", 0,
     "length of each run, 10 to 1000000; default: the scene's, or fewer where that would take long",
     0},
    {"size", KEY_SIZE, "N", 0, "scale of the scene; `scree scenes` says what it counts", 0},
    {"seed", KEY_SEED, "N", 0, "of the random numbers; 0: the scene's own", 0},
    {"repeat", KEY_REPEAT, "R", 0, "rounds of timed runs, 1 to 100; default 3", 0},
    {"simd", KEY_SIMD, "SET", 0, "instruction set; `scree cpu` lists them", 0},
    {NULL, 0, NULL, 0, "What is written; F may be - for stdout:", 2},
    {"json", KEY_JSON, "F", 0, "every figure, samples over time, context", 0},
    {"html", KEY_HTML, "F", 0, "a report with charts as one page that needs nothing else", 0},
    {"quiet", 'q', NULL, 0, "no table, no progress bar", 0},
    {0},
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
                         scree_solver solver)
{
    if (sweep->setting == SC_LAB_ITERATIONS && solver == SCREE_SOLVER_SOFT_STEP)
        return sc_lab_find_sweep(options, SC_LAB_SUBSTEPS) == NULL;
    return sc_lab_setting_applies(sweep->setting, solver);
}

int sc_lab_case_count(const sc_lab_options *options, scree_solver solver)
{
    int count = 1;
    for (int i = 0; i < options->sweep_count && count <= SC_LAB_MAX_CASES; ++i)
    {
        if (sc_lab_sweep_counts(options, &options->sweeps[i], solver))
            count *= options->sweeps[i].count;
    }
    return count;
}

static bool add_solver(sc_lab_options *options, scree_solver solver)
{
    for (int i = 0; i < options->solver_count; ++i)
    {
        if (options->solvers[i] != solver)
            continue;
        sc_print_error("--solvers names %s twice", scree_solver_name(solver));
        return false;
    }
    options->solvers[options->solver_count++] = solver;
    return true;
}

static bool take_all_solvers(sc_lab_options *options)
{
    options->solver_count = 0;
    for (int i = 0; i < SCREE_SOLVER_COUNT; ++i)
        options->solvers[options->solver_count++] = (scree_solver)i;
    return true;
}

static bool parse_solvers(sc_lab_options *options, const char *argument)
{
    if (strcmp(argument, "all") == 0)
        return take_all_solvers(options);
    options->solver_count = 0;
    for (const char *word = argument;; ++word)
    {
        size_t length = strcspn(word, ",");
        char name[32];
        scree_solver solver;
        if (length == 0 || length >= sizeof name)
        {
            sc_print_error("--solvers takes all, or names with commas between them, not '%s'",
                           argument);
            return false;
        }
        memcpy(name, word, length);
        name[length] = '\0';
        if (!sc_parse_solver("--solvers", name, &solver) || !add_solver(options, solver))
            return false;
        word += length;
        if (*word == '\0')
            return true;
    }
}

static bool parse_sweep(sc_lab_options *options, const char *argument)
{
    sc_lab_sweep sweep;
    if (!sc_lab_parse_sweep(argument, &sweep))
        return false;
    if (sc_lab_find_sweep(options, sweep.setting) != NULL)
    {
        sc_print_error("--sweep names %s twice", sc_lab_setting_name(sweep.setting));
        return false;
    }
    options->sweeps[options->sweep_count++] = sweep;
    return true;
}

static bool parse_option(sc_lab_options *options, int key, char *argument, bool *known)
{
    switch (key)
    {
    case KEY_SOLVERS:
        return parse_solvers(options, argument);
    case KEY_SWEEP:
        return parse_sweep(options, argument);
    case KEY_REPEAT:
        return sc_parse_int("--repeat", argument, 1, SC_LAB_MAX_ROUNDS, &options->rounds);
    case KEY_SIZE:
        return sc_parse_int("--size", argument, 1, INT32_MAX, &options->params.size);
    case KEY_STEPS:
        return sc_parse_int("--steps", argument, 10, 1000000, &options->steps);
    case KEY_SEED:
        return sc_parse_uint64("--seed", argument, &options->params.seed);
    case KEY_SIMD:
        return sc_parse_simd("--simd", argument, &options->simd);
    case KEY_JSON:
        options->json = argument;
        return true;
    case KEY_HTML:
        options->html = argument;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    default:
        *known = false;
        return true;
    }
}

static bool parse_scene(sc_lab_options *options, const char *argument)
{
    if (options->scene != NULL)
    {
        sc_print_error("one scene at a time: '%s' is one too many", argument);
        return false;
    }
    return sc_parse_scene(argument, &options->scene);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    sc_lab_options *options = state->input;
    bool known = true;
    switch (key)
    {
    case ARGP_KEY_ARG:
        return parse_scene(options, argument) ? 0 : EINVAL;
    case ARGP_KEY_NO_ARGS:
        sc_print_error("say which scene to run; `scree scenes` lists them");
        return EINVAL;
    default:
        if (!parse_option(options, key, argument, &known))
            return EINVAL;
        return known ? 0 : ARGP_ERR_UNKNOWN;
    }
}

static bool has_solver(const sc_lab_options *options, scree_solver solver)
{
    bool found = false;
    for (int i = 0; i < options->solver_count; ++i)
        found = found || options->solvers[i] == solver;
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
        if (sweep->setting == SC_LAB_ITERATIONS && has_solver(options, SCREE_SOLVER_SOFT_STEP) &&
            sc_lab_sweep_counts(options, sweep, SCREE_SOLVER_SOFT_STEP) &&
            sweep->values[sweep->count - 1] > MOST_SUBSTEPS)
        {
            sc_print_error("--sweep iterations: soft_step takes them as substeps, of which there "
                           "are at most %d; sweep substeps too, or leave it out of --solvers",
                           MOST_SUBSTEPS);
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
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .args_doc = "SCENE",
        .doc =
            "Runs a scene with several solvers and settings, and says what each costs and what it "
            "is worth.\v"
            "A sweep of iterations stands for substeps with soft_step, which has no iterations; "
            "the other solvers take 1 substep unless substeps are swept. Each combination is run "
            "once to be judged and then in rounds, one after another, to be timed.",
    };
    *options = (sc_lab_options){.rounds = 3, .simd = SCREE_SIMD_AUTO};
    if (argp_parse(&argp, argc, argv, 0, NULL, options) != 0 ||
        !sc_check_size(options->scene, options->params.size))
        return false;
    if (options->solver_count == 0)
        take_all_solvers(options);
    if (options->sweep_count == 0)
        sc_lab_parse_sweep("iterations=1..32", &options->sweeps[options->sweep_count++]);
    options->axis = pick_axis(options);
    return check_sweeps(options) && sc_check_outputs(options->json, options->html);
}
