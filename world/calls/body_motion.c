/// Bodies: getters and setters of values other than the transform.
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/joined_bodies.h"
#include "world/waking.h"

#include <string.h>

scree_body_def scree_body_settings(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        return (scree_body_def){0};
    }
    const sc_bodies *b = &world->bodies;
    const int flags = b->flags[row];
    return (scree_body_def){
        .version = SC_DEF_VERSION,
        .type = (scree_body_type)b->type[row],
        .position = {b->x[row], b->y[row]},
        .angle = scree_body_angle(world, body),
        .rotation = sc_body_rotation(b, row),
        .linear_velocity = {b->vx[row], b->vy[row]},
        .angular_velocity = b->w[row],
        .linear_damping = b->linear_damping[row],
        .angular_damping = b->angular_damping[row],
        .gravity_scale = b->gravity_scale[row],
        .sleep_threshold = b->sleep_threshold[row],
        .locks = scree_body_locks(world, body),
        .enabled = !(flags & SC_BODY_DISABLED),
        .bullet = b->bullet[row],
        .asleep = (flags & (SC_BODY_ASLEEP | SC_BODY_WAKES)) == SC_BODY_ASLEEP,
        .enable_force_wake = !b->quiet_forces[row],
        .user_data = b->user_data[row],
    };
}

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

scree_vec2 scree_body_center_of_mass(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0}
                   : (scree_vec2){world->bodies.pose[row].x, world->bodies.pose[row].y};
}

scree_vec2 scree_body_linear_velocity(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? (scree_vec2){0} : (scree_vec2){world->bodies.vx[row], world->bodies.vy[row]};
}

/// Defines the getter of a number that the store has for each body. It returns 0 for an invalid
/// body.
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

scree_motion_locks scree_body_locks(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    int flags = row < 0 ? 0 : world->bodies.flags[row];
    return (scree_motion_locks){flags & SC_BODY_LOCK_X, flags & SC_BODY_LOCK_Y,
                                flags & SC_BODY_LOCK_ANGLE};
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

scree_result scree_body_set_velocity(scree_world *world, scree_body_id body, scree_vec2 linear,
                                     float angular)
{
    SC_RECORD(body_set_velocity, body, linear, angular);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, linear.x, "linear.x");
    SC_REQUIRE_FINITE(__func__, linear.y, "linear.y");
    SC_REQUIRE_FINITE(__func__, angular, "angular");
    sc_set_velocity(&world->bodies, row, linear, angular);
    sc_wake_moved(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_linear_velocity(scree_world *world, scree_body_id body,
                                            scree_vec2 linear)
{
    SC_RECORD(body_set_linear_velocity, body, linear);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, linear.x, "linear.x");
    SC_REQUIRE_FINITE(__func__, linear.y, "linear.y");
    sc_set_velocity(&world->bodies, row, linear, world->bodies.w[row]);
    sc_wake_moved(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_angular_velocity(scree_world *world, scree_body_id body, float angular)
{
    SC_RECORD(body_set_angular_velocity, body, angular);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, angular, "angular");
    scree_vec2 linear = {world->bodies.vx[row], world->bodies.vy[row]};
    sc_set_velocity(&world->bodies, row, linear, angular);
    sc_wake_moved(world, row);
    return SCREE_OK;
}

static scree_result set_damping(scree_world *world, scree_body_id body, float damping, bool angular,
                                const char *function)
{
    int32_t row;
    SC_TRY(sc_enter_body(world, body, function, &row));
    SC_REQUIRE_NUMBER(function, damping, 0.0f, SC_MAX_DAMPING, "damping");
    sc_bodies *bodies = &world->bodies;
    (angular ? bodies->angular_damping : bodies->linear_damping)[row] = damping;
    sc_wake(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_linear_damping(scree_world *world, scree_body_id body, float damping)
{
    SC_RECORD(body_set_linear_damping, body, damping);
    return set_damping(world, body, damping, false, __func__);
}

scree_result scree_body_set_angular_damping(scree_world *world, scree_body_id body, float damping)
{
    SC_RECORD(body_set_angular_damping, body, damping);
    return set_damping(world, body, damping, true, __func__);
}

scree_result scree_body_set_gravity_scale(scree_world *world, scree_body_id body, float scale)
{
    SC_RECORD(body_set_gravity_scale, body, scale);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_FINITE(__func__, scale, "scale");
    world->bodies.gravity_scale[row] = scale;
    sc_wake(world, row);
    return SCREE_OK;
}

scree_result scree_body_set_locks(scree_world *world, scree_body_id body, scree_motion_locks locks)
{
    SC_RECORD(body_set_locks, body, locks);
    SC_FIND_BODY(world, body, row);
    sc_bodies *bodies = &world->bodies;
    int locked = (bodies->flags[row] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y)) != 0;
    int flags = (locks.x ? SC_BODY_LOCK_X : 0) | (locks.y ? SC_BODY_LOCK_Y : 0) |
                (locks.angle ? SC_BODY_LOCK_ANGLE : 0);
    bodies->locked_count += (locks.x || locks.y) - locked;
    const bool changes_trees = (locks.x || locks.y) != (locked != 0);
    bodies->flags[row] = (uint8_t)((bodies->flags[row] & ~SC_BODY_LOCKS) | flags);
    if (bodies->type[row] == SCREE_BODY_DYNAMIC)
    {
        bodies->vx[row] = locks.x ? 0.0f : bodies->vx[row];
        bodies->vy[row] = locks.y ? 0.0f : bodies->vy[row];
        bodies->w[row] = locks.angle ? 0.0f : bodies->w[row];
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
    SC_RECORD(body_set_user_data, body, user_data);
    SC_FIND_BODY(world, body, row);
    world->bodies.user_data[row] = user_data;
    return SCREE_OK;
}
