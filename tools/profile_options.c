#include "profile_options.h"

#include "options.h"
#include "output.h"
#include "profile_data.h"

#include <argp.h>
#include <errno.h>
#include <string.h>

enum
{
    KEY_SIZE = 256,
    KEY_STEPS,
    KEY_WARMUP,
    KEY_REPEAT,
    KEY_SIMD,
    KEY_SOLVER,
    KEY_JSON,
    KEY_TRACE,
    KEY_TRACE_STEPS,
    KEY_BASELINE,
    KEY_FROM
};

static const struct argp_option argp_options[] = {
    {NULL, 0, NULL, 0, "What is measured:", 1},
    {"size", KEY_SIZE, "N", 0, "scale of the scene; `scree scenes` says what it counts", 0},
    {"steps", KEY_STEPS, "N", 0, "steps that are measured, 6 to 100000; default: the scene's", 0},
    {"warmup", KEY_WARMUP, "N", 0, "steps before them, 1 to 100000; default 10", 0},
    {"repeat", KEY_REPEAT, "R", 0, "runs from the start, 1 to 100; default 5", 0},
    {"simd", KEY_SIMD, "SET", 0, "instruction set, as listed by `scree cpu`; default auto", 0},
    {"solver", KEY_SOLVER, "S", 0, "soft_step, pgs, pgs_split or projection; default soft_step", 0},
    {"from", KEY_FROM, "F", 0, "no run: the measurements of an earlier --json file", 0},
    {NULL, 0, NULL, 0, "What is done with it; F may be - for stdout:", 2},
    {"json", KEY_JSON, "F", 0, "write it as one object, for a later --baseline", 0},
    {"trace", KEY_TRACE, "F", 0,
     "one more run, traced: stages, kernels, colours and workers in Chrome's format, for Perfetto",
     0},
    {"trace-steps", KEY_TRACE_STEPS, "N", 0, "the last N steps are in the trace; default 100", 0},
    {"baseline", KEY_BASELINE, "F", 0,
     "compare with an earlier --json file of the same scene; exit status 1 if something got "
     "slower beyond the noise",
     0},
    {"quiet", 'q', NULL, 0, "no table, no progress bar", 0},
    {0},
};

static error_t parse_scene(sc_profile_options *options, const char *argument)
{
    if (options->scene != NULL)
    {
        sc_print_error("one scene at a time: '%s' is one too many", argument);
        return EINVAL;
    }
    return sc_parse_scene(argument, &options->scene) ? 0 : EINVAL;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    sc_profile_options *options = state->input;
    switch (key)
    {
    case ARGP_KEY_ARG:
        return parse_scene(options, argument);
    case KEY_SIZE:
        // Against the scene's own range later, when the scene is known. 0 is the default.
        return sc_parse_int("--size", argument, 1, INT32_MAX, &options->params.size) ? 0 : EINVAL;
    case KEY_STEPS:
        return sc_parse_int("--steps", argument, 6, 100000, &options->steps) ? 0 : EINVAL;
    case KEY_WARMUP:
        return sc_parse_int("--warmup", argument, 1, 100000, &options->warmup) ? 0 : EINVAL;
    case KEY_REPEAT:
        return sc_parse_int("--repeat", argument, 1, SC_PROFILE_REPEATS, &options->repeats)
                   ? 0
                   : EINVAL;
    case KEY_SIMD:
        return sc_parse_simd("--simd", argument, &options->simd) ? 0 : EINVAL;
    case KEY_SOLVER:
        return sc_parse_solver("--solver", argument, &options->solver) ? 0 : EINVAL;
    case KEY_TRACE_STEPS:
        return sc_parse_int("--trace-steps", argument, 1, 100000, &options->trace_steps) ? 0
                                                                                         : EINVAL;
    case KEY_JSON:
        options->json = argument;
        return 0;
    case KEY_TRACE:
        options->trace = argument;
        return 0;
    case KEY_BASELINE:
        options->baseline = argument;
        return 0;
    case KEY_FROM:
        options->from = argument;
        return 0;
    case 'q':
        options->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool check(const sc_profile_options *options)
{
    if (options->json != NULL && options->trace != NULL &&
        strcmp(options->json, options->trace) == 0)
    {
        sc_print_error("two outputs cannot both go to %s",
                       strcmp(options->json, "-") == 0 ? "stdout" : options->json);
        return false;
    }
    if (options->from != NULL && (options->scene != NULL || options->trace != NULL))
    {
        sc_print_error("with --from nothing is run, so it takes no %s",
                       options->scene != NULL ? "scene" : "--trace");
        return false;
    }
    if (options->from == NULL && options->scene == NULL)
    {
        sc_print_error("say which scene to measure; `scree scenes` lists them");
        return false;
    }
    return options->scene == NULL || sc_check_size(options->scene, options->params.size);
}

bool sc_profile_options_parse(sc_profile_options *options, int argc, char **argv)
{
    static const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .args_doc = "SCENE",
        .doc = "Says where the steps of a scene spend their time: stages, kernels, counts, bytes.\v"
               "The scene is run R times, one thread. A baseline must be of the same scene, size, "
               "steps, warm-up and instruction set; something is slower if even its fastest run "
               "took longer than the slowest one of the baseline, clearly so, the median at least "
               "1.05 times as long, and the difference is more than 0.5% of the step. Exit status: "
               "0, 1 if "
               "something got slower or a run failed, 2 for arguments that make no sense or files "
               "that cannot be read or written.",
    };
    *options = (sc_profile_options){.warmup = 10, .repeats = 5, .trace_steps = 100};
    if (argp_parse(&argp, argc, argv, 0, NULL, options) != 0 || !check(options))
        return false;
    if (options->scene != NULL)
    {
        options->substeps = sc_default_substeps(options->scene, options->solver);
        options->steps = options->steps > 0 ? options->steps : options->scene->steps;
    }
    return true;
}
