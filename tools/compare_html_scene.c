// The part of a comparison's page that tells one scene.

#include "compare_html.h"
#include "html_page.h"

#include <ctype.h>
#include <string.h>

// Each engine keeps its colour from report to report; further ones of scree get their own.
int sc_compare_colour(const sc_compare_options *options, int index)
{
    static const char *const names[] = {"scree", "reference", "box2d-2.4", "box2d-3", "chipmunk"};
    const int count = (int)(sizeof names / sizeof names[0]);
    int earlier = 0;
    for (int i = 0; i < index; ++i)
        earlier += options->contenders[i].engine == options->contenders[index].engine;
    for (int i = 0; i < count && earlier == 0; ++i)
    {
        if (strcmp(options->contenders[index].engine->name, names[i]) == 0)
            return i;
    }
    return count + (earlier - 1 + 3) % 3;
}

void sc_compare_write_name(FILE *file, const sc_compare_options *options, int index)
{
    fprintf(file, "<tr><th scope=\"row\"><span class=\"key key-%d\"></span>",
            sc_compare_colour(options, index));
    sc_page_text(file, "", options->contenders[index].name, "</th>");
}

void sc_compare_write_ratio_cell(FILE *file, const sc_spread *ratio, sc_verdict verdict)
{
    static const char *const classes[] = {"", " class=\"good\"", " class=\"bad\""};
    if (ratio->count == 0)
    {
        fputs("<td>&ndash;</td>", file);
        return;
    }
    char middle[32], low[32], high[32];
    fprintf(file, "<td><span%s>%s</span> <br><span class=\"range\">%s to %s</span></td>",
            classes[verdict], sc_ratio_text(ratio->median, middle), sc_ratio_text(ratio->min, low),
            sc_ratio_text(ratio->max, high));
}

static void write_titles(FILE *file, const char *const *titles, int count)
{
    fputs("<thead><tr>", file);
    for (int i = 0; i < count; ++i)
        sc_page_text(file, i == 0 ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">",
                     titles[i], "</th>");
    fputs("</tr></thead>\n<tbody>\n", file);
}

// The name of an engine; false, and one cell that says so, if it took no step.
static bool begin_row(FILE *file, const sc_compare_options *options, const sc_compare_scene *scene,
                      int index, int columns)
{
    sc_compare_write_name(file, options, index);
    bool ran = scene->rows[index].runs[0].trial.steps > 0;
    if (!ran)
        fprintf(file, "<td colspan=\"%d\" class=\"text\">did not run</td></tr>\n", columns);
    return ran;
}

static void write_spread_cell(FILE *file, const sc_spread *ms)
{
    fprintf(file, "<td>%.4f<br><span class=\"range\">%.4f to %.4f</span></td>", ms->median, ms->min,
            ms->max);
}

static void write_times(FILE *file, const sc_compare_options *options,
                        const sc_compare_scene *scene)
{
    static const char *const titles[] = {"engine",       "mean, ms",       "median, ms",
                                         "p99, ms",      "largest, ms",    "first step, ms",
                                         "building, ms", "ratio of means", "ratio of medians"};
    const int count = (int)(sizeof titles / sizeof titles[0]);
    fputs("<h3>Time per step</h3>\n<div class=\"wide\"><table>\n", file);
    write_titles(file, titles, count);
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        if (!begin_row(file, options, scene, i, count - 1))
            continue;
        write_spread_cell(file, &row->mean);
        write_spread_cell(file, &row->median);
        fprintf(file, "<td>%.4f</td><td>%.4f</td><td>%.3f</td><td>%.2f</td>", row->p99.median,
                row->max.median, row->first.median, row->build.median);
        sc_compare_write_ratio_cell(file, &row->ratio, row->verdict);
        sc_compare_write_ratio_cell(file, &row->median_ratio, SC_VERDICT_NONE);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

// Whether the subject is worse than anybody in the figure.
static bool is_marked(const sc_compare_scene *scene, int figure)
{
    bool marked = false;
    for (int i = 0; i < scene->row_count; ++i)
        marked = marked || scene->rows[i].worse[figure];
    return marked;
}

static void write_work(FILE *file, const sc_compare_options *options, const sc_compare_scene *scene)
{
    static const char *const titles[] = {"engine",
                                         "bodies",
                                         "shapes",
                                         "mass, kg",
                                         "pairs",
                                         "contacts",
                                         "contacts, mean of run",
                                         "touching pairs",
                                         "steps taken",
                                         "rounds agree"};
    const int count = (int)(sizeof titles / sizeof titles[0]);
    fputs("<h3>Work</h3>\n<div class=\"wide\"><table>\n", file);
    write_titles(file, titles, count);
    for (int i = 0; i < scene->row_count; ++i)
    {
        const sc_compare_row *row = &scene->rows[i];
        const sc_trial *trial = &row->runs[0].trial;
        const sc_engine_counts *counts = &trial->counts;
        if (!begin_row(file, options, scene, i, count - 1))
            continue;
        fprintf(file, "<td>%d</td><td>%d</td><td>%.6g</td>", counts->bodies, counts->shapes,
                counts->mass);
        if (counts->pairs >= 0)
            fprintf(file, "<td>%d</td>", counts->pairs);
        else
            fputs("<td>&ndash;</td>", file);
        fprintf(file, "<td>%d</td><td>%.0f</td><td>%d</td><td>%d</td><td>%s</td></tr>\n",
                counts->contacts, trial->mean_contacts, trial->overlaps.touching, trial->steps,
                row->repeats ? "yes" : "no");
    }
    fputs("</tbody></table></div>\n<p class=\"soft\">Bodies, shapes, mass of what moves, pairs and "
          "contacts (with at least one point) are each engine's own count after the last step; "
          "touching pairs are counted by the judge from positions. Rounds agree: they ended in the "
          "same positions, bit for bit.</p>\n",
          file);
}

static void write_quality(FILE *file, const sc_compare_options *options,
                          const sc_compare_scene *scene)
{
    const char *titles[1 + SC_FIGURE_COUNT] = {"engine"};
    for (int i = 0; i < SC_FIGURE_COUNT; ++i)
        titles[1 + i] = sc_figure_titles[i];
    fputs("<h3>Quality</h3>\n<div class=\"wide\"><table>\n", file);
    write_titles(file, titles, 1 + SC_FIGURE_COUNT);
    for (int i = 0; i < scene->row_count; ++i)
    {
        if (!begin_row(file, options, scene, i, SC_FIGURE_COUNT))
            continue;
        for (int k = 0; k < SC_FIGURE_COUNT; ++k)
        {
            char text[32];
            bool marked = i == options->subject && is_marked(scene, k);
            sc_page_text(file, marked ? "<td class=\"worse\">" : "<td>",
                         sc_figure_text(scene, &scene->rows[i], (sc_figure)k, text), "</td>");
        }
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

static void write_verdicts(FILE *file, const sc_comparison *comparison,
                           const sc_compare_scene *scene)
{
    char text[640];
    if (comparison->options->count < 2)
        return;
    fputs("<ul>\n", file);
    for (int i = 0; i < scene->row_count; ++i)
    {
        if (i == comparison->options->subject)
            continue;
        sc_compare_sentence(comparison, scene, i, text, sizeof text);
        sc_page_text(file, "<li>", text, ".");
        if (sc_compare_quality_sentence(comparison, scene, i, text, sizeof text))
        {
            bool bad = !scene->rows[i].fell;
            sc_page_text(file, bad ? " <span class=\"bad\">" : " <span>", text, ".</span>");
        }
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void write_figure(FILE *file, const char *kind, const sc_compare_scene *scene,
                         const char *caption)
{
    char id[96];
    snprintf(id, sizeof id, "%s-%s", kind, scene->scene->name);
    sc_page_figure(file, id, caption);
}

static bool has_stages(const sc_compare_scene *scene)
{
    bool any = false;
    for (int i = 0; i < scene->row_count; ++i)
        any = any || scene->rows[i].has_stages;
    return any;
}

void sc_compare_write_html_scene(FILE *file, const sc_comparison *comparison,
                                 const sc_compare_scene *scene)
{
    const sc_compare_options *options = comparison->options;
    sc_page_text(file, "<section id=\"", scene->scene->name, "\">\n");
    sc_page_text(file, "<h2>", scene->scene->name, "</h2>\n");
    sc_page_format(
        file, "<p>", "</p>\n",
        "%c%s. Size %d (%s): %d bodies, of which %d move freely, and %d shapes; %d steps of "
        "1/60 s with %d substeps.",
        toupper((unsigned char)scene->scene->description[0]), scene->scene->description + 1,
        scene->model->size, scene->scene->size_meaning, scene->model->body_count,
        scene->model->dynamic_count, scene->model->shape_count, scene->steps,
        scene->settings.substeps);
    write_verdicts(file, comparison, scene);
    fputs("<div class=\"figures\">\n", file);
    write_figure(
        file, "time", scene,
        "Time per step over the run, without the first step: line, the middle round; band, "
        "lowest to highest round");
    write_figure(file, "energy", scene,
                 "Kinetic energy over the run; what is below a billionth of the largest is drawn "
                 "there");
    if (has_stages(scene))
        write_figure(file, "stages", scene,
                     "Stages of a step of scree, mean; other engines tell whole steps only");
    write_figure(file, "overlap", scene, "How deep touching shapes lie in each other");
    fputs("</div>\n", file);
    write_times(file, options, scene);
    write_quality(file, options, scene);
    write_work(file, options, scene);
    fputs("</section>\n", file);
}
