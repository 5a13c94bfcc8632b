/// Pairs to manifolds: the stage collide.
#ifndef SC_COLLIDE_H
#define SC_COLLIDE_H

#include "core/step_context.h"

/// Computes the manifold of a contact with its shapes at other poses; not for segments of chains.
/// On entry, `manifold` and `point_count` hold the contact of the step before or of this one, whose
/// impulses are carried over.
void sc_collide_at(const sc_step *step, int32_t contact, const sc_shape_pose *pose_a,
                   const sc_shape_pose *pose_b, sc_manifold *manifold, uint8_t *point_count);

#endif
