#include "comparison.h"

#include "engines/engine_plugins.h"
#include "tools/common/options.h"
#include "tools/common/output.h"
#include "tools/common/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sc_comparison_create(sc_comparison *comparison, const sc_compare_options *options)
{
    *comparison = (sc_comparison){.options = options};
    int count = options->scene != NULL ? 1 : scree_scene_count();
    comparison->scenes = calloc((size_t)count, sizeof *comparison->scenes);
    if (comparison->scenes == NULL)
        return false;
    comparison->scene_count = count;
    for (int i = 0; i < count; ++i)
        comparison->scenes[i].scene = options->scene != NULL ? options->scene : scree_scene_at(i);
    return true;
}

static void destroy_row(sc_compare_row *row)
{
    for (int i = 0; i < row->run_count; ++i)
        sc_trial_destroy(&row->runs[i].trial);
    free(row->runs);
    free(row->ratios);
    free(row->median_ratios);
    free(row->stage_ms);
}

void sc_comparison_destroy(sc_comparison *comparison)
{
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        sc_compare_scene *scene = &comparison->scenes[i];
        for (int k = 0; k < scene->row_count; ++k)
            destroy_row(&scene->rows[k]);
        free(scene->rows);
        sc_model_destroy(scene->model);
    }
    free(comparison->scenes);
    *comparison = (sc_comparison){0};
}

static bool create_rows(sc_compare_scene *scene, const sc_compare_options *options)
{
    scene->rows = calloc((size_t)options->count, sizeof *scene->rows);
    if (scene->rows == NULL)
        return false;
    scene->row_count = options->count;
    for (int i = 0; i < scene->row_count; ++i)
    {
        sc_compare_row *row = &scene->rows[i];
        row->runs = calloc((size_t)options->rounds, sizeof *row->runs);
        row->ratios = calloc((size_t)options->rounds, sizeof *row->ratios);
        row->median_ratios = calloc((size_t)options->rounds, sizeof *row->median_ratios);
        row->stage_ms = calloc((size_t)scree_stage_count(), sizeof *row->stage_ms);
        if (row->runs == NULL || row->ratios == NULL || row->median_ratios == NULL ||
            row->stage_ms == NULL)
            return false;
    }
    return true;
}

// FNV-1a over the bytes of the poses.
static uint64_t hash_poses(const sc_model_pose *poses, int count)
{
    const unsigned char *bytes = (const unsigned char *)poses;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; poses != NULL && i < (size_t)count * sizeof *poses; ++i)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static bool run_once(const sc_comparison *comparison, sc_compare_scene *scene, int index, int place)
{
    const sc_contender *contender = &comparison->options->contenders[index];
    sc_compare_row *row = &scene->rows[index];
    sc_compare_run *run = &row->runs[row->run_count++];
    run->place = place;
    sc_engine_settings settings = scene->settings;
    settings.simd = contender->simd;
    settings.threads = contender->threads;
    settings.solving.measure_times = comparison->options->stages;
    if (contender->has_solver)
    {
        settings.solving.solver = contender->solver;
        settings.substeps = sc_default_substeps(scene->model->scene, contender->solver);
    }
    if (contender->substeps > 0)
        settings.substeps = contender->substeps;
    if (contender->contact_hertz > 0.0)
        settings.contact_hertz = (float)contender->contact_hertz;
    sc_trial_options options = {.steps = scene->steps,
                                .dt = scene->dt,
                                .max_seconds = comparison->options->max_seconds,
                                .cpu_time = comparison->options->threads <= 1};
    if (!sc_trial_run(&run->trial, contender->engine, &settings, scene->model, &options))
        return false;
    run->hash = hash_poses(run->trial.poses, scene->model->body_count);
    free(run->trial.poses);  // of many bodies, many runs: only the hash is kept
    run->trial.poses = NULL;
    return sc_statistics_after_first(run->trial.ms, run->trial.steps, &run->times);
}

// An engine that failed once fails again: no more rounds for it.
static bool is_out(const sc_compare_row *row)
{
    if (row->run_count == 0)
        return false;
    const sc_trial *last = &row->runs[row->run_count - 1].trial;
    return last->failed || last->timed_out;
}

// The order turns by one each round and runs backwards in every other one, so that no contender is
// always first or always behind the same neighbour. Two contenders take turns.
static int at_place(int round, int place, int count)
{
    int forward = (place + round) % count;
    return round % 2 == 0 || count == 2 ? forward : count - 1 - forward;
}

static bool run_rounds(sc_comparison *comparison, sc_compare_scene *scene, int index)
{
    const sc_compare_options *options = comparison->options;
    sc_progress progress = sc_progress_create(!options->quiet);
    int total = options->rounds * options->count * comparison->scene_count;
    int done = options->rounds * options->count * index;
    bool ok = true;
    for (int round = 0; ok && round < options->rounds; ++round)
    {
        for (int place = 0; ok && place < options->count; ++place, ++done)
        {
            int row = at_place(round, place, options->count);
            if (is_out(&scene->rows[row]))
                continue;
            char text[96];
            snprintf(text, sizeof text, "%s, round %d, %s", scene->scene->name, round + 1,
                     options->contenders[row].name);
            sc_progress_show(&progress, (double)done / total, text);
            ok = run_once(comparison, scene, row, place);
        }
    }
    sc_progress_clear(&progress);
    return ok;
}

static bool prepare(const sc_comparison *comparison, sc_compare_scene *scene)
{
    const sc_compare_options *options = comparison->options;
    scree_scene_params params = options->params;
    scene->steps = scene->scene->steps;
    if (options->small)
    {
        params.size = scene->scene->verify_size;
        // Whether a stack stands shows only in the long run; the rest may be short.
        if (!scene->scene->standing && scene->steps > SC_COMPARE_SMALL_STEPS)
            scene->steps = SC_COMPARE_SMALL_STEPS;
    }
    if (options->steps > 0)
        scene->steps = options->steps;
    scene->dt = scree_scene_dt(scene->scene);
    scene->model = sc_model_create(scene->scene, &params, &scene->left_out);
    if (scene->model == NULL)
    {
        scene->left_out = scene->left_out != NULL ? scene->left_out : "it cannot be built";
        return true;
    }
    scene->settings = sc_engine_settings_for(scene->model);
    scene->settings.sleep |= options->sleep;
    return create_rows(scene, options);
}

bool sc_comparison_run(sc_comparison *comparison, int index)
{
    sc_compare_scene *scene = &comparison->scenes[index];
    if (!prepare(comparison, scene))
        return false;
    if (scene->model == NULL)
        return true;
    if (!run_rounds(comparison, scene, index))
        return false;
    sc_compare_conclude(comparison->options, scene);
    return true;
}

bool sc_comparison_scree_failed(const sc_comparison *comparison)
{
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        for (int k = 0; k < scene->row_count; ++k)
        {
            const sc_compare_row *row = &scene->rows[k];
            bool is_scree = strcmp(comparison->options->contenders[k].engine->name, "scree") == 0;
            if (is_scree && row->run_count > 0 && row->runs[row->run_count - 1].trial.failed)
                return true;
        }
    }
    return false;
}

static bool plugin_failed(const sc_compare_scene *scene, const sc_compare_row *row,
                          const sc_contender *contender, char *text, size_t size)
{
    if (!sc_engine_is_plugin(contender->engine) || row->run_count == 0)
        return false;
    const sc_trial *trial = &row->runs[row->run_count - 1].trial;
    if (!trial->failed || trial->refusal != NULL)
        return false;
    snprintf(text, size, "%s %s on %s, after %d of %d steps", contender->name, trial->fault,
             scene->scene->name, trial->steps, scene->steps);
    return true;
}

bool sc_comparison_plugin_failed(const sc_comparison *comparison, char *text, size_t size)
{
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        for (int k = 0; k < scene->row_count; ++k)
        {
            if (plugin_failed(scene, &scene->rows[k], &comparison->options->contenders[k], text,
                              size))
                return true;
        }
    }
    return false;
}
