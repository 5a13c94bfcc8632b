/// Bodies: bulk writes, which change all bodies or none.
#include "core/assert.h"
#include "world/calls/body_calls.h"
#include "world/checks.h"
#include "world/waking.h"

#include <string.h>

bool sc_has_repeats(scree_world *world, const scree_body_id *ids, int count)
{
    uint8_t *flags = world->bodies.flags;
    int seen = 0;
    bool repeats = false;
    for (; seen < count && !repeats; ++seen)
    {
        int32_t row = sc_peek_row(world, ids[seen]);
        repeats = (flags[row] & SC_BODY_MARKED) != 0;
        flags[row] |= SC_BODY_MARKED;
    }
    for (int i = 0; i < seen; ++i)
    {
        flags[sc_peek_row(world, ids[i])] &= (uint8_t)~SC_BODY_MARKED;
    }
    return repeats;
}

/// A write to three numbers of many bodies, with the arguments of the call.
typedef struct bulk
{
    const char *function, *names[3];
    const scree_body_id *ids;
    int count;
    const float *values[3];  ///< null: not given
    float *copy;             ///< of the values, if one of the arrays is live
    size_t bytes;            ///< of the copy
} bulk;

/// Checks a bulk write as a whole: all ids are live, all numbers finite. If an array of values is a
/// live array, copies the values before anything is written. The caller releases the copy.
static scree_result begin_bulk(scree_world *world, bulk *bulk)
{
    SC_TRY(sc_enter_bodies(world, bulk->ids, bulk->count, bulk->function, "bodies"));
    for (int i = 0; i < bulk->count; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            SC_REQUIRE_FINITE(bulk->function, sc_pick(bulk->values[k], i, 0.0f), bulk->names[k]);
        }
    }
    bool live = false;
    for (int k = 0; k < 3; ++k)
    {
        live |= sc_store_holds(&sc_body_store, &world->bodies, bulk->values[k]);
    }
    if (!live || bulk->count == 0)
    {
        return SCREE_OK;
    }
    size_t size = (size_t)bulk->count * sizeof(float);
    bulk->copy = sc_allocate(&world->memory, 3 * size);
    if (bulk->copy == NULL)
    {
        return sc_no_memory(world, bulk->function);
    }
    bulk->bytes = 3 * size;
    for (int k = 0; k < 3; ++k)
    {
        if (bulk->values[k] != NULL)
        {
            float *copy = bulk->copy + (ptrdiff_t)k * bulk->count;
            bulk->values[k] = memcpy(copy, bulk->values[k], size);
        }
    }
    return SCREE_OK;
}

scree_result scree_bodies_set_velocity(scree_world *world, const scree_body_id *ids, int count,
                                       const float *vx, const float *vy, const float *w)
{
    SC_RECORD(bodies_set_velocity, ids, count, vx, vy, w);
    bulk bulk = {.function = __func__,
                 .names = {"vx", "vy", "w"},
                 .ids = ids,
                 .count = count,
                 .values = {vx, vy, w}};
    SC_TRY(begin_bulk(world, &bulk));
    sc_bodies *bodies = &world->bodies;
    for (int i = 0; i < count; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        scree_vec2 linear = {sc_pick(bulk.values[0], i, bodies->vx[row]),
                             sc_pick(bulk.values[1], i, bodies->vy[row])};
        sc_set_velocity(bodies, row, linear, sc_pick(bulk.values[2], i, bodies->w[row]));
        sc_wake_moved(world, row);
    }
    sc_release(&world->memory, bulk.copy, bulk.bytes);
    return SCREE_OK;
}

/// The fields that a bulk write adds to, and how it adds.
typedef struct bulk_add
{
    float *fields[3];  ///< of bodies, by row
    /// The values are multiplied by the inverse mass or inertia; disabled bodies ignore them
    bool impulses;
    const char *what;  ///< text of the error if a sum is not finite
} bulk_add;

/// Whether the values apply to a body at all.
static bool body_takes(const sc_bodies *bodies, int32_t row, const bulk_add *add)
{
    SC_ASSERT(sc_row_exists(bodies, row));
    const bool dynamic =
        add->impulses ? sc_row_is_dynamic(bodies, row) : bodies->type[row] == SCREE_BODY_DYNAMIC;
    return dynamic && !sc_sleeps_through(bodies, row);
}

/// Adds the values to the fields or, if `trial`, only checks the sums. If a sum is not finite,
/// restores the fields from `before`, which holds the old values, 3 floats for each body. Returns
/// the number (0 to 2) of the array with the first value whose sum is not finite, or -1.
static int add_values(const scree_world *world, const bulk *bulk, const bulk_add *add, bool trial,
                      float *before)
{
    const sc_bodies *bodies = &world->bodies;
    int refused = -1, i = 0, k = 0;
    for (; i < bulk->count && refused < 0; ++i)
    {
        int32_t row = sc_peek_row(world, bulk->ids[i]);
        for (k = 0; k < 3 && refused < 0 && body_takes(bodies, row, add); ++k)
        {
            float *field = &add->fields[k][row], old = *field;
            const float *inverse = k < 2 ? bodies->inverse_mass : bodies->inverse_inertia;
            float value = sc_pick(bulk->values[k], i, 0.0f);
            float sum = old + (add->impulses ? inverse[row] * value : value);
            refused = sc_is_finite(sum) ? -1 : k;
            *field = trial || refused >= 0 ? old : sum;
            if (before != NULL)
            {
                before[3 * (ptrdiff_t)i + k] = old;
            }
        }
    }
    // Go backwards, so that a body that occurs twice ends with its value before the first addition.
    while (refused >= 0 && !trial && --i >= 0)
    {
        int32_t row = sc_peek_row(world, bulk->ids[i]);
        for (; k > 0 && body_takes(bodies, row, add); --k)
        {
            add->fields[k - 1][row] = before[3 * (ptrdiff_t)i + k - 1];
        }
        k = 3;
    }
    return refused;
}

/// Adds all values or none. If no body occurs twice, a trial finds errors beforehand. Otherwise the
/// later sums of a body are known only after the earlier values were added, so the old values are
/// stored.
static scree_result add_all(scree_world *world, const bulk *bulk, const bulk_add *add)
{
    const size_t bytes = 3 * (size_t)bulk->count * sizeof(float);
    const bool repeats = sc_has_repeats(world, bulk->ids, bulk->count);
    float *before = repeats ? sc_allocate(&world->memory, bytes) : NULL;
    scree_result result = SCREE_OK;
    if (repeats && before == NULL)
    {
        result = sc_no_memory(world, bulk->function);
    }
    else
    {
        int refused = add_values(world, bulk, add, !repeats, before);
        if (refused >= 0)
        {
            result = sc_fail(world, SCREE_ERROR_ARGUMENT, bulk->function, bulk->names[refused],
                             add->what);
        }
        else if (!repeats)
        {
            add_values(world, bulk, add, false, NULL);
        }
        sc_release(&world->memory, before, bytes);
    }
    for (int i = 0; result == SCREE_OK && i < bulk->count; ++i)
    {
        int32_t row = sc_peek_row(world, bulk->ids[i]);
        if (!world->bodies.quiet_forces[row] &&
            (add->fields[0][row] != 0.0f || add->fields[1][row] != 0.0f ||
             add->fields[2][row] != 0.0f))
        {
            sc_wake(world, row);
        }
    }
    sc_release(&world->memory, bulk->copy, bulk->bytes);
    return result;
}

scree_result scree_bodies_apply_force(scree_world *world, const scree_body_id *ids, int count,
                                      const float *fx, const float *fy, const float *torque)
{
    SC_RECORD(bodies_apply_force, ids, count, fx, fy, torque);
    bulk bulk = {.function = __func__,
                 .names = {"fx", "fy", "torque"},
                 .ids = ids,
                 .count = count,
                 .values = {fx, fy, torque}};
    SC_TRY(begin_bulk(world, &bulk));
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->force_x, bodies->force_y, bodies->torque},
                    .what = "gives a body a force or torque that is not finite"};
    scree_result result = add_all(world, &bulk, &add);
    bodies->forces_pending |= result == SCREE_OK && count > 0;
    return result;
}

scree_result scree_bodies_apply_impulse(scree_world *world, const scree_body_id *ids, int count,
                                        const float *px, const float *py, const float *angular)
{
    SC_RECORD(bodies_apply_impulse, ids, count, px, py, angular);
    bulk bulk = {.function = __func__,
                 .names = {"px", "py", "angular"},
                 .ids = ids,
                 .count = count,
                 .values = {px, py, angular}};
    SC_TRY(begin_bulk(world, &bulk));
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->vx, bodies->vy, bodies->w},
                    .impulses = true,
                    .what = "gives a body a velocity that is not finite"};
    return add_all(world, &bulk, &add);
}
