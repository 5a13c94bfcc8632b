/// Shapes: replacing the geometry of a live shape.
#include "geometry/shape_plan.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

static scree_result change_geometry(scree_world *world, int32_t slot, const sc_shape_plan *plan,
                                    const char *function)
{
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    const int32_t row = bodies->row[shapes->body_slot[slot]];
    SC_REQUIRE_IN(function, sc_chain_link_of(&world->chains, slot).chain == 0, "shape",
                  "is a segment of a chain");
    SC_REQUIRE_IN(function,
                  plan->kind != SC_KIND_HALF_SPACE || bodies->type[row] == SCREE_BODY_STATIC,
                  "shape", "is on a body that is not static");
    sc_mass_change change = {
        .added = sc_plan_mass(plan, shapes->density[slot]), .times = 1, .without = slot};
    scree_mass_data mass = sc_mass_after(bodies, shapes, row, &change);
    sc_center center = sc_body_center(bodies, row);
    const char *wrong = sc_mass_trouble(bodies, row, &mass, &center);
    SC_REQUIRE_IN(function, wrong == NULL, plan->argument, wrong);
    if (!sc_reserve_geometry(shapes, &world->memory, plan) ||
        !sc_lists_reserve(shapes, &world->memory, plan->kind, 1))
    {
        return sc_no_memory(world, function);
    }
    scree_mass_data before = sc_weigh_shape(shapes, slot);
    sc_end_asleep_contacts(world, row, slot);
    int32_t start = sc_store_geometry(shapes, plan, 1);
    shapes->chain_count += (plan->type == SCREE_SHAPE_CHAIN_SEGMENT) -
                           (shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT);
    sc_geometry_drop(shapes, slot);
    sc_shapes_change_kind(shapes, slot, plan->kind);
    sc_apply_plan(shapes, slot, plan, start);
    scree_mass_data after = sc_weigh_shape(shapes, slot);
    sc_change_mass_sum(bodies, &world->memory, row, &before, -1);
    sc_change_mass_sum(bodies, &world->memory, row, &after, 1);
    sc_set_mass(bodies, row, &mass);
    sc_shapes_enlist(shapes, slot, !(bodies->flags[row] & SC_BODY_DISABLED),
                     bodies->type[row] != SCREE_BODY_STATIC);
    sc_shapes_mark_purge(shapes, slot);
    return SCREE_OK;
}

scree_result scree_shape_set_circle(scree_world *world, scree_shape_id shape,
                                    const scree_circle *circle)
{
    SC_RECORD(shape_set_circle, shape, circle);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_circle(world, circle, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_capsule(scree_world *world, scree_shape_id shape,
                                     const scree_capsule *capsule)
{
    SC_RECORD(shape_set_capsule, shape, capsule);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_capsule(world, capsule, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_segment(scree_world *world, scree_shape_id shape,
                                     const scree_segment *segment)
{
    SC_RECORD(shape_set_segment, shape, segment);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_segment(world, segment, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_polygon(scree_world *world, scree_shape_id shape,
                                     const scree_polygon *polygon)
{
    SC_RECORD(shape_set_polygon, shape, polygon);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_polygon(world, polygon, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_half_space(scree_world *world, scree_shape_id shape,
                                        const scree_half_space *half_space)
{
    SC_RECORD(shape_set_half_space, shape, half_space);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_half_space(world, half_space, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_chain_segment(scree_world *world, scree_shape_id shape,
                                           const scree_chain_segment *chain_segment)
{
    SC_RECORD(shape_set_chain_segment, shape, chain_segment);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_chain_segment(world, chain_segment, __func__, &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_geometry(scree_world *world, scree_shape_id shape,
                                      const scree_geometry *geometry)
{
    SC_RECORD(shape_set_geometry, shape, geometry);
    sc_shape_plan plan;
    SC_FIND_SHAPE(world, shape, slot);
    SC_TRY(sc_check_geometry(world, geometry, __func__, "geometry", &plan));
    return change_geometry(world, slot, &plan, __func__);
}

scree_result scree_shape_set_density(scree_world *world, scree_shape_id shape, float density)
{
    SC_RECORD(shape_set_density, shape, density);
    SC_FIND_SHAPE(world, shape, slot);
    SC_REQUIRE_NUMBER(__func__, density, 0.0f, SC_MAX_DENSITY, "density");
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    int32_t row = bodies->row[shapes->body_slot[slot]];
    float old = shapes->density[slot];
    scree_mass_data before = sc_weigh_shape(&world->shapes, slot);
    shapes->density[slot] = density;
    scree_mass_data after = sc_weigh_shape(&world->shapes, slot), mass = after;
    bool finite = sc_is_finite_mass(&after);
    if (finite)
    {
        sc_change_mass_sum(&world->bodies, &world->memory, row, &before, -1);
        sc_change_mass_sum(&world->bodies, &world->memory, row, &after, 1);
        mass = sc_mass_after(&world->bodies, &world->shapes, row, NULL);
    }
    bool dynamic = bodies->type[row] == SCREE_BODY_DYNAMIC;
    sc_center center = sc_body_center(bodies, row);
    const char *wrong = dynamic ? sc_mass_trouble(bodies, row, &mass, &center) : NULL;
    if (wrong != NULL)
    {
        shapes->density[slot] = old;
        if (finite)
        {
            sc_change_mass_sum(&world->bodies, &world->memory, row, &after, -1);
            sc_change_mass_sum(&world->bodies, &world->memory, row, &before, 1);
        }
        return sc_fail(world, SCREE_ERROR_ARGUMENT, __func__, "density", wrong);
    }
    if (dynamic)
    {
        sc_wake(world, row);
        sc_set_mass(bodies, row, &mass);
    }
    return SCREE_OK;
}
