/// The stage finish_bodies: copies the records of the solver back into bodies.
#include "core/assert.h"
#include "core/pass.h"
#include "particles/particle_store.h"
#include "simd/kernels.h"
#include "soft/soft_bodies.h"

typedef struct finish_context
{
    sc_finish_args args;
    const sc_step *step;
} finish_context;

static void finish_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_BLOCK == 0);
    const finish_context *finish = context;
    sc_bodies *bodies = finish->step->bodies;
    for (int i = range.begin; bodies->keeps_previous && i < range.end; ++i)
    {
        sc_bodies_set_previous(bodies, i);
    }
    int whole = range.end & ~(SC_BLOCK - 1);
    finish->step->kernels->finish_bodies(&finish->args, range.begin, whole);
    finish->step->scalar->finish_bodies(&finish->args, whole, range.end);
}

/// Bytes of one body: its records, the 7 numbers of its state, the centre of mass and the mark of
/// non-finite results.
enum
{
    FINISH_BYTES = (int)(sizeof(sc_velocity) + sizeof(sc_delta) + sizeof(sc_pose)) +
                   9 * (int)sizeof(float) + (int)sizeof(int32_t)
};

/// Stores the results of the step in particles, soft bodies and rigid bodies.
void sc_finish_bodies(sc_step *step)
{
    sc_commit_particles(step);
    sc_commit_soft_bodies(step);
    // step->rows.nonfinite_result marks the rows that became non-finite or left the +-1e8 m bounds.
    // These rows keep their values.
    sc_bodies *bodies = step->bodies;
    finish_context finish = {{.velocities = step->rows.velocities,
                              .deltas = step->rows.deltas,
                              .poses = bodies->pose,
                              .x = bodies->x,
                              .y = bodies->y,
                              .cos = bodies->cos,
                              .sin = bodies->sin,
                              .vx = bodies->vx,
                              .vy = bodies->vy,
                              .w = bodies->w,
                              .center_x = bodies->center_x,
                              .center_y = bodies->center_y,
                              .nonfinite_result = step->rows.nonfinite_result},
                             step};
    sc_pass zone = {"finish_bodies", "bodies", FINISH_BYTES, -1};
    sc_run_pass(step, &zone, 0, step->rows.moving_count, SC_ROW_GRAIN, finish_range, &finish);
    sc_set_work(step->profile, step->rows.moving_count, zone.unit, 0);
    for (int i = 0; i < step->rows.moving_count; ++i)
    {
        step->rows.nonfinite_result[i] |= step->rows.nonfinite_input[i];
    }
}
