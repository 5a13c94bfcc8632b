/// The measurements of `scree profile`: the settings of the run, and a row for the step, each stage
/// and each pass.
#ifndef SCREE_TOOLS_PROFILE_DATA_H
#define SCREE_TOOLS_PROFILE_DATA_H

#include "perf_counters.h"

#include <scree/scree.h>

#include <stdbool.h>
#include <stdint.h>

/// The row of the time that a step spends outside of its stages; its stage is "".
#define SC_PROFILE_BETWEEN "between stages"

enum
{
    SC_PROFILE_NAME = 48,      ///< room for a name
    SC_PROFILE_ROWS = 256,     ///< most rows of one profile
    SC_PROFILE_REPEATS = 100,  ///< most repeats
};

/// Time is given per step, over the steps in which the thing ran and times the share of such steps;
/// so rare passes count by their cost.
typedef struct sc_profile_row
{
    char name[SC_PROFILE_NAME], stage[SC_PROFILE_NAME];  // "step" has the stage "", a stage its own
    char unit[SC_PROFILE_NAME];
    bool pass;
    double fraction;                   // of the steps in which it ran
    double calls, items, bytes;        // means over the steps in which it ran
    double ns_per_item;                // median over the repeats; NAN: no items
    double lane_fill;                  // NAN: none
    double ns[SC_PROFILE_REPEATS];     // medians over the steps, by repeat
    double quiet[SC_PROFILE_REPEATS];  // by repeat, sc_quiet_mean of the steps
} sc_profile_row;

/// The settings that must agree for two profiles to be compared.
typedef struct sc_profile_setting
{
    char scene[SC_PROFILE_NAME], simd[SC_PROFILE_NAME], solver[SC_PROFILE_NAME];
    int size, steps, warmup, substeps, threads;
    bool sleep;
} sc_profile_setting;

typedef struct sc_profile_data
{
    sc_profile_setting setting;
    char cpu[128], build[256];  // for the reader; "" if not known
    int repeats, row_count;
    sc_profile_row rows[SC_PROFILE_ROWS];

    // Counters of a run, not kept in files.
    scree_counters counters;                 // after the last step
    sc_perf_values events[SC_PROFILE_ROWS];  // by row; stages and the step only
} sc_profile_data;

typedef struct sc_profile_range
{
    double median, min, max;
} sc_profile_range;

/// The row, made if it was not there; null if there is no room.
sc_profile_row *sc_profile_row_of(sc_profile_data *data, const char *stage, const char *name,
                                  bool pass);
const sc_profile_row *sc_profile_find(const sc_profile_data *data, const char *stage,
                                      const char *name, bool pass);
/// The row of the whole step; null if there is none.
const sc_profile_row *sc_profile_step(const sc_profile_data *data);

/// Median, smallest and largest of one value per repeat.
sc_profile_range sc_profile_range_of(const sc_profile_data *data, const double *values);

#endif
