#include "queries/calls/query_calls.h"

scree_query_filter scree_query_filter_default(void)
{
    return (scree_query_filter){.category = UINT64_MAX, .mask = UINT64_MAX};
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

scree_result sc_check_ray(scree_vec2 origin, scree_vec2 translation, const char *function)
{
    SC_TRY(sc_check_query_point(origin, function, "origin"));
    return sc_check_vector(NULL, function, "translation", translation, SC_MAX_TRANSLATION);
}
