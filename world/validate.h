/// The walks over all stores of a world. Each store's own is in its room.
#ifndef SC_VALIDATE_H
#define SC_VALIDATE_H

#include "world/world_state.h"

/// All walks over stores that hold between stages; null if they do, else what does not.
const char *sc_validate(const scree_world *world);

/// The kinds and traits that joints have by their types: the part of it in dynamics/joints/.
const char *sc_validate_joint_types(const scree_world *world);

/// In the validate build: ends the program if anything does not hold after a stage.
#ifdef SC_VALIDATE_STAGES
void sc_validate_or_abort(const scree_world *world, const char *stage);
#define SC_VALIDATE(world, stage) sc_validate_or_abort(world, stage)
#else
#define SC_VALIDATE(world, stage) ((void)0)
#endif

#endif
