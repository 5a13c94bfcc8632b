/// The stage clear_forces: clears forces, because they act for one step.
#include "core/step_context.h"

#include <string.h>

/// Clears the forces and torques that acted for this step.
void sc_clear_forces(sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    int count = bodies->forces_pending ? sc_body_count(bodies) : 0;
    size_t bytes = sizeof(float) * (size_t)count;
    sc_set_work(step->profile, count, "bodies", 3 * (int64_t)bytes);
    if (bodies->forces_pending)
    {
        memset(bodies->force_x, 0, bytes);
        memset(bodies->force_y, 0, bytes);
        memset(bodies->torque, 0, bytes);
        bodies->forces_pending = false;
    }
}
