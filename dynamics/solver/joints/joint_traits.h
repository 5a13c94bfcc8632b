/// What decides how a joint is solved, beside its kind. It depends on joints, masses and locks and
/// on the length of a substep, not on contacts, and is kept until one of these changes.
#ifndef SC_JOINT_TRAITS_H
#define SC_JOINT_TRAITS_H

#include "core/step_context.h"

/// Whether the traits are those of this step.
bool sc_joint_traits_hold(const sc_step *step);
/// Finds the traits of all joints if they do not hold. False: no memory.
bool sc_find_joint_traits(const sc_step *step);

#endif
