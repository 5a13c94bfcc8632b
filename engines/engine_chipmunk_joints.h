/// Joints of a model as constraints of Chipmunk.
#ifndef SC_ENGINE_CHIPMUNK_JOINTS_H
#define SC_ENGINE_CHIPMUNK_JOINTS_H

#include "engines/engine.h"

struct cpSpace;
struct cpBody;

/// The name of the feature that Chipmunk lacks for a joint; null: nothing.
const char *sc_refuse_chipmunk_joint(const sc_model_joint *joint);
/// Adds the constraints of a joint between two bodies to a space. Returns false if out of memory.
bool sc_add_chipmunk_joint(struct cpSpace *space, struct cpBody *a, struct cpBody *b,
                           const sc_model_joint *joint);

#endif
