// The page of a comparison: all that it says stands in tables and sentences; charts come on top.

#include "compare_html.h"
#include "compare_report.h"
#include "html_page.h"
#include "page_parts.h"

static void write_engines(FILE *file, const sc_compare_options *options)
{
    fputs("<h3>Engines</h3>\n<div class=\"wide\"><table>\n<thead><tr><th class=\"text\">engine</th>"
          "<th class=\"text\">version and build</th><th>threads</th>"
          "<th class=\"text\">how the scene's settings are mapped</th></tr></thead>\n<tbody>\n",
          file);
    for (int i = 0; i < options->count; ++i)
    {
        const sc_contender *contender = &options->contenders[i];
        const char *simd = sc_contender_simd(contender);
        sc_compare_write_name(file, options, i);
        sc_page_format(file, "<td class=\"text\">", "</td>", "%s; %s%s%s",
                       contender->engine->version, contender->engine->build,
                       simd != NULL ? "; runs on " : "", simd != NULL ? simd : "");
        sc_page_format(file, "<td>", "</td>", "%d", contender->threads);
        sc_page_text(file, "<td class=\"text\">", contender->engine->notes, "</td></tr>\n");
    }
    fputs("</tbody></table></div>\n", file);
}

static void write_method(FILE *file, const sc_compare_options *options)
{
    const char *subject = sc_compare_subject_name(options);
    fputs("<h3>How this was measured</h3>\n<ul>\n", file);
    sc_page_format(
        file, "<li>", "</li>\n",
        "Every engine gets the same bodies, shapes, densities, surfaces and time step, and the "
        "same "
        "substeps if it has any; what else differs stands above. Sleeping is off everywhere. Only "
        "the call that steps the world is timed, by the clock: what else the machine did meanwhile "
        "is in it.");
    sc_page_format(
        file, "<li>", "</li>\n",
        "%d round%s, all in one process: each round runs every engine once, in another order. "
        "Times are of the steps after the first, which finds all contacts anew and stands by "
        "itself.",
        options->rounds, options->rounds == 1 ? "" : "s");
    sc_page_format(
        file, "<li>", "</li>\n",
        "A ratio is the mean step time of an engine over that of %s in the same round; shown "
        "is the middle one with the lowest and the highest. Above 1, %s is faster.",
        subject, subject);
    sc_page_format(
        file, "<li>", "</li>\n",
        "There is a verdict only from %d rounds on, between runs of the same length, if the "
        "range of the ratios, widened by half its width to each side, lies more than %.0f%% "
        "away from 1, and if the ratios of the median step times say the same.",
        SC_VERDICT_MIN_ROUNDS, 100.0 * SC_VERDICT_MARGIN);
    sc_page_format(
        file, "<li>", "</li>\n",
        "Overlap, drift, energy and escapes are computed from positions and shapes alone, by "
        "the same code for every engine, at the end of the first round. A marked figure of %s "
        "is more than a tenth (and 0.05 mm, 1 mm of tops, 0.001 J) worse than that of another "
        "engine, if what should stand did not fall there.",
        subject);
    fputs("</ul>\n", file);
}

static void write_summary_rows(FILE *file, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        if (scene->model == NULL)
            continue;
        sc_page_text(file, "<tr><th scope=\"row\"><a href=\"#", scene->scene->name, "\">");
        sc_page_text(file, "", scene->scene->name, "</a></th>");
        fprintf(file, "<td>%d</td><td>%d</td>", scene->model->body_count,
                scene->rows[options->subject].runs[0].trial.counts.contacts);
        fprintf(file, "<td>%.4f</td>", scene->rows[options->subject].mean.median);
        for (int k = 0; k < options->count; ++k)
        {
            if (k != options->subject)
                sc_compare_write_ratio_cell(file, &scene->rows[k].ratio, scene->rows[k].verdict);
        }
        fputs("</tr>\n", file);
    }
    fputs("<tr><th scope=\"row\">geometric mean</th><td></td><td></td><td></td>", file);
    for (int k = 0; k < options->count; ++k)
    {
        sc_compare_summary summary = sc_compare_summarise(comparison, k);
        char text[32];
        if (k != options->subject && summary.scenes > 0)
            fprintf(file, "<td>%s <span class=\"range\">of %d</span></td>",
                    sc_ratio_text(summary.mean, text), summary.scenes);
        else if (k != options->subject)
            fputs("<td>&ndash;</td>", file);
    }
    fputs("</tr>\n", file);
}

static void write_summary(FILE *file, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    fputs("<section>\n<h2>All scenes</h2>\n<div class=\"wide\"><table>\n<thead><tr>"
          "<th class=\"text\">scene</th><th>bodies</th><th>contacts</th>",
          file);
    sc_page_format(file, "<th>", "</th>", "%s, ms per step", sc_compare_subject_name(options));
    for (int k = 0; k < options->count; ++k)
    {
        if (k != options->subject)
            sc_page_format(file, "<th>", "</th>", "%s / %s", options->contenders[k].name,
                           sc_compare_subject_name(options));
    }
    fputs("</tr></thead>\n<tbody>\n", file);
    write_summary_rows(file, comparison);
    sc_page_format(
        file, "</tbody></table></div>\n<p class=\"soft\">", "</p>\n",
        "Time per step over that of %s, with the lowest and highest round. Green: a verdict "
        "that %s is faster; red: slower; no colour: no verdict. Contacts are those of %s "
        "after the last step.",
        sc_compare_subject_name(options), sc_compare_subject_name(options),
        sc_compare_subject_name(options));
    if (options->count > 1)
        sc_page_figure(
            file, "summary",
            "Ratio of each scene, on a logarithmic axis; the black line spans the rounds");
    fputs("</section>\n", file);
}

static void write_lead(FILE *file, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    fputs("<ul class=\"lead\">\n", file);
    for (int i = 0; i < options->count; ++i)
    {
        sc_compare_summary summary = sc_compare_summarise(comparison, i);
        if (i == options->subject || summary.scenes == 0)
            continue;
        char mean[32], low[32], high[32];
        sc_page_format(
            file, "<li>", "</li>\n",
            "%s takes %s times as long as %s in geometric mean over %d scene%s (%s to %s). "
            "%s is faster in %d, slower in %d; in %d the spread allows no verdict.",
            options->contenders[i].name, sc_ratio_text(summary.mean, mean),
            sc_compare_subject_name(options), summary.scenes, summary.scenes == 1 ? "" : "s",
            sc_ratio_text(summary.min, low), sc_ratio_text(summary.max, high),
            sc_compare_subject_name(options), summary.faster, summary.slower, summary.undecided);
    }
    fputs("</ul>\n", file);
}

static void write_left_out(FILE *file, const sc_comparison *comparison)
{
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        const sc_compare_scene *scene = &comparison->scenes[i];
        if (scene->model == NULL)
            sc_page_format(file, "<p class=\"soft\">", "</p>\n", "Left out: %s, %s.",
                           scene->scene->name, scene->left_out);
    }
}

bool sc_compare_write_html(FILE *file, const sc_comparison *comparison)
{
    const sc_compare_options *options = comparison->options;
    sc_context context = sc_context_now();
    cJSON *data = sc_compare_chart_data(comparison);
    if (data == NULL)
        return false;
    sc_page_begin(file, "scree compared with other engines");
    fputs("<h1>One scene, several physics engines</h1>\n", file);
    sc_page_format(
        file, "<p class=\"lead\">", "</p>\n",
        "The time per step of %s beside that of other 2D engines on the same scenes, on the "
        "same machine, in the same run, with the quality of each result beside its time.",
        sc_compare_subject_name(options));
    if (comparison->scene_count > 1)
        write_lead(file, comparison);
    fputs("<h3>Machine and build</h3>\n", file);
    sc_page_context(file, &context);
    write_engines(file, options);
    write_method(file, options);
    write_left_out(file, comparison);
    if (comparison->scene_count > 1)
        write_summary(file, comparison);
    for (int i = 0; i < comparison->scene_count; ++i)
    {
        if (comparison->scenes[i].model != NULL)
            sc_compare_write_html_scene(file, comparison, &comparison->scenes[i]);
    }
    bool ok = sc_page_end(file, data, sc_page_compare, sc_page_compare_size);
    cJSON_Delete(data);
    return ok;
}
