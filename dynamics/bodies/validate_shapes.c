/// Walk over shapes: their lists, their geometry, and the data that bodies have about them.
#include "core/require.h"
#include "dynamics/bodies/mass.h"
#include "dynamics/bodies/rows.h"

#include <string.h>

static const char *validate_list(const sc_shapes *shapes, const sc_list *list, int flag,
                                 int *listed)
{
    for (int i = 0; i < list->count; ++i)
    {
        int32_t slot = list->slot[i];
        REQUIRE(slot > 0 && slot < shapes->ids.used);
        REQUIRE(shapes->list_at[slot] == i);
        REQUIRE(shapes->flags[slot] & flag);
    }
    for (int i = list->count; i < sc_pad_block(list->count); ++i)
    {
        REQUIRE(list->slot[i] == 0);
    }
    *listed += list->count;
    return NULL;
}

/// Whether the offset of a shape from the body's centre of mass is right. True if the next step is
/// going to compute the offset again.
static bool is_centred(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row, int32_t slot)
{
    const float *origin = shapes->origin[slot];
    const sc_shape_local *local = &shapes->local[slot];
    return bodies->flags[row] & SC_BODY_RECENTRED
               ? bodies->recentred
               : local->x == origin[0] - bodies->center_x[row] &&
                     local->y == origin[1] - bodies->center_y[row];
}

static bool reach_is_kept(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row)
{
    const sc_body_reach reach = sc_reach_of(bodies, shapes, row);
    return bodies->flags[row] & SC_BODY_RECENTRED ||
           (bodies->safe[row] == reach.safe && bodies->arm[row] == reach.arm &&
            bodies->extent[row] == reach.extent);
}

/// Compares a mass sum with the sum of all shapes, which has the same bits in any order.
static const char *validate_mass_sum(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row)
{
    sc_mass_sum sum = {0};
    for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
    {
        scree_mass_data part = sc_shape_mass(shapes, slot);
        sc_mass_sum_add(&sum, &part, 1);
    }
    REQUIRE(memcmp(&sum, bodies->mass_sum[row], sizeof sum) == 0);
    return NULL;
}

const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes)
{
    int listed = 0, owned = 0, disabled = 0;
    bool null_shape_is_clear = true;
    for (int i = 0; i < sc_shape_store.tables[0].field_count; ++i)
    {
        // The pose of the null shape is excepted, because kernels also process this shape and write
        // its pose.
        sc_table one = {&sc_shape_store.tables[0].fields[i], 1, 0};
        null_shape_is_clear &= one.fields->role > SC_STATE || sc_table_is_clear(&one, shapes, 0, 1);
    }
    REQUIRE(null_shape_is_clear);
    for (int kind = 0; kind < SC_KIND_COUNT; ++kind)
    {
        REQUIRE_VALID(validate_list(shapes, &shapes->active[kind], SC_SHAPE_ACTIVE, &listed));
    }
    REQUIRE_VALID(validate_list(shapes, &shapes->static_list, SC_SHAPE_STATIC, &listed));
    REQUIRE_VALID(validate_list(shapes, &shapes->half_spaces, SC_SHAPE_STATIC, &listed));
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int count = 0;
        int32_t newer = 0;
        for (int32_t slot = bodies->first_shape[row]; slot != 0; slot = shapes->next[slot])
        {
            REQUIRE(shapes->newer[slot] == newer);
            newer = slot;
            REQUIRE(shapes->body_slot[slot] == bodies->slot[row]);
            REQUIRE(!(shapes->flags[slot] & SC_SHAPE_GONE));
            REQUIRE(is_centred(bodies, shapes, row, slot));
            ++count;
        }
        REQUIRE(count == bodies->shape_count[row]);
        REQUIRE(count == 0 || reach_is_kept(bodies, shapes, row));
        bool dynamic = bodies->type[row] == SCREE_BODY_DYNAMIC;
        REQUIRE(dynamic || bodies->mass_sum[row] == NULL);
        REQUIRE(!dynamic || count <= SC_SUMMED_SHAPES || bodies->mass_sum[row] != NULL);
        REQUIRE(bodies->mass_sum[row] == NULL || validate_mass_sum(bodies, shapes, row) == NULL);
        owned += count;
        disabled += bodies->flags[row] & SC_BODY_DISABLED ? count : 0;
    }
    REQUIRE(owned == shapes->count);
    REQUIRE(listed == shapes->count - disabled);
    // The pool is within its memory, and the uses of each entry equal its number of live shapes.
    int64_t uses = 0;
    REQUIRE(shapes->geometry_used <= shapes->geometry_capacity);
    for (int32_t i = 0; i < shapes->geometry_used / 4; ++i)
    {
        uses += shapes->geometry_uses[i];
    }
    REQUIRE(uses == shapes->count);
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        int32_t start = shapes->geometry_start[slot], floats = shapes->geometry_floats[slot];
        bool live = (shapes->ids.generation[slot] & 1u) != 0;
        REQUIRE(!live || (start > 0 && floats > 0 && start + floats <= shapes->geometry_used));
        REQUIRE(!live || shapes->geometry_uses[start / 4] > 0);
    }
    return NULL;
}
