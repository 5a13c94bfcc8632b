/// Bodies: getters, setters, points and vectors in their frames.
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/joined.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <string.h>

scree_body_type scree_body_get_type(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? SCREE_BODY_STATIC : (scree_body_type)world->bodies.type[row];
}

bool scree_body_is_enabled(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row >= 0 && !(world->bodies.flags[row] & SC_BODY_DISABLED);
}

scree_vec2 scree_body_position(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0} : (scree_vec2){world->bodies.x[row], world->bodies.y[row]};
}

float scree_body_angle(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? 0.0f : scree_atan2(world->bodies.sin[row], world->bodies.cos[row]);
}

scree_vec2 scree_body_center_of_mass(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0}
                   : (scree_vec2){world->bodies.pose[row].x, world->bodies.pose[row].y};
}

scree_vec2 scree_body_velocity(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0} : (scree_vec2){world->bodies.vx[row], world->bodies.vy[row]};
}

/// The getter of a number that the store has for each body; 0 of one that is not there.
#define NUMBER_GETTER(name, field)                                        \
    float scree_body_##name(const scree_world *world, scree_body_id body) \
    {                                                                     \
        int32_t row = sc_peek_row(world, body);                           \
        return row < 0 ? 0.0f : world->bodies.field[row];                 \
    }

NUMBER_GETTER(angular_velocity, w)
NUMBER_GETTER(mass, mass)
NUMBER_GETTER(inertia, inertia)
NUMBER_GETTER(linear_damping, linear_damping)
NUMBER_GETTER(angular_damping, angular_damping)
NUMBER_GETTER(gravity_scale, gravity_scale)

void scree_body_locks(const scree_world *world, scree_body_id body, bool *x, bool *y, bool *angle)
{
    int32_t row = sc_peek_row(world, body);
    int flags = row < 0 ? 0 : world->bodies.flags[row];
    bool locked[] = {flags & SC_BODY_LOCK_X, flags & SC_BODY_LOCK_Y, flags & SC_BODY_LOCK_ANGLE};
    bool *out[] = {x, y, angle};
    for (int i = 0; i < 3; ++i)
    {
        if (out[i] != NULL)
        {
            *out[i] = locked[i];
        }
    }
}

void *scree_body_user_data(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? NULL : world->bodies.user_data[row];
}

float scree_body_kinetic_energy(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return 0.0f;
    }
    const sc_bodies *b = &world->bodies;
    float v2 = b->vx[row] * b->vx[row] + b->vy[row] * b->vy[row];
    return 0.5f * (b->mass[row] * v2 + b->inertia[row] * b->w[row] * b->w[row]);
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

scree_result scree_body_set_transform(scree_world *world, scree_body_id body, scree_vec2 position,
                                      float angle)
{
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE(sc_is_position(position), "position", "is not finite or out of reach");
    SC_REQUIRE(sc_is_finite(angle), "angle", "is not finite");
    sc_rotation q = sc_rotation_of(angle);
    scree_vec2 arm = sc_rotate(q, (scree_vec2){bodies->center_x[row], bodies->center_y[row]});
    SC_REQUIRE(sc_is_position(sc_add(position, arm)), "position",
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

scree_result scree_body_set_velocity(scree_world *world, scree_body_id body, scree_vec2 linear,
                                     float angular)
{
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE(sc_is_finite(linear.x), "linear.x", "is not finite");
    SC_REQUIRE(sc_is_finite(linear.y), "linear.y", "is not finite");
    SC_REQUIRE(sc_is_finite(angular), "angular", "is not finite");
    sc_set_velocity(&world->bodies, row, linear, angular);
    sc_wake_moved(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_target_transform(scree_world *world, scree_body_id body,
                                             scree_vec2 position, float angle, float dt)
{
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE(sc_is_position(position), "position", "is not finite or out of reach");
    SC_REQUIRE(sc_is_finite(angle), "angle", "is not finite");
    SC_REQUIRE(dt > 0.0f && sc_is_finite(dt), "dt", "is not a positive number of seconds");
    SC_REQUIRE(bodies->type[row] == SCREE_BODY_KINEMATIC, "body", "is not kinematic");
    sc_rotation target = sc_rotation_of(angle), now = sc_body_rotation(bodies, row);
    scree_vec2 center = sc_add(
        position, sc_rotate(target, (scree_vec2){bodies->center_x[row], bodies->center_y[row]}));
    scree_vec2 displacement =
        sc_sub(center, (scree_vec2){bodies->pose[row].x, bodies->pose[row].y});
    // The shorter way round.
    float turn = scree_atan2(now.cos * target.sin - now.sin * target.cos,
                             now.cos * target.cos + now.sin * target.sin);
    scree_vec2 linear = sc_scale(1.0f / dt, displacement);
    SC_REQUIRE(sc_is_finite_vec2(linear) && sc_is_finite(turn / dt), "dt",
               "is too short for the displacement");
    sc_set_velocity(bodies, row, linear, turn / dt);
    bodies->target_time[row] = dt;
    bodies->target_mark[row] = sc_velocity_mark(bodies, row);
    return SCREE_OK;
}

scree_result scree_body_set_damping(scree_world *world, scree_body_id body, float linear,
                                    float angular)
{
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE(linear >= 0.0f && linear <= SC_MAX_DAMPING, "linear", "is not a number in [0, 1e6]");
    SC_REQUIRE(angular >= 0.0f && angular <= SC_MAX_DAMPING, "angular",
               "is not a number in [0, 1e6]");
    world->bodies.linear_damping[row] = linear;
    world->bodies.angular_damping[row] = angular;
    sc_wake(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_gravity_scale(scree_world *world, scree_body_id body, float scale)
{
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE(sc_is_finite(scale), "scale", "is not finite");
    world->bodies.gravity_scale[row] = scale;
    sc_wake(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_locks(scree_world *world, scree_body_id body, bool x, bool y,
                                  bool angle)
{
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    int locked = (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
    int locks =
        (x ? SC_BODY_LOCK_X : 0) | (y ? SC_BODY_LOCK_Y : 0) | (angle ? SC_BODY_LOCK_ANGLE : 0);
    bodies->locked_count += (x || y) - locked;
    const bool changes_trees = (x || y) != (locked != 0);
    bodies->flags[row] = (uint8_t)((bodies->flags[row] & ~SC_BODY_LOCKS) | locks);
    if (bodies->type[row] == SCREE_BODY_DYNAMIC)
    {
        bodies->vx[row] = x ? 0.0f : bodies->vx[row];
        bodies->vy[row] = y ? 0.0f : bodies->vy[row];
        bodies->w[row] = angle ? 0.0f : bodies->w[row];
    }
    sc_bodies_update_inverses(bodies, row);
    sc_wake(world, row);
    if (changes_trees)
    {
        sc_rejoin(world, row);
    }
    return SCREE_OK;
}

scree_result scree_body_set_user_data(scree_world *world, scree_body_id body, void *user_data)
{
    SC_FIND_BODY(world, body, row);
    world->bodies.user_data[row] = user_data;
    return SCREE_OK;
}

scree_result scree_body_set_mass(scree_world *world, scree_body_id body,
                                 const scree_mass_data *mass)
{
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    SC_REQUIRE_POINTER(__func__, mass, "mass");
    SC_REQUIRE(bodies->type[row] == SCREE_BODY_DYNAMIC, "body", "is not dynamic");
    SC_REQUIRE(mass->mass > 0.0f && sc_is_finite(mass->mass) && sc_is_finite(1.0f / mass->mass),
               "mass.mass", "is not a positive number");
    SC_REQUIRE(mass->inertia >= 0.0f && sc_is_finite(mass->inertia) &&
                   (mass->inertia == 0.0f || sc_is_finite(1.0f / mass->inertia)),
               "mass.inertia", "is not a number of at least 0");
    SC_REQUIRE(sc_is_position(mass->center), "mass.center", "is not finite or out of reach");
    sc_center center = sc_body_center(bodies, row);
    const char *wrong = sc_mass_trouble(bodies, row, mass, &center);
    SC_REQUIRE(wrong == NULL, "mass.center", wrong);
    sc_set_mass(bodies, row, mass);
    sc_wake(world, row);
    return SCREE_OK;
}
