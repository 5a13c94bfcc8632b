/// The stages of soft bodies.
#ifndef SC_SOFT_BODIES_H
#define SC_SOFT_BODIES_H

#include "core/step_context.h"

/// The records go to the bodies; those that became non-finite are disabled.
void sc_commit_soft_bodies(sc_step *step);
/// After a step that found no memory: the bodies as they were before it.
void sc_rollback_soft_bodies(sc_step *step);

#endif
