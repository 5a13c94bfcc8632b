#include "report.h"

#include <inttypes.h>

void sc_report_write_csv_header(FILE *file, bool with_hash)
{
    fputs("step,time_s,ms,pairs,new_pairs,contacts,points,colours,blocks,lane_fill,moved_shapes,"
          "asleep_bodies",
          file);
    for (int i = 0; i < scree_stage_count(); ++i)
        fprintf(file, ",%s_ms", scree_stage_name(i));
    fputs(with_hash ? ",hash\n" : "\n", file);
}

void sc_report_write_csv_row(FILE *file, const scree_world *world,
                             const sc_measurements *measurements, double time, bool with_hash)
{
    scree_counters counters = scree_world_counters(world);
    fprintf(file, "%d,%.6f,%.6f,%d,%d,%d,%d,%d,%d,%.4f,%d,%d",
            sc_measurements_step_number(measurements), time,
            measurements->ms[measurements->steps - 1], counters.pairs, counters.new_pairs,
            counters.contacts, counters.points, counters.colours, counters.blocks,
            (double)counters.lane_fill, counters.moved_shapes, counters.asleep_bodies);
    for (int i = 0; i < scree_stage_count(); ++i)
        fprintf(file, ",%.6f", scree_world_stage_ms(world, i));
    if (with_hash)
        fprintf(file, ",%016" PRIx64, scree_world_hash(world));
    fputc('\n', file);
}
