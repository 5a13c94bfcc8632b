/// Functions that the calls on bodies share.
#ifndef SC_BODY_CALLS_H
#define SC_BODY_CALLS_H

#include "dynamics/bodies/kinematic_targets.h"
#include "world/world_state.h"

/// Whether a body occurs in a list of live bodies more than once.
bool sc_has_repeats(scree_world *world, const scree_body_id *ids, int count);
/// Whether forces and impulses have no effect on a body: it sleeps, and they do not wake it.
static inline bool sc_sleeps_through(const sc_bodies *bodies, int32_t row)
{
    return bodies->quiet_forces[row] &&
           (bodies->flags[row] & (SC_BODY_ASLEEP | SC_BODY_WAKES)) == SC_BODY_ASLEEP;
}
/// Adds a force at a point to the forces of the next step, if the body is dynamic and the sum is
/// finite. If `wakes`, the force wakes the body as other forces do. Otherwise the body may sleep
/// under the force, which acts again from the step in which something else wakes the body.
void sc_load_body(scree_world *world, int32_t row, scree_vec2 force, scree_vec2 point, bool wakes);
/// Whether a body with this definition is created asleep.
static inline bool sc_def_sleeps(const scree_world *world, const scree_body_def *def)
{
    return def->asleep && def->enabled && def->type == SCREE_BODY_DYNAMIC && world->sleep.enabled;
}
/// Stops an awake dynamic body and requests that its island fall asleep in the next step. `request`
/// is SC_SLEEP_BY_*. The caller has reserved memory.
void sc_request_sleep(scree_world *world, int32_t row, int request);
/// Called after a call moved a body. Sleeping bodies that touch it wake. If the body does not move
/// by itself, the next step searches its pairs again.
void sc_update_static(scree_world *world, int32_t row);

#endif
