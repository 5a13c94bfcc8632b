/// The walks over all stores of a world. The walk of each store is in the folder of the store.
#ifndef SC_VALIDATE_H
#define SC_VALIDATE_H

#include "world/world_state.h"

/// Runs all walks over stores that hold between stages. Returns null if they hold, else the text of
/// a fault.
const char *sc_validate(const scree_world *world);

/// Checks the kinds and traits of joints against their types. This part is in dynamics/joints/.
const char *sc_validate_joint_types(const scree_world *world);

/// In builds that validate, SC_VALIDATE ends the program if a walk fails. SC_VALIDATE_STAGE does
/// the same after a stage. With SC_VALIDATE_IN_TURN, it checks only after one stage of each step:
/// in the next step, after the next stage.
#ifdef SC_VALIDATE_STAGES
void sc_validate_or_abort(const scree_world *world, const char *place);
void sc_validate_stage(const scree_world *world, sc_stage stage);
#define SC_VALIDATE(world, place) sc_validate_or_abort(world, place)
#define SC_VALIDATE_STAGE(world, stage) sc_validate_stage(world, stage)
#else
#define SC_VALIDATE(world, place) ((void)0)
#define SC_VALIDATE_STAGE(world, stage) ((void)0)
#endif

#endif
