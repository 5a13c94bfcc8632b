/// Active joints, resetting their impulses, and the stage break_joints.
#ifndef SC_BREAK_JOINTS_H
#define SC_BREAK_JOINTS_H

#include "core/step_context.h"

/// Whether neither of two bodies (rows) is dynamic, so that nothing makes their shapes collide.
static inline bool sc_cannot_collide(const sc_bodies *bodies, int32_t row_a, int32_t row_b)
{
    return !sc_row_is_dynamic(bodies, row_a) && !sc_row_is_dynamic(bodies, row_b);
}

/// Of two bodies (rows), the one whose contacts end: it has fewer shapes, or few shapes and fewer
/// contacts, since a body that does not move may carry a whole pile.
int32_t sc_row_to_purge(const sc_bodies *bodies, int32_t row_a, int32_t row_b);

/// Marks all shapes of a body: their contacts end at the beginning of the next step.
static inline void sc_purge_shapes_of(const sc_bodies *bodies, sc_shapes *shapes, int32_t row)
{
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        sc_shapes_mark_purge(shapes, slot);
    }
}

/// The joints of a body that is about to be disabled begin anew when it is enabled. What they count
/// goes on, unless it is not finite any more.
void sc_forget_joints_of(sc_joints *joints, const sc_bodies *bodies, int32_t row);
/// Impulses mean nothing to a joint with other frames, other parts or after a pause.
void sc_forget_joint_impulses(sc_joint_state *state);

/// Whether a joint acts when all are awake: both bodies enabled, one of them dynamic.
bool sc_joint_acts(const sc_joints *joints, const sc_bodies *bodies, int32_t slot);

#endif
