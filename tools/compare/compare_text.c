#include "compare_report.h"

#include <string.h>

static int name_width(const sc_compare_options *options)
{
    size_t width = 12;
    for (int i = 0; i < options->count; ++i)
    {
        size_t length = strlen(options->contenders[i].name);
        width = length > width ? length : width;
    }
    return (int)width;
}

void sc_compare_write_heading(FILE *file, const sc_compare_options *options)
{
    int width = name_width(options);
    for (int i = 0; i < options->count; ++i)
    {
        const sc_contender *contender = &options->contenders[i];
        const char *simd = sc_contender_simd(contender);
        fprintf(file, "%-*s  %s; %s", width, contender->name, contender->engine->version,
                contender->engine->build);
        if (simd != NULL)
            fprintf(file, "; %s", simd);
        if (contender->threads > 1)
            fprintf(file, "; %d threads", contender->threads);
        fputc('\n', file);
    }
    fprintf(file,
            "\nTimes are ms of %s per step after the first: the middle one of %d round%s "
            "(lowest .. highest).\n",
            options->threads > 1 ? "the clock" : "the processor", options->rounds,
            options->rounds == 1 ? "" : "s");
    if (options->count > 1)
    {
        fprintf(file, "The ratio is the time of the engine over that of %s in the same round.\n",
                sc_compare_subject_name(options));
    }
    fputs(options->sleep ? "Bodies may fall asleep, by each engine's own rules.\n"
                         : "Sleeping is off but in scenes that say so.\n",
          file);
}

static void write_times(FILE *file, const sc_compare_options *options,
                        const sc_compare_scene *scene)
{
    int width = name_width(options);
    fprintf(file, "%-*s %8s  (lowest .. highest) %9s %8s %8s %8s%s\n", width, "engine", "mean ms",
            "median", "p99", "max", "first", options->count > 1 ? "   ratio  (rounds)" : "");
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        fprintf(file, "%-*s ", width, options->contenders[i].name);
        if (row->mean.count == 0)
        {
            fprintf(file, "%8s\n", "-");
            continue;
        }
        fprintf(file, "%8.4f (%8.4f ..%8.4f) %9.4f %8.4f %8.4f %8.4f", row->mean.median,
                row->mean.min, row->mean.max, row->median.median, row->p99.median, row->max.median,
                row->first.median);
        if (row->ratio.count > 0)
        {
            char a[32], b[32], c[32];
            fprintf(file, " %7s  (%s .. %s)", sc_ratio_text(row->ratio.median, a),
                    sc_ratio_text(row->ratio.min, b), sc_ratio_text(row->ratio.max, c));
        }
        fputc('\n', file);
    }
}

// A star before a figure says that the subject's is worse.
static void write_figure(FILE *file, int width, const sc_compare_scene *scene,
                         const sc_compare_row *row, sc_figure figure)
{
    char text[32], marked[40];
    snprintf(marked, sizeof marked, "%s%s", row->worse[figure] ? "*" : "",
             sc_figure_text(scene, row, figure, text));
    fprintf(file, "%*s", width, marked);
}

static void write_quality(FILE *file, const sc_compare_options *options,
                          const sc_compare_scene *scene)
{
    int width = name_width(options);
    fprintf(file, "%-*s %25s | %-24s | %-18s |\n", width, "", "", "overlap, mm", "stack drift, mm");
    fprintf(file, "%-*s %7s %8s %8s | %7s %7s %8s | %8s %9s | %9s %7s\n", width, "engine", "shapes",
            "contacts", "touching", "mean", "p99", "max", "down", "sideways", "energy J",
            "escaped");
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        const sc_trial *trial = &row->runs[0].trial;
        fprintf(file, "%-*s ", width, options->contenders[i].name);
        if (trial->steps == 0)
        {
            fprintf(file, "%7s\n", "-");
            continue;
        }
        fprintf(file, "%7d %8d %8d |", trial->counts.shapes, trial->counts.contacts,
                trial->overlaps.touching);
        write_figure(file, 8, scene, row, SC_FIGURE_OVERLAP_MEAN);
        write_figure(file, 8, scene, row, SC_FIGURE_OVERLAP_P99);
        write_figure(file, 9, scene, row, SC_FIGURE_OVERLAP_MAX);
        fputs(" |", file);
        write_figure(file, 9, scene, row, SC_FIGURE_DROP);
        write_figure(file, 10, scene, row, SC_FIGURE_SIDE);
        fputs(" |", file);
        write_figure(file, 10, scene, row, SC_FIGURE_ENERGY);
        write_figure(file, 8, scene, row, SC_FIGURE_ESCAPED);
        fputc('\n', file);
    }
}

// Written only if there are joints to judge.
static void write_joints(FILE *file, const sc_compare_options *options,
                         const sc_compare_scene *scene)
{
    int width = name_width(options);
    bool any = false;
    for (int i = 0; i < scene->row_count; ++i)
        any = any || scene->rows[i].runs[0].trial.joints.count > 0;
    if (!any)
        return;
    fprintf(file, "%-*s %8s | %-19s\n%-*s %8s | %8s %10s\n", width, "", "",
            "joint error of the run, mm", width, "engine", "joints", "rms", "max");
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        const sc_trial *trial = &row->runs[0].trial;
        if (trial->steps == 0)
        {
            fprintf(file, "%-*s %8s\n", width, options->contenders[i].name, "-");
            continue;
        }
        fprintf(file, "%-*s %8d |", width, options->contenders[i].name, trial->joints.count);
        write_figure(file, 9, scene, row, SC_FIGURE_JOINT_RMS);
        write_figure(file, 11, scene, row, SC_FIGURE_JOINT_MAX);
        fputc('\n', file);
    }
}

// Only of scenes of mechanisms.
static void write_gains(FILE *file, const sc_compare_options *options,
                        const sc_compare_scene *scene)
{
    if (!scene->scene->mechanisms)
        return;
    int width = name_width(options);
    fprintf(file, "%-*s %10s | %9s %12s | %14s %12s\n", width, "engine", "mechanisms",
            "made energy", "past 100 m/s", "most, height m", "fastest m/s");
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        fprintf(file, "%-*s %10d |", width, options->contenders[i].name,
                row->runs[0].trial.motion.gains.judged);
        write_figure(file, 12, scene, row, SC_FIGURE_GAINED);
        write_figure(file, 13, scene, row, SC_FIGURE_FAST);
        fputs(" |", file);
        write_figure(file, 15, scene, row, SC_FIGURE_GAIN);
        write_figure(file, 13, scene, row, SC_FIGURE_SPEED);
        fputc('\n', file);
    }
}

// Only of scenes of impacts, %.
static void write_impacts(FILE *file, const sc_compare_options *options,
                          const sc_compare_scene *scene)
{
    if (!scene->scene->impacts)
        return;
    int width = name_width(options);
    fprintf(file, "%-*s %10s | %12s %12s %12s\n", width, "engine", "impacts", "along, %",
            "rebound, %", "slide, %");
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        fprintf(file, "%-*s %10d |", width, options->contenders[i].name,
                row->runs[0].trial.motion.impacts.judged);
        write_figure(file, 13, scene, row, SC_FIGURE_ALONG);
        write_figure(file, 13, scene, row, SC_FIGURE_REBOUND);
        write_figure(file, 13, scene, row, SC_FIGURE_LOST);
        fputc('\n', file);
    }
}

// The number of bodies asleep after the last step of the first round.
static void write_asleep(FILE *file, const sc_compare_options *options,
                         const sc_compare_scene *scene)
{
    fputs("asleep at the end:", file);
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_trial *trial = &scene->rows[i].runs[0].trial;
        const char *name = options->contenders[i].name, *comma = i > 0 ? "," : "";
        if (trial->steps > 0 && trial->counts.asleep >= 0)
            fprintf(file, "%s %s %d", comma, name, trial->counts.asleep);
        else
            fprintf(file, "%s %s -", comma, name);
    }
    fputc('\n', file);
}

void sc_compare_write_scene(FILE *file, const sc_comparison *comparison,
                            const sc_compare_scene *scene)
{
    const sc_compare_options *options = comparison->options;
    if (scene->model == NULL)
    {
        fprintf(file, "\n%s: left out, %s\n", scene->scene->name, scene->left_out);
        return;
    }
    const sc_model *model = scene->model;
    fprintf(file, "\n%s: %d bodies (%d dynamic), %d shapes, ", scene->scene->name,
            model->start_bodies, model->start_dynamic, model->start_shapes);
    if (model->start_joints > 0)
        fprintf(file, "%d joints, ", model->start_joints);
    if (scene->scene->choice_count > 0)
    {
        char variant[128];
        scree_scene_variant_text(scene->scene, model->params.variant, variant, sizeof variant);
        fprintf(file, "%s, ", variant);
    }
    fprintf(file, "size %d; %d steps, %d substeps%s\n", model->size, scene->steps,
            scene->settings.substeps, scene->settings.sleep ? ", sleeping on" : "");
    write_times(file, options, scene);
    write_quality(file, options, scene);
    write_joints(file, options, scene);
    write_gains(file, options, scene);
    write_impacts(file, options, scene);
    if (scene->settings.sleep)
        write_asleep(file, options, scene);
    char text[512];
    for (int i = 0; i < scene->row_count; ++i)
    {
        if (i == options->subject)
            continue;
        sc_compare_sentence(comparison, scene, i, text, sizeof text);
        fprintf(file, "- %s\n", text);
        if (sc_compare_quality_sentence(comparison, scene, i, text, sizeof text))
            fprintf(file, "  * %s\n", text);
    }
}

void sc_compare_write_summary(FILE *file, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    int width = name_width(options);
    if (options->count < 2 || comparison->scene_count < 2)
        return;
    fprintf(file, "\nAll scenes, time over that of %s:\n%-*s %7s %15s %8s %8s %7s %7s %10s\n",
            sc_compare_subject_name(options), width, "engine", "scenes", "geometric mean", "lowest",
            "highest", "faster", "slower", "no verdict");
    for (int i = 0; i < options->count; ++i)
    {
        sc_compare_summary summary = sc_compare_summarise(comparison, i);
        if (i == options->subject || summary.scenes == 0)
            continue;
        fprintf(file, "%-*s %7d %15.2f %8.2f %8.2f %7d %7d %10d\n", width,
                options->contenders[i].name, summary.scenes, summary.mean, summary.min, summary.max,
                summary.faster, summary.slower, summary.undecided);
    }
    fprintf(file, "faster, slower: scenes in which %s is.\n", sc_compare_subject_name(options));
}
