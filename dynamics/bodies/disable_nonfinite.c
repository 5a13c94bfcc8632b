/// The stage disable_nonfinite: disables bodies that became non-finite or left the +-1e8 m bounds.
#include "core/assert.h"
#include "core/maths.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/solver/joints/break_joints.h"

/// Clears the non-finite impulses of contacts, which disabled bodies leave behind. The stage
/// begin_contacts of the next step ends these contacts; until then they can be read and saved.
static void forget_nonfinite_impulses(sc_contacts *contacts)
{
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        const int32_t end = contacts->first[c] + contacts->count[c];
        for (int32_t i = contacts->first[c]; i < end; ++i)
        {
            sc_manifold *m = &contacts->manifold[i];
            float *impulses[] = {&m->rolling_impulse,
                                 &m->normal_impulse_0,
                                 &m->tangent_impulse_0,
                                 &m->normal_impulse_1,
                                 &m->tangent_impulse_1,
                                 &contacts->step_impulse[i].normal,
                                 &contacts->step_impulse[i].tangent};
            for (size_t k = 0; k < sizeof impulses / sizeof *impulses; ++k)
            {
                *impulses[k] = sc_is_finite(*impulses[k]) ? *impulses[k] : 0.0f;
            }
        }
    }
}

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
    if (any != 0)
    {
        forget_nonfinite_impulses(step->contacts);
    }
}
