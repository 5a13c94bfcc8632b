/// The world poses and AABBs of shapes: the stage update_aabbs.
#ifndef SC_AABBS_H
#define SC_AABBS_H

#include "core/step_context.h"

/// The pose of a shape whose body has the pose `body`, computed as the kernels do.
sc_shape_pose sc_shape_pose_at(const sc_pose *body, const sc_shape_local *local);

/// The world centre and rotation of a shape at its body's present pose, between steps.
sc_shape_pose sc_present_pose(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot);

/// The tight AABB of a shape at a pose; that of a half-space is unbounded.
sc_aabb sc_aabb_at(const sc_shapes *shapes, int32_t slot, const sc_shape_pose *pose);

/// The tight AABB of one shape at its body's present pose; that of a half-space is unbounded.
sc_aabb sc_tight_aabb(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot);

/// Whether an AABB contains another one.
static inline bool sc_aabb_holds(sc_aabb container, sc_aabb content)
{
    return container.lower_x <= content.lower_x && container.lower_y <= content.lower_y &&
           content.upper_x <= container.upper_x && content.upper_y <= container.upper_y;
}

/// Whether an AABB reaches into a half-space that is grown by the margin.
bool sc_half_space_reaches(const sc_shapes *shapes, int32_t half_space, sc_aabb aabb);

#endif
