/// Chains: creation, destruction, getters.
#include "core/assert.h"
#include "geometry/geometry_entry.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <stdio.h>

scree_chain_def scree_chain_def_default(void)
{
    return (scree_chain_def){.version = SC_DEF_VERSION};
}

static int segment_count(const scree_chain_def *chain) { return chain->count - !chain->loop; }

static scree_result check_points(scree_world *world, const scree_chain_def *chain,
                                 const char *function)
{
    SC_TRY(sc_check_version(world, chain != NULL ? &chain->version : NULL, function, "chain",
                            "scree_chain_def_default"));
    SC_REQUIRE_NUMBER(function, chain->count, chain->loop ? 3 : 2, INT32_MAX, "chain.count");
    SC_REQUIRE_POINTER(function, chain->points, "chain.points");
    // Check the ids before reading the points: with a count that no world can hold, reading would
    // run past the end of the array.
    SC_TRY(sc_check_ids(world, &world->shapes.ids, chain->count, function,
                        "has no more ids for shapes"));
    SC_TRY(sc_check_ids(world, &world->chains.ids, 1, function, "has no more ids for chains"));
    scree_vec2 last = chain->points[chain->count - 1];
    for (int i = 0; i < chain->count; ++i)
    {
        scree_vec2 point = chain->points[i];
        SC_REQUIRE_POSITION(function, point, "chain.points");
        if (!(sc_length(sc_sub(point, last)) >= SC_MIN_LENGTH * world->lengths.unit) &&
            (i > 0 || chain->loop))
        {
            char text[80];
            snprintf(text, sizeof text, "has points %d and %d less than 1e-4 units apart",
                     i > 0 ? i - 1 : chain->count - 1, i);
            return sc_fail(world, SCREE_ERROR_ARGUMENT, function, "chain.points", text);
        }
        last = point;
    }
    return SCREE_OK;
}

static scree_result check_ghost(scree_world *world, const scree_chain_def *chain, bool has,
                                scree_vec2 ghost, scree_vec2 end, const char *function,
                                const char *argument)
{
    SC_REQUIRE_POSITION(function, ghost, argument);
    SC_REQUIRE_IN(function,
                  !has || chain->loop ||
                      sc_length(sc_sub(ghost, end)) >= SC_MIN_LENGTH * world->lengths.unit,
                  argument, "is less than 1e-4 units from the end of the chain");
    return SCREE_OK;
}

/// The segment that begins at point i, with its neighbours.
static scree_chain_segment segment_of(const scree_chain_def *chain, int i)
{
    SC_ASSERT(i >= 0 && i < segment_count(chain));
    const scree_vec2 *points = chain->points;
    const int count = chain->count, last = segment_count(chain) - 1;
    const bool begins = i == 0 && !chain->loop, ends = i == last && !chain->loop;
    return (scree_chain_segment){.point_a = points[i],
                                 .point_b = points[(i + 1) % count],
                                 .before = begins ? chain->before : points[(i + count - 1) % count],
                                 .after = ends ? chain->after : points[(i + 2) % count],
                                 .has_before = !begins || chain->has_before,
                                 .has_after = !ends || chain->has_after,
                                 .two_sided = chain->two_sided};
}

/// The mass of a segment.
static const scree_mass_data nothing;

/// Computes the mass of a body with its shapes and `extra` more segments.
static scree_result find_mass(scree_world *world, int32_t row, int extra, scree_mass_data *mass,
                              const char *function)
{
    sc_mass_change change = {.added = nothing, .times = extra};
    *mass = sc_mass_after(&world->bodies, &world->shapes, row, &change);
    sc_center center = sc_body_center(&world->bodies, row);
    const char *wrong = sc_mass_trouble(&world->bodies, row, mass, &center);
    SC_REQUIRE_IN(function, wrong == NULL, "chain", wrong);
    return SCREE_OK;
}

static scree_result create_chain(scree_world *world, scree_body_id body, const scree_shape_def *def,
                                 const scree_chain_def *chain, scree_chain_id *id,
                                 const char *function)
{
    SC_TRY(sc_enter(world, function));
    SC_TRY(sc_check_shape_def(world, def, function));
    SC_TRY(check_points(world, chain, function));
    SC_TRY(check_ghost(world, chain, chain->has_before, chain->before, chain->points[0], function,
                       "chain.before"));
    SC_TRY(check_ghost(world, chain, chain->has_after, chain->after,
                       chain->points[chain->count - 1], function, "chain.after"));
    int segments = segment_count(chain);
    for (int i = 0; chain->materials != NULL && i < segments; ++i)
    {
        char name[32];
        snprintf(name, sizeof name, "chain.materials[%d]", i);
        SC_TRY(sc_check_material(world, &chain->materials[i], function, name));
    }
    SC_TRY(sc_enter_bodies(world, &body, 1, function, "body"));
    int32_t row = sc_peek_row(world, body);
    scree_mass_data mass;
    SC_TRY(find_mass(world, row, segments, &mass, function));
    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    sc_memory *memory = &world->memory;
    if ((bodies->type[row] == SCREE_BODY_DYNAMIC &&
         !sc_reserve_mass_sum(bodies, shapes, memory, row, segments)) ||
        !sc_shapes_reserve(shapes, memory, segments) ||
        !sc_geometry_reserve_own(shapes, memory, SC_CHAIN_FLOATS, segments) ||
        !sc_lists_reserve(shapes, memory, SC_KIND_CONVEX4, segments) ||
        !sc_chains_reserve(&world->chains, memory, sc_ids_needed(&shapes->ids, segments)))
    {
        return sc_no_memory(world, function);
    }
    bool enabled = !(bodies->flags[row] & SC_BODY_DISABLED);
    bool moving = bodies->type[row] != SCREE_BODY_STATIC;
    int32_t slot_of_chain = sc_chains_add(&world->chains, bodies->slot[row]);
    world->chains.loop[slot_of_chain] = chain->loop;
    world->chains.two_sided[slot_of_chain] = chain->two_sided;
    for (int i = 0; i < segments; ++i)
    {
        sc_shape_plan plan;
        const scree_chain_segment segment = segment_of(chain, i);
        sc_plan_chain_segment(&plan, &segment);
        int32_t start = sc_geometry_add_own(shapes, plan.geometry, plan.floats);
        int32_t slot = sc_place_shape(world, row, def, &plan, start);
        shapes->material[slot] =
            chain->materials != NULL ? chain->materials[i] : shapes->material[slot];
        sc_chains_append(&world->chains, slot_of_chain, slot);
        sc_shapes_enlist(shapes, slot, enabled, moving);
    }
    sc_set_mass(bodies, row, &mass);
    sc_wake_built(world, row);
    *id = (scree_chain_id){sc_ids_value(&world->chains.ids, slot_of_chain)};
    return SCREE_OK;
}

scree_chain_id scree_chain_create(scree_world *world, scree_body_id body,
                                  const scree_shape_def *def, const scree_chain_def *chain)
{
    SC_RECORD(chain_create, body, def, chain);
    scree_chain_id id = {0};
    create_chain(world, body, def, chain, &id, __func__);
    return id;
}

static int32_t find_chain(const scree_world *world, scree_chain_id chain)
{
    return world != NULL ? sc_ids_find(&world->chains.ids, chain.value) : 0;
}

scree_result scree_chain_destroy(scree_world *world, scree_chain_id chain)
{
    SC_RECORD(chain_destroy, chain);
    SC_TRY(sc_enter(world, __func__));
    int32_t slot_of_chain = find_chain(world, chain);
    if (slot_of_chain == 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "chain",
                       sc_stale_text(world, chain.value));
    }
    sc_chains *chains = &world->chains;
    int32_t row = world->bodies.row[chains->body_slot[slot_of_chain]];
    int segments = chains->count[slot_of_chain];
    scree_mass_data mass;
    SC_TRY(find_mass(world, row, 0, &mass, __func__));
    sc_end_asleep_chain(world, row, slot_of_chain);
    for (int i = 0; i < segments; ++i)
    {
        int32_t slot = chains->first[slot_of_chain];
        sc_unlink_shape(&world->bodies, &world->shapes, row, slot);
        sc_leave_chain(world, slot);
        sc_shape_forget(&world->shapes, slot);
    }
    sc_change_mass_sum(&world->bodies, &world->memory, row, &nothing, -segments);
    sc_set_mass(&world->bodies, row, &mass);
    sc_recycle_shapes(world);
    return SCREE_OK;
}

bool scree_chain_is_valid(const scree_world *world, scree_chain_id chain)
{
    return find_chain(world, chain) != 0;
}

bool scree_chain_is_loop(const scree_world *world, scree_chain_id chain)
{
    int32_t slot = find_chain(world, chain);
    return slot != 0 && world->chains.loop[slot] != 0;
}

bool scree_chain_is_two_sided(const scree_world *world, scree_chain_id chain)
{
    int32_t slot = find_chain(world, chain);
    return slot != 0 && world->chains.two_sided[slot] != 0;
}

scree_result scree_chain_set_two_sided(scree_world *world, scree_chain_id chain, bool two_sided)
{
    SC_RECORD(chain_set_two_sided, chain, two_sided);
    SC_TRY(sc_enter(world, __func__));
    int32_t slot_of_chain = find_chain(world, chain);
    if (slot_of_chain == 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "chain",
                       sc_stale_text(world, chain.value));
    }
    sc_chains *chains = &world->chains;
    sc_shapes *shapes = &world->shapes;
    if (chains->two_sided[slot_of_chain] == two_sided)
    {
        return SCREE_OK;
    }
    sc_end_asleep_chain(world, world->bodies.row[chains->body_slot[slot_of_chain]], slot_of_chain);
    chains->two_sided[slot_of_chain] = two_sided;
    int32_t slot = chains->first[slot_of_chain];
    for (; slot != 0; slot = chains->link[slot].next)
    {
        float *flags = &shapes->geometry[shapes->geometry_start[slot]];
        int kept = (int)*flags & ~SC_CHAIN_TWO_SIDED;
        *flags = (float)(kept | (two_sided ? SC_CHAIN_TWO_SIDED : 0));
        sc_shapes_mark_purge(shapes, slot);
    }
    return SCREE_OK;
}

scree_body_id scree_chain_body(const scree_world *world, scree_chain_id chain)
{
    int32_t slot = find_chain(world, chain);
    return slot == 0 ? (scree_body_id){0}
                     : world->bodies.id[world->bodies.row[world->chains.body_slot[slot]]];
}

int scree_chain_shapes(const scree_world *world, scree_chain_id chain, scree_shape_id *ids,
                       int capacity)
{
    int32_t slot_of_chain = find_chain(world, chain);
    if (slot_of_chain == 0)
    {
        return 0;
    }
    const sc_chains *chains = &world->chains;
    int32_t slot = chains->first[slot_of_chain];
    for (int i = 0; ids != NULL && slot != 0 && i < capacity; ++i)
    {
        ids[i] = (scree_shape_id){sc_ids_value(&world->shapes.ids, slot)};
        slot = chains->link[slot].next;
    }
    return chains->count[slot_of_chain];
}

scree_chain_id scree_shape_chain(const scree_world *world, scree_shape_id shape)
{
    int32_t slot = sc_peek_shape(world, shape);
    int32_t chain = slot != 0 ? sc_chain_link_of(&world->chains, slot).chain : 0;
    return chain == 0 ? (scree_chain_id){0}
                      : (scree_chain_id){sc_ids_value(&world->chains.ids, chain)};
}

int scree_world_chain_count(const scree_world *world)
{
    int count = 0;
    for (int32_t slot = 1; world != NULL && slot < world->chains.ids.used; ++slot)
    {
        count += sc_slot_is_live(&world->chains.ids, slot);
    }
    return count;
}

int scree_world_chains(const scree_world *world, scree_chain_id *chains, int capacity)
{
    int count = 0;
    for (int32_t slot = 1; world != NULL && slot < world->chains.ids.used; ++slot)
    {
        if (!sc_slot_is_live(&world->chains.ids, slot))
        {
            continue;
        }
        if (chains != NULL && count < capacity)
        {
            chains[count] = (scree_chain_id){sc_ids_value(&world->chains.ids, slot)};
        }
        ++count;
    }
    return count;
}
