#include "engines/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// The time of the wall clock, or the processor time of this thread.
static double now_ms(const sc_trial_options *options)
{
    struct timespec time;
    clock_gettime(options->cpu_time ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/// The data of a run.
typedef struct run
{
    sc_trial *trial;
    const sc_engine *engine;
    const sc_engine_settings *settings;
    sc_model *model;
    const sc_trial_options *options;
    void *world;
    sc_model_pose *before;  ///< poses before a step that is sampled
    sc_motion_judge motion;
    sc_model_velocity *velocities;  ///< null unless motion is judged
    int capacity;                   ///< of the poses here and in the trial
    double contacts;                ///< summed over the samples
    double joint_squares, joints;   ///< squared errors and joints, summed over the samples
} run;

static bool make_pose_room(run *run)
{
    int wanted = run->model->body_count + 1;
    if (wanted <= run->capacity)
        return true;
    wanted += wanted / 2;
    sc_model_pose *poses = realloc(run->trial->poses, (size_t)wanted * sizeof *poses);
    run->trial->poses = poses != NULL ? poses : run->trial->poses;
    sc_model_pose *before = realloc(run->before, (size_t)wanted * sizeof *before);
    run->before = before != NULL ? before : run->before;
    if (poses == NULL || before == NULL)
        return false;
    run->capacity = wanted;
    return true;
}

static bool make_room(run *run)
{
    sc_trial *trial = run->trial;
    size_t steps = (size_t)run->options->steps + 1;
    trial->ms = calloc(steps, sizeof *trial->ms);
    trial->samples = calloc(steps / SC_TRIAL_SAMPLE_EVERY + 2, sizeof *trial->samples);
    bool ok = trial->ms != NULL && trial->samples != NULL && make_pose_room(run);
    if (ok && run->engine->stage_ms != NULL && run->settings->solving.measure_times)
    {
        trial->stage_ms = calloc((size_t)scree_stage_count(), sizeof *trial->stage_ms);
        ok = trial->stage_ms != NULL;
    }
    return ok;
}

static bool make_motion_judge(run *run)
{
    if (!sc_motion_is_judged(run->model->scene))
        return true;
    run->velocities = malloc(((size_t)run->model->body_count + 1) * sizeof *run->velocities);
    return run->velocities != NULL && sc_motion_judge_create(&run->motion, run->model);
}

// Passes the changes of the scene to the engine. If the scene creates or destroys objects, the time
// counts, because this is work of the engine.
static bool follow(const run *run)
{
    double begin = now_ms(run->options);
    bool ok = sc_engine_follow(run->engine, run->world, run->model);
    if (!ok)
    {
        run->trial->refusal = sc_engine_refusal(run->engine, run->model);
        run->trial->fault = "could not create or destroy bodies";
    }
    if (run->model->scene->creates)
        run->trial->ms[run->trial->steps] = now_ms(run->options) - begin;
    return ok;
}

static bool timed_step(run *run)
{
    sc_trial *trial = run->trial;
    double begin = now_ms(run->options);
    bool ok = run->engine->step(run->world, run->options->dt);
    trial->ms[trial->steps] += now_ms(run->options) - begin;
    for (int i = 0; trial->stage_ms != NULL && trial->steps > 0 && i < scree_stage_count(); ++i)
        trial->stage_ms[i] += run->engine->stage_ms(run->world, i);
    trial->steps += ok;
    if (!ok)
        trial->fault = "failed";
    return ok;
}

// Reads the poses. If some are not finite, the run has failed, unless bodies may be given up.
static void read_poses(run *run)
{
    const sc_model *model = run->model;
    sc_trial *trial = run->trial;
    run->engine->read(run->world, trial->poses);
    for (int i = 0; !run->settings->goes_on && i < model->body_count; ++i)
    {
        const sc_model_pose *pose = &trial->poses[i];
        if (!model->bodies[i].gone &&
            !(isfinite(pose->x) && isfinite(pose->y) && isfinite(pose->cos) && isfinite(pose->sin)))
        {
            trial->failed = true;
            trial->fault = "returned poses that are not finite";
        }
    }
}

static void look_at_motion(run *run)
{
    if (run->velocities == NULL)
        return;
    run->engine->read(run->world, run->trial->poses);
    run->engine->read_velocities(run->world, run->velocities);
    sc_motion_judge_look(&run->motion, run->trial->poses, run->velocities,
                         (double)run->options->dt * run->trial->steps);
}

// Takes a sample. Returns false if out of memory.
static bool sample(run *run)
{
    sc_trial *trial = run->trial;
    sc_trial_sample *sample = &trial->samples[trial->sample_count++];
    sample->step = trial->steps;
    sample->kinetic_energy =
        sc_judge_kinetic_energy(run->model, run->before, trial->poses, (double)run->options->dt);
    sample->drift = sc_judge_drift(run->model, trial->poses);
    sample->joints = sc_judge_joints(run->model, trial->poses);
    trial->max_joint_error = fmax(trial->max_joint_error, sample->joints.max);
    run->joints += sample->joints.count;
    run->joint_squares += sample->joints.count * sample->joints.rms * sample->joints.rms;
    if (run->engine->residual != NULL)
        sample->residual = run->engine->residual(run->world);
    run->contacts += run->engine->count(run->world).contacts;
    return !run->options->watch_overlaps ||
           sc_judge_overlaps(run->model, trial->poses, &sample->overlaps);
}

static bool take_steps(run *run)
{
    bool ok = true;
    sc_trial *trial = run->trial;
    int steps = run->options->steps;
    double max_ms = 1e3 * run->options->max_seconds, spent = 0.0;
    while (ok && trial->steps < steps && !trial->failed && !trial->timed_out)
    {
        bool sampled = (trial->steps + 1) % SC_TRIAL_SAMPLE_EVERY == 0 || trial->steps + 1 == steps;
        trial->failed = !sc_model_drive(run->model, run->options->dt) || !follow(run);
        ok = make_pose_room(run);
        if (ok && sampled && !trial->failed)
            run->engine->read(run->world, run->before);
        trial->failed = trial->failed || !ok || !timed_step(run);
        if (trial->failed)
            break;
        look_at_motion(run);
        spent += trial->ms[trial->steps - 1];
        trial->timed_out = max_ms > 0.0 && spent > max_ms && trial->steps < steps;
        if (sampled)
        {
            read_poses(run);
            ok = sample(run);
        }
    }
    int counted = trial->steps - 1;
    for (int i = 0; trial->stage_ms != NULL && counted > 0 && i < scree_stage_count(); ++i)
        trial->stage_ms[i] /= counted;
    return ok;
}

static bool judge(run *run)
{
    sc_trial *trial = run->trial;
    read_poses(run);
    trial->counts = run->engine->count(run->world);
    trial->mean_contacts =
        trial->sample_count > 0 ? run->contacts / trial->sample_count : trial->counts.contacts;
    trial->drift = sc_judge_drift(run->model, trial->poses);
    trial->joints = sc_judge_joints(run->model, trial->poses);
    trial->rms_joint_error = run->joints > 0.0 ? sqrt(run->joint_squares / run->joints) : 0.0;
    if (run->velocities != NULL)
        trial->motion = sc_motion_judge_figures(&run->motion);
    trial->escaped = sc_judge_escaped(run->model, trial->poses);
    return sc_judge_overlaps(run->model, trial->poses, &trial->overlaps);
}

bool sc_trial_run(sc_trial *trial, const sc_engine *engine, const sc_engine_settings *settings,
                  sc_model *model, const sc_trial_options *options)
{
    *trial = (sc_trial){0};
    run run = {
        .trial = trial,
        .engine = engine,
        .settings = settings,
        .model = model,
        .options = options,
    };
    bool ok = sc_model_rewind(model) && make_room(&run) && make_motion_judge(&run);
    if (ok)
    {
        double begin = now_ms(options);
        trial->refusal = sc_engine_refusal(engine, model);
        if (trial->refusal == NULL)
            run.world = sc_engine_build_or_say(engine, settings, model, &trial->fault);
        trial->build_ms = now_ms(options) - begin;
        trial->failed = run.world == NULL;
    }
    if (run.world != NULL)
    {
        ok = take_steps(&run) && judge(&run);
        engine->destroy(run.world);
    }
    free(run.before);
    free(run.velocities);
    sc_motion_judge_destroy(&run.motion);
    if (!ok)
        sc_trial_destroy(trial);
    return ok;
}

void sc_trial_destroy(sc_trial *trial)
{
    free(trial->ms);
    free(trial->stage_ms);
    free(trial->samples);
    free(trial->poses);
    *trial = (sc_trial){0};
}
