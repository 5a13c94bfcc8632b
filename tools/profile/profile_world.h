/// The worlds that `scree profile` steps.
#ifndef SCREE_TOOLS_PROFILE_WORLD_H
#define SCREE_TOOLS_PROFILE_WORLD_H

#include "profile_options.h"

/// A world with the scene of the options, on that many threads; null, and a line on stderr, if it
/// could not be built. tasks: null: threads of the world's own.
scree_world *sc_profile_world_create(const sc_profile_options *options, int threads,
                                     const scree_tasks *tasks, scree_scene_state *state);

/// Drives the scene and takes one step, whose time is stored in `ns`. False, and a line on stderr,
/// if it failed.
bool sc_profile_world_step(const sc_profile_options *options, scree_world *world,
                           scree_scene_state *state, double *ns);

#endif
