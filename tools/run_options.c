#include "run_options.h"

#include "options.h"
#include "output.h"

#include <argp.h>
#include <errno.h>
#include <string.h>

enum
{
    KEY_SIZE = 256,
    KEY_STEPS,
    KEY_SUBSTEPS,
    KEY_DT,
    KEY_SIMD,
    KEY_SOLVER,
    KEY_ITERATIONS,
    KEY_COLD,
    KEY_RESIDUAL,
    KEY_SEED,
    KEY_HASH,
    KEY_JSON,
    KEY_CSV,
    KEY_TRACE,
    KEY_PNG,
    KEY_SVG,
    KEY_EVERY,
    KEY_CONTACTS,
    KEY_COLOR
};

static const struct argp_option argp_options[] = {
    {NULL, 0, NULL, 0, "What is simulated:", 1},
    {"size", KEY_SIZE, "N", 0, "scale of the scene; `scree scenes` says what it counts", 0},
    {"seed", KEY_SEED, "N", 0, "of the random numbers; 0: the scene's own", 0},
    {"steps", KEY_STEPS, "N", 0, "length of the run, 0 to 10000000; default: the scene's", 0},
    {"dt", KEY_DT, "S", 0, "length of a step in seconds, up to 1; default 1/60", 0},
    {"substeps", KEY_SUBSTEPS, "N", 0,
     "solver steps per step, 1 to 64; default 4, or what the scene needs; 1 if the solver iterates",
     0},
    {"solver", KEY_SOLVER, "S", 0, "soft_step, pgs, pgs_split or projection; default soft_step", 0},
    {"iterations", KEY_ITERATIONS, "N", 0,
     "passes over the contacts per substep, 1 to 1000, of the solvers that iterate; default 10", 0},
    {"cold", KEY_COLD, NULL, 0, "without warm starting", 0},
    {"simd", KEY_SIMD, "SET", 0, "instruction set, as listed by `scree cpu`; default auto", 0},
    {NULL, 0, NULL, 0, "What is written; F may be - for stdout:", 2},
    {"json", KEY_JSON, "F", 0, "times, counts, quality, memory and build as one object", 0},
    {"csv", KEY_CSV, "F", 0, "times and counts of every step", 0},
    {"trace", KEY_TRACE, "F", 0, "stages of every step in Chrome's format, for Perfetto", 0},
    {"png", KEY_PNG, "F", 0, "picture of the end of the run", 0},
    {"svg", KEY_SVG, "F", 0, "the same as vectors", 0},
    {"every", KEY_EVERY, "K", 0,
     "a picture of the start and after every K steps instead: F_0000, F_0001, ...", 0},
    {"color", KEY_COLOR, "speed|material", 0, "what the colours in pictures mean; default speed",
     0},
    {"contacts", KEY_CONTACTS, NULL, 0, "contact points and normals in pictures", 0},
    {"residual", KEY_RESIDUAL, NULL, 0, "measure how far the last step was from solved", 0},
    {"hash", KEY_HASH, NULL, 0, "print the state's hash, and write each step's to the CSV", 0},
    {"quiet", 'q', NULL, 0, "no table, no progress bar", 0},
    {0},
};

static error_t parse_what(sc_run_options *options, int key, char *argument)
{
    switch (key)
    {
    case KEY_SIZE:
        // Against the scene's own range later, when the scene is known. 0 is the default.
        return sc_parse_int("--size", argument, 1, INT32_MAX, &options->params.size) ? 0 : EINVAL;
    case KEY_SEED:
        return sc_parse_uint64("--seed", argument, &options->params.seed) ? 0 : EINVAL;
    case KEY_STEPS:
        return sc_parse_int("--steps", argument, 0, 10000000, &options->steps) ? 0 : EINVAL;
    case KEY_SUBSTEPS:
        return sc_parse_int("--substeps", argument, 1, 64, &options->substeps) ? 0 : EINVAL;
    case KEY_DT:
        return sc_parse_positive("--dt", argument, 1.0, &options->dt) ? 0 : EINVAL;
    case KEY_SIMD:
        return sc_parse_simd("--simd", argument, &options->simd) ? 0 : EINVAL;
    case KEY_SOLVER:
        return sc_parse_solver("--solver", argument, &options->solver) ? 0 : EINVAL;
    case KEY_ITERATIONS:
        return sc_parse_int("--iterations", argument, 1, 1000, &options->iterations) ? 0 : EINVAL;
    case KEY_COLD:
        options->cold = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_output(sc_run_options *options, int key, char *argument)
{
    static const char *const colors[] = {"speed", "material", NULL};
    int color;
    switch (key)
    {
    case KEY_JSON:
        options->json = argument;
        return 0;
    case KEY_CSV:
        options->csv = argument;
        return 0;
    case KEY_TRACE:
        options->trace = argument;
        return 0;
    case KEY_PNG:
        options->png = argument;
        return 0;
    case KEY_SVG:
        options->svg = argument;
        return 0;
    case KEY_EVERY:
        return sc_parse_int("--every", argument, 1, 10000000, &options->every) ? 0 : EINVAL;
    case KEY_COLOR:
        if (!sc_parse_choice("--color", argument, colors, &color))
            return EINVAL;
        options->style.color = (sc_picture_color)color;
        return 0;
    case KEY_CONTACTS:
        options->style.contacts = true;
        return 0;
    case KEY_RESIDUAL:
        options->residual = true;
        return 0;
    case KEY_HASH:
        options->hash = true;
        return 0;
    case 'q':
        options->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    sc_run_options *options = state->input;
    switch (key)
    {
    case ARGP_KEY_ARG:
        if (options->scene != NULL)
        {
            sc_print_error("one scene at a time: '%s' is one too many", argument);
            return EINVAL;
        }
        return sc_parse_scene(argument, &options->scene) ? 0 : EINVAL;
    case ARGP_KEY_NO_ARGS:
        sc_print_error("say which scene to run; `scree scenes` lists them");
        return EINVAL;
    default:
    {
        error_t result = parse_what(options, key, argument);
        return result == ARGP_ERR_UNKNOWN ? parse_output(options, key, argument) : result;
    }
    }
}

static bool is_stdout(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

// Outputs may not share a file: one would overwrite the other.
static bool check_outputs(const sc_run_options *options)
{
    const char *paths[] = {options->json, options->csv, options->trace, options->png, options->svg};
    const int count = (int)(sizeof paths / sizeof paths[0]);
    for (int i = 0; i < count; ++i)
    {
        for (int k = i + 1; k < count; ++k)
        {
            if (paths[i] == NULL || paths[k] == NULL || strcmp(paths[i], paths[k]) != 0)
                continue;
            sc_print_error("two outputs cannot both go to %s",
                           is_stdout(paths[i]) ? "stdout" : paths[i]);
            return false;
        }
    }
    if (options->every == 0)
        return true;
    if (options->png == NULL && options->svg == NULL)
    {
        sc_print_error("--every wants --png or --svg");
        return false;
    }
    if (is_stdout(options->png) || is_stdout(options->svg))
    {
        sc_print_error("--every writes many files, which cannot all go to stdout");
        return false;
    }
    return true;
}

bool sc_run_options_parse(sc_run_options *options, int argc, char **argv)
{
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .args_doc = "SCENE",
        .doc = "Simulates a scene; prints times by stage and how well it went.\v"
               "The times are of the steps after the first, one thread. Missing folders of the "
               "files are created. If a file goes to stdout, the table goes to stderr.",
    };
    *options = (sc_run_options){.steps = -1, .dt = 1.0 / 60.0};
    if (argp_parse(&argp, argc, argv, 0, NULL, options) != 0)
        return false;
    if (!sc_check_size(options->scene, options->params.size) || !check_outputs(options))
        return false;
    if (options->substeps == 0)
        options->substeps = sc_default_substeps(options->scene, options->solver);
    if (options->steps < 0)
        options->steps = options->scene->steps;
    return true;
}
