/// The time and the work of a step, by stage and by pass inside a stage.
#ifndef SCREE_PROFILE_H
#define SCREE_PROFILE_H

#include "world.h"

/// Stages of a step in order: their count, names and the wall time that each took in the last step.
/// If bodies wake because something touches them, the stages from refresh_rows to wake_touched (or
/// to wake_pushed, if it is a particle or a soft body) run once more in that step, and again if the
/// woken bodies touch other sleeping bodies. The time and work of a stage are the sums over its
/// runs.
SCREE_API int scree_stage_count(void);
SCREE_API const char *scree_stage_name(int stage);  ///< null if there is no such stage
/// ms; 0 unless the world measures times (scree_world_def.measure_times) or has a trace. A step
/// without either does not read the clock for this.
SCREE_API double scree_world_stage_ms(const scree_world *world, int stage);
/// When the stage began, the first time if it ran more than once; ms after the step's beginning. 0
/// if scree_world_stage_ms returns 0.
SCREE_API double scree_world_stage_start_ms(const scree_world *world, int stage);

/// The work of a stage in the last step.
typedef struct scree_stage_work
{
    int64_t items;     ///< a solver's pass over contacts counts each contact once per substep
    const char *unit;  ///< what the items are, "contacts"; never null
    /// Bytes of the records that the items used, from counts and record sizes: a record counts
    /// whole, and once for each item of each pass that uses it, whether read, written or both. This
    /// estimates the traffic through the caches, not from memory.
    int64_t bytes;
} scree_stage_work;

/// All zero, with the unit "", for a null world or an invalid stage.
SCREE_API scree_stage_work scree_world_stage_work(const scree_world *world, int stage);

/// How fine the zones of a trace are. Each level includes the zones of the levels before it.
typedef enum scree_trace_level
{
    SCREE_TRACE_STEP = 0,  ///< one zone, named "step"
    SCREE_TRACE_STAGE,     ///< one per run of a stage
    SCREE_TRACE_PASS       ///< one per kernel or other pass of a stage, range by range
} scree_trace_level;

/// A span of time in which one worker did one thing. Zones of a worker nest: passes lie in their
/// stage, stages in the step.
typedef struct scree_trace_zone
{
    scree_trace_level level;
    const char *name;     ///< of the stage, or of the kernel; lives as long as the library
    int stage;            ///< see scree_stage_name(); -1 in the zone of a step
    int colour;           ///< contacts of one colour, from 0; -1: not of a colour
    int substep;          ///< from 0; -1: not in a substep
    int worker;           ///< 0: the thread that called scree_world_step
    uint64_t begin, end;  ///< ns, of a monotonic clock (POSIX: CLOCK_MONOTONIC)
    int64_t items;        ///< in units of `unit`; 0 in the zone of a step
    const char *unit;     ///< "contacts", "blocks" (of 16 contact lanes), ...; never null
    int64_t bytes;        ///< as in scree_stage_work
    int pass;             ///< number of the pass in the step, from 0; -1: not of a pass
} scree_trace_zone;

/// Called in the middle of the step by the thread of the step, at the end of each stage and step.
/// When a pass is done, it is called for each of its ranges, in their order, or once for the whole
/// pass if there is no memory for the times of ranges. `zone` is valid during the call only. The
/// callback must not call into the world: calls that change it are refused with SCREE_ERROR_LOCKED,
/// and the results of getters are undefined. A step that fails reports the zones up to the failure.
typedef void scree_trace_callback(const scree_trace_zone *zone, void *context);

/// Reports zones from the next step on. The results have the same bits as without a trace.
///
/// - `level`: the finest zones that are reported
/// - `callback`: null ends the trace
/// - `context`: handed to the callback
///
/// Without a callback a step is timed only in worlds that measure times, and there only by stage.
SCREE_API scree_result scree_world_set_trace(scree_world *world, scree_trace_level level,
                                             scree_trace_callback *callback, void *context);

#endif
