#include "engines/trial.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/// What a run works with.
typedef struct run
{
    sc_trial *trial;
    const sc_engine *engine;
    const sc_engine_settings *settings;
    sc_model *model;
    const sc_trial_options *options;
    void *world;
    sc_model_pose *before;  ///< poses before a step that is sampled
    double contacts;        ///< summed over the samples
} run;

static bool make_room(run *run)
{
    sc_trial *trial = run->trial;
    size_t steps = (size_t)run->options->steps + 1, bodies = (size_t)run->model->body_count + 1;
    trial->ms = calloc(steps, sizeof *trial->ms);
    trial->samples = calloc(steps / SC_TRIAL_SAMPLE_EVERY + 2, sizeof *trial->samples);
    trial->poses = calloc(bodies, sizeof *trial->poses);
    run->before = calloc(bodies, sizeof *run->before);
    bool ok =
        trial->ms != NULL && trial->samples != NULL && trial->poses != NULL && run->before != NULL;
    if (ok && run->engine->stage_ms != NULL)
    {
        trial->stage_ms = calloc((size_t)scree_stage_count(), sizeof *trial->stage_ms);
        ok = trial->stage_ms != NULL;
    }
    return ok;
}

static void drive(const run *run)
{
    const sc_model *model = run->model;
    for (int i = 0; i < model->kinematic_count; ++i)
    {
        run->engine->set_velocity(run->world, model->kinematic[i], model->kinematic_velocity[i],
                                  model->kinematic_w[i]);
    }
}

static bool timed_step(run *run)
{
    sc_trial *trial = run->trial;
    double begin = now_ms();
    bool ok = run->engine->step(run->world, run->options->dt);
    trial->ms[trial->steps] = now_ms() - begin;
    for (int i = 0; trial->stage_ms != NULL && trial->steps > 0 && i < scree_stage_count(); ++i)
        trial->stage_ms[i] += run->engine->stage_ms(run->world, i);
    trial->steps += ok;
    return ok;
}

// False: out of memory.
static bool sample(run *run)
{
    sc_trial *trial = run->trial;
    sc_trial_sample *sample = &trial->samples[trial->sample_count++];
    sample->step = trial->steps;
    sample->kinetic_energy =
        sc_judge_kinetic_energy(run->model, run->before, trial->poses, (double)run->options->dt);
    sample->drift = sc_judge_drift(run->model, trial->poses);
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
        if (sampled)
            run->engine->read(run->world, run->before);
        trial->failed = !sc_model_drive(run->model, run->options->dt);
        drive(run);
        trial->failed = trial->failed || !timed_step(run);
        if (trial->failed)
            break;
        spent += trial->ms[trial->steps - 1];
        trial->timed_out = max_ms > 0.0 && spent > max_ms && trial->steps < steps;
        if (sampled)
        {
            run->engine->read(run->world, trial->poses);
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
    run->engine->read(run->world, trial->poses);
    trial->counts = run->engine->count(run->world);
    trial->mean_contacts =
        trial->sample_count > 0 ? run->contacts / trial->sample_count : trial->counts.contacts;
    trial->drift = sc_judge_drift(run->model, trial->poses);
    trial->escaped = sc_judge_escaped(run->model, trial->poses);
    return sc_judge_overlaps(run->model, trial->poses, &trial->overlaps);
}

bool sc_trial_run(sc_trial *trial, const sc_engine *engine, const sc_engine_settings *settings,
                  sc_model *model, const sc_trial_options *options)
{
    *trial = (sc_trial){0};
    run run = {trial, engine, settings, model, options, NULL, NULL, 0.0};
    bool ok = sc_model_rewind(model) && make_room(&run);
    if (ok)
    {
        double begin = now_ms();
        run.world = sc_engine_build(engine, settings, model);
        trial->build_ms = now_ms() - begin;
        trial->failed = run.world == NULL;
    }
    if (run.world != NULL)
    {
        ok = take_steps(&run) && judge(&run);
        engine->destroy(run.world);
    }
    free(run.before);
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
