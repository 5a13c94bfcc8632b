/// Chains: creation, destruction, getters.
#include "core/assert.h"
#include "geometry/geometry_entry.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "dynamics/bodies/mass.h"
#include "world/waking.h"

#include <math.h>
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
                            "was not filled by scree_chain_def_default"));
    SC_REQUIRE_IN(function, chain->count >= (chain->loop ? 3 : 2), "chain.count",
                  "is less than 2, or 3 of a loop");
    SC_REQUIRE_POINTER(function, chain->points, "chain.points");
    // Before the points are read: an array ends long before a count that no world can hold.
    SC_TRY(sc_check_ids(world, &world->shapes.ids, chain->count, function,
                        "has no more ids for shapes"));
    SC_TRY(sc_check_ids(world, &world->chains.ids, 1, function, "has no more ids for chains"));
    scree_vec2 last = chain->points[chain->count - 1];
    for (int i = 0; i < chain->count; ++i)
    {
        scree_vec2 point = chain->points[i];
        SC_REQUIRE_IN(function, sc_is_position(point), "chain.points",
                      "has one that is not finite or out of reach");
        if (!(sc_length(sc_sub(point, last)) >= SC_MIN_LENGTH) && (i > 0 || chain->loop))
        {
            char text[80];
            snprintf(text, sizeof text, "has points %d and %d less than 1e-4 m apart",
                     i > 0 ? i - 1 : chain->count - 1, i);
            return sc_fail(world, SCREE_ERROR_ARGUMENT, function, "chain.points", text);
        }
        last = point;
    }
    return SCREE_OK;
}

/// The right-hand normal of the segment that begins at point i, of which indices wrap.
static scree_vec2 normal_from(const scree_chain_def *chain, int i)
{
    int from = i < 0 ? chain->count - 1 : i < chain->count ? i : 0;
    int to = from + 1 < chain->count ? from + 1 : 0;
    double x = (double)chain->points[to].y - chain->points[from].y;
    double y = (double)chain->points[from].x - chain->points[to].x;
    double length = sqrt(x * x + y * y);
    return (scree_vec2){(float)(x / length), (float)(y / length)};
}

static void plan_segment(sc_shape_plan *plan, const scree_chain_def *chain, int i)
{
    SC_ASSERT(i >= 0 && i < segment_count(chain));
    scree_vec2 a = chain->points[i], b = chain->points[i + 1 < chain->count ? i + 1 : 0];
    plan->center = (scree_vec2){0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
    scree_vec2 vertices[2] = {sc_sub(a, plan->center), sc_sub(b, plan->center)};
    sc_finish_plan(plan, vertices, 0.0f, 0.0f);
    bool before = chain->loop || i > 0, after = chain->loop || i + 2 < chain->count;
    plan->geometry[0] = (float)((before ? SC_CHAIN_BEFORE : 0) | (after ? SC_CHAIN_AFTER : 0) |
                                (chain->two_sided ? SC_CHAIN_TWO_SIDED : 0));
    scree_vec2 n0 = normal_from(chain, before ? i - 1 : i);
    scree_vec2 n2 = normal_from(chain, after ? i + 1 : i);
    float *neighbours = plan->geometry + SC_CHAIN_NEIGHBOURS;
    neighbours[0] = n0.x;
    neighbours[1] = n0.y;
    neighbours[2] = n2.x;
    neighbours[3] = n2.y;
    plan->floats = SC_CHAIN_FLOATS;
}

/// What segments weigh.
static const scree_mass_data nothing;

/// The mass that a body has by its shapes and so many segments more.
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

static scree_result reserve_chain(scree_world *world, int32_t row, int segments,
                                  const char *function)
{
    SC_ASSERT(segments > 0);
    sc_shapes *shapes = &world->shapes;
    sc_memory *memory = &world->memory;
    bool dynamic = world->bodies.type[row] == SCREE_BODY_DYNAMIC;
    bool reserved =
        (!dynamic ||
         sc_reserve_mass_sum(&world->bodies, &world->shapes, &world->memory, row, segments)) &&
        sc_shapes_reserve(shapes, memory, segments) &&
        sc_geometry_reserve_own(shapes, memory, SC_CHAIN_FLOATS, segments) &&
        sc_lists_reserve(shapes, memory, SC_KIND_CONVEX4, segments) &&
        sc_chains_reserve(&world->chains, memory, sc_ids_needed(&shapes->ids, segments));
    return reserved ? SCREE_OK : sc_no_memory(world, function);
}

static scree_result create_chain(scree_world *world, scree_body_id body, const scree_shape_def *def,
                                 const scree_chain_def *chain, scree_chain_id *id,
                                 const char *function)
{
    SC_TRY(sc_enter(world, function));
    SC_TRY(sc_check_shape_def(world, def, function));
    SC_TRY(check_points(world, chain, function));
    SC_TRY(sc_enter_bodies(world, &body, 1, function, "body"));
    int32_t row = sc_peek_row(world, body);
    int segments = segment_count(chain);
    scree_mass_data mass;
    SC_TRY(find_mass(world, row, segments, &mass, function));
    SC_TRY(reserve_chain(world, row, segments, function));

    sc_bodies *bodies = &world->bodies;
    sc_shapes *shapes = &world->shapes;
    bool enabled = !(bodies->flags[row] & SC_BODY_DISABLED);
    bool moving = bodies->type[row] != SCREE_BODY_STATIC;
    int32_t slot_of_chain = sc_chains_add(&world->chains, bodies->slot[row]);
    world->chains.loop[slot_of_chain] = chain->loop;
    world->chains.two_sided[slot_of_chain] = chain->two_sided;
    sc_shape_plan plan = {.argument = "chain",
                          .kind = sc_kind_of(2, false),
                          .type = SCREE_SHAPE_CHAIN_SEGMENT,
                          .count = 2,
                          .rotation = {1.0f, 0.0f}};
    for (int i = 0; i < segments; ++i)
    {
        plan_segment(&plan, chain, i);
        int32_t start = sc_geometry_add_own(shapes, plan.geometry, plan.floats);
        int32_t slot = sc_place_shape(world, row, def, &plan, start);
        ++shapes->chain_count;
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
    SC_TRY(sc_enter(world, __func__));
    int32_t slot_of_chain = find_chain(world, chain);
    if (slot_of_chain == 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "chain", sc_stale);
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
    SC_TRY(sc_enter(world, __func__));
    int32_t slot_of_chain = find_chain(world, chain);
    if (slot_of_chain == 0)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "chain", sc_stale);
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
