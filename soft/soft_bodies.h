/// The stages of soft bodies.
#ifndef SC_SOFT_BODIES_H
#define SC_SOFT_BODIES_H

#include "core/step_context.h"

/// Copies the records to the bodies and disables bodies that became non-finite.
void sc_commit_soft_bodies(sc_step *step);
/// Restores the bodies to their state before a step that ran out of memory.
void sc_rollback_soft_bodies(sc_step *step);

#endif
