/// Bodies: transforms, targets, and points and vectors in their frames.
#include "broadphase/aabbs.h"
#include "dynamics/bodies/mass.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

scree_transform scree_body_transform(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return (scree_transform){0};
    }
    return (scree_transform){{world->bodies.x[row], world->bodies.y[row]},
                             sc_body_rotation(&world->bodies, row)};
}

scree_vec2 scree_body_position(const scree_world *world, scree_body_id body)
{
    return scree_body_transform(world, body).position;
}

scree_rotation scree_body_rotation(const scree_world *world, scree_body_id body)
{
    return scree_body_transform(world, body).rotation;
}

float scree_body_angle(const scree_world *world, scree_body_id body)
{
    return scree_rotation_angle(scree_body_rotation(world, body));
}

scree_aabb scree_body_aabb(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return (scree_aabb){0};
    }
    const sc_shapes *shapes = &world->shapes;
    const float x = world->bodies.x[row], y = world->bodies.y[row];
    int32_t slot = world->bodies.first_shape[row];
    sc_aabb all = slot != 0 ? sc_tight_aabb(&world->bodies, shapes, slot) : (sc_aabb){x, y, x, y};
    for (; slot != 0; slot = shapes->next[slot])
    {
        sc_aabb aabb = sc_tight_aabb(&world->bodies, shapes, slot);
        all = (sc_aabb){sc_min(all.lower_x, aabb.lower_x), sc_min(all.lower_y, aabb.lower_y),
                        sc_max(all.upper_x, aabb.upper_x), sc_max(all.upper_y, aabb.upper_y)};
    }
    return (scree_aabb){{all.lower_x, all.lower_y}, {all.upper_x, all.upper_y}};
}

/// Moves a body to a checked pose. `argument` is the name of the argument with the position.
static scree_result move_body(scree_world *world, int32_t row, scree_vec2 position,
                              scree_rotation q, const char *function, const char *argument)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE_POSITION(function, position, argument);
    scree_vec2 arm = sc_rotate(q, (scree_vec2){bodies->center_x[row], bodies->center_y[row]});
    SC_REQUIRE_IN(function, sc_is_position(sc_add(position, arm)), argument,
                  "puts the body's centre of mass out of reach");
    sc_forget_target(bodies, row);
    bodies->held[row] = 0;
    bodies->x[row] = position.x;
    bodies->y[row] = position.y;
    bodies->cos[row] = q.cos;
    bodies->sin[row] = q.sin;
    sc_bodies_update_pose(bodies, row);
    sc_bodies_set_previous(bodies, row);
    sc_update_static(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_transform(scree_world *world, scree_body_id body,
                                      scree_transform transform)
{
    SC_RECORD(body_set_transform, body, transform);
    SC_FIND_BODY(world, body, row);
    SC_TRY(sc_check_rotation(world, __func__, "transform.rotation", transform.rotation));
    return move_body(world, row, transform.position, transform.rotation, __func__,
                     "transform.position");
}

scree_result scree_body_set_position(scree_world *world, scree_body_id body, scree_vec2 position)
{
    SC_RECORD(body_set_position, body, position);
    SC_FIND_BODY(world, body, row);
    return move_body(world, row, position, sc_body_rotation(&world->bodies, row), __func__,
                     "position");
}

scree_result scree_body_set_angle(scree_world *world, scree_body_id body, float angle)
{
    SC_RECORD(body_set_angle, body, angle);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, angle, "angle");
    return move_body(world, row, scree_body_position(world, body), sc_rotation_of(angle), __func__,
                     "angle");
}

scree_result scree_body_set_target_transform(scree_world *world, scree_body_id body,
                                             scree_vec2 position, float angle, float dt)
{
    SC_RECORD(body_set_target_transform, body, position, angle, dt);
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE_POSITION(__func__, position, "position");
    SC_REQUIRE_FINITE(__func__, angle, "angle");
    SC_REQUIRE_NUMBER(__func__, dt, SC_ABOVE_0, FLT_MAX, "dt");
    SC_REQUIRE(bodies->type[row] == SCREE_BODY_KINEMATIC, "body", "is not kinematic");
    const sc_rotation target = sc_rotation_of(angle);
    scree_vec2 center = sc_add(
        position, sc_rotate(target, (scree_vec2){bodies->center_x[row], bodies->center_y[row]}));
    SC_REQUIRE(sc_set_target(bodies, row, center, target, dt), "dt",
               "is too short for the displacement");
    return SCREE_OK;
}

scree_vec2 scree_body_world_vector(const scree_world *world, scree_body_id body, scree_vec2 vector)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0} : sc_rotate(sc_body_rotation(&world->bodies, row), vector);
}

scree_vec2 scree_body_local_vector(const scree_world *world, scree_body_id body, scree_vec2 vector)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0} : sc_unrotate(sc_body_rotation(&world->bodies, row), vector);
}

scree_vec2 scree_body_world_point(const scree_world *world, scree_body_id body, scree_vec2 point)
{
    return sc_add(scree_body_position(world, body), scree_body_world_vector(world, body, point));
}

scree_vec2 scree_body_local_point(const scree_world *world, scree_body_id body, scree_vec2 point)
{
    scree_vec2 origin = scree_body_position(world, body);
    return scree_body_local_vector(world, body, sc_sub(point, origin));
}

scree_vec2 scree_body_velocity_at(const scree_world *world, scree_body_id body, scree_vec2 point)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return (scree_vec2){0};
    }
    sc_center center = sc_body_center(&world->bodies, row);
    scree_vec2 arm = sc_sub(point, center.position);
    return (scree_vec2){center.velocity.x - center.w * arm.y, center.velocity.y + center.w * arm.x};
}
