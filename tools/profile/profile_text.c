#include "profile_text.h"

#include "tools/common/output.h"

#include <math.h>
#include <string.h>

enum
{
    FIGURE_ROOM = 24
};

// A figure, or nothing where there is none.
static const char *figure(char *text, int decimals, double value)
{
    if (!isfinite(value))
        return "";
    snprintf(text, FIGURE_ROOM, "%.*f", decimals, value);
    return text;
}

static void print_row(FILE *file, const sc_profile_data *data, const sc_profile_row *row,
                      double step)
{
    char name[64], per_item[FIGURE_ROOM], rate[FIGURE_ROOM], fill[FIGURE_ROOM];
    double ns = sc_profile_range_of(data, row->ns).median,
           active = row->fraction > 0.0 ? ns / row->fraction : 0.0;
    snprintf(name, sizeof name, "%s%s", row->pass ? "  " : "", row->name);
    fprintf(file, "%-24s %9.4f %6.1f%%", name, 1e-6 * ns, 100.0 * ns / step);
    if (row->unit[0] == '\0')
    {
        fputc('\n', file);
        return;
    }
    fprintf(file, " %7.1f %10.0f %-11s %8s %7s %7s\n", row->fraction * row->calls,
            row->fraction * row->items, row->unit, figure(per_item, 2, row->ns_per_item),
            figure(rate, 1, active > 0.0 && row->bytes > 0.0 ? row->bytes / active : NAN),
            figure(fill, 1, 100.0 * row->lane_fill));
}

static void print_heading(FILE *file, const sc_profile_data *data)
{
    const sc_profile_setting *setting = &data->setting;
    fprintf(file,
            "%s, size %d: %d steps after %d, %d substeps, %s, %s, %d thread%s%s; %d run%s\n\n",
            setting->scene, setting->size, setting->steps, setting->warmup, setting->substeps,
            setting->solver, setting->simd, setting->threads, setting->threads == 1 ? "" : "s",
            setting->sleep ? ", sleeping on" : "", data->repeats, data->repeats == 1 ? "" : "s");
    fprintf(file, "%-24s %9s %7s %7s %10s %-11s %8s %7s %7s\n", "stage, passes", "ms a step",
            "share", "calls", "items", "", "ns/item", "GB/s", "lanes %");
}

void sc_profile_print(FILE *file, const sc_profile_data *data, bool all)
{
    const sc_profile_row *step = sc_profile_step(data);
    sc_profile_range steps = sc_profile_range_of(data, step->ns);
    double whole = steps.median;
    print_heading(file, data);
    for (int i = 0; i < data->row_count; ++i)
    {
        const sc_profile_row *row = &data->rows[i];
        double share = 100.0 * sc_profile_range_of(data, row->ns).median / whole;
        if (row->pass || row->stage[0] == '\0' || (!all && share < SC_SHARE_SHOWN))
            continue;
        print_row(file, data, row, whole);
        for (int k = 0; k < data->row_count; ++k)
        {
            const sc_profile_row *pass = &data->rows[k];
            bool idle = pass->items == 0.0 &&
                        pass->fraction * sc_profile_range_of(data, pass->ns).median < 5e-4 * whole;
            if (pass->pass && !idle && strcmp(pass->stage, row->stage) == 0)
                print_row(file, data, pass, whole);
        }
    }
    const sc_profile_row *between = sc_profile_find(data, "", SC_PROFILE_BETWEEN, false);
    if (between != NULL)
        print_row(file, data, between, whole);
    print_row(file, data, step, whole);
    fprintf(file, "the runs: %.4f to %.4f ms a step\n", 1e-6 * steps.min, 1e-6 * steps.max);
}

static double per(double value, double count) { return count > 0.0 ? value / count : NAN; }

void sc_profile_print_events(FILE *file, const sc_profile_data *data, const sc_perf *perf)
{
    const sc_profile_row *step = sc_profile_step(data);
    if (perf->reason[0] != '\0')
    {
        fprintf(file, "\nno hardware counters: %s\n", perf->reason);
        return;
    }
    if (!isfinite(data->events[step - data->rows].value[0]))
    {
        fputs("\nno hardware counters: they were taken away for a part of the run, by another "
              "program that counts\n",
              file);
        return;
    }
    // IPC: instructions per cycle. Misses: of a thousand instructions.
    fprintf(file, "\n%-24s %12s %12s %6s %15s %15s %15s\n", "user space, per step", "cycles",
            "instructions", "IPC", "branch misses", "L1d misses", "LLC misses");
    for (int i = 0; i < data->row_count; ++i)
    {
        const sc_profile_row *row = &data->rows[i];
        if (row->pass || strcmp(row->name, SC_PROFILE_BETWEEN) == 0)
            continue;
        const double *value = data->events[i].value;
        fprintf(file, "%-24s", row->name);
        char text[FIGURE_ROOM];
        static const int width[] = {12, 12, 15, 15, 15};
        for (int k = 0; k < SC_PERF_COUNT; ++k)
        {
            if (perf->place[k] >= 0)
                fprintf(file, " %*.0f", width[k], value[k]);
            else
                fprintf(file, " %*s", width[k], "-");
            if (k == SC_PERF_INSTRUCTIONS)
                fprintf(file, " %6s",
                        figure(text, 2, per(value[SC_PERF_INSTRUCTIONS], value[SC_PERF_CYCLES])));
        }
        fputc('\n', file);
    }
}
