#include "world/queries/query_calls.h"

scree_query_filter scree_query_filter_default(void)
{
    return (scree_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX};
}

scree_result sc_query_fails(scree_result code, const char *function, const char *argument,
                            const char *what)
{
    return sc_fail(NULL, code, function, argument, what);
}

scree_result sc_enter_query(const scree_world *world, const char *function)
{
    return world == NULL ? sc_query_fails(SCREE_ERROR_NULL, function, "world", "is null")
           : world->stepping
               ? sc_query_fails(SCREE_ERROR_LOCKED, function, "world", "is in the middle of a step")
               : SCREE_OK;
}

const sc_query_index *sc_query_index_or_error(const scree_world *world, const char *function)
{
    const sc_query_index *index = sc_query_index_update(world->query_index, world->steps_begun);
    if (index == NULL)
    {
        sc_query_fails(SCREE_ERROR_OUT_OF_MEMORY, function, "world", "found no memory");
    }
    return index;
}

scree_result sc_check_room(int capacity, const char *function)
{
    return sc_check_number(NULL, function, "capacity", (double)capacity, 0.0, INT32_MAX);
}

scree_result sc_check_query_point(scree_vec2 point, const char *function, const char *argument)
{
    return sc_check_vector(NULL, function, argument, point, SC_WORLD_REACH);
}

scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function)
{
    SC_TRY(sc_check_query_point(origin, function, "origin"));
    return sc_check_vector(NULL, function, "translation", translation, SC_MAX_TRANSLATION);
}
