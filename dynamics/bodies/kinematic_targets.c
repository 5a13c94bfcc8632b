/// Velocities that calls set, and the targets of kinematic bodies.
#include "dynamics/bodies/kinematic_targets.h"

void sc_set_velocity(sc_bodies *bodies, int32_t row, scree_vec2 linear, float angular)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    if (bodies->type[row] != SCREE_BODY_STATIC)
    {
        bodies->vx[row] = linear.x;
        bodies->vy[row] = linear.y;
        bodies->w[row] = angular;
        bodies->target_time[row] = SC_TARGET_NONE;
    }
}

bool sc_set_target(sc_bodies *bodies, int32_t row, scree_vec2 center, sc_rotation rotation,
                   float time)
{
    SC_ASSERT(sc_row_exists(bodies, row) && bodies->type[row] == SCREE_BODY_KINEMATIC);
    const sc_rotation now = sc_body_rotation(bodies, row);
    const scree_vec2 displacement =
        sc_sub(center, (scree_vec2){bodies->pose[row].x, bodies->pose[row].y});
    const float turn = scree_atan2(now.cos * rotation.sin - now.sin * rotation.cos,
                                   now.cos * rotation.cos + now.sin * rotation.sin);
    const scree_vec2 linear = sc_scale(1.0f / time, displacement);
    if (!sc_is_finite(linear.x) || !sc_is_finite(linear.y) || !sc_is_finite(turn / time))
    {
        return false;
    }
    sc_set_velocity(bodies, row, linear, turn / time);
    bodies->target_time[row] = time;
    bodies->target_mark[row] = sc_velocity_mark(bodies, row);
    return true;
}

void sc_forget_target(sc_bodies *bodies, int32_t row)
{
    if (bodies->target_time[row] != SC_TARGET_NONE &&
        bodies->target_mark[row] == sc_velocity_mark(bodies, row))
    {
        sc_set_velocity(bodies, row, (scree_vec2){0.0f, 0.0f}, 0.0f);
    }
    bodies->target_time[row] = SC_TARGET_NONE;
}

void sc_approach_targets(const sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    for (int32_t row = step->rows.dynamic_count; row < step->rows.moving_count; ++row)
    {
        float left = bodies->target_time[row];
        SC_ASSERT(left == SC_TARGET_REACHED || left >= 0.0f);
        if (left != SC_TARGET_NONE && bodies->target_mark[row] != sc_velocity_mark(bodies, row))
        {
            bodies->target_time[row] = SC_TARGET_NONE;
        }
        else if (left != SC_TARGET_NONE && left < step->dt)
        {
            float fraction = left > 0.0f ? left / step->dt : 0.0f;
            step->rows.velocities[row].vx *= fraction;
            step->rows.velocities[row].vy *= fraction;
            step->rows.velocities[row].w *= fraction;
        }
    }
}

void sc_pass_target_time(sc_bodies *bodies, float dt)
{
    SC_ASSERT(dt > 0.0f);
    for (int32_t row = bodies->count[SC_GROUP_DYNAMIC]; row < sc_moving_count(bodies); ++row)
    {
        float *left = &bodies->target_time[row];
        *left = !(*left > 0.0f)           ? SC_TARGET_NONE
                : *left - dt > 1e-4f * dt ? *left - dt
                                          : SC_TARGET_REACHED;
        bodies->target_mark[row] = sc_velocity_mark(bodies, row);
    }
}
