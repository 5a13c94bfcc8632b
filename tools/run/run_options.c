#include "run_options.h"

#include "frames_hdf5.h"
#include "tools/common/option_table.h"
#include "tools/common/output.h"

static const sc_option table[] = {
    SC_OPTION_HEADING("What is simulated:"),
    SC_OPTION_SIZE(sc_run_options),
    SC_OPTION_SEED(sc_run_options),
    SC_OPTION_VARIANT(sc_run_options),
    SC_OPTION_INT(sc_run_options, steps, "steps", "N", 0, 10000000,
                  "length of the run, {}; default: the scene's"),
    SC_OPTION_SECONDS(
        sc_run_options, dt, "dt", 1.0,
        "length of a step in seconds, up to 1; default 1/60, or what the scene needs"),
    SC_OPTION_INT(
        sc_run_options, substeps, "substeps", "N", 1, 64,
        "solver steps per step, {}; default 4, or what the scene needs; 1 if the solver iterates"),
    SC_OPTION_SOLVER(sc_run_options),
    SC_OPTION_INT(
        sc_run_options, iterations, "iterations", "N", 1, 1000,
        "passes over the contacts per substep, {}, of the solvers that iterate; default 10"),
    SC_OPTION_FLAG(sc_run_options, cold, "cold", "without warm starting"),
    SC_OPTION_SLEEP(sc_run_options),
    SC_OPTION_SIMD(sc_run_options),
    SC_OPTION_THREADS(sc_run_options),
    SC_OPTION_WRITTEN,
    SC_OPTION_OUTPUT(sc_run_options, json,
                     "times, counts, quality, memory and build as one object"),
    SC_OPTION_OUTPUT(sc_run_options, csv, "times and counts of every step"),
    SC_OPTION_OUTPUT(sc_run_options, trace,
                     "stages of every step in Chrome's format, for Perfetto"),
    SC_PICTURE_OUTPUTS(sc_run_options, pictures),
    SC_OPTION_OUTPUT(sc_run_options, record, "all calls, for `scree replay`"),
    SC_OPTION_INT(sc_run_options, record_hash, "record-hash", "N", 1, 1000000,
                  "steps from one hash of the state in the recording to the next; default 300; 1 "
                  "finds the very step that differs"),
    SC_OPTION_OUTPUT(sc_run_options, frames,
                     "pose and velocity of every body, at the start and after every K steps, as "
                     "CSV, or as HDF5 if F ends in .vtkhdf, .h5, .hdf5 or .hdf"),
    SC_OPTION(sc_run_options, fields, "fields", "W,W,...", sc_take_text,
              "what frames in HDF5 hold: bodies (or angle, velocity, angular_velocity, mass, "
              "shape), outlines, contacts, joints, scalars; default bodies,scalars"),
    // The next checkpoint may replace the one that the run continues.
    SC_OPTION_ROW("checkpoint", "F",
                  "state of the run, from which it can be resumed, every N steps and at its end",
                  sc_take_output, SC_OPTION_PLACE(sc_run_options, checkpoint, const char *), 0, 0,
                  0, "resume"),
    SC_OPTION_INT(sc_run_options, checkpoint_every, "checkpoint-every", "N", 1, 10000000,
                  "steps from one checkpoint to the next, {}; default 100"),
    SC_OPTION(sc_run_options, resume, "resume", "F", sc_take_input,
              "continue from a checkpoint of the same run, to the same bits"),
    SC_PICTURE_STYLES(sc_run_options, pictures),
    SC_OPTION_FLAG(sc_run_options, residual, "residual",
                   "measure how far the last step was from solved"),
    SC_OPTION_FLAG(sc_run_options, hash, "hash",
                   "print the state's hash, and write each step's to the CSV"),
    SC_OPTION_ALL(sc_run_options),
    SC_OPTION_QUIET(sc_run_options),
    {0},
};

static bool take_fields(sc_run_options *options)
{
    options->frame_fields = SC_FIELD_DEFAULT;
    if (options->fields == NULL)
        return true;
    if (!sc_frames_are_hdf5(options->frames))
    {
        sc_print_error(
            "--fields wants --frames with a name that ends in .vtkhdf, .h5, .hdf5 or .hdf");
        return false;
    }
    return sc_parse_fields(options->fields, &options->frame_fields);
}

bool sc_run_options_parse(sc_run_options *options, int argc, char **argv)
{
    static const sc_syntax syntax = {
        .table = table,
        .scenes = "SCENE",
        .purpose = "to run",
        .help = "Simulates a scene and prints the times of stages and the quality of the result.\v"
                "Times exclude the first step. Missing folders of the files are created. If a file "
                "goes to stdout, the table goes to stderr.",
        .scene = offsetof(sc_run_options, scene),
        .size = offsetof(sc_run_options, params.size),
    };
    *options = (sc_run_options){.steps = -1, .threads = 1};
    if (!sc_parse_options(&syntax, argc, argv, options) ||
        !sc_parse_variant(options->scene, options->variant, &options->params.variant) ||
        !sc_check_picture_options(&options->pictures, options->frames != NULL,
                                  "--png, --svg or --frames") ||
        !take_fields(options))
        return false;
    if (options->record_hash > 0 && options->record == NULL)
    {
        sc_print_error("--record-hash wants --record");
        return false;
    }
    if (options->checkpoint_every > 0 && options->checkpoint == NULL)
    {
        sc_print_error("--checkpoint-every wants --checkpoint");
        return false;
    }
    if (options->dt == 0.0)
        options->dt = options->scene->dt > 0.0f ? (double)options->scene->dt : 1.0 / 60.0;
    if (options->substeps == 0)
        options->substeps = sc_default_substeps(options->scene, options->solver);
    if (options->checkpoint_every == 0)
        options->checkpoint_every = 100;
    if (options->steps < 0)
        options->steps = options->scene->steps;
    return true;
}
