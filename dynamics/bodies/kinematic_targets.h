/// Velocities that calls set, and the targets of kinematic bodies: poses to reach after a time.
///
/// sc_bodies.target_time is the time left, s. Any other write to the velocity of the body ends its
/// target; target_mark shows whether there was one.
#ifndef SC_KINEMATIC_TARGETS_H
#define SC_KINEMATIC_TARGETS_H

#include "core/step_context.h"

/// Sets a velocity and ends the target of the body. The velocity of a static body stays zero.
void sc_set_velocity(sc_bodies *bodies, int32_t row, scree_vec2 linear, float angular);
/// Sets the velocity that moves a kinematic body to a centre of mass and a rotation in a given
/// time, s. The body turns in the shorter direction. Returns false and changes nothing if the
/// velocity would not be finite.
bool sc_set_target(sc_bodies *bodies, int32_t row, scree_vec2 center, sc_rotation rotation,
                   float time);
/// Ends the target of a kinematic body and clears the velocity that leads to the target. A velocity
/// that was set since is kept.
void sc_forget_target(sc_bodies *bodies, int32_t row);

/// Stops kinematic bodies that have reached their target, and slows those that would pass it in
/// this step. A body whose velocity was written since its target was set loses the target.
void sc_approach_targets(const sc_step *step);
/// Subtracts dt from the times to the targets. A remainder of up to 1e-4 dt counts as rounding, and
/// the target as reached, because the time of a target may be a sum of several dt.
void sc_pass_target_time(sc_bodies *bodies, float dt);

#endif
