/// Functions for joints that break or are destroyed: whether a joint acts, for getters and breaking
/// (joint_graph.c decides this for the solver), how to clear its impulses, and whose contacts end
/// with the joint.
#ifndef SC_BREAK_JOINTS_H
#define SC_BREAK_JOINTS_H

#include "core/step_context.h"

/// Whether neither of two bodies (rows) is dynamic, so that their shapes never collide.
static inline bool sc_cannot_collide(const sc_bodies *bodies, int32_t row_a, int32_t row_b)
{
    return !sc_row_is_dynamic(bodies, row_a) && !sc_row_is_dynamic(bodies, row_b);
}

/// Chooses the one of two bodies (rows) whose contacts are purged: the one with fewer shapes, or
/// the dynamic one if it has few shapes, because a static body may carry a whole pile.
int32_t sc_row_to_purge(const sc_bodies *bodies, int32_t row_a, int32_t row_b);

/// Marks all shapes of a body for the purge: their contacts end at the beginning of the next step.
static inline void sc_purge_shapes_of(const sc_bodies *bodies, sc_shapes *shapes, int32_t row)
{
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        sc_shapes_mark_purge(shapes, slot);
    }
}

/// Clears the impulses of the joints of a body before it is disabled. Their counts of turns and
/// travel continue unless they became non-finite.
void sc_forget_joints_of(sc_joints *joints, const sc_bodies *bodies, int32_t row);
/// Clears the impulses of a joint that was disabled or whose frames or settings changed.
void sc_forget_joint_impulses(sc_joint_state *state);

/// Whether a joint acts while its bodies are awake: both are enabled and one is dynamic.
bool sc_joint_acts(const sc_joints *joints, const sc_bodies *bodies, int32_t slot);

#endif
