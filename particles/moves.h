/// What particles and soft bodies did in a step, committed or rolled back: until all of its memory
/// was found, a step works on records of its own.
#ifndef SC_MOVES_H
#define SC_MOVES_H

#include "core/step.h"

/// The stage `finish_bodies`: particles, soft and rigid bodies take over what the step did. Needs
/// no memory.
bool sc_finish_bodies(sc_step *step);

/// After a step that found no memory: particles and soft bodies are as they were before it.
void sc_rollback_moves(sc_step *step);

#endif
