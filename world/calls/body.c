/// Bodies: creation, destruction and the consequences of a change of type or shape.
#include "core/assert.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/solver/joints/break_joints.h"
#include "world/calls/body_calls.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "world/joined_bodies.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <float.h>

scree_body_def scree_body_def_default(void)
{
    return (scree_body_def){.version = SC_DEF_VERSION,
                            .type = SCREE_BODY_STATIC,
                            .gravity_scale = 1.0f,
                            .sleep_threshold = 0.05f,
                            .enabled = true,
                            .enable_force_wake = true};
}

static scree_result check_body_def(scree_world *world, const scree_body_def *def,
                                   const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_body_def_default"));
    SC_REQUIRE_NUMBER(function, (int)def->type, SCREE_BODY_STATIC, SCREE_BODY_DYNAMIC, "def.type");
    SC_REQUIRE_POSITION(function, def->position, "def.position");
    SC_REQUIRE_FINITE(function, def->angle, "def.angle");
    if (def->rotation.cos != 0.0f || def->rotation.sin != 0.0f)
    {
        SC_TRY(sc_check_rotation(world, function, "def.rotation", def->rotation));
    }
    SC_REQUIRE_FINITE_VEC2(function, def->linear_velocity, "def.linear_velocity");
    SC_REQUIRE_FINITE(function, def->angular_velocity, "def.angular_velocity");
    SC_REQUIRE_NUMBER(function, def->linear_damping, 0.0f, SC_MAX_DAMPING, "def.linear_damping");
    SC_REQUIRE_NUMBER(function, def->angular_damping, 0.0f, SC_MAX_DAMPING, "def.angular_damping");
    SC_REQUIRE_FINITE(function, def->gravity_scale, "def.gravity_scale");
    SC_REQUIRE_NUMBER(function, def->sleep_threshold, 0.0f, SC_MAX_SETTING, "def.sleep_threshold");
    return SCREE_OK;
}

/// Checks that the world has ids for `count` more bodies.
static scree_result check_body_ids(scree_world *world, int count, const char *function)
{
    return sc_check_ids(world, &world->bodies.ids, count, function, "has no more ids for bodies");
}

static scree_result reserve_bodies(scree_world *world, const scree_body_def *def, int count,
                                   const char *function)
{
    SC_TRY(check_body_ids(world, count, function));
    return sc_bodies_reserve(&world->bodies, &world->memory, count) &&
                   (!sc_def_sleeps(world, def) ||
                    sc_sleep_reserve_slots(&world->sleep, &world->memory,
                                           sc_ids_needed(&world->bodies.ids, count)))
               ? SCREE_OK
               : sc_no_memory(world, function);
}

/// Adds a body that has been checked and for which memory is reserved.
static scree_body_id add_body(scree_world *world, const scree_body_def *def)
{
    sc_bodies *bodies = &world->bodies;
    const sc_group group = !def->enabled || def->type == SCREE_BODY_STATIC ? SC_GROUP_REST
                           : def->type == SCREE_BODY_DYNAMIC               ? SC_GROUP_DYNAMIC
                                                                           : SC_GROUP_KINEMATIC;
    int32_t row = sc_bodies_add(bodies, group);
    const bool by_angle = def->rotation.cos == 0.0f && def->rotation.sin == 0.0f;
    sc_rotation q = by_angle ? sc_rotation_of(def->angle) : def->rotation;
    bodies->type[row] = (uint8_t)def->type;
    bodies->flags[row] =
        (uint8_t)((def->locks.x ? SC_BODY_LOCK_X : 0) | (def->locks.y ? SC_BODY_LOCK_Y : 0) |
                  (def->locks.angle ? SC_BODY_LOCK_ANGLE : 0) |
                  (def->enabled ? 0 : SC_BODY_DISABLED));
    bodies->locked_count += def->locks.x || def->locks.y;
    bodies->x[row] = def->position.x;
    bodies->y[row] = def->position.y;
    bodies->cos[row] = q.cos;
    bodies->sin[row] = q.sin;
    const bool sleeps = sc_def_sleeps(world, def);
    bool moves = def->type != SCREE_BODY_STATIC && !sleeps;
    bodies->vx[row] = moves ? def->linear_velocity.x : 0.0f;
    bodies->vy[row] = moves ? def->linear_velocity.y : 0.0f;
    bodies->w[row] = moves ? def->angular_velocity : 0.0f;
    bodies->linear_damping[row] = def->linear_damping;
    bodies->angular_damping[row] = def->angular_damping;
    bodies->gravity_scale[row] = def->gravity_scale;
    bodies->sleep_threshold[row] = def->sleep_threshold;
    bodies->bullet[row] = def->bullet;
    bodies->quiet_forces[row] = !def->enable_force_wake;
    bodies->user_data[row] = def->user_data;
    bodies->came_at[row] = bodies->steps;
    bodies->mass[row] = def->type == SCREE_BODY_DYNAMIC ? SC_MASS_OF_NONE : 0.0f;
    sc_bodies_update_pose(bodies, row);
    sc_bodies_set_previous(bodies, row);
    sc_bodies_update_inverses(bodies, row);
    if (sleeps)
    {
        sc_request_sleep(world, row, SC_SLEEP_BY_DEF);
    }
    return bodies->id[row];
}

scree_body_id scree_body_create(scree_world *world, const scree_body_def *def)
{
    SC_RECORD(body_create, def);
    scree_body_id none = {0};
    if (sc_enter(world, __func__) != SCREE_OK || check_body_def(world, def, __func__) != SCREE_OK ||
        reserve_bodies(world, def, 1, __func__) != SCREE_OK)
    {
        return none;
    }
    return add_body(world, def);
}

scree_result scree_bodies_create(scree_world *world, const scree_body_batch *batch,
                                 scree_body_id *ids)
{
    SC_RECORD(bodies_create, batch, ids);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_POINTER(__func__, batch, "batch");
    SC_REQUIRE_COUNT(__func__, batch->count, "batch.count");
    SC_TRY(check_body_def(world, batch->def, __func__));
    SC_TRY(check_body_ids(world, batch->count, __func__));
    struct
    {
        const char *name;
        const float *values;
        float reach;
    } arrays[] = {{"batch.x", batch->x, SC_WORLD_REACH},  {"batch.y", batch->y, SC_WORLD_REACH},
                  {"batch.angle", batch->angle, FLT_MAX}, {"batch.vx", batch->vx, FLT_MAX},
                  {"batch.vy", batch->vy, FLT_MAX},       {"batch.w", batch->w, FLT_MAX}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
    {
        // Creating bodies moves live arrays.
        SC_REQUIRE(!sc_store_holds(&sc_body_store, &world->bodies, arrays[i].values),
                   arrays[i].name, "is a live array of the world's bodies");
        SC_TRY(sc_check_values(world, arrays[i].values, batch->count, arrays[i].reach, __func__,
                               arrays[i].name));
    }
    SC_TRY(reserve_bodies(world, batch->def, batch->count, __func__));
    for (int i = 0; i < batch->count; ++i)
    {
        scree_body_def def = *batch->def;
        def.position.x = sc_pick(batch->x, i, def.position.x);
        def.position.y = sc_pick(batch->y, i, def.position.y);
        def.angle = sc_pick(batch->angle, i, def.angle);
        def.rotation = batch->angle != NULL ? (scree_rotation){0.0f, 0.0f} : def.rotation;
        def.linear_velocity.x = sc_pick(batch->vx, i, def.linear_velocity.x);
        def.linear_velocity.y = sc_pick(batch->vy, i, def.linear_velocity.y);
        def.angular_velocity = sc_pick(batch->w, i, def.angular_velocity);
        scree_body_id id = add_body(world, &def);
        if (ids != NULL)
        {
            ids[i] = id;
        }
    }
    return SCREE_OK;
}

static void destroy_row(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_shapes *shapes = &world->shapes;
    sc_destroy_joints_of(world, row);
    sc_drop_asleep(world, row);
    SC_ASSERT((world->bodies.flags[row] & SC_BODY_ASLEEP) == 0);
    for (int32_t slot = world->bodies.first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        sc_leave_chain(world, slot);
        sc_shape_forget(shapes, slot);
    }
    sc_sleep_forget(&world->sleep, world->bodies.slot[row]);
    sc_bodies_drop_mass_sum(&world->bodies, &world->memory, row);
    SC_ASSERT(world->bodies.first_joint[row] == 0);
    sc_bodies_remove(&world->bodies, row);
}

scree_result scree_body_destroy(scree_world *world, scree_body_id body)
{
    SC_RECORD(body_destroy, body);
    SC_FIND_BODY(world, body, row);
    destroy_row(world, row);
    sc_recycle_shapes(world);
    return SCREE_OK;
}

scree_result scree_bodies_destroy(scree_world *world, const scree_body_id *bodies, int count)
{
    SC_RECORD(bodies_destroy, bodies, count);
    SC_TRY(sc_enter_bodies(world, bodies, count, __func__, "bodies"));
    if (sc_has_repeats(world, bodies, count))
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "bodies", "names a body twice");
    }
    // Go from the last to the first, because the array may be the live array of ids, in which the
    // bodies after a destroyed one change their rows.
    for (int i = count; i > 0; --i)
    {
        destroy_row(world, sc_peek_row(world, bodies[i - 1]));
    }
    sc_recycle_shapes(world);
    return SCREE_OK;
}

bool scree_body_is_valid(const scree_world *world, scree_body_id body)
{
    return sc_peek_row(world, body) >= 0;
}

void sc_update_static(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_shapes *shapes = &world->shapes;
    if (row < sc_moving_count(&world->bodies) || sc_row_is_dynamic(&world->bodies, row))
    {
        sc_wake_around(world, row);
        return;
    }
    sc_end_asleep_contacts(world, row, 0);
    for (int32_t slot = world->bodies.first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        if (shapes->flags[slot] & SC_SHAPE_STATIC)
        {
            sc_shapes_mark_purge(shapes, slot);
        }
    }
}

scree_result scree_body_set_type(scree_world *world, scree_body_id body, scree_body_type type)
{
    SC_RECORD(body_set_type, body, type);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_NUMBER(__func__, (int)type, SCREE_BODY_STATIC, SCREE_BODY_DYNAMIC, "type");
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        SC_REQUIRE(shapes->kind[slot] != SC_KIND_HALF_SPACE || type == SCREE_BODY_STATIC, "type",
                   "must stay static: the body carries a half-space");
    }
    if (bodies->type[row] == type)
    {
        return SCREE_OK;
    }
    bool halts = type == SCREE_BODY_STATIC;
    sc_center before = halts ? (sc_center){.position = sc_body_center(bodies, row).position}
                             : sc_body_center(bodies, row);
    scree_mass_data mass = type == SCREE_BODY_DYNAMIC
                               ? sc_mass_of_shapes(&world->bodies, &world->shapes, row, NULL)
                               : (scree_mass_data){0};
    const char *wrong = sc_mass_trouble(bodies, row, &mass, &before);
    SC_REQUIRE(wrong == NULL, "type", wrong);
    if (type == SCREE_BODY_DYNAMIC &&
        !sc_reserve_mass_sum(&world->bodies, &world->shapes, &world->memory, row, 0))
    {
        return sc_no_memory(world, __func__);
    }
    if (type != SCREE_BODY_DYNAMIC)
    {
        sc_bodies_drop_mass_sum(bodies, &world->memory, row);
    }
    sc_rejoin(world, row);
    sc_drop_asleep(world, row);
    bodies->type[row] = (uint8_t)type;
    bodies->target_time[row] = SC_TARGET_NONE;
    bodies->held[row] = 0;
    if (halts)
    {
        bodies->vx[row] = bodies->vy[row] = bodies->w[row] = 0.0f;
    }
    sc_set_mass(bodies, row, &mass);
    sc_update_group(bodies, shapes, row);
    return SCREE_OK;
}

scree_result scree_body_set_enabled(scree_world *world, scree_body_id body, bool enabled)
{
    SC_RECORD(body_set_enabled, body, enabled);
    SC_FIND_BODY(world, body, row);
    int flags = world->bodies.flags[row];
    int wanted = enabled ? flags & ~SC_BODY_DISABLED : flags | SC_BODY_DISABLED;
    if (wanted != flags)
    {
        sc_rejoin(world, row);
        sc_forget_joints_of(&world->joints, &world->bodies, row);
        sc_drop_asleep(world, row);
        if (!enabled)
        {
            sc_forget_target(&world->bodies, row);
        }
        world->bodies.held[row] = 0;
        world->bodies.flags[row] = (uint8_t)(wanted & ~(SC_BODY_ASLEEP | SC_BODY_WAKES));
        sc_update_group(&world->bodies, &world->shapes, row);
    }
    return SCREE_OK;
}
