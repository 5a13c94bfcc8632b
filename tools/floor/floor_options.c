#include "floor_options.h"

#include "tools/common/option_table.h"

static const sc_option table[] = {
    SC_OPTION_HEADING("What is measured:"),
    SC_OPTION_SIZE(sc_floor_options),
    SC_OPTION_INT(sc_floor_options, steps, "steps", "N", 2, SC_FLOOR_STEPS,
                  "steps that are measured, {}; default 150"),
    SC_OPTION_INT(sc_floor_options, warmup, "warmup", "N", 0, 100000,
                  "steps before them, {}; default 10"),
    SC_OPTION_INT(sc_floor_options, repeats, "repeat", "R", 1, SC_FLOOR_REPEATS,
                  "runs from the start, {}; default 3"),
    SC_OPTION_INT(sc_floor_options, counted, "counted", "N", 1, 1000,
                  "steps whose arithmetic is counted, {}; default 8"),
    SC_OPTION_SIMD(sc_floor_options),
    SC_OPTION_FLAG(sc_floor_options, brief, "brief",
                   "measure the machine in a moment, not well: to try things out"),
    SC_OPTION_WRITTEN,
    SC_OPTION_OUTPUT(sc_floor_options, json, "the machine's limits and the tables as one object"),
    SC_OPTION_QUIET(sc_floor_options),
    {0},
};

bool sc_floor_options_parse(sc_floor_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "[SCENE]",
        .help =
            "Prints the time of each stage of a scene's steps, beside the least time that the "
            "stage could take on this machine.\v"
            "Without a scene it measures the record scenes, one after the other. First it measures "
            "the machine: streams and records by the size of their memory, and arithmetic. Then "
            "it runs each scene R times, and the fastest run of each step counts; one more run "
            "counts the bytes that the stages must move and the arithmetic of some steps. All runs "
            "use one thread. Exit status: 0, 1 if a run failed, 2 if arguments are wrong or a file "
            "cannot be opened.",
        .scene = offsetof(sc_floor_options, scene),
        .size = offsetof(sc_floor_options, params.size),
    };
    *options = (sc_floor_options){.steps = 150, .warmup = 10, .repeats = 3, .counted = 8};
    return sc_parse_options(&syntax, argc, argv, options);
}
