/// Properties that decide how a joint is solved, besides its kind. They depend on joints, masses,
/// locks and the length of a substep, not on contacts. They are kept until one of these changes.
#ifndef SC_JOINT_TRAITS_H
#define SC_JOINT_TRAITS_H

#include "core/step_context.h"

/// Whether the traits are valid for this step.
bool sc_joint_traits_hold(const sc_step *step);
/// Computes the traits of all joints if they are not valid. Returns false if out of memory.
bool sc_find_joint_traits(const sc_step *step);

/// The length of a substep, s, that sets the stiffness of joints in the next step
/// (sc_step.stiff_h). It slowly follows the length `h` of this step's substeps. `last`: the value
/// in this step; 0: no step yet.
float sc_next_stiff_h(float last, float h);

#endif
