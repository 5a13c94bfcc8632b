#include "replay_options.h"

#include "tools/common/option_table.h"

#include <stdlib.h>
#include <string.h>

static const sc_option table[] = {
    SC_OPTION_HEADING("What is repeated:"),
    SC_OPTION_INT(sc_replay_options, until, "until", "N", 1, INT32_MAX, "end after N steps"),
    SC_OPTION(sc_replay_options, seek, "seek", "N,N,...", sc_take_text,
              "go to these steps in turn, forwards and back, and print the hash of each"),
    SC_OPTION_INT(sc_replay_options, keyframe_mb, "keyframes", "MB", 1, 1000000,
                  "megabytes of keyframes for --seek, {}; default 64"),
    SC_OPTION_SIMD(sc_replay_options),
    SC_OPTION_THREADS(sc_replay_options),
    SC_OPTION_WRITTEN,
    SC_OPTION_OUTPUT(sc_replay_options, trace,
                     "stages of every step in Chrome's format, for Perfetto"),
    SC_PICTURE_OUTPUTS(sc_replay_options, pictures),
    SC_PICTURE_STYLES(sc_replay_options, pictures),
    SC_OPTION(sc_replay_options, view, "view", "X,Y,X,Y", sc_take_text,
              "lower left and upper right corner of pictures; default: the bounds of all objects "
              "before the first step"),
    SC_OPTION_ROW("quiet", NULL, "only what differs", sc_take_flag,
                  SC_OPTION_PLACE(sc_replay_options, quiet, bool), 0, 0, 'q', NULL),
    {0},
};

typedef struct corners
{
    double values[4];
    int count;
} corners;

static bool take_coordinate(void *target, char *word)
{
    corners *corners = target;
    if (corners->count == 4)
    {
        sc_print_error("--view takes four numbers, not more");
        return false;
    }
    return sc_parse_double("view", word, -1e8, 1e8, &corners->values[corners->count++]);
}

static bool take_view(sc_replay_options *options)
{
    corners corners = {.count = 0};
    if (options->view == NULL)
        return true;
    if (options->pictures.png == NULL && options->pictures.svg == NULL)
    {
        sc_print_error("--view wants --png or --svg");
        return false;
    }
    if (!sc_parse_list("view", "numbers", options->view, take_coordinate, &corners))
        return false;
    const double *v = corners.values;
    options->seen = (scree_aabb){{(float)v[0], (float)v[1]}, {(float)v[2], (float)v[3]}};
    if (corners.count == 4 && options->seen.lower.x < options->seen.upper.x &&
        options->seen.lower.y < options->seen.upper.y)
        return true;
    sc_print_error("--view takes four numbers, the lower left and the upper right corner");
    return false;
}

static bool take_step(void *target, char *word)
{
    sc_replay_options *options = target;
    return sc_parse_int("seek", word, 0, INT32_MAX, &options->steps[options->step_count++]);
}

static bool take_seek(sc_replay_options *options)
{
    if (options->seek == NULL)
    {
        if (options->keyframe_mb > 0)
            sc_print_error("--keyframes wants --seek");
        return options->keyframe_mb == 0;
    }
    if (options->until > 0 || options->trace != NULL || options->pictures.every > 0)
    {
        sc_print_error("--seek goes with neither --until, --trace nor --every");
        return false;
    }
    options->steps = malloc((strlen(options->seek) / 2 + 1) * sizeof *options->steps);
    if (options->steps == NULL)
    {
        sc_print_error("out of memory for the steps");
        return false;
    }
    return sc_parse_list("seek", "steps", options->seek, take_step, options);
}

void sc_replay_options_destroy(sc_replay_options *options) { free(options->steps); }

bool sc_replay_options_parse(sc_replay_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .help = "Repeats a recording of the calls on a world, and compares results and states.\v"
                "Names the first call that differs from the recording; the exit status is then 1, "
                "and 2 for a damaged file. The pictures end there. docs/files.md describes "
                "recordings.",
        .no_file = "say which recording to replay; `scree run SCENE --record F` writes one",
        .file = offsetof(sc_replay_options, path),
    };
    *options = (sc_replay_options){.threads = 1};
    return sc_parse_options(&syntax, argc, argv, options) &&
           sc_check_picture_options(&options->pictures, false, "--png or --svg") &&
           take_view(options) && take_seek(options);
}
