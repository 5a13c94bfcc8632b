/// Shapes: creation of many with different geometry, and destruction of many.
#include "broadphase/sort.h"
#include "core/assert.h"
#include "dynamics/bodies/mass.h"
#include "world/calls/body_calls.h"
#include "world/calls/shape_calls.h"
#include "world/checks.h"
#include "world/waking.h"

#include <stdio.h>
#include <string.h>

/// The data of a bulk creation. The new shapes of a body have consecutive keys.
typedef struct creation
{
    const char *function;
    const scree_body_id *bodies;
    const scree_geometry *geometries;
    const scree_shape_def *def;
    int count;
    uint64_t *keys, *scratch;        ///< row << 32 | index
    scree_mass_data *given, *parts;  ///< masses, by index and by key
    int32_t kinds[SC_KIND_COUNT];    ///< number of shapes of each kind
    int64_t floats;                  ///< of all geometry if nothing is shared
} creation;

enum
{
    BYTES_EACH = 2 * sizeof(uint64_t) + 2 * sizeof(scree_mass_data)
};

/// Checks the geometry of each shape and computes its mass.
static scree_result check_shapes(scree_world *world, creation *c)
{
    for (int i = 0; i < c->count; ++i)
    {
        sc_shape_plan plan;
        char name[32];
        const int32_t row = sc_peek_row(world, c->bodies[i]);
        snprintf(name, sizeof name, "geometries[%d]", i);
        SC_TRY(sc_check_geometry(world, &c->geometries[i], c->function, name, &plan));
        SC_REQUIRE_IN(c->function,
                      plan.kind != SC_KIND_HALF_SPACE ||
                          world->bodies.type[row] == SCREE_BODY_STATIC,
                      "bodies", "has one for a half-space that is not static");
        c->given[i] = sc_plan_mass(&plan, c->def->density);
        c->keys[i] = (uint64_t)row << 32 | (uint32_t)i;
        c->floats += plan.floats;
        ++c->kinds[plan.kind];
    }
    sc_sort_keys(c->keys, c->scratch, c->count);
    for (int k = 0; k < c->count; ++k)
    {
        c->parts[k] = c->given[(uint32_t)c->keys[k]];
    }
    return SCREE_OK;
}

/// The end of the keys of the body with key `first`.
static int end_of_body(const creation *c, int first)
{
    int end = first + 1;
    while (end < c->count && c->keys[end] >> 32 == c->keys[first] >> 32)
    {
        ++end;
    }
    return end;
}

/// Reserves memory for all parts of the creation. If a later part fails, the mass sums that were
/// created remain.
static bool reserve_all(scree_world *world, const creation *c)
{
    sc_shapes *shapes = &world->shapes;
    bool found = sc_shapes_reserve(shapes, &world->memory, c->count) &&
                 sc_geometry_reserve_own(shapes, &world->memory, 4, (int32_t)(c->floats / 4));
    for (int kind = 0; kind < SC_KIND_COUNT && found; ++kind)
    {
        found = c->kinds[kind] == 0 ||
                sc_lists_reserve(shapes, &world->memory, (sc_shape_kind)kind, c->kinds[kind]);
    }
    for (int first = 0, end; first < c->count && found; first = end)
    {
        end = end_of_body(c, first);
        const int32_t row = (int32_t)(c->keys[first] >> 32);
        found = world->bodies.type[row] != SCREE_BODY_DYNAMIC ||
                sc_reserve_mass_sum(&world->bodies, shapes, &world->memory, row, end - first);
    }
    return found;
}

static scree_result create_all(scree_world *world, creation *c, scree_shape_id *ids)
{
    SC_TRY(check_shapes(world, c));
    // Each body must be able to take the mass of its new shapes.
    for (int first = 0, end; first < c->count; first = end)
    {
        end = end_of_body(c, first);
        const int32_t row = (int32_t)(c->keys[first] >> 32);
        const scree_mass_data mass = sc_mass_of_changed(&world->bodies, &world->shapes, row, 0,
                                                        &c->parts[first], end - first);
        const sc_center center = sc_body_center(&world->bodies, row);
        const char *wrong = sc_mass_trouble(&world->bodies, row, &mass, &center);
        SC_REQUIRE_IN(c->function, wrong == NULL, "geometries", wrong);
    }
    if (c->floats > INT32_MAX || !reserve_all(world, c))
    {
        return sc_no_memory(world, c->function);
    }
    for (int i = 0; i < c->count; ++i)
    {
        // Add a shape that has been checked and for which memory is reserved. The mass of its body
        // is set later.
        sc_bodies *bodies = &world->bodies;
        sc_shapes *shapes = &world->shapes;
        const int32_t row = sc_peek_row(world, c->bodies[i]);
        sc_shape_plan plan;
        sc_check_geometry(world, &c->geometries[i], c->function, "geometries", &plan);
        const int32_t start = sc_store_geometry(shapes, &plan, 1);
        const int32_t slot = sc_place_shape(world, row, c->def, &plan, start);
        sc_change_mass_sum(bodies, &world->memory, row, &c->given[i], 1);
        sc_shapes_enlist(shapes, slot, !(bodies->flags[row] & SC_BODY_DISABLED),
                         bodies->type[row] != SCREE_BODY_STATIC);
        const scree_shape_id id = {sc_ids_value(&shapes->ids, slot)};
        if (ids != NULL)
        {
            ids[i] = id;
        }
    }
    for (int first = 0; first < c->count; first = end_of_body(c, first))
    {
        const int32_t row = (int32_t)(c->keys[first] >> 32);
        const scree_mass_data mass = sc_mass_after(&world->bodies, &world->shapes, row, NULL);
        sc_set_mass(&world->bodies, row, &mass);
        sc_wake_built(world, row);
    }
    return SCREE_OK;
}

scree_result scree_shapes_create(scree_world *world, const scree_body_id *bodies, int count,
                                 const scree_shape_def *def, const scree_geometry *geometries,
                                 scree_shape_id *ids)
{
    SC_RECORD(shapes_create, bodies, count, def, geometries, ids);
    creation c = {__func__, bodies, geometries, def, count, NULL, NULL, NULL, NULL, {0}, 0};
    SC_TRY(sc_enter(world, __func__));
    SC_TRY(sc_check_shape_def(world, def, __func__));
    // Check this before reading the ids: with a count that no world can hold, reading would run
    // past the end of the array.
    if (count > 0 && bodies != NULL)
    {
        SC_TRY(
            sc_check_ids(world, &world->shapes.ids, count, __func__, "has no more ids for shapes"));
    }
    SC_TRY(sc_enter_bodies(world, bodies, count, __func__, "bodies"));
    if (count == 0)
    {
        return SCREE_OK;
    }
    SC_REQUIRE_POINTER(__func__, geometries, "geometries");
    const size_t bytes = (size_t)BYTES_EACH * (size_t)count;
    void *block = sc_allocate(&world->memory, bytes);
    if (block == NULL)
    {
        return sc_no_memory(world, __func__);
    }
    c.keys = block;
    c.scratch = c.keys + count;
    c.given = (scree_mass_data *)(void *)(c.scratch + count);
    c.parts = c.given + count;
    const scree_result result = create_all(world, &c, ids);
    sc_release(&world->memory, block, bytes);
    return result;
}

/// Marks shapes for destruction, or removes the marks. Returns whether a shape had a mark already.
static bool mark_shapes(scree_world *world, const scree_shape_id *ids, int count, bool mark)
{
    uint8_t *flags = world->shapes.flags;
    bool repeats = false;
    for (int i = 0; i < count; ++i)
    {
        uint8_t *of = &flags[sc_peek_shape(world, ids[i])];
        repeats = repeats || (*of & SC_SHAPE_MARKED) != 0;
        *of = (uint8_t)(mark ? *of | SC_SHAPE_MARKED : *of & ~SC_SHAPE_MARKED);
    }
    return repeats;
}

/// Checks the new mass of each body of marked shapes once. Returns the text of the first fault, or
/// null. Sets the mass if `set`.
static const char *visit_bodies(scree_world *world, const scree_shape_id *ids, int count, bool set)
{
    sc_bodies *bodies = &world->bodies;
    const char *wrong = NULL;
    for (int i = 0; i < count && wrong == NULL; ++i)
    {
        const int32_t slot = sc_peek_shape(world, ids[i]);
        const int32_t row = bodies->row[world->shapes.body_slot[slot]];
        if (!(bodies->flags[row] & SC_BODY_MARKED))
        {
            bodies->flags[row] |= SC_BODY_MARKED;
            // Compute the mass of the body without the marked shapes.
            int gone = 0;
            int32_t link = world->bodies.first_shape[row];
            for (; link != 0; link = world->shapes.next[link])
            {
                gone += (world->shapes.flags[link] & SC_SHAPE_MARKED) != 0;
            }
            const scree_mass_data mass =
                sc_mass_of_changed(&world->bodies, &world->shapes, row, gone, NULL, 0);
            const sc_center center = sc_body_center(bodies, row);
            wrong = sc_mass_trouble(bodies, row, &mass, &center);
            if (set)
            {
                sc_set_mass(bodies, row, &mass);
            }
        }
    }
    for (int i = 0; i < count; ++i)
    {
        const int32_t slot = sc_peek_shape(world, ids[i]);
        bodies->flags[bodies->row[world->shapes.body_slot[slot]]] &= (uint8_t)~SC_BODY_MARKED;
    }
    return wrong;
}

scree_result scree_shapes_destroy(scree_world *world, const scree_shape_id *shapes, int count)
{
    SC_RECORD(shapes_destroy, shapes, count);
    SC_TRY(sc_enter(world, __func__));
    SC_REQUIRE_COUNT(__func__, count, "count");
    if (count > 0)
    {
        SC_REQUIRE_POINTER(__func__, shapes, "shapes");
    }
    for (int i = 0; i < count; ++i)
    {
        if (sc_peek_shape(world, shapes[i]) == 0)
        {
            return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "shapes",
                           sc_stale_text(world, shapes[i].value));
        }
    }
    const bool repeats = mark_shapes(world, shapes, count, true);
    const char *wrong = repeats ? NULL : visit_bodies(world, shapes, count, false);
    if (!repeats && wrong == NULL)
    {
        visit_bodies(world, shapes, count, true);
    }
    mark_shapes(world, shapes, count, false);
    if (repeats)
    {
        return sc_fail(world, SCREE_ERROR_STALE_ID, __func__, "shapes", "names a shape twice");
    }
    SC_REQUIRE(wrong == NULL, "shapes", wrong);
    for (int i = 0; i < count; ++i)
    {
        // The mass of the body has been updated already.
        sc_shapes *store = &world->shapes;
        const int32_t slot = sc_peek_shape(world, shapes[i]);
        const int32_t row = world->bodies.row[store->body_slot[slot]];
        const scree_mass_data part = sc_weigh_shape(store, slot);
        sc_unlink_shape(&world->bodies, store, row, slot);
        sc_change_mass_sum(&world->bodies, &world->memory, row, &part, -1);
        sc_end_asleep_contacts(world, row, slot);
        sc_leave_chain(world, slot);
        sc_shape_forget(store, slot);
    }
    sc_recycle_shapes(world);
    return SCREE_OK;
}
