/// The time of steps on more threads, predicted from the zones of steps that are laid out for that
/// many threads and run on one.
///
/// The ranges of a pass are handed to whichever worker is free first, in their order. A pass over
/// several colours is a wavefront: a range waits for the ranges of the colour before it at its
/// place and beside it. Everything else of a step, and a pass of one range, stays on one worker.
/// Ranges take the time that they took on one thread: caches and memory that workers share are left
/// out.
#ifndef SCREE_TOOLS_SCALING_MODEL_H
#define SCREE_TOOLS_SCALING_MODEL_H

#include <scree/scree.h>

#include <stdbool.h>

enum
{
    SC_SCALING_COUNTS = 7,  ///< 1, 2, 4, ... 64 workers
    SC_SCALING_STAGES = 64  ///< room for stages, and for the time between them
};

/// Sums over steps, ns, by number of workers.
typedef struct sc_scaling_stage
{
    const char *name;
    double serial[SC_SCALING_COUNTS];    ///< outside of passes of several ranges
    double at[SC_SCALING_COUNTS];        ///< without barriers
    double barriers[SC_SCALING_COUNTS];  ///< passes of several ranges
} sc_scaling_stage;

typedef struct sc_scaling_model
{
    int steps[SC_SCALING_COUNTS];
    sc_scaling_stage stages[SC_SCALING_STAGES];  ///< scree_stage_count(), then the time between
    int stage_count;
} sc_scaling_model;

/// The own time of each zone of one step, in the order in which a trace of SCREE_TRACE_PASS reports
/// them, ns: of a range all of it and its part of the time between the ranges of its pass; of a
/// stage and a step that outside of the zones inside.
void sc_scaling_own_times(const scree_trace_zone *zones, int count, double *ns);
/// Adds one step that was laid out for 2^k workers, whose zones have these times. `ends` is room
/// for `count` numbers.
void sc_scaling_add(sc_scaling_model *model, const scree_trace_zone *zones, const double *ns,
                    int count, int k, double *ends);

/// ns a step of a stage on 2^k workers, for which a pass of several ranges costs `barrier` ns more.
double sc_scaling_stage_ns(const sc_scaling_model *model, int stage, int k, double barrier);
/// ns a step.
double sc_scaling_step_ns(const sc_scaling_model *model, int k, double barrier);
/// ns a step that stay on one of 2^k workers.
double sc_scaling_serial_ns(const sc_scaling_model *model, int k);
/// A step's passes of several ranges on 2^k workers.
double sc_scaling_barriers(const sc_scaling_model *model, int k);

/// The time of one step that none of its ranges covers: what begins and ends passes, and serial
/// work. `passes`, if not null, becomes the count of passes of several ranges.
double sc_scaling_uncovered_ns(const scree_trace_zone *zones, int count, int *passes);

#endif
