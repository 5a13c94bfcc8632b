/// The fixed clock: frames may vary in length, steps have a fixed length.
///
/// A simulation is reproducible only if its steps are, so the length of a step must not depend on
/// frames. An accumulator collects the time of frames and spends it in whole steps. The remainder,
/// less than a step, is drawn by interpolation between the poses before and after the last step.
/// (G. Fiedler, Fix Your Timestep!, 2004.)
///
///     scree_clock clock = scree_clock_default();
///     for each frame:
///         scree_advance done = scree_world_advance(world, seconds_since_last_frame, &clock);
///         int count = scree_world_write_interpolated(world, done.alpha, instances, capacity);
#ifndef SCREE_CLOCK_H
#define SCREE_CLOCK_H

#include "base.h"
#include "id.h"
#include "vector.h"
#include "world.h"

/// Called by scree_world_advance between steps. It may make any call on the world except
/// scree_world_destroy and scree_world_advance, which are refused with SCREE_ERROR_LOCKED.
typedef void scree_clock_callback(scree_world *world, void *context);

typedef struct scree_clock
{
    uint32_t version;    ///< set by scree_clock_default(); do not write
    float time_step;     ///< of each step, s, 1e-6 to 1
    int substeps;        ///< of each step, 1 to 64
    int max_steps;       ///< in one call, 1 to 1000; the time of further steps is dropped
    double accumulator;  ///< time that was not stepped yet, s, finite, >= 0; calls write it
    /// Both may be null. Forces act for one step, and events belong to one step. A frame may take
    /// several steps, and may take none: the arrays then still have the events of an earlier step.
    /// So apply forces in before_step and read events in after_step.
    scree_clock_callback *before_step, *after_step;
    void *context;
} scree_clock;

/// 60 steps of 4 substeps a second, at most 8 in a frame; no callbacks.
SCREE_API SCREE_NODISCARD scree_clock scree_clock_default(void);

typedef struct scree_advance
{
    scree_result result;  ///< the first that was not SCREE_OK, if any
    int steps;            ///< taken by this call
    float alpha;          ///< accumulator / time_step, 0 to 1, for scree_world_write_interpolated
    double dropped;       ///< time dropped because the frame needed more than max_steps, s
} scree_advance;

/// Adds the time of a frame to the clock's accumulator and takes as many steps as fit into it, none
/// or several. Whole steps beyond `max_steps` are dropped and reported in `dropped`.
///
/// - `frame_seconds`: s, finite, >= 0
/// - `clock`: its accumulator is written
///
/// Frame times that are floats from 1e-6 to 10 s add up without rounding. As long as no time is
/// dropped, the same total of such times gives the same steps and the same accumulator, no matter
/// how frames divide it.
///
/// A bad argument changes nothing: no steps, alpha 0. If a step runs out of memory the call ends,
/// and the time of that step stays in the accumulator for the next call; alpha is 1. After
/// SCREE_ERROR_NOT_FINITE the call continues, because that step was taken.
SCREE_API scree_advance scree_world_advance(scree_world *world, double frame_seconds,
                                            scree_clock *clock);

/// Writes (x, y, cos, sin) of the bodies in row order, as scree_world_write_instances does, between
/// the last two states of the world: row i is the body scree_world_bodies(world).id[i]. Returns how
/// many bodies there are; -1 on error: scree_error_text(NULL) says why. Needs
/// scree_world_def.keep_previous_poses.
///
/// - `alpha`: 0 to 1; 0 gives exactly the poses before the last step, 1 exactly the present ones
/// - `instances`: 4 * `capacity` floats; null only if `capacity` is 0, to count the bodies
/// - `capacity`: bodies that are written at most, >= 0; rows beyond the last body are not written
///
/// The centre of mass follows a line; (cos, sin) is interpolated and normalised, so a turn of 90
/// degrees in one step is off by up to 4.1 degrees in between, one of 10 degrees by less than 0.01.
/// For some bodies the present pose is written whatever `alpha` is: bodies that the last step did
/// not move, that fell asleep, or that a call has created, teleported, enabled, disabled or given
/// another type since the last step. Refused in a callback of a step.
SCREE_API int scree_world_write_interpolated(const scree_world *world, float alpha,
                                             float *instances, int capacity);

/// The pose of one body between the last two states of the world, as scree_world_write_interpolated
/// writes it. `alpha`: 0 to 1. All zero for a bad id, for an alpha out of range, in a callback of a
/// step, and for an alpha below 1 in a world without scree_world_def.keep_previous_poses.
SCREE_API scree_transform scree_body_interpolated_transform(const scree_world *world,
                                                            scree_body_id body, float alpha);

#endif
