/// What the joints of bodies ask of calls and steps: waking, contacts of the joined, breaking.
#ifndef SC_JOINED_H
#define SC_JOINED_H

#include "world/world_state.h"

/// Before a joint begins to keep the shapes of two bodies (rows) apart, or after one ended: their
/// contacts end, and the next step finds those that may be. Unless another joint keeps them apart.
void sc_part_contacts(scree_world *world, int32_t row_a, int32_t row_b);
/// Wakes the bodies that are joined to one; which of its joints act may change.
void sc_rejoin(scree_world *world, int32_t row);
/// Destroys the joints of a body that is about to go, and wakes the bodies at their other ends.
void sc_destroy_joints_of(scree_world *world, int32_t row);

/// The joints of a body that is about to be disabled begin anew when it is enabled. What they count
/// goes on, unless it is not finite any more.
void sc_forget_joints_of(sc_joints *joints, const sc_bodies *bodies, int32_t row);
/// Impulses mean nothing to a joint with other frames, other parts or after a pause.
void sc_forget_joint_impulses(sc_joint_state *state);

/// Whether a joint acts when all are awake: both bodies enabled, one of them dynamic.
bool sc_joint_acts(const sc_joints *joints, const sc_bodies *bodies, int32_t slot);

#endif
