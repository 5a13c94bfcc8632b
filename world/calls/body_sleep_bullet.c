/// Bodies: sleep and continuous collision.
#include "core/assert.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

bool scree_body_is_awake(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row >= 0 && world->bodies.type[row] == SCREE_BODY_DYNAMIC &&
           !(world->bodies.flags[row] & SC_BODY_DISABLED) &&
           (world->bodies.flags[row] & (SC_BODY_ASLEEP | SC_BODY_WAKES)) != SC_BODY_ASLEEP;
}

void sc_request_sleep(scree_world *world, int32_t row, int request)
{
    SC_ASSERT(world->bodies.slot[row] < world->sleep.capacity);
    sc_set_velocity(&world->bodies, row, (scree_vec2){0.0f, 0.0f}, 0.0f);
    world->sleep.sleep_requested[world->bodies.slot[row]] = (uint8_t)request;
    world->sleep.request_pending = true;
}

scree_result scree_body_sleep(scree_world *world, scree_body_id body)
{
    SC_RECORD(body_sleep, body);
    SC_FIND_BODY(world, body, row);
    // Do nothing if the body is asleep. A sleeping body that wakes in the next step counts as awake
    // here, and goes back to sleep after that step.
    if (!world->sleep.enabled || !scree_body_is_awake(world, body))
    {
        return SCREE_OK;
    }
    if (!sc_sleep_reserve(&world->sleep, &world->memory, &world->bodies))
    {
        return sc_no_memory(world, __func__);
    }
    sc_request_sleep(world, row, SC_SLEEP_BY_CALL);
    return SCREE_OK;
}

scree_result scree_body_set_awake(scree_world *world, scree_body_id body, bool awake)
{
    SC_RECORD(body_set_awake, body, awake);
    SC_FIND_BODY(world, body, row);
    sc_sleep *sleep = &world->sleep;
    sc_bodies *bodies = &world->bodies;
    if (awake)
    {
        sc_wake(world, row);
        return SCREE_OK;
    }
    if (!sleep->enabled || row >= bodies->count[SC_GROUP_DYNAMIC])
    {
        return SCREE_OK;
    }
    if (!sc_sleep_reserve(sleep, &world->memory, bodies))
    {
        return sc_no_memory(world, __func__);
    }
    // Give the body the state of one that has rested for long.
    const int32_t slot = bodies->slot[row];
    sc_set_velocity(bodies, row, (scree_vec2){0.0f, 0.0f}, 0.0f);
    // The next step completes the rest time and checks whether the body stays in place.
    sc_sleep_stir(sleep, slot);
    sleep->rest_time[slot] = sleep->time_to_sleep;
    sleep->motion_now[slot] = SC_RESTS;
    // Allow a small speed, because the body may still settle on its support.
    sleep->top_speed[slot] = 2.0f * (world->lengths.unit * bodies->sleep_threshold[row]);
    sleep->rest_pose[slot] = bodies->pose[row];
    sleep->velocity_mark[slot] = sc_velocity_mark(bodies, row);
    return SCREE_OK;
}

float scree_body_sleep_threshold(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row < 0 ? 0.0f : world->bodies.sleep_threshold[row];
}

scree_result scree_body_set_sleep_threshold(scree_world *world, scree_body_id body, float threshold)
{
    SC_RECORD(body_set_sleep_threshold, body, threshold);
    SC_FIND_BODY(world, body, row);
    SC_REQUIRE_NUMBER(__func__, threshold, 0.0f, SC_MAX_SETTING, "threshold");
    world->bodies.sleep_threshold[row] = threshold;
    sc_wake(world, row);
    return SCREE_OK;
}

bool scree_world_is_sleep_enabled(const scree_world *world)
{
    return world != NULL && world->sleep.enabled;
}

scree_result scree_world_set_sleep_enabled(scree_world *world, bool enabled)
{
    SC_RECORD(world_set_sleep_enabled, enabled);
    SC_TRY(sc_enter(world, __func__));
    world->sleep.enabled = enabled;
    if (!enabled)
    {
        sc_wake_all(world);
    }
    return SCREE_OK;
}

bool scree_body_is_bullet(const scree_world *world, scree_body_id body)
{
    int32_t row = sc_peek_row(world, body);
    return row >= 0 && world->bodies.bullet[row] != 0;
}

scree_result scree_body_set_bullet(scree_world *world, scree_body_id body, bool bullet)
{
    SC_RECORD(body_set_bullet, body, bullet);
    SC_FIND_BODY(world, body, row);
    world->bodies.bullet[row] = bullet;
    world->bodies.held[row] = 0;
    return SCREE_OK;
}

bool scree_world_is_continuous_enabled(const scree_world *world)
{
    return world != NULL && world->settings.continuous;
}

scree_result scree_world_set_continuous_enabled(scree_world *world, bool enabled)
{
    SC_RECORD(world_set_continuous_enabled, enabled);
    SC_TRY(sc_enter(world, __func__));
    world->settings.continuous = enabled;
    return SCREE_OK;
}
