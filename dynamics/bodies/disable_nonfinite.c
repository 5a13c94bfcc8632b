/// The stage disable_nonfinite: disables bodies that became non-finite or left the +-1e8 m bounds.
#include "core/assert.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/solver/joints/break_joints.h"

/// Stops and disables the bodies that step->rows.nonfinite_result marks, and counts them in
/// step->results.disabled_bodies.
void sc_disable_nonfinite(sc_step *step)
{
    SC_ASSERT(step->rows.moving_count == sc_moving_count(step->bodies));
    int32_t any = 0;
    sc_set_work(step->profile, step->rows.moving_count, "bodies",
                step->rows.moving_count * (int64_t)sizeof any);
    for (int i = 0; i < step->rows.moving_count; ++i)
    {
        any |= step->rows.nonfinite_result[i];
    }
    // Walk from the end: when a body leaves its row, only rows past it move, and these have been
    // visited.
    for (int32_t row = step->rows.moving_count - 1; any != 0 && row >= 0; --row)
    {
        if (step->rows.nonfinite_result[row] != 0)
        {
            SC_ASSERT(row >= 0 && row < sc_moving_count(step->bodies));
            sc_bodies *bodies = step->bodies;
            ++step->results.disabled_bodies;
            step->results.first_disabled = bodies->id[row].value;
            bodies->vx[row] = bodies->vy[row] = bodies->w[row] = 0.0f;
            bodies->flags[row] |= SC_BODY_DISABLED;
            sc_forget_joints_of(step->joints, bodies, row);
            sc_update_group(bodies, step->shapes, row);
        }
    }
}
