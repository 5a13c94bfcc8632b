/// The origin of a world, which may follow a camera or a player: floats lose precision far away
/// from it. docs/guide.md#far-away has figures.
#ifndef SCREE_ORIGIN_H
#define SCREE_ORIGIN_H

#include "world.h"

/// Makes a point the origin of the world: it is subtracted from the positions of bodies, particles,
/// vertices of soft bodies, the container of particles, the anchors of pulleys, the previous poses
/// and the positions in events of the last step. Velocities, impulses, sleep and ids do not change.
///
/// - `origin`: m, -2e8 to 2e8 in each coordinate; nothing may leave the +-1e8 m bounds
///
/// A difference is rounded once, to the nearest float, and is exact where a float can hold it: a
/// world whose positions are multiples of 2^-10 m within 8192 m of both origins continues as it
/// would have. Pairs of particles are found again in the next step.
SCREE_API scree_result scree_world_shift_origin(scree_world *world, scree_vec2 origin);

#endif
