#include "compare_report.h"
#include "tools/common/json_writer.h"

#include <inttypes.h>
#include <math.h>

static void add_spread(sc_json *json, cJSON *object, const char *name, const sc_spread *spread)
{
    cJSON *child = sc_json_object(json, object, name);
    bool any = spread->count > 0;
    sc_json_number(json, child, "median", any ? spread->median : NAN);
    sc_json_number(json, child, "min", any ? spread->min : NAN);
    sc_json_number(json, child, "max", any ? spread->max : NAN);
}

static void add_stages(sc_json *json, cJSON *object, const double *stage_ms)
{
    cJSON *stages = sc_json_object(json, object, "stages_ms");
    for (int i = 0; stage_ms != NULL && i < scree_stage_count(); ++i)
        sc_json_number(json, stages, scree_stage_name(i), stage_ms[i]);
}

static void add_run_times(sc_json *json, cJSON *object, const sc_compare_run *run)
{
    bool any = run->times.count > 0;
    sc_json_number(json, object, "build_ms", run->trial.build_ms);
    sc_json_number(json, object, "first_ms", any ? run->trial.ms[0] : NAN);
    sc_json_number(json, object, "mean_ms", any ? run->times.mean : NAN);
    sc_json_number(json, object, "median_ms", any ? run->times.median : NAN);
    sc_json_number(json, object, "p99_ms", any ? run->times.p99 : NAN);
    sc_json_number(json, object, "max_ms", any ? run->times.max : NAN);
    add_stages(json, object, run->trial.stage_ms);
    sc_json_times(json, object, "ms", run->trial.ms, run->trial.steps);
}

static void add_counts(sc_json *json, cJSON *object, const sc_trial *trial)
{
    const sc_engine_counts *counts = &trial->counts;
    cJSON *child = sc_json_object(json, object, "counts");
    sc_json_number(json, child, "bodies", counts->bodies);
    sc_json_number(json, child, "shapes", counts->shapes);
    sc_json_number(json, child, "pairs", counts->pairs >= 0 ? (double)counts->pairs : NAN);
    sc_json_number(json, child, "contacts", counts->contacts);
    sc_json_number(json, child, "mean_contacts", trial->mean_contacts);
    sc_json_number(json, child, "touching", trial->overlaps.touching);
    sc_json_number(json, child, "asleep", counts->asleep >= 0 ? (double)counts->asleep : NAN);
    sc_json_number(json, child, "mass", counts->mass);
    sc_json_number(json, child, "colours", counts->colours);
    sc_json_number(json, child, "lane_fill", counts->lane_fill);
}

static void add_samples(sc_json *json, cJSON *object, const sc_trial *trial)
{
    cJSON *steps = sc_json_array(json, object, "sample_steps");
    cJSON *energy = sc_json_array(json, object, "kinetic_energy");
    for (int i = 0; i < trial->sample_count; ++i)
    {
        sc_json_append_number(json, steps, trial->samples[i].step);
        sc_json_append_number(json, energy, trial->samples[i].kinetic_energy);
    }
}

static void add_run(sc_json *json, cJSON *runs, const sc_compare_run *run, int round)
{
    const sc_trial *trial = &run->trial;
    cJSON *object = sc_json_append_object(json, runs);
    sc_json_number(json, object, "round", round + 1);
    sc_json_number(json, object, "place", run->place + 1);
    sc_json_number(json, object, "steps", trial->steps);
    sc_json_bool(json, object, "failed", trial->failed);
    sc_json_string(json, object, "fault", trial->refusal != NULL ? trial->refusal : trial->fault);
    sc_json_bool(json, object, "timed_out", trial->timed_out);
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, run->hash);
    sc_json_string(json, object, "poses_hash", hash);
    add_run_times(json, object, run);
    add_counts(json, object, trial);
    cJSON *quality = sc_json_object(json, object, "quality");
    sc_json_number(json, quality, "overlap_mean", trial->overlaps.mean);
    sc_json_number(json, quality, "overlap_p99", trial->overlaps.p99);
    sc_json_number(json, quality, "overlap_max", trial->overlaps.max);
    sc_json_number(json, quality, "top_drop", trial->drift.drop);
    sc_json_number(json, quality, "side_drift", trial->drift.side);
    sc_json_number(json, quality, "escaped", trial->escaped);
    sc_json_number(json, quality, "joint_error_rms", trial->rms_joint_error);
    sc_json_number(json, quality, "joint_error_max", trial->max_joint_error);
    sc_json_motion(json, quality, &trial->motion);
    add_samples(json, quality, trial);
}

static void add_ratio(sc_json *json, cJSON *object, const sc_comparison *comparison,
                      const sc_compare_scene *scene, int index)
{
    static const char *const verdicts[] = {"none", "faster", "slower"};
    const sc_compare_options *options = comparison->options;
    const sc_compare_row *row = &scene->rows[index];
    cJSON *child = sc_json_object(json, object, "against_subject");
    sc_json_string(json, child, "subject", sc_compare_subject_name(options));
    sc_json_numbers(json, child, "ratios", row->ratios, row->ratio_count);
    add_spread(json, child, "ratio", &row->ratio);
    sc_json_numbers(json, child, "median_ratios", row->median_ratios, row->ratio_count);
    add_spread(json, child, "median_ratio", &row->median_ratio);
    sc_json_string(json, child, "subject_is", verdicts[row->verdict]);
    char sentence[640];
    sc_compare_sentence(comparison, scene, index, sentence, sizeof sentence);
    sc_json_string(json, child, "sentence", sentence);
    bool any = sc_compare_quality_sentence(comparison, scene, index, sentence, sizeof sentence);
    sc_json_string(json, child, "quality_sentence", any ? sentence : NULL);
    sc_json_bool(json, child, "fell_unlike_subject", row->fell);
    cJSON *worse = sc_json_array(json, child, "subject_is_worse_in");
    for (int i = 0; i < SC_FIGURE_COUNT; ++i)
    {
        if (row->worse[i])
            sc_json_append_string(json, worse, sc_figure_names[i]);
    }
}

static void add_row(sc_json *json, cJSON *rows, const sc_comparison *comparison,
                    const sc_compare_scene *scene, int index)
{
    const sc_compare_options *options = comparison->options;
    const sc_compare_row *row = &scene->rows[index];
    cJSON *object = sc_json_append_object(json, rows);
    sc_json_string(json, object, "engine", options->contenders[index].name);
    sc_json_bool(json, object, "complete", row->complete);
    sc_json_bool(json, object, "same_end_in_every_round", row->repeats);
    add_spread(json, object, "mean_ms", &row->mean);
    add_spread(json, object, "median_ms", &row->median);
    add_spread(json, object, "p99_ms", &row->p99);
    add_spread(json, object, "max_ms", &row->max);
    add_spread(json, object, "first_ms", &row->first);
    add_spread(json, object, "build_ms", &row->build);
    add_stages(json, object, row->has_stages ? row->stage_ms : NULL);
    cJSON *figures = sc_json_object(json, object, "quality");
    for (int i = 0; i < SC_FIGURE_COUNT; ++i)
        sc_json_number(json, figures, sc_figure_names[i], row->figures[i]);
    if (index != options->subject)
        add_ratio(json, object, comparison, scene, index);
    cJSON *runs = sc_json_array(json, object, "runs");
    for (int i = 0; i < row->run_count; ++i)
        add_run(json, runs, &row->runs[i], i);
}

static void add_scene(sc_json *json, cJSON *scenes, const sc_comparison *comparison,
                      const sc_compare_scene *scene)
{
    const sc_model *model = scene->model;
    cJSON *object = sc_json_append_object(json, scenes);
    sc_json_string(json, object, "scene", scene->scene->name);
    sc_json_string(json, object, "description", scene->scene->description);
    sc_json_number(json, object, "size", model->size);
    sc_json_string(json, object, "size_meaning", scene->scene->size_meaning);
    char variant[128];
    scree_scene_variant_text(scene->scene, model->params.variant, variant, sizeof variant);
    sc_json_string(json, object, "variant", scene->scene->choice_count > 0 ? variant : NULL);
    sc_json_bool(json, object, "mechanisms", scene->scene->mechanisms);
    sc_json_bool(json, object, "impacts", scene->scene->impacts);
    sc_json_bool(json, object, "standing", scene->scene->standing);
    sc_json_number(json, object, "steps", scene->steps);
    sc_json_number(json, object, "dt", (double)scene->dt);
    sc_json_number(json, object, "substeps", scene->settings.substeps);
    sc_json_number(json, object, "gravity_x", (double)scene->settings.gravity.x);
    sc_json_number(json, object, "gravity_y", (double)scene->settings.gravity.y);
    sc_json_number(json, object, "restitution_threshold",
                   (double)scene->settings.restitution_threshold);
    sc_json_bool(json, object, "sleep", scene->settings.sleep);
    sc_json_number(json, object, "contact_hertz", (double)scene->settings.contact_hertz);
    sc_json_number(json, object, "bodies", model->start_bodies);
    sc_json_number(json, object, "dynamic_bodies", model->start_dynamic);
    sc_json_number(json, object, "shapes", model->start_shapes);
    sc_json_number(json, object, "joints", model->start_joints);
    sc_json_number(json, object, "dynamic_mass", model->total_mass);
    cJSON *rows = sc_json_array(json, object, "engines");
    for (int i = 0; i < scene->row_count; ++i)
        add_row(json, rows, comparison, scene, i);
}

static void add_engines(sc_json *json, cJSON *root, const sc_compare_options *options)
{
    cJSON *engines = sc_json_array(json, root, "engines");
    for (int i = 0; i < options->count; ++i)
    {
        const sc_contender *contender = &options->contenders[i];
        cJSON *object = sc_json_append_object(json, engines);
        sc_json_string(json, object, "name", contender->name);
        sc_json_string(json, object, "version", contender->engine->version);
        sc_json_string(json, object, "build", contender->engine->build);
        sc_json_string(json, object, "notes", contender->engine->notes);
        sc_json_number(json, object, "threads", contender->threads);
        sc_json_string(json, object, "simd", sc_contender_simd(contender));
        // 0: those of the scene.
        sc_json_number(json, object, "substeps", contender->substeps);
        sc_json_number(json, object, "contact_hertz", contender->contact_hertz);
        // Null: the one that worlds have by default.
        sc_json_string(json, object, "solver",
                       contender->has_solver ? scree_solver_name(contender->solver) : NULL);
    }
    cJSON *missing = sc_json_array(json, root, "not_in_this_build");
    for (int i = 0; i < sc_missing_engine_count(); ++i)
    {
        cJSON *object = sc_json_append_object(json, missing);
        sc_json_string(json, object, "name", sc_missing_engine_at(i).name);
        sc_json_string(json, object, "remedy", sc_missing_engine_at(i).remedy);
    }
}

static void add_summary(sc_json *json, cJSON *root, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    cJSON *rows = sc_json_array(json, root, "summary");
    for (int i = 0; i < options->count; ++i)
    {
        if (i == options->subject)
            continue;
        sc_compare_summary summary = sc_compare_summarise(comparison, i);
        bool any = summary.scenes > 0;
        cJSON *object = sc_json_append_object(json, rows);
        sc_json_string(json, object, "engine", options->contenders[i].name);
        sc_json_string(json, object, "subject", sc_compare_subject_name(options));
        sc_json_number(json, object, "scenes", summary.scenes);
        sc_json_number(json, object, "geometric_mean_ratio", any ? summary.mean : NAN);
        sc_json_number(json, object, "lowest_ratio", any ? summary.min : NAN);
        sc_json_number(json, object, "highest_ratio", any ? summary.max : NAN);
        sc_json_number(json, object, "subject_faster", summary.faster);
        sc_json_number(json, object, "subject_slower", summary.slower);
        sc_json_number(json, object, "no_verdict", summary.undecided);
    }
}

static void add_scenes(sc_json *json, cJSON *root, const sc_comparison *comparison)
{
    cJSON *scenes = sc_json_array(json, root, "scenes");
    cJSON *left_out = sc_json_array(json, root, "left_out");
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        if (scene->model != NULL)
        {
            add_scene(json, scenes, comparison, scene);
            continue;
        }
        cJSON *object = sc_json_append_object(json, left_out);
        sc_json_string(json, object, "scene", scene->scene->name);
        sc_json_string(json, object, "reason", scene->left_out);
    }
}

cJSON *sc_compare_json(const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    sc_json json = {.ok = true};
    cJSON *root = cJSON_CreateObject();
    sc_context context = sc_context_now();
    sc_json_string(&json, root, "report", "compare");
    sc_json_context(&json, root, "context", &context);
    sc_json_string(&json, root, "subject", sc_compare_subject_name(options));
    sc_json_number(&json, root, "rounds", options->rounds);
    sc_json_number(&json, root, "threads", options->threads);
    sc_json_bool(&json, root, "sleep", options->sleep);
    sc_json_number(&json, root, "limit_seconds", options->max_seconds);
    sc_json_number(&json, root, "verdict_margin", SC_VERDICT_MARGIN);
    sc_json_number(&json, root, "verdict_min_rounds", SC_VERDICT_MIN_ROUNDS);
    add_engines(&json, root, options);
    add_summary(&json, root, comparison);
    add_scenes(&json, root, comparison);
    return sc_json_end(&json, root);
}
