// `scree run SCENE`: one simulation, timed, and all that can be written about it.

#include "checkpoint.h"
#include "frames.h"
#include "frames_hdf5.h"
#include "interruption.h"
#include "motion_watch.h"
#include "measurements.h"
#include "report.h"
#include "run_options.h"
#include "tools/commands.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"
#include "tools/common/trace.h"

#include <inttypes.h>
#include <string.h>

typedef struct run
{
    sc_run_options options;
    sc_output json, csv, trace_file, frame_file, record;
    sc_picture_files pictures;
    FILE *out;  // the table and the hash: stdout, unless a file goes there
    sc_trace trace;
    scree_world *world;
    scree_scene_state state;
    sc_measurements measurements;
    sc_motion_watch watch;
    sc_frames poses;
    sc_frames_hdf5 *hdf5;  // frames as HDF5, or null
    int joints;
    int iterations;
    sc_checkpoint started, resumed;  // the run as built; the checkpoint that it continues
    sc_replacement checkpoint;
    bool bad_file;  // a checkpoint was refused, or a file that replaces another was not written
} run;

static sc_picture_subject subject_of(const run *run)
{
    return (sc_picture_subject){.name = run->options.scene->name,
                                .world = run->world,
                                .view = run->state.view,
                                .time = run->state.time,
                                .step = sc_measurements_step_number(&run->measurements)};
}

static bool write_pictures(run *run)
{
    const sc_picture_subject subject = subject_of(run);
    return sc_picture_files_write_next(&run->pictures, &subject);
}

// Before the simulation everything is opened, or checked if it is written at the end.
static bool open_outputs(run *run)
{
    const sc_run_options *options = &run->options;
    bool hdf5 = sc_frames_are_hdf5(options->frames);
    if (hdf5)
        run->hdf5 = sc_frames_hdf5_create(options->frames, options->frame_fields);
    bool ok = (!hdf5 || run->hdf5 != NULL) && sc_output_open(&run->json, options->json) &&
              sc_output_open(&run->csv, options->csv) &&
              sc_output_open(&run->frame_file, hdf5 ? NULL : options->frames) &&
              sc_output_open(&run->trace_file, options->trace) &&
              sc_output_open(&run->record, options->record) &&
              sc_replacement_create(&run->checkpoint, options->checkpoint) &&
              sc_picture_files_open(&run->pictures, &options->pictures, run->resumed.step);
    const sc_output *outputs[] = {&run->json,         &run->csv,          &run->trace_file,
                                  &run->pictures.png, &run->pictures.svg, &run->frame_file,
                                  &run->record};
    run->out = stdout;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; ++i)
    {
        if (outputs[i]->file == stdout)
            run->out = stderr;
    }
    return ok;
}

static bool write_recording(const void *data, size_t size, void *context)
{
    return fwrite(data, 1, size, context) == size;
}

static bool start_recording(run *run)
{
    scree_recording_def def = scree_recording_def_default();
    def.write = write_recording;
    def.context = run->record.file;
    if (run->options.record_hash > 0)
        def.hash_interval = run->options.record_hash;
    return run->record.file == NULL || scree_world_start_recording(run->world, &def) == SCREE_OK;
}

// False, and a line on stderr, if a call could not be recorded.
static bool stop_recording(run *run)
{
    if (run->record.file == NULL || scree_world_stop_recording(run->world) == SCREE_OK)
        return true;
    sc_print_error("the recording is not complete: %s", scree_error_text(run->world));
    return false;
}

static bool resume(run *run)
{
    const sc_run_options *options = &run->options;
    run->started = sc_checkpoint_of(options, run->world, &run->state);
    if (options->resume == NULL)
        return true;
    if (!sc_checkpoint_restore(&run->resumed, &run->started, options->resume, options->steps,
                               run->world, &run->state))
    {
        run->bad_file = true;
        return false;
    }
    run->measurements.before = run->resumed.step;
    return start_recording(run);
}

static bool create_world(run *run)
{
    const sc_run_options *options = &run->options;
    scree_world_def def = scree_scene_world_def(options->scene, options->params.size);
    def.simd = options->simd;
    def.worker_count = options->threads;
    def.solver = options->solver;
    def.iterations = options->iterations > 0 ? options->iterations : def.iterations;
    def.warm_starting = !options->cold;
    def.measure_residual = options->residual;
    def.enable_sleep |= options->sleep;
    def.measure_times = true;
    run->iterations = def.iterations;
    run->world = scree_world_create(&def);
    bool ok = run->world != NULL && (options->resume != NULL || start_recording(run)) &&
              scree_scene_create(options->scene, run->world, &options->params, &run->state) &&
              sc_measurements_create(&run->measurements, options->steps) &&
              sc_motion_watch_create(&run->watch, options->scene, run->world, &run->state);
    run->joints = ok ? scree_world_joint_count(run->world) : 0;
    if (!ok)
    {
        const char *reason = scree_error_text(run->world);
        sc_print_error("cannot build %s: %s", options->scene->name,
                       reason[0] != '\0' ? reason : "out of memory");
    }
    return ok;
}

static void show_progress(const run *run, sc_progress *progress)
{
    if (!sc_progress_is_due(progress))
        return;
    const sc_measurements *measurements = &run->measurements;
    scree_counters counters = scree_world_counters(run->world);
    double ms = measurements->ms[measurements->steps - 1];
    char text[96];
    int things = counters.bodies + counters.particles;
    snprintf(text, sizeof text, "%d %s  %d contacts  %.2f ms  %.1f x real time", things,
             counters.particles > 0 ? "bodies and particles" : "bodies", counters.contacts, ms,
             ms > 0.0 ? 1e3 * run->options.dt / ms : 0.0);
    double done = (double)sc_measurements_step_number(measurements);
    sc_progress_show(progress, done / run->options.steps, text);
}

// The bodies after every K steps.
static bool write_poses(run *run)
{
    int step = sc_measurements_step_number(&run->measurements);
    int every = run->options.pictures.every > 0 ? run->options.pictures.every : 1;
    FILE *file = run->frame_file.file;
    if ((file == NULL && run->hdf5 == NULL) || step % every != 0)
        return true;
    bool first = run->poses.bodies == NULL;
    if (!sc_frames_take(&run->poses, run->world))
    {
        sc_print_error("out of memory for a frame");
        return false;
    }
    if (file != NULL && first)
        sc_frames_write_header(file);
    if (file != NULL)
        sc_frames_write(&run->poses, file, run->world, step, run->state.time);
    if (run->hdf5 == NULL)
        return true;
    sc_frames_hdf5_set_view(run->hdf5, run->state.view);
    run->bad_file =
        !sc_frames_hdf5_write(run->hdf5, &run->poses, run->world, step, run->state.time);
    return !run->bad_file;
}

static bool write_checkpoint(run *run)
{
    int step = sc_measurements_step_number(&run->measurements);
    run->bad_file =
        !sc_checkpoint_write(&run->started, &run->checkpoint, run->world, &run->state, step);
    return !run->bad_file;
}

// The output that is written during the run. Returns false if the run can end because its output is
// lost.
static bool write_step(run *run)
{
    const sc_measurements *measurements = &run->measurements;
    int step = sc_measurements_step_number(measurements);
    if (run->csv.file != NULL)
    {
        sc_report_write_csv_row(run->csv.file, run->world, measurements, run->state.time,
                                run->options.hash);
    }
    if (run->trace_file.file != NULL)
        sc_trace_step(&run->trace, run->world, step);
    if (sc_picture_files_are_due(&run->pictures, step) && !write_pictures(run))
        return false;
    bool kept = run->options.checkpoint != NULL && step % run->options.checkpoint_every == 0;
    if (!write_poses(run) || (kept && !write_checkpoint(run)))
        return false;
    return (run->frame_file.file == NULL || sc_output_is_usable(&run->frame_file)) &&
           (run->csv.file == NULL || sc_output_is_usable(&run->csv)) &&
           (run->trace_file.file == NULL || sc_output_is_usable(&run->trace_file));
}

static bool simulate(run *run)
{
    const sc_run_options *options = &run->options;
    sc_progress progress = sc_progress_create(!options->quiet);
    int first = run->measurements.before;
    bool pictured = sc_picture_files_are_due(&run->pictures, first);
    bool ok = (!pictured || write_pictures(run)) && write_poses(run);
    sc_interruption_catch();
    int i = first;
    for (; ok && i < options->steps && !sc_interruption_is_wanted(); ++i)
    {
        scree_result result =
            sc_measurements_step(&run->measurements, options->scene, run->world, &run->state,
                                 (float)options->dt, options->substeps);
        if (result != SCREE_OK)
        {
            sc_progress_clear(&progress);
            sc_print_error("step %d of %s failed: %s", i + 1, options->scene->name,
                           scree_error_text(run->world));
            return false;
        }
        sc_motion_watch_look(&run->watch, run->world, run->state.time);
        ok = write_step(run);
        show_progress(run, &progress);
    }
    sc_progress_clear(&progress);
    if (ok && i < options->steps)
        sc_print_error("interrupted after step %d of %d", i, options->steps);
    // The loop has written the last state if its step is a multiple of the interval.
    if (ok && options->checkpoint != NULL && (i == first || i % options->checkpoint_every != 0))
        ok = write_checkpoint(run);
    if (run->measurements.not_finite > 0)
    {
        sc_print_error("bodies became non-finite or left the bounds in %d steps and were disabled",
                       run->measurements.not_finite);
    }
    return ok;
}

// The pictures and the residual come before the outcome, which steps the world on a little.
static bool write_end(run *run)
{
    const sc_run_options *options = &run->options;
    const sc_picture_subject subject = subject_of(run);
    bool ok = sc_picture_files_write_end(&run->pictures, &subject);
    scree_residual residual = scree_world_residual(run->world);
    sc_report report = {
        .options = options,
        .measurements = &run->measurements,
        .state = &run->state,
        .simd = scree_world_simd(run->world),
        .threads = scree_world_thread_count(run->world),
        .joints = run->joints,
        .sleeps = scree_world_is_sleep_enabled(run->world),
        .iterations = options->solver == SCREE_SOLVER_SOFT_STEP ? 0 : run->iterations,
        .residual = residual,
        .motion = sc_motion_watch_figures(&run->watch),
        .outcome = sc_measure_outcome(run->world, &run->state),
    };
    if (!options->quiet)
        sc_report_write_text(run->out, &report);
    if (options->hash)
        fprintf(run->out, "hash: %016" PRIx64 "\n", report.outcome.hash);
    if (run->json.file != NULL && !sc_report_write_json(run->json.file, &report))
    {
        sc_print_error("out of memory for the JSON report");
        ok = false;
    }
    return ok;
}

static bool perform(run *run)
{
    const sc_run_options *options = &run->options;
    if (!create_world(run) || !resume(run))
        return false;
    if (run->csv.file != NULL)
        sc_report_write_csv_header(run->csv.file, options->hash);
    bool traced = run->trace_file.file != NULL;
    bool traceable = !traced || sc_trace_begin(&run->trace, run->trace_file.file,
                                               options->scene->name, run->world, SCREE_TRACE_STAGE);
    bool ok = traceable && simulate(run);
    ok = stop_recording(run) && ok;
    if (traced)
    {
        sc_trace_end(&run->trace);
        scree_world_set_trace(run->world, SCREE_TRACE_STAGE, NULL, NULL);
        traceable = traceable && sc_trace_is_ok(&run->trace);
    }
    if (!traceable)
        sc_print_error("out of memory for the trace");
    return ok && traceable && write_end(run);
}

static bool close_outputs(run *run)
{
    bool ok = sc_output_close(&run->json);
    ok = sc_output_close(&run->csv) && ok;
    ok = sc_output_close(&run->frame_file) && ok;
    ok = sc_output_close(&run->trace_file) && ok;
    ok = sc_output_close(&run->record) && ok;
    return sc_picture_files_close(&run->pictures) && ok;
}

int sc_command_run(int argc, char **argv)
{
    run run = {0};
    if (!sc_run_options_parse(&run.options, argc, argv))
        return SC_EXIT_USAGE;
    int status = SC_EXIT_USAGE;
    const char *resume = run.options.resume;
    if ((resume == NULL || sc_checkpoint_read(&run.resumed, resume)) && open_outputs(&run))
        status = perform(&run) ? SC_EXIT_OK : run.bad_file ? SC_EXIT_USAGE : SC_EXIT_FAILURE;
    if (!sc_frames_hdf5_close(run.hdf5, status == SC_EXIT_OK) && status == SC_EXIT_OK)
        status = SC_EXIT_USAGE;
    if (!close_outputs(&run) && status == SC_EXIT_OK)
        status = SC_EXIT_FAILURE;
    sc_replacement_destroy(&run.checkpoint);
    sc_checkpoint_destroy(&run.resumed);
    sc_motion_watch_destroy(&run.watch);
    sc_frames_destroy(&run.poses);
    sc_measurements_destroy(&run.measurements);
    sc_trace_destroy(&run.trace);
    scree_world_destroy(run.world);
    sc_interruption_end();
    return status;
}
