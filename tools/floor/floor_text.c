// Tables for a terminal.

#include "floor_report.h"

#include <math.h>

static void print_size(FILE *file, double bytes)
{
    bool mega = bytes >= 1 << 20;
    fprintf(file, "%9.0f %s", bytes / (mega ? 1 << 20 : 1 << 10), mega ? "MiB" : "KiB");
}

void sc_floor_print_machine(FILE *file, const sc_machine *machine)
{
    fprintf(file, "this machine, one core, %s\n\n", scree_simd_name(machine->simd));
    fprintf(file, "%-13s", "bytes in use");
    for (int k = 0; k < SC_TRAFFIC_COUNT; ++k)
    {
        bool stream = sc_traffic_record((sc_traffic)k) == 1;
        fprintf(file, " %15s", sc_traffic_name((sc_traffic)k));
        fputs(stream ? " GB/s" : " M/s ", file);
    }
    fputc('\n', file);
    for (int i = 0; i < machine->size_count; ++i)
    {
        print_size(file, machine->bytes[i]);
        for (int k = 0; k < SC_TRAFFIC_COUNT; ++k)
        {
            bool stream = sc_traffic_record((sc_traffic)k) == 1;
            fprintf(file, " %20.1f", (stream ? 1.0 : 1e3) / machine->traffic_ns[k][i]);
        }
        fputc('\n', file);
    }
    fputs("\nlanes computed in a ns:", file);
    for (int k = 0; k < SC_ARITHMETIC_COUNT; ++k)
    {
        fprintf(file, "%s %s %.1f", k > 0 ? "," : "", sc_arithmetic_name((sc_arithmetic)k),
                1.0 / machine->lane_ns[k]);
    }
    fputs("\n\n", file);
}

static void print_ratio(FILE *file, const sc_floor_row *row)
{
    double ratio = sc_floor_ratio(row);
    if (isfinite(ratio))
        fprintf(file, " %7.1f\n", ratio);
    else
        fprintf(file, " %7s\n", "-");
}

static void print_row(FILE *file, const char *name, const sc_floor_row *row, double step)
{
    fprintf(file, "%-20s %9.4f %6.1f%% %9.3f %9.1f %9.1f %9.4f %9.4f %9.4f", name, row->ms,
            100.0 * row->ms / step, 1e-6 * row->bytes, 1e-3 * row->records, 1e-3 * row->operations,
            row->memory_ms, row->arithmetic_ms, row->floor_ms);
    print_ratio(file, row);
}

void sc_floor_print_table(FILE *file, const sc_floor_table *table)
{
    fprintf(file,
            "%s, size %d: %d bodies, %.0f pairs, %.0f contacts, %.0f blocks; %d steps of %d "
            "substeps\n\n",
            table->scene->name, table->size, table->bodies, table->pairs, table->contacts,
            table->blocks, table->steps, table->substeps);
    fprintf(file, "%-20s %9s %7s %9s %9s %9s %9s %9s %9s %7s\n", "stage", "ms", "share", "MB",
            "k records", "k lanes", "memory", "compute", "floor ms", "ms/floor");
    for (int k = 0; k < SC_STAGE_COUNT; ++k)
        print_row(file, scree_stage_name(k), &table->stages[k], table->step_ms);
    fprintf(file, "%-20s %9.4f %6.1f%%\n", "between stages", table->between_ms,
            100.0 * table->between_ms / table->step_ms);
    sc_floor_row whole = table->sum;
    whole.ms = table->step_ms;
    print_row(file, "step", &whole, table->step_ms);
    fputc('\n', file);
}
