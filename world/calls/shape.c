/// Shapes: creation and destruction.
#include "core/assert.h"
#include "dynamics/contacts/contact_set.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <string.h>

enum
{
    MANY_RETIRED =
        64  ///< number of slots of destroyed shapes that may always wait for the next step
};

scree_shape_def scree_shape_def_default(void)
{
    return (scree_shape_def){.version = SC_DEF_VERSION,
                             .density = 1.0f,
                             .material = {.friction = 0.6f, .static_friction = -1.0f},
                             .filter = {.category = 1, .mask = UINT64_MAX}};
}

scree_result sc_check_shape_def(scree_world *world, const scree_shape_def *def,
                                const char *function)
{
    SC_TRY(sc_check_version(world, def != NULL ? &def->version : NULL, function, "def",
                            "scree_shape_def_default"));
    SC_REQUIRE_NUMBER(function, def->density, 0.0f, SC_MAX_DENSITY, "def.density");
    return sc_check_material(world, &def->material, function, "def.material");
}

bool sc_reserve_geometry(sc_shapes *shapes, sc_memory *memory, const sc_shape_plan *plan)
{
    return plan->type == SCREE_SHAPE_CHAIN_SEGMENT
               ? sc_geometry_reserve_own(shapes, memory, plan->floats, 1)
               : sc_geometry_reserve(shapes, memory, plan->geometry, plan->floats);
}

int32_t sc_store_geometry(sc_shapes *shapes, const sc_shape_plan *plan, int32_t uses)
{
    SC_ASSERT(uses == 1 || plan->type != SCREE_SHAPE_CHAIN_SEGMENT);
    return plan->type == SCREE_SHAPE_CHAIN_SEGMENT
               ? sc_geometry_add_own(shapes, plan->geometry, plan->floats)
               : sc_geometry_add(shapes, plan->geometry, plan->floats, uses);
}

void sc_unlink_shape(sc_bodies *bodies, sc_shapes *shapes, int32_t row, int32_t slot)
{
    SC_ASSERT(sc_row_exists(bodies, row) && bodies->shape_count[row] > 0);
    int32_t older = shapes->next[slot], newer = shapes->newer[slot];
    SC_ASSERT((newer != 0 ? shapes->next[newer] : bodies->first_shape[row]) == slot);
    SC_ASSERT(older == 0 || shapes->newer[older] == slot);
    *(newer != 0 ? &shapes->next[newer] : &bodies->first_shape[row]) = older;
    shapes->newer[older] = older != 0 ? newer : 0;
    --bodies->shape_count[row];
}

int32_t sc_place_shape(scree_world *world, int32_t row, const scree_shape_def *def,
                       const sc_shape_plan *plan, int32_t geometry_start)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    int32_t slot = sc_shapes_add(shapes, plan->kind);
    shapes->body_slot[slot] = bodies->slot[row];
    shapes->body_row[slot] = row;
    shapes->chain_count += plan->type == SCREE_SHAPE_CHAIN_SEGMENT;
    sc_apply_plan(shapes, slot, plan, geometry_start);
    shapes->density[slot] = def->density;
    shapes->material[slot] = def->material;
    shapes->filter[slot] = def->filter;
    shapes->user_data[slot] = def->user_data;
    shapes->body[slot] = bodies->id[row];
    sc_shapes_set_events(shapes, slot,
                         (def->enable_contact_events ? SC_EVENTS_CONTACT : 0) |
                             (def->enable_hit_events ? SC_EVENTS_HIT : 0) |
                             (def->sensor ? SC_EVENTS_SENSOR : 0) |
                             (def->enable_sensor_events ? SC_EVENTS_SENSED : 0) |
                             (def->enable_static_sensing ? SC_EVENTS_STATIC : 0) |
                             (def->enable_contact_filter ? SC_EVENTS_FILTER : 0) |
                             (def->enable_pre_solve ? SC_EVENTS_PRE_SOLVE : 0));
    int32_t older = bodies->first_shape[row];
    SC_ASSERT(older == 0 || shapes->newer[older] == 0);
    shapes->next[slot] = older;
    shapes->newer[slot] = 0;
    shapes->newer[older] = older != 0 ? slot : 0;
    bodies->first_shape[row] = slot;
    ++bodies->shape_count[row];
    return slot;
}

/// Arguments that the single and the bulk calls for a kind of shape share. The calls differ in the
/// names in their errors.
typedef struct request
{
    const scree_body_id *bodies;
    int count;
    const scree_shape_def *def;
    scree_shape_id *ids;
    const char *argument, *function;
} request;

/// Creates one shape on each body, or none at all.
static scree_result create_on_bodies(scree_world *world, const request *r,
                                     const sc_shape_plan *plan)
{
    SC_TRY(sc_check_shape_def(world, r->def, r->function));
    // Check this before reading the ids: with a count that no world can hold, reading would run
    // past the end of the array.
    if (r->count > 0 && r->bodies != NULL)
    {
        SC_TRY(sc_check_ids(world, &world->shapes.ids, r->count, r->function,
                            "has no more ids for shapes"));
    }
    SC_TRY(sc_enter_bodies(world, r->bodies, r->count, r->function, r->argument));
    for (int i = 0; plan->kind == SC_KIND_HALF_SPACE && i < r->count; ++i)
    {
        SC_REQUIRE_IN(r->function,
                      world->bodies.type[sc_peek_row(world, r->bodies[i])] == SCREE_BODY_STATIC,
                      r->argument, "is not static");
    }
    if (r->count == 0)
    {
        return SCREE_OK;
    }
    scree_mass_data part = sc_plan_mass(plan, r->def->density);
    SC_TRY(sc_prepare_additions(world, r->bodies, r->count, &part, r->function, plan->argument));
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    if (!sc_shapes_reserve(shapes, &world->memory, r->count) ||
        !sc_reserve_geometry(shapes, &world->memory, plan) ||
        !sc_lists_reserve(shapes, &world->memory, plan->kind, r->count))
    {
        return sc_no_memory(world, r->function);
    }
    // Shapes of one call share their geometry.
    int32_t start = sc_store_geometry(shapes, plan, r->count);
    for (int i = 0; i < r->count; ++i)
    {
        int32_t row = sc_peek_row(world, r->bodies[i]);
        sc_mass_change change = {.added = part, .times = 1};
        scree_mass_data mass = sc_mass_after(bodies, shapes, row, &change);
        int32_t slot = sc_place_shape(world, row, r->def, plan, start);
        sc_change_mass_sum(bodies, &world->memory, row, &part, 1);
        sc_set_mass(bodies, row, &mass);
        sc_wake_built(world, row);
        sc_shapes_enlist(shapes, slot, !(bodies->flags[row] & SC_BODY_DISABLED),
                         bodies->type[row] != SCREE_BODY_STATIC);
        if (r->ids != NULL)
        {
            r->ids[i] = (scree_shape_id){sc_ids_value(&shapes->ids, slot)};
        }
    }
    return SCREE_OK;
}

static scree_result create_circles(scree_world *world, const scree_circle *circle, const request *r)
{
    sc_shape_plan plan;
    SC_TRY(sc_enter(world, r->function));
    SC_TRY(sc_check_circle(world, circle, r->function, &plan));
    return create_on_bodies(world, r, &plan);
}

static scree_result create_capsules(scree_world *world, const scree_capsule *capsule,
                                    const request *r)
{
    sc_shape_plan plan;
    SC_TRY(sc_enter(world, r->function));
    SC_TRY(sc_check_capsule(world, capsule, r->function, &plan));
    return create_on_bodies(world, r, &plan);
}

static scree_result create_polygons(scree_world *world, const scree_polygon *polygon,
                                    const request *r)
{
    sc_shape_plan plan;
    SC_TRY(sc_enter(world, r->function));
    SC_TRY(sc_check_polygon(world, polygon, r->function, &plan));
    return create_on_bodies(world, r, &plan);
}

scree_shape_id scree_shape_create_circle(scree_world *world, scree_body_id body,
                                         const scree_shape_def *def, const scree_circle *circle)
{
    SC_RECORD(shape_create_circle, body, def, circle);
    scree_shape_id id = {0};
    create_circles(world, circle, &(request){&body, 1, def, &id, "body", __func__});
    return id;
}

scree_shape_id scree_shape_create_capsule(scree_world *world, scree_body_id body,
                                          const scree_shape_def *def, const scree_capsule *capsule)
{
    SC_RECORD(shape_create_capsule, body, def, capsule);
    scree_shape_id id = {0};
    create_capsules(world, capsule, &(request){&body, 1, def, &id, "body", __func__});
    return id;
}

scree_shape_id scree_shape_create_segment(scree_world *world, scree_body_id body,
                                          const scree_shape_def *def, const scree_segment *segment)
{
    SC_RECORD(shape_create_segment, body, def, segment);
    scree_shape_id id = {0};
    sc_shape_plan plan;
    if (sc_enter(world, __func__) == SCREE_OK &&
        sc_check_segment(world, segment, __func__, &plan) == SCREE_OK)
    {
        create_on_bodies(world, &(request){&body, 1, def, &id, "body", __func__}, &plan);
    }
    return id;
}

scree_shape_id scree_shape_create_polygon(scree_world *world, scree_body_id body,
                                          const scree_shape_def *def, const scree_polygon *polygon)
{
    SC_RECORD(shape_create_polygon, body, def, polygon);
    scree_shape_id id = {0};
    create_polygons(world, polygon, &(request){&body, 1, def, &id, "body", __func__});
    return id;
}

scree_shape_id scree_shape_create_half_space(scree_world *world, scree_body_id body,
                                             const scree_shape_def *def,
                                             const scree_half_space *half_space)
{
    SC_RECORD(shape_create_half_space, body, def, half_space);
    scree_shape_id id = {0};
    sc_shape_plan plan;
    if (sc_enter(world, __func__) == SCREE_OK &&
        sc_check_half_space(world, half_space, __func__, &plan) == SCREE_OK)
    {
        create_on_bodies(world, &(request){&body, 1, def, &id, "body", __func__}, &plan);
    }
    return id;
}

scree_shape_id scree_shape_create_chain_segment(scree_world *world, scree_body_id body,
                                                const scree_shape_def *def,
                                                const scree_chain_segment *chain_segment)
{
    SC_RECORD(shape_create_chain_segment, body, def, chain_segment);
    scree_shape_id id = {0};
    sc_shape_plan plan;
    if (sc_enter(world, __func__) == SCREE_OK &&
        sc_check_chain_segment(world, chain_segment, __func__, &plan) == SCREE_OK)
    {
        create_on_bodies(world, &(request){&body, 1, def, &id, "body", __func__}, &plan);
    }
    return id;
}

scree_shape_id scree_shape_create(scree_world *world, scree_body_id body,
                                  const scree_shape_def *def, const scree_geometry *geometry)
{
    SC_RECORD(shape_create, body, def, geometry);
    scree_shape_id id = {0};
    sc_shape_plan plan;
    if (sc_enter(world, __func__) == SCREE_OK &&
        sc_check_geometry(world, geometry, __func__, "geometry", &plan) == SCREE_OK)
    {
        create_on_bodies(world, &(request){&body, 1, def, &id, "body", __func__}, &plan);
    }
    return id;
}

scree_result scree_shapes_create_circle(scree_world *world, const scree_body_id *bodies, int count,
                                        const scree_shape_def *def, const scree_circle *circle,
                                        scree_shape_id *ids)
{
    SC_RECORD(shapes_create_circle, bodies, count, def, circle, ids);
    return create_circles(world, circle, &(request){bodies, count, def, ids, "bodies", __func__});
}

scree_result scree_shapes_create_capsule(scree_world *world, const scree_body_id *bodies, int count,
                                         const scree_shape_def *def, const scree_capsule *capsule,
                                         scree_shape_id *ids)
{
    SC_RECORD(shapes_create_capsule, bodies, count, def, capsule, ids);
    return create_capsules(world, capsule, &(request){bodies, count, def, ids, "bodies", __func__});
}

scree_result scree_shapes_create_polygon(scree_world *world, const scree_body_id *bodies, int count,
                                         const scree_shape_def *def, const scree_polygon *polygon,
                                         scree_shape_id *ids)
{
    SC_RECORD(shapes_create_polygon, bodies, count, def, polygon, ids);
    return create_polygons(world, polygon, &(request){bodies, count, def, ids, "bodies", __func__});
}

void sc_recycle_shapes(scree_world *world)
{
    const sc_shapes *shapes = &world->shapes;
    if (shapes->retired.count > MANY_RETIRED && shapes->retired.count > shapes->count)
    {
        sc_end_contacts(&world->contacts, &world->shapes, &world->sleep, &world->events);
        world->contacts_counted = false;
    }
}

static void clear_flag(sc_shapes *shapes, int32_t slot, int flag)
{
    SC_ASSERT(shapes->type[slot] == SCREE_SHAPE_CHAIN_SEGMENT);
    float *flags = &shapes->geometry[shapes->geometry_start[slot]];
    *flags = (float)((int)*flags & ~flag);
}

void sc_leave_chain(scree_world *world, int32_t slot)
{
    sc_chains *chains = &world->chains;
    sc_chain_link own = sc_chain_link_of(chains, slot);
    if (own.chain == 0)
    {
        return;
    }
    // In a loop, the first and the last segment of the list are neighbours too, if they are the
    // first and the last of the chain.
    int32_t places = chains->places[own.chain];
    bool loop = chains->loop[own.chain] != 0;
    int32_t before = own.place == 0 && loop ? chains->last[own.chain] : own.previous;
    int32_t after = own.place == places - 1 && loop ? chains->first[own.chain] : own.next;
    int32_t place_before = own.place == 0 ? places - 1 : own.place - 1;
    int32_t place_after = own.place == places - 1 ? 0 : own.place + 1;
    if (before != 0 && chains->link[before].place == place_before)
    {
        clear_flag(&world->shapes, before, SC_CHAIN_AFTER);
    }
    if (after != 0 && chains->link[after].place == place_after)
    {
        clear_flag(&world->shapes, after, SC_CHAIN_BEFORE);
    }
    sc_chains_remove(chains, slot);
}

void sc_shape_forget(sc_shapes *shapes, int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    sc_geometry_drop(shapes, slot);
    sc_shapes_remove(shapes, slot);
}

scree_result scree_shape_destroy(scree_world *world, scree_shape_id shape)
{
    SC_RECORD(shape_destroy, shape);
    SC_FIND_SHAPE(world, shape, slot);
    sc_shapes *shapes = &world->shapes;
    int32_t row = world->bodies.row[shapes->body_slot[slot]];
    sc_mass_change change = {.without = slot};
    scree_mass_data mass = sc_mass_after(&world->bodies, &world->shapes, row, &change);
    sc_center center = sc_body_center(&world->bodies, row);
    const char *wrong = sc_mass_trouble(&world->bodies, row, &mass, &center);
    SC_REQUIRE(wrong == NULL, "shape", wrong);
    sc_unlink_shape(&world->bodies, shapes, row, slot);
    scree_mass_data part = sc_weigh_shape(&world->shapes, slot);
    sc_change_mass_sum(&world->bodies, &world->memory, row, &part, -1);
    sc_end_asleep_contacts(world, row, slot);
    sc_leave_chain(world, slot);
    sc_shape_forget(shapes, slot);
    sc_set_mass(&world->bodies, row, &mass);
    sc_recycle_shapes(world);
    return SCREE_OK;
}
