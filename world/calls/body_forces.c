/// Bodies: forces and impulses.
#include "core/assert.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

static scree_result apply_force(scree_world *world, int32_t row, scree_vec2 force, float torque,
                                const char *function, const char *argument)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    sc_bodies *bodies = &world->bodies;
    if (bodies->type[row] != SCREE_BODY_DYNAMIC || sc_sleeps_through(bodies, row))
    {
        return SCREE_OK;
    }
    scree_vec2 sum = {bodies->force_x[row] + force.x, bodies->force_y[row] + force.y};
    float turn = bodies->torque[row] + torque;
    SC_REQUIRE_IN(function, sc_is_finite_vec2(sum) && sc_is_finite(turn), argument,
                  "gives the body a force or torque that is not finite");
    bodies->force_x[row] = sum.x;
    bodies->force_y[row] = sum.y;
    bodies->torque[row] = turn;
    bodies->forces_pending = true;
    if (!bodies->quiet_forces[row] && (sum.x != 0.0f || sum.y != 0.0f || turn != 0.0f))
    {
        sc_wake(world, row);
    }
    return SCREE_OK;
}

static scree_result apply_impulse(scree_world *world, int32_t row, scree_vec2 impulse,
                                  float angular, const char *function, const char *argument)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    sc_bodies *bodies = &world->bodies;
    if (!sc_row_is_dynamic(bodies, row) || sc_sleeps_through(bodies, row))
    {
        return SCREE_OK;
    }
    float mass = bodies->inverse_mass[row], inertia = bodies->inverse_inertia[row];
    scree_vec2 v = {bodies->vx[row] + mass * impulse.x, bodies->vy[row] + mass * impulse.y};
    // The moment of a distant impulse may be infinite, which must not affect a body that cannot
    // turn.
    float w = inertia > 0.0f ? bodies->w[row] + inertia * angular : bodies->w[row];
    SC_REQUIRE_IN(function, sc_is_finite_vec2(v) && sc_is_finite(w), argument,
                  "gives the body a velocity that is not finite");
    sc_set_velocity(bodies, row, v, w);
    if (!bodies->quiet_forces[row])
    {
        sc_wake_moved(world, row);
    }
    return SCREE_OK;
}

static float torque_about_center(const scree_world *world, int32_t row, scree_vec2 force,
                                 scree_vec2 point)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    const sc_pose *pose = &world->bodies.pose[row];
    return sc_cross(sc_sub(point, (scree_vec2){pose->x, pose->y}), force);
}

void sc_load_body(scree_world *world, int32_t row, scree_vec2 force, scree_vec2 point, bool wakes)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    sc_bodies *bodies = &world->bodies;
    const scree_vec2 sum = {bodies->force_x[row] + force.x, bodies->force_y[row] + force.y};
    const float turn = bodies->torque[row] + torque_about_center(world, row, force, point);
    if (bodies->type[row] != SCREE_BODY_DYNAMIC || !sc_is_finite_vec2(sum) || !sc_is_finite(turn))
    {
        return;
    }
    bodies->force_x[row] = sum.x;
    bodies->force_y[row] = sum.y;
    bodies->torque[row] = turn;
    bodies->forces_pending = true;
    if (wakes && !bodies->quiet_forces[row])
    {
        sc_wake(world, row);
    }
}

scree_result scree_body_apply_force(scree_world *world, scree_body_id body, scree_vec2 force,
                                    scree_vec2 point)
{
    SC_RECORD(body_apply_force, body, force, point);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE_VEC2(__func__, force, "force");
    SC_REQUIRE_FINITE_VEC2(__func__, point, "point");
    return apply_force(world, row, force, torque_about_center(world, row, force, point), __func__,
                       "force");
}

scree_result scree_body_apply_force_to_center(scree_world *world, scree_body_id body,
                                              scree_vec2 force)
{
    SC_RECORD(body_apply_force_to_center, body, force);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE_VEC2(__func__, force, "force");
    return apply_force(world, row, force, 0.0f, __func__, "force");
}

scree_result scree_body_apply_torque(scree_world *world, scree_body_id body, float torque)
{
    SC_RECORD(body_apply_torque, body, torque);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, torque, "torque");
    return apply_force(world, row, (scree_vec2){0.0f, 0.0f}, torque, __func__, "torque");
}

scree_vec2 scree_body_force(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0}
                   : (scree_vec2){world->bodies.force_x[row], world->bodies.force_y[row]};
}

float scree_body_torque(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? 0.0f : world->bodies.torque[row];
}

scree_result scree_body_clear_forces(scree_world *world, scree_body_id body)
{
    SC_RECORD(body_clear_forces, body);
    SC_FIND_BODY(world, body, row);
    world->bodies.force_x[row] = world->bodies.force_y[row] = world->bodies.torque[row] = 0.0f;
    return SCREE_OK;
}

scree_result scree_body_apply_impulse(scree_world *world, scree_body_id body, scree_vec2 impulse,
                                      scree_vec2 point)
{
    SC_RECORD(body_apply_impulse, body, impulse, point);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE_VEC2(__func__, impulse, "impulse");
    SC_REQUIRE_FINITE_VEC2(__func__, point, "point");
    return apply_impulse(world, row, impulse, torque_about_center(world, row, impulse, point),
                         __func__, "impulse");
}

scree_result scree_body_apply_impulse_to_center(scree_world *world, scree_body_id body,
                                                scree_vec2 impulse)
{
    SC_RECORD(body_apply_impulse_to_center, body, impulse);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE_VEC2(__func__, impulse, "impulse");
    return apply_impulse(world, row, impulse, 0.0f, __func__, "impulse");
}

scree_result scree_body_apply_angular_impulse(scree_world *world, scree_body_id body, float impulse)
{
    SC_RECORD(body_apply_angular_impulse, body, impulse);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, impulse, "impulse");
    return apply_impulse(world, row, (scree_vec2){0.0f, 0.0f}, impulse, __func__, "impulse");
}

bool scree_body_is_force_wake_enabled(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row >= 0 && !world->bodies.quiet_forces[row];
}

scree_result scree_body_set_force_wake_enabled(scree_world *world, scree_body_id body, bool enabled)
{
    SC_RECORD(body_set_force_wake_enabled, body, enabled);
    SC_FIND_BODY(world, body, row);
    world->bodies.quiet_forces[row] = !enabled;
    return SCREE_OK;
}
