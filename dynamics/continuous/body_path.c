#include "dynamics/continuous/body_path.h"

#include "core/assert.h"
#include "core/tuning.h"

#define TURN 6.28318530717958647692  // rad
#define TURN_ROUNDING 1e-3           // rad: rounding of the sum of a step's turns

sc_body_path sc_path_of(const sc_step *step, int32_t row)
{
    SC_ASSERT(row >= 0 && row < step->rows.moving_count);
    const sc_pose *pose = &step->bodies->pose[row];
    const sc_delta *d = &step->rows.deltas[row];
    sc_body_path p = {.begin = {(double)pose->x, (double)pose->y},
                      .travel = {(double)d->dx, (double)d->dy},
                      .cos = pose->cos,
                      .sin = pose->sin};
    if (d->sin != 0.0f || d->cos_minus_1 != 0.0f)
    {
        double angle = (double)scree_atan2(d->sin, 1.0f + d->cos_minus_1);
        // The last pass of the solver may have left any angular velocity, but no pose has turned
        // farther than this.
        const float most = SC_MAX_TURN * (float)step->substeps;
        double spin = (double)sc_max(-most, sc_min(step->rows.velocities[row].w * step->dt, most));
        double turns = (spin - angle) / TURN;
        int whole = (int)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
        const double turn = angle + TURN * (double)whole, limit = (double)most + TURN_ROUNDING;
        p.turn = (float)(turn > limit ? turn - TURN : turn < -limit ? turn + TURN : turn);
    }
    return p;
}
