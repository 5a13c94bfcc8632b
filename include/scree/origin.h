/// Moves the origin of a world, for example with a camera or a player, because floats lose
/// precision far from the origin. docs/guide.md#far-away has figures.
#ifndef SCREE_ORIGIN_H
#define SCREE_ORIGIN_H

#include "world.h"

/// Makes a point the origin of the world: it is subtracted from the positions of bodies, particles,
/// vertices of soft bodies, the container of particles, the anchors of pulleys, the previous poses
/// and the positions in events of the last step. Velocities, impulses, sleep and ids do not change.
///
/// - `origin`: m, -2e8 to 2e8 in each coordinate; nothing may leave the +-1e8 m bounds
///
/// Each difference is rounded to the nearest float. It is exact if the origin is a whole number of
/// metres and positions are multiples of 2^-10 m within 8192 m of both origins;
/// docs/guide.md#far-away says when later steps have the same bits. scree_world_particle_pairs
/// returns none until the next step.
SCREE_API scree_result scree_world_shift_origin(scree_world *world, scree_vec2 origin);

#endif
