// The page of the lab: all that it says stands in tables and sentences; charts come on top.

#include "html_page.h"
#include "lab_report.h"
#include "page_parts.h"

#include <ctype.h>

static void write_titles(FILE *file, const char *const *titles, int count)
{
    fputs("<thead><tr>", file);
    for (int i = 0; i < count; ++i)
        sc_page_text(file, i < 2 ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">",
                     titles[i], "</th>");
    fputs("</tr></thead>\n<tbody>\n", file);
}

static void write_name(FILE *file, scree_solver solver, const char *name)
{
    fprintf(file, "<tr><th scope=\"row\"><span class=\"key key-%d\"></span>",
            sc_lab_colour(solver));
    sc_page_text(file, "", name, "</th>");
}

static void write_figure_cell(FILE *file, const sc_lab_case *one, sc_lab_figure figure)
{
    char text[32];
    sc_page_text(file, "<td>", sc_lab_figure_text(one, figure, text), "</td>");
}

static void write_time_cells(FILE *file, const sc_lab_case *one)
{
    if (one->ms.count > 0)
        fprintf(file, "<td>%.4f</td><td class=\"range\">%.4f to %.4f</td>", one->ms.median,
                one->ms.min, one->ms.max);
    else
        fputs("<td>&ndash;</td><td>&ndash;</td>", file);
}

static void write_method(FILE *file, const sc_lab *lab)
{
    fputs("<h3>How this was measured</h3>\n<ul>\n", file);
    sc_page_format(file, "<li>", "</li>\n",
                   "%d settings. Each is judged in one run and timed in %d more, in which nothing "
                   "else is measured; the timed runs of all settings take turns, forwards and "
                   "backwards. A time per step is the middle one, over these rounds, of the median "
                   "time of the steps after the first.",
                   lab->case_count, lab->options->rounds);
    sc_page_format(file, "<li>", "</li>\n",
                   "soft_step has no iterations: where iterations are swept, it is run with that "
                   "many substeps. The others take 1 substep a step unless substeps are swept.");
    sc_page_format(file, "<li>", "</li>\n",
                   "Residual: how far the velocities at the end of a step are from solving its "
                   "contacts, over all contact points; the same measure for every solver. It does "
                   "not count friction.");
    sc_page_format(file, "<li>", "</li>\n",
                   "Overlap, drift, energy and escapes are computed from positions and shapes "
                   "alone, every %d steps.",
                   SC_TRIAL_SAMPLE_EVERY);
    sc_page_format(file, "<li>", "</li>\n",
                   "Residual, overlap and energy are of the second half of the run; falls and ways "
                   "sideways are the furthest of the whole run. The scene has no joints, so there "
                   "is no error of joints.");
    fputs("</ul>\n", file);
}

static void write_cheapest_row(FILE *file, const sc_lab *lab, scree_solver solver)
{
    int cheapest = lab->cheapest[solver];
    write_name(file, solver, scree_solver_name(solver));
    if (cheapest < 0)
    {
        fputs("<td colspan=\"7\" class=\"text\">none of those tried</td></tr>\n", file);
        return;
    }
    const sc_lab_case *one = &lab->cases[cheapest];
    char words[96];
    sc_lab_case_words(lab, one, words, sizeof words);
    sc_page_text(file, "<td class=\"words\">", words,
                 cheapest == lab->best ? " <strong class=\"good\">best</strong></td>" : "</td>");
    write_time_cells(file, one);
    write_figure_cell(file, one, SC_LAB_DROP);
    write_figure_cell(file, one, SC_LAB_SIDE);
    write_figure_cell(file, one, SC_LAB_OVERLAP_MAX);
    write_figure_cell(file, one, SC_LAB_ENERGY);
    fputs("</tr>\n", file);
}

static void write_cheapest(FILE *file, const sc_lab *lab)
{
    static const char *const titles[] = {
        "solver",        "setting",           "ms per step",         "lowest to highest",
        "tops down, mm", "tops sideways, mm", "largest overlap, mm", "kinetic energy, J"};
    const int count = (int)(sizeof titles / sizeof titles[0]);
    fputs("<section>\n<h2>Cheapest setting that keeps it standing</h2>\n", file);
    if (lab->model->top_count == 0)
    {
        fputs(
            "<p>The scene has no tops to watch: whether it stands is not asked.</p>\n</section>\n",
            file);
        return;
    }
    sc_page_format(file, "<p>", "</p>\n",
                   "It stands if in no sample any watched top is %.0f mm or more below its place "
                   "or beside it (half of its own size, or a twentieth of its height if that is "
                   "less), and nothing has escaped.",
                   1e3 * lab->bound);
    fputs("<div class=\"wide\"><table>\n", file);
    write_titles(file, titles, count);
    for (int i = 0; i < lab->options->solver_count; ++i)
        write_cheapest_row(file, lab, lab->options->solvers[i]);
    fputs("</tbody></table></div>\n</section>\n", file);
}

static void write_warmth(FILE *file, const sc_lab *lab)
{
    if (lab->warmth_count == 0)
        return;
    fputs("<section>\n<h2>Warm starting</h2>\n<ul>\n", file);
    for (int i = 0; i < lab->warmth_count; ++i)
    {
        char text[256];
        sc_lab_warmth_sentence(lab, &lab->warmth[i], text, sizeof text);
        sc_page_text(file, "<li>", text, "</li>\n");
    }
    fputs("</ul>\n<p class=\"soft\">Of the numbers that were tried; the residual is the root of "
          "the mean square.</p>\n</section>\n",
          file);
}

static void write_pair(FILE *file, const sc_lab *lab, sc_lab_figure figure, const char *what)
{
    const char *axis = sc_lab_setting_name(lab->options->sweeps[lab->options->axis].setting);
    char id[48], caption[256];
    snprintf(id, sizeof id, "%s-x", sc_lab_figure_names[figure]);
    snprintf(caption, sizeof caption, "%s, against %s", what, axis);
    sc_page_figure(file, id, caption);
    snprintf(id, sizeof id, "%s-ms", sc_lab_figure_names[figure]);
    snprintf(caption, sizeof caption, "%s, against time per step", what);
    sc_page_figure(file, id, caption);
}

static void write_measures(FILE *file, const sc_lab *lab)
{
    fputs("<section id=\"residual\">\n<h2>Residual</h2>\n<div class=\"figures\">\n", file);
    write_pair(file, lab, SC_LAB_RESIDUAL_RMS, "Root mean square over points and samples");
    write_pair(file, lab, SC_LAB_RESIDUAL_MAX, "Worst point of all samples");
    fputs("</div>\n</section>\n<section id=\"overlap\">\n<h2>Penetration</h2>\n"
          "<div class=\"figures\">\n",
          file);
    write_pair(file, lab, SC_LAB_OVERLAP_MEAN, "Mean overlap of touching shapes");
    write_pair(file, lab, SC_LAB_OVERLAP_MAX, "Deepest overlap of all samples");
    fputs("</div>\n</section>\n", file);
    if (lab->model->top_count > 0)
    {
        fputs("<section id=\"drift\">\n<h2>Drift</h2>\n<div class=\"figures\">\n", file);
        write_pair(file, lab, SC_LAB_DROP, "Deepest fall of a top; dashed: where it has fallen");
        write_pair(file, lab, SC_LAB_SIDE,
                   "Furthest way of a top sideways; dashed: where it has fallen");
        fputs("</div>\n</section>\n", file);
    }
    fputs("<section id=\"energy\">\n<h2>Energy</h2>\n<div class=\"figures\">\n", file);
    write_pair(file, lab, SC_LAB_ENERGY, "Mean kinetic energy");
    for (int i = 0; i < lab->series_count; ++i)
    {
        char id[32], name[96], caption[128];
        snprintf(id, sizeof id, "time-%d", i);
        sc_lab_series_name(lab, i, name, sizeof name);
        snprintf(caption, sizeof caption, "%s: kinetic energy over the run", name);
        sc_page_figure(file, id, caption);
    }
    fputs("</div>\n</section>\n<section id=\"time\">\n<h2>Time</h2>\n<div class=\"figures\">\n",
          file);
    sc_page_figure(file, "ms-x", "Median time per step");
    fputs("</div>\n</section>\n", file);
}

static void write_stands_cell(FILE *file, const sc_lab_case *one)
{
    static const char *const cells[] = {"<td>", "<td class=\"good\">", "<td class=\"bad\">"};
    const char *stands = sc_lab_stands_text(one->stands);
    sc_page_text(file, cells[one->stands], one->trial.failed ? "not finite" : stands, "</td>");
}

static void write_all(FILE *file, const sc_lab *lab)
{
    static const char *const titles[] = {
        "solver",         "setting",       "stands",      "ms per step", "lowest to highest",
        "residual, mm/s", "largest, mm/s", "overlap, mm", "largest, mm", "tops down, mm",
        "sideways, mm",   "energy, J",     "escaped",     "contacts"};
    fputs("<section id=\"all\">\n<h2>All figures</h2>\n<div class=\"wide\"><table>\n", file);
    write_titles(file, titles, (int)(sizeof titles / sizeof titles[0]));
    for (int i = 0; i < lab->case_count; ++i)
    {
        const sc_lab_case *one = &lab->cases[i];
        char words[96];
        sc_lab_case_words(lab, one, words, sizeof words);
        write_name(file, sc_lab_solver_of(one), scree_solver_name(sc_lab_solver_of(one)));
        sc_page_text(file, "<td class=\"words\">", words, "</td>");
        write_stands_cell(file, one);
        write_time_cells(file, one);
        for (int k = 0; k < SC_LAB_FIGURE_COUNT; ++k)
            write_figure_cell(file, one, (sc_lab_figure)k);
        fprintf(file, "<td>%d</td><td>%.0f</td></tr>\n", one->trial.escaped,
                one->trial.mean_contacts);
    }
    fputs("</tbody></table></div>\n</section>\n", file);
}

static void write_lead(FILE *file, const sc_lab *lab)
{
    const sc_model *model = lab->model;
    sc_page_format(file, "<p class=\"lead\">", "</p>\n",
                   "What each solver costs on one scene, and what it is worth: residual, "
                   "penetration, drift and energy against the number of its passes and against "
                   "the time that they take.");
    sc_page_format(file, "<p>", "</p>\n",
                   "%c%s. Size %d (%s): %d bodies, of which %d move freely, and %d shapes; %d "
                   "steps of 1/60 s%s.",
                   toupper((unsigned char)model->scene->description[0]),
                   model->scene->description + 1, model->size, model->scene->size_meaning,
                   model->body_count, model->dynamic_count, model->shape_count, lab->steps,
                   lab->shortened ? ", fewer than the scene's own" : "");
}

bool sc_lab_write_html(FILE *file, const sc_lab *lab)
{
    sc_context context = sc_context_now();
    cJSON *data = sc_lab_chart_data(lab);
    if (data == NULL)
        return false;
    char title[96];
    snprintf(title, sizeof title, "Solvers on %s", lab->model->scene->name);
    sc_page_begin(file, title);
    sc_page_text(file, "<h1>", title, "</h1>\n");
    write_lead(file, lab);
    write_cheapest(file, lab);
    write_warmth(file, lab);
    write_measures(file, lab);
    write_all(file, lab);
    fputs("<section>\n<h2>Method</h2>\n", file);
    write_method(file, lab);
    fputs("<h3>Machine and build</h3>\n", file);
    sc_page_context(file, &context);
    fputs("</section>\n", file);
    bool ok = sc_page_end(file, data, sc_page_lab, sc_page_lab_size);
    cJSON_Delete(data);
    return ok;
}
