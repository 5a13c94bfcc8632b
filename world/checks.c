#include "world/checks.h"

#include <stdio.h>

const char *sc_stale_text(const scree_world *world, uint64_t id)
{
    return id == 0 ? "is null" : id >> 48 != world->number ? "is of another world" : "is destroyed";
}

scree_result sc_enter(scree_world *world, const char *function)
{
    if (world == NULL)
    {
        return sc_fail(NULL, SCREE_ERROR_NULL, function, "world", "is null");
    }
    return world->stepping
               ? sc_fail(world, SCREE_ERROR_LOCKED, function, "world", "is in the middle of a step")
               : SCREE_OK;
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

bool sc_peek_event_flag(const scree_world *world, scree_shape_id shape, int flag)
{
    int32_t slot = sc_peek_shape(world, shape);
    return slot != 0 && (world->shapes.events[slot] & flag) != 0;
}

scree_result sc_enter_body(scree_world *world, scree_body_id body, const char *function,
                           int32_t *row)
{
    SC_TRY(sc_enter(world, function));
    *row = sc_peek_row(world, body);
    return *row < 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "body",
                              sc_stale_text(world, body.value))
                    : SCREE_OK;
}

scree_result sc_enter_shape(scree_world *world, scree_shape_id shape, const char *function,
                            int32_t *slot)
{
    SC_TRY(sc_enter(world, function));
    *slot = sc_peek_shape(world, shape);
    return *slot == 0 ? sc_fail(world, SCREE_ERROR_STALE_ID, function, "shape",
                                sc_stale_text(world, shape.value))
                      : SCREE_OK;
}

scree_result sc_enter_bodies(scree_world *world, const scree_body_id *ids, int count,
                             const char *function, const char *argument)
{
    SC_TRY(sc_enter(world, function));
    SC_REQUIRE_COUNT(function, count, "count");
    if (ids == NULL && count > 0)
    {
        return sc_fail(world, SCREE_ERROR_NULL, function, argument, "is null");
    }
    for (int i = 0; i < count; ++i)
    {
        if (sc_peek_row(world, ids[i]) < 0)
        {
            return sc_fail(world, SCREE_ERROR_STALE_ID, function, argument,
                           sc_stale_text(world, ids[i].value));
        }
    }
    return SCREE_OK;
}

scree_result sc_check_version(scree_world *world, const uint32_t *version, const char *function,
                              const char *argument, const char *filler)
{
    SC_REQUIRE_POINTER(function, version, argument);
    if (*version == SC_DEF_VERSION)
    {
        return SCREE_OK;
    }
    char what[96];
    snprintf(what, sizeof what, "was not filled by %s", filler);
    return sc_fail(world, SCREE_ERROR_VERSION, function, argument, what);
}

scree_result sc_check_ids(scree_world *world, const sc_ids *ids, int count, const char *function,
                          const char *what)
{
    return count > SC_MAX_SLOTS - 1 || sc_ids_needed(ids, count) > SC_MAX_SLOTS
               ? sc_fail(world, SCREE_ERROR_CAPACITY, function, "world", what)
               : SCREE_OK;
}

scree_result sc_check_values(scree_world *world, const float *values, int count, float reach,
                             const char *function, const char *argument)
{
    for (int i = 0; values != NULL && i < count; ++i)
    {
        if (!(fabsf(values[i]) <= reach))
        {
            return sc_check_number(world, function, argument, (double)values[i], -(double)reach,
                                   (double)reach);
        }
    }
    return SCREE_OK;
}

scree_result sc_no_memory(scree_world *world, const char *function)
{
    return sc_fail(world, SCREE_ERROR_OUT_OF_MEMORY, function, "world", "found no memory");
}

scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what)
{
    return sc_fail(NULL, code, function, argument, what);
}

scree_result sc_check_readable(const scree_world *world, const char *function, const char *argument)
{
    return world == NULL     ? sc_query_fails(SCREE_ERROR_NULL, function, argument, "is null")
           : world->stepping ? sc_query_fails(SCREE_ERROR_LOCKED, function, argument,
                                              "is in the middle of a step")
                             : SCREE_OK;
}

scree_result sc_enter_query(const scree_world *world, const char *function)
{
    return sc_check_readable(world, function, "world");
}

scree_result sc_check_room(int capacity, const char *function)
{
    return sc_check_number(NULL, function, "capacity", (double)capacity, 0.0, INT32_MAX);
}

scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument)
{
    return sc_check_vector(NULL, function, argument, point, SC_WORLD_REACH);
}
