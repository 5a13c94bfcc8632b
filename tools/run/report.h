/// The report of a run: a table for people, one JSON object, a CSV row per step.
#ifndef SCREE_TOOLS_REPORT_H
#define SCREE_TOOLS_REPORT_H

#include "motion_watch.h"
#include "measurements.h"
#include "run_options.h"

#include <stdbool.h>
#include <stdio.h>

/// All that the reports are made of.
typedef struct sc_report
{
    const sc_run_options *options;
    const sc_measurements *measurements;
    const scree_scene_state *state;
    scree_simd simd;  // as picked by the world
    int threads;      // that stepped it: one for each worker, but no more than cores
    int iterations;   // 0: the solver does not iterate
    int joints;       // that the scene was built with
    bool sleeps;      // bodies might fall asleep
    scree_residual residual;
    sc_motion_figures motion;
    sc_outcome outcome;
} sc_report;

void sc_report_write_text(FILE *file, const sc_report *report);

/// False if memory ran out; write errors stay in the file's error flag, here and below.
bool sc_report_write_json(FILE *file, const sc_report *report);

void sc_report_write_csv_header(FILE *file, bool with_hash);
/// The step that the world took last.
void sc_report_write_csv_row(FILE *file, const scree_world *world,
                             const sc_measurements *measurements, double time, bool with_hash);

#endif
