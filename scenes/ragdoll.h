/// The ragdoll that scenes share: eleven bones of capsules on ten hinges with limits, springs and
/// friction.
#ifndef SCREE_SCENES_RAGDOLL_H
#define SCREE_SCENES_RAGDOLL_H

#include "builder.h"

enum
{
    SC_RAGDOLL_BODIES = 11,
    SC_RAGDOLL_SHAPES = 13,
    SC_RAGDOLL_JOINTS = 10
};

/// Standing, 1.55 m tall, its soles about 0.28 m above `feet`. Bones of the same `group`, which is
/// positive, do not collide with each other. Returns the hip, from which joints lead to all bones.
scree_body_id sc_build_ragdoll(sc_builder *builder, scree_vec2 feet, int group);

/// Destroys all bones of the ragdoll of this hip.
scree_result sc_destroy_ragdoll(scree_world *world, scree_body_id hip);

#endif
