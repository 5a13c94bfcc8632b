#include "world/world.h"

#include <stdio.h>
#include <string.h>

/// For calls that had no world to keep their error in.
static _Thread_local scree_error thread_error;

static void set(scree_error *error, scree_result code, const char *function, const char *argument,
                const char *what)
{
    error->code = code;
    snprintf(error->argument, sizeof error->argument, "%s", argument);
    snprintf(error->text, sizeof error->text, "%s: %s %s", function, argument, what);
}

scree_result sc_fail(scree_world *world, scree_result code, const char *function,
                     const char *argument, const char *what)
{
    set(world != NULL ? &world->error : &thread_error, code, function, argument, what);
    return code;
}

scree_result sc_enter(scree_world *world, const char *function)
{
    if (world == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, function, "world", "is null");
    }
    if (world->stepping)
    {
        return sc_fail(world, SCREE_ERROR_LOCKED, function, "world", "is in the middle of a step");
    }
    return SCREE_OK;
}

int32_t sc_peek_row(const scree_world *world, scree_body_id body)
{
    int32_t slot = world != NULL ? sc_ids_find(&world->bodies.ids, body.value) : 0;
    return slot != 0 ? world->bodies.row[slot] : -1;
}

int32_t sc_peek_shape(const scree_world *world, scree_shape_id shape)
{
    return world != NULL ? sc_ids_find(&world->shapes.ids, shape.value) : 0;
}

static const char *const stale = "is null, destroyed or of another world";

int32_t sc_find_row(scree_world *world, scree_body_id body, const char *function)
{
    int32_t row = sc_peek_row(world, body);
    if (row < 0)
    {
        sc_fail(world, SCREE_ERROR_STALE_ID, function, "body", stale);
    }
    return row;
}

scree_result sc_enter_body(scree_world *world, scree_body_id body, const char *function,
                           int32_t *row)
{
    scree_result result = sc_enter(world, function);
    if (result != SCREE_OK)
    {
        return result;
    }
    *row = sc_find_row(world, body, function);
    return *row < 0 ? SCREE_ERROR_STALE_ID : SCREE_OK;
}

scree_result sc_enter_shape(scree_world *world, scree_shape_id shape, const char *function,
                            int32_t *slot)
{
    scree_result result = sc_enter(world, function);
    if (result != SCREE_OK)
    {
        return result;
    }
    *slot = sc_peek_shape(world, shape);
    return *slot == 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "shape", stale) : SCREE_OK;
}

bool sc_is_finite_vec2(scree_vec2 v) { return sc_is_finite(v.x) && sc_is_finite(v.y); }

bool sc_is_position(scree_vec2 v)
{
    return fabsf(v.x) <= SC_WORLD_REACH && fabsf(v.y) <= SC_WORLD_REACH;
}

const char *scree_error_text(const scree_world *world)
{
    return world != NULL ? world->error.text : thread_error.text;
}

scree_error scree_world_last_error(const scree_world *world)
{
    return world != NULL ? world->error : thread_error;
}

const char *scree_result_name(scree_result result)
{
    static const char *const names[] = {"SCREE_OK",
                                        "SCREE_ERROR_NULL",
                                        "SCREE_ERROR_VERSION",
                                        "SCREE_ERROR_ARGUMENT",
                                        "SCREE_ERROR_STALE_ID",
                                        "SCREE_ERROR_LOCKED",
                                        "SCREE_ERROR_OUT_OF_MEMORY",
                                        "SCREE_ERROR_CAPACITY",
                                        "SCREE_ERROR_NOT_FINITE"};
    return result >= SCREE_OK && result <= SCREE_ERROR_NOT_FINITE ? names[result]
                                                                  : "unknown result";
}
