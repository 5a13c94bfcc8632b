#include "dynamics/bodies/interpolate.h"

#include "core/assert.h"
#include "core/maths.h"

#include <math.h>

/// Interpolates between two origins and rotations.
static sc_pose interpolate_pose(sc_pose from, sc_pose to, float alpha, scree_vec2 center)
{
    if (alpha == 0.0f || alpha == 1.0f)
    {
        return alpha == 0.0f ? from : to;
    }
    float c = from.cos + alpha * (to.cos - from.cos), s = from.sin + alpha * (to.sin - from.sin);
    float length = sqrtf(c * c + s * s);
    // If the poses are half a turn apart, neither direction is shorter: take the rotation of the
    // nearer pose.
    sc_rotation q = length > 1e-3f ? (sc_rotation){c / length, s / length}
                    : alpha < 0.5f ? (sc_rotation){from.cos, from.sin}
                                   : (sc_rotation){to.cos, to.sin};
    // The centre of mass moves in a straight line.
    scree_vec2 arm_from = sc_rotate((sc_rotation){from.cos, from.sin}, center);
    scree_vec2 arm_to = sc_rotate((sc_rotation){to.cos, to.sin}, center);
    scree_vec2 arm = sc_rotate(q, center);
    float dx = (to.x - from.x) + (arm_to.x - arm_from.x);
    float dy = (to.y - from.y) + (arm_to.y - arm_from.y);
    return (sc_pose){from.x + (arm_from.x - arm.x) + alpha * dx,
                     from.y + (arm_from.y - arm.y) + alpha * dy, q.cos, q.sin};
}

sc_pose sc_interpolate_body(const sc_bodies *bodies, int32_t row, float alpha)
{
    SC_ASSERT(alpha == 1.0f || bodies->keeps_previous);
    const sc_pose to = sc_body_origin(bodies, row);
    if (alpha == 1.0f)
    {
        return to;
    }
    const sc_pose from = bodies->previous[bodies->slot[row]];
    const scree_vec2 center = {bodies->center_x[row], bodies->center_y[row]};
    const bool same = from.x == to.x && from.y == to.y && from.cos == to.cos && from.sin == to.sin;
    return same ? to : interpolate_pose(from, to, alpha, center);
}
