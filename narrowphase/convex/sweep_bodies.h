/// Continuous collision: the stage sweep_bodies. docs/continuous.md has what it does and why.
#ifndef SC_SWEEP_BODIES_H
#define SC_SWEEP_BODIES_H

#include "core/step_context.h"

/// Ends the paths of fast dynamic bodies, which the solver found, where they would pass through
/// something. Changes nothing but their deltas. Always true.
bool sc_sweep_bodies(sc_step *step);

#endif
