/// The fixed clock, and poses between steps.
#include "scree/clock.h"

#include "dynamics/bodies/interpolate.h"
#include "world/checks.h"
#include "world/step_begin_end.h"

scree_clock scree_clock_default(void)
{
    return (scree_clock){
        .version = SC_DEF_VERSION, .time_step = 1.0f / 60.0f, .substeps = 4, .max_steps = 8};
}

static scree_result check_clock(scree_world *world, double frame_seconds, const scree_clock *clock,
                                const char *function)
{
    SC_TRY(sc_enter(world, function));
    if (world->advancing)
    {
        return sc_fail(world, SCREE_ERROR_LOCKED, function, "world", "is being advanced");
    }
    SC_TRY(sc_check_version(world, clock != NULL ? &clock->version : NULL, function, "clock",
                            "scree_clock_default"));
    SC_REQUIRE_NUMBER(function, frame_seconds, 0.0, DBL_MAX, "frame_seconds");
    SC_REQUIRE_NUMBER(function, clock->time_step, SC_MIN_DT, SC_MAX_DT, "clock.time_step");
    SC_REQUIRE_NUMBER(function, clock->substeps, 1, SC_MAX_SUBSTEPS, "clock.substeps");
    SC_REQUIRE_NUMBER(function, clock->max_steps, 1, SC_MAX_CLOCK_STEPS, "clock.max_steps");
    SC_REQUIRE_NUMBER(function, clock->accumulator, 0.0, DBL_MAX, "clock.accumulator");
    return SCREE_OK;
}

scree_advance scree_world_advance(scree_world *world, double frame_seconds, scree_clock *clock)
{
    scree_advance done = {.result = check_clock(world, frame_seconds, clock, __func__)};
    if (done.result != SCREE_OK)
    {
        return done;
    }
    // Callbacks may write to the clock. Their changes take effect in the next call.
    const scree_clock now = *clock;
    double time = now.accumulator + frame_seconds;
    time = time <= DBL_MAX ? time : DBL_MAX;
    const double time_step = (double)now.time_step;
    const double most = time_step * (double)now.max_steps;
    if (!(time < most + time_step))
    {
        const double before = time;
        time = most + fmod(before, time_step);
        done.dropped = before - time;
    }
    world->advancing = true;
    while (time >= time_step && done.steps < now.max_steps)
    {
        if (now.before_step != NULL)
        {
            now.before_step(world, now.context);
        }
        scree_result result =
            world->recorded != NULL
                ? world->recorded->advance_step(world, now.time_step, now.substeps, __func__)
                : sc_step_world(world, now.time_step, now.substeps, __func__);
        done.result = done.result == SCREE_OK ? result : done.result;
        if (result != SCREE_OK && result != SCREE_ERROR_NOT_FINITE)
        {
            break;
        }
        time -= time_step;
        ++done.steps;
        if (now.after_step != NULL)
        {
            now.after_step(world, now.context);
        }
    }
    world->advancing = false;
    clock->accumulator = time;
    done.alpha = sc_min((float)(time / time_step), 1.0f);
    return done;
}

int scree_world_write_interpolated(const scree_world *world, float alpha, float *instances,
                                   int capacity)
{
    if (sc_enter_query(world, __func__) != SCREE_OK ||
        sc_check_room(capacity, __func__) != SCREE_OK ||
        sc_check_number(NULL, __func__, "alpha", (double)alpha, 0.0, 1.0) != SCREE_OK)
    {
        return -1;
    }
    const char *argument = instances == NULL && capacity > 0 ? "instances"
                           : !world->bodies.keeps_previous   ? "world"
                                                             : NULL;
    if (argument != NULL)
    {
        bool null = argument[0] == 'i';
        sc_query_fails(null ? SCREE_ERROR_NULL : SCREE_ERROR_ARGUMENT, __func__, argument,
                       null ? "is null"
                            : "keeps no previous poses: set scree_world_def.keep_previous_poses");
        return -1;
    }
    const sc_bodies *b = &world->bodies;
    const int count = sc_body_count(b);
    for (int i = 0; i < count && i < capacity; ++i)
    {
        const sc_pose pose = sc_interpolate_body(b, i, alpha);
        float *out = instances + 4 * (ptrdiff_t)i;
        out[0] = pose.x;
        out[1] = pose.y;
        out[2] = pose.cos;
        out[3] = pose.sin;
    }
    return count;
}

scree_transform scree_body_interpolated_transform(const scree_world *world, scree_body_id body,
                                                  float alpha)
{
    const int32_t row = sc_peek_row(world, body);
    const bool known = row >= 0 && !world->stepping && alpha >= 0.0f && alpha <= 1.0f &&
                       (alpha == 1.0f || world->bodies.keeps_previous);
    if (!known)
    {
        return (scree_transform){0};
    }
    const sc_pose pose = sc_interpolate_body(&world->bodies, row, alpha);
    return (scree_transform){{pose.x, pose.y}, {pose.cos, pose.sin}};
}
