/// Checks and plans geometries of any type, passed as one value.
#include "world/calls/shape_calls.h"
#include "world/checks.h"

/// Checks the member that the type names. Errors use the names that the calls for that type use.
static scree_result check_member(scree_world *world, const scree_geometry *geometry,
                                 const char *function, sc_shape_plan *plan)
{
    switch (geometry->type)
    {
    case SCREE_SHAPE_CIRCLE:
        return sc_check_circle(world, &geometry->circle, function, plan);
    case SCREE_SHAPE_CAPSULE:
        return sc_check_capsule(world, &geometry->capsule, function, plan);
    case SCREE_SHAPE_SEGMENT:
        return sc_check_segment(world, &geometry->segment, function, plan);
    case SCREE_SHAPE_POLYGON:
        return sc_check_polygon(world, &geometry->polygon, function, plan);
    case SCREE_SHAPE_HALF_SPACE:
        return sc_check_half_space(world, &geometry->half_space, function, plan);
    case SCREE_SHAPE_CHAIN_SEGMENT:
        return sc_check_chain_segment(world, &geometry->chain_segment, function, plan);
    case SCREE_SHAPE_NONE:
        break;
    }
    return sc_fail_number(world, function, "type", (int)geometry->type, SCREE_SHAPE_CIRCLE,
                          SCREE_SHAPE_CHAIN_SEGMENT);
}

scree_result sc_check_geometry(scree_world *world, const scree_geometry *geometry,
                               const char *function, const char *name, sc_shape_plan *plan)
{
    SC_REQUIRE_POINTER(function, geometry, name);
    sc_prefix_arguments(name);
    const scree_result result = check_member(world, geometry, function, plan);
    sc_prefix_arguments(NULL);
    SC_TRY(result);
    plan->argument = "geometry";
    return SCREE_OK;
}
