#include "profile_options.h"

#include "profile_data.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"

static const sc_option table[] = {
    SC_OPTION_HEADING("What is measured:"),
    SC_OPTION_SIZE(sc_profile_options),
    SC_OPTION_INT(sc_profile_options, steps, "steps", "N", 6, 100000,
                  "steps that are measured, {}; default: the scene's"),
    SC_OPTION_INT(sc_profile_options, warmup, "warmup", "N", 1, 100000,
                  "steps before them, {}; default 10"),
    SC_OPTION_INT(sc_profile_options, repeats, "repeat", "R", 1, SC_PROFILE_REPEATS,
                  "runs from the start, {}; default 5"),
    SC_OPTION_SIMD(sc_profile_options),
    SC_OPTION_THREADS(sc_profile_options),
    SC_OPTION_SOLVER(sc_profile_options),
    SC_OPTION_SLEEP(sc_profile_options),
    SC_OPTION_FLAG(
        sc_profile_options, scaling, "scaling",
        "instead of stages on T threads: the time of a step on 1 to 64 workers, predicted "
        "from the ranges of passes on one, and measured on as many as there are cores"),
    SC_OPTION(sc_profile_options, from, "from", "F", sc_take_input,
              "no run: the measurements of an earlier --json file"),
    SC_OPTION_HEADING("What is done with it; F may be - for stdout:"),
    SC_OPTION_ROW("json", "F", "write it as one object, for a later --baseline", sc_take_output,
                  SC_OPTION_PLACE(sc_profile_options, json, const char *), 0, 0, 0, "baseline"),
    SC_OPTION_OUTPUT(sc_profile_options, trace,
                     "one more run, traced: stages, kernels, colours and workers in Chrome's "
                     "format, for Perfetto"),
    SC_OPTION_INT(sc_profile_options, trace_steps, "trace-steps", "N", 1, 100000,
                  "the last N steps are in the trace; default 100"),
    SC_OPTION(sc_profile_options, baseline, "baseline", "F", sc_take_input,
              "compare with an earlier --json file of the same scene; exit status 1 if something "
              "got slower beyond the noise"),
    SC_OPTION_ALL(sc_profile_options),
    SC_OPTION_QUIET(sc_profile_options),
    {0},
};

static bool check(const sc_profile_options *options)
{
    if (options->scaling && (options->from != NULL || options->trace != NULL ||
                             options->baseline != NULL || options->threads > 1))
    {
        sc_print_error("--scaling takes no %s", options->from != NULL       ? "--from"
                                                : options->trace != NULL    ? "--trace"
                                                : options->baseline != NULL ? "--baseline"
                                                                            : "--threads");
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
    return true;
}

bool sc_profile_options_parse(sc_profile_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "SCENE",
        .help =
            "Measures where the steps of a scene spend their time: stages, kernels, counts, "
            "bytes.\v"
            "The scene is run R times. A baseline must have the same scene, size, steps, warm-up, "
            "substeps, solver, instruction set, number of threads and sleeping. A row is slower if "
            "even its fastest run took clearly longer than the slowest run of the baseline, its "
            "median took at least 1.05 times as long, and the difference is more than 0.5% of the "
            "step. Exit status: 0, 1 if a row got slower or a run failed, 2 if arguments are wrong "
            "or a file cannot be opened or read.",
        .scene = offsetof(sc_profile_options, scene),
        .size = offsetof(sc_profile_options, params.size),
    };
    *options = (sc_profile_options){.warmup = 10, .repeats = 5, .trace_steps = 100, .threads = 1};
    if (!sc_parse_options(&syntax, argc, argv, options) || !check(options))
        return false;
    if (options->scene != NULL)
    {
        options->substeps = sc_default_substeps(options->scene, options->solver);
        options->steps = options->steps > 0 ? options->steps : options->scene->steps;
    }
    return true;
}
