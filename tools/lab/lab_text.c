#include "lab_report.h"

#include <math.h>
#include <string.h>

const char *sc_lab_stands_text(sc_lab_stands stands)
{
    static const char *const texts[] = {"-", "yes", "no"};
    return texts[stands];
}

void sc_lab_warmth_sentence(const sc_lab *lab, const sc_lab_warmth *warmth, char *text, size_t size)
{
    const sc_lab_case *cold = sc_lab_first_of_series(lab, warmth->cold_series);
    bool iterates = lab->options->sweeps[lab->options->axis].setting == SC_LAB_ITERATIONS &&
                    !sc_lab_method_substeps(cold->method);
    const char *passes = iterates ? "iterations" : "substeps";
    char name[96];
    sc_lab_series_name(lab, warmth->cold_series, name, sizeof name);
    if (!isfinite(warmth->warm_passes))
    {
        snprintf(text, size, "%s: warm starting does not come down to the %.4g mm/s of %g %s", name,
                 1e3 * warmth->residual, warmth->cold_passes, passes);
        return;
    }
    snprintf(
        text, size,
        "%s: the residual of %g %s, %.4g mm/s, takes %s%g with warm starting: %s%.3g times fewer",
        name, warmth->cold_passes, passes, 1e3 * warmth->residual,
        warmth->at_most ? "no more than " : "", warmth->warm_passes,
        warmth->at_most ? "at least " : "", warmth->cold_passes / warmth->warm_passes);
}

void sc_lab_write_heading(FILE *file, const sc_lab *lab)
{
    const sc_model *model = lab->model;
    fprintf(file, "%s: %d bodies (%d dynamic), %d shapes, size %d\n", model->scene->name,
            model->body_count, model->dynamic_count, model->shape_count, model->size);
    scree_simd simd = lab->options->simd;
    fprintf(file, "%d settings, each judged in one run and timed in %d; %d steps of %g s, %s\n",
            lab->case_count, lab->options->rounds, lab->steps, (double)lab->dt,
            scree_simd_name(simd == SCREE_SIMD_AUTO ? scree_simd_best() : simd));
    if (lab->shortened)
        fprintf(file, "(The scene's own %d steps would take long: --steps %d takes them.)\n",
                model->scene->steps, model->scene->steps);
    fflush(file);
}

static int column_width(const sc_lab *lab)
{
    size_t width = 10;
    for (int i = 0; i < lab->series_count; ++i)
    {
        char name[96];
        sc_lab_series_name(lab, i, name, sizeof name);
        width = strlen(name) > width ? strlen(name) : width;
    }
    return (int)width;
}

static const char *axis_name(const sc_lab *lab)
{
    return sc_lab_setting_name(lab->options->sweeps[lab->options->axis].setting);
}

static void write_case(FILE *file, const sc_lab *lab, const sc_lab_case *one, int width)
{
    int axis_width = (int)strlen(axis_name(lab));
    static const int widths[] = {8, 8, 8, 8, 9, 9, 10};
    char name[96];
    sc_lab_series_name(lab, one->series, name, sizeof name);
    fprintf(file, "%-*s ", width, name);
    if (isfinite(one->x))
        fprintf(file, "%*g", axis_width, one->x);
    else
        fprintf(file, "%*s", axis_width, "-");
    if (one->ms.count > 0)
        fprintf(file, " %8.4f", one->ms.median);
    else
        fprintf(file, " %8s", "-");
    for (int i = 0; i <= SC_LAB_ENERGY; ++i)
    {
        char text[32];
        fprintf(file, "%s%*s", i % 2 == 0 ? " |" : " ", widths[i],
                sc_lab_figure_text(one, (sc_lab_figure)i, text));
    }
    fprintf(file, " %7d  %s%s\n", one->trial.escaped, sc_lab_stands_text(one->stands),
            one->trial.failed ? " (not finite)" : "");
}

static void write_table(FILE *file, const sc_lab *lab)
{
    const char *axis = axis_name(lab);
    int width = column_width(lab), axis_width = (int)strlen(axis);
    fprintf(file, "\n%-*s %*s %8s | %-17s| %-17s| %-19s|\n", width, "", axis_width, "", "",
            "residual, mm/s", "overlap, mm", "stack drift, mm");
    fprintf(file, "%-*s %s %8s |%8s %8s |%8s %8s |%9s %9s |%10s %7s  %s\n", width, "solver", axis,
            "ms/step", "rms", "max", "mean", "max", "down", "sideways", "energy J", "escaped",
            "stands");
    for (int i = 0; i < lab->case_count; ++i)
        write_case(file, lab, &lab->cases[i], width);
    fputs("ms/step: the middle of the rounds' median steps. Residual, overlap, energy: second half "
          "of the run.\n",
          file);
    if (strcmp(axis, "iterations") == 0)
        fputs("Where the others take iterations, soft_step takes substeps.\n", file);
}

static void write_joints(FILE *file, const sc_lab *lab)
{
    const char *axis = axis_name(lab);
    int width = column_width(lab), axis_width = (int)strlen(axis);
    if (lab->model->joint_count == 0)
        return;
    fprintf(file, "\n%-*s %*s | %-17s |", width, "", axis_width, "", "joint error, mm");
    fprintf(file, "%s\n", lab->model->scene->mechanisms ? " mechanisms that, of all" : "");
    fprintf(file, "%-*s %s | %8s %8s |", width, "solver", axis, "rms", "max");
    fprintf(file, "%s\n",
            lab->model->scene->mechanisms ? " made energy  past 100 m/s  fastest m/s" : "");
    for (int i = 0; i < lab->case_count; ++i)
    {
        const sc_lab_case *one = &lab->cases[i];
        static const int widths[] = {9, 8, 12, 13, 12};
        char name[96];
        sc_lab_series_name(lab, one->series, name, sizeof name);
        fprintf(file, "%-*s ", width, name);
        if (isfinite(one->x))
            fprintf(file, "%*g |", axis_width, one->x);
        else
            fprintf(file, "%*s |", axis_width, "-");
        int last = lab->model->scene->mechanisms ? SC_LAB_SPEED : SC_LAB_JOINT_MAX;
        for (int k = SC_LAB_JOINT_RMS; k <= last; ++k)
        {
            char text[32];
            fprintf(file, "%s%*s",
                    k == SC_LAB_GAINED  ? " |"
                    : k > SC_LAB_GAINED ? " "
                                        : "",
                    widths[k - SC_LAB_JOINT_RMS], sc_lab_figure_text(one, (sc_lab_figure)k, text));
        }
        fputc('\n', file);
    }
    fputs("joint error: rms over the second half, largest of the run.\n", file);
}

static void write_cheapest(FILE *file, const sc_lab *lab)
{
    if (lab->model->top_count == 0)
    {
        fputs("\nThe scene has no tops to watch: whether it stands is not asked.\n", file);
        return;
    }
    fprintf(file,
            "\nCheapest settings that keep it standing (no top more than %.0f mm down or sideways "
            "in any sample):\n",
            1e3 * lab->bound);
    for (int i = 0; i < lab->options->solver_count; ++i)
    {
        sc_lab_method solver = lab->options->solvers[i];
        int cheapest = lab->cheapest[solver];
        fprintf(file, "  %-10s ", sc_lab_method_name(solver));
        if (cheapest < 0)
        {
            fputs("none of those tried\n", file);
            continue;
        }
        char label[96];
        sc_lab_case_label(lab, &lab->cases[cheapest], label, sizeof label);
        fprintf(file, "%-28s %8.4f ms per step%s\n", label, lab->cases[cheapest].ms.median,
                cheapest == lab->best ? "  <- best" : "");
    }
}

void sc_lab_write_text(FILE *file, const sc_lab *lab)
{
    write_table(file, lab);
    write_joints(file, lab);
    write_cheapest(file, lab);
    if (lab->warmth_count > 0)
        fputs("\nWarm starting:\n", file);
    for (int i = 0; i < lab->warmth_count; ++i)
    {
        char text[256];
        sc_lab_warmth_sentence(lab, &lab->warmth[i], text, sizeof text);
        fprintf(file, "  %s\n", text);
    }
}
