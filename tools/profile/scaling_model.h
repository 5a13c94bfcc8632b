/// The time of steps on more threads, predicted from the zones of steps on one.
///
/// The ranges of a pass are handed to whichever worker is free first, in their order; everything
/// else of a step, and a pass of one range, stays on one worker. Ranges take the time that they
/// took on one thread: caches and memory that workers share are left out.
#ifndef SCREE_TOOLS_SCALING_MODEL_H
#define SCREE_TOOLS_SCALING_MODEL_H

#include <scree/scree.h>

#include <stdbool.h>

enum
{
    SC_SCALING_COUNTS = 7,  ///< 1, 2, 4, ... 64 workers
    SC_SCALING_STAGES = 64  ///< room for stages, and for the time between them
};

/// Sums over steps, ns.
typedef struct sc_scaling_stage
{
    const char *name;
    double serial;                 ///< outside of passes of several ranges
    double at[SC_SCALING_COUNTS];  ///< without barriers
    double barriers;               ///< passes of several ranges
} sc_scaling_stage;

typedef struct sc_scaling_model
{
    int steps;
    sc_scaling_stage stages[SC_SCALING_STAGES];  ///< scree_stage_count(), then the time between
    int stage_count;
} sc_scaling_model;

/// The own time of each zone of one step, in the order in which a trace of SCREE_TRACE_PASS reports
/// them, ns: of a range all of it; of a stage and a step that outside of the zones inside.
void sc_scaling_own_times(const scree_trace_zone *zones, int count, double *ns);
/// Adds one step, whose zones have these times.
void sc_scaling_add(sc_scaling_model *model, const scree_trace_zone *zones, const double *ns,
                    int count);

/// ns a step of a stage on 2^k workers, for which a pass of several ranges costs `barrier` ns more.
double sc_scaling_stage_ns(const sc_scaling_model *model, int stage, int k, double barrier);
/// ns a step.
double sc_scaling_step_ns(const sc_scaling_model *model, int k, double barrier);
/// The time of a step that stays on one worker, 0 to 1 of its time on one thread.
double sc_scaling_serial_share(const sc_scaling_model *model);
/// A step's passes of several ranges.
double sc_scaling_barriers(const sc_scaling_model *model);

/// The time of one step that none of its ranges covers: what begins and ends passes, and serial
/// work. `passes`, if not null, becomes the count of passes of several ranges.
double sc_scaling_uncovered_ns(const scree_trace_zone *zones, int count, int *passes);

#endif
