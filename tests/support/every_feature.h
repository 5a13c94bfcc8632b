/// A small world with everything that a snapshot holds, for tests of files. Needs only the library.
#ifndef SC_TEST_EVERY_FEATURE_H
#define SC_TEST_EVERY_FEATURE_H

#include <scree/scree.h>

/// Bodies of all types and groups, shapes of all types, chains, sensors, joints of all types, soft
/// bodies, names and pair materials, after some steps; with objects that were destroyed since the
/// last one. Null: an error.
scree_world *every_feature_world(const scree_world_def *def);

/// Particles in a box, with a ball that stirs them: some left the list of neighbours, some were
/// created since the last step.
scree_world *particle_world(const scree_world_def *def);

/// A world with a joint, a pile and a disabled body: a few KB as a snapshot.
scree_world *few_features_world(const scree_world_def *def);

#endif
