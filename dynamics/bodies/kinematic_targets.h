/// Velocities that calls set, and the targets of kinematic bodies: poses to reach after a time.
///
/// sc_bodies.target_time is the time that is left, s. A target ends when anything else writes the
/// velocity that leads to it (target_mark).
#ifndef SC_KINEMATIC_TARGETS_H
#define SC_KINEMATIC_TARGETS_H

#include "core/step_context.h"

/// Sets a velocity and ends the target of the body. The velocity of a static body stays zero.
void sc_set_velocity(sc_bodies *bodies, int32_t row, scree_vec2 linear, float angular);
/// Sets the velocity that takes a kinematic body to a centre and a rotation in a time, the shorter
/// way round. False: the velocity would not be finite; nothing has changed.
bool sc_set_target(sc_bodies *bodies, int32_t row, scree_vec2 center, sc_rotation rotation,
                   float time);
/// A kinematic body loses its target and the velocity that led there; another velocity stays.
void sc_forget_target(sc_bodies *bodies, int32_t row);

/// Kinematic bodies that have reached their target stand still, and those that would pass it in
/// this step are slower. A body whose velocity was written to since has no target any more.
void sc_approach_targets(const sc_step *step);
/// Takes the step off the time to the targets. A rest of 1e-4 of a step is rounding: dt may be a
/// sum of steps.
void sc_pass_target_time(sc_bodies *bodies, float dt);

#endif
