/// Bodies: writes in bulk, all of a call or nothing.
#include "world/checks.h"

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

/// Checks a bulk write as a whole: ids live, numbers finite.
static scree_result check_bulk(scree_world *world, const scree_body_id *ids, int count,
                               const float *const values[3], const char *const names[3],
                               const char *function)
{
    SC_TRY(sc_enter_bodies(world, ids, count, function, "bodies"));
    for (int i = 0; i < count; ++i)
    {
        for (int k = 0; k < 3; ++k)
        {
            SC_REQUIRE_IN(function, values[k] == NULL || sc_is_finite(values[k][i]), names[k],
                          "holds a value that is not finite");
        }
    }
    return SCREE_OK;
}

/// The arrays of a bulk write as they were before it wrote anything: live ones are copied.
typedef struct bulk_values
{
    const float *of[3];
    float *copy;
    size_t bytes;
} bulk_values;

static scree_result hold_values(scree_world *world, const float *const values[3], int count,
                                const char *function, bulk_values *held)
{
    *held = (bulk_values){{values[0], values[1], values[2]}, NULL, 0};
    bool live = false;
    for (int k = 0; k < 3; ++k)
    {
        live |= values[k] != NULL && sc_store_holds(&sc_body_store, &world->bodies, values[k]);
    }
    if (!live || count == 0)
    {
        return SCREE_OK;
    }
    size_t size = (size_t)count * sizeof(float);
    held->copy = sc_allocate(&world->memory, 3 * size);
    if (held->copy == NULL)
    {
        return sc_no_memory(world, function);
    }
    held->bytes = 3 * size;
    for (int k = 0; k < 3; ++k)
    {
        if (values[k] != NULL)
        {
            held->of[k] = memcpy(held->copy + (ptrdiff_t)k * count, values[k], size);
        }
    }
    return SCREE_OK;
}

scree_result scree_bodies_set_velocity(scree_world *world, const scree_body_id *ids, int count,
                                       const float *vx, const float *vy, const float *w)
{
    const float *const values[3] = {vx, vy, w};
    static const char *const names[3] = {"vx", "vy", "w"};
    scree_result result = check_bulk(world, ids, count, values, names, __func__);
    bulk_values held = {0};
    result = result == SCREE_OK ? hold_values(world, values, count, __func__, &held) : result;
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        sc_bodies *bodies = &world->bodies;
        int32_t row = sc_peek_row(world, ids[i]);
        scree_vec2 linear = {held.of[0] != NULL ? held.of[0][i] : bodies->vx[row],
                             held.of[1] != NULL ? held.of[1][i] : bodies->vy[row]};
        sc_set_velocity(bodies, row, linear, held.of[2] != NULL ? held.of[2][i] : bodies->w[row]);
    }
    if (held.copy != NULL)
    {
        sc_release(&world->memory, held.copy, held.bytes);
    }
    return result;
}

/// Adds of one call to three fields of bodies, by row.
typedef struct bulk_add
{
    float *fields[3];
    const float *values[3];
    const char *names[3];
    bool impulses;  ///< which count by the inverse of mass and inertia, and not on disabled bodies
    const char *function, *what;
} bulk_add;

/// Whether a body takes what is added at all.
static bool takes(const sc_bodies *bodies, int32_t row, const bulk_add *add)
{
    return add->impulses ? row < bodies->count[SC_GROUP_DYNAMIC]
                         : bodies->type[row] == SCREE_BODY_DYNAMIC;
}

static float increment(const sc_bodies *bodies, int32_t row, const bulk_add *add, int k, int i)
{
    float value = add->values[k] != NULL ? add->values[k][i] : 0.0f;
    return !add->impulses ? value
           : k < 2        ? bodies->inverse_mass[row] * value
                          : bodies->inverse_inertia[row] * value;
}

/// Adds to the fields, or, if `trial`, only looks what would come of it. Takes back what it added
/// if a field would not be finite, by what was there `before` each value: 3 floats for each. The
/// index of the first such field, or -1.
static int add_values(const scree_world *world, const scree_body_id *ids, int count,
                      const bulk_add *add, bool trial, float *before)
{
    const sc_bodies *bodies = &world->bodies;
    int refused = -1, i = 0, k = 0;
    for (; i < count && refused < 0; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        for (k = 0; k < 3 && refused < 0 && takes(bodies, row, add); ++k)
        {
            float *field = &add->fields[k][row], old = *field;
            float sum = old + increment(bodies, row, add, k, i);
            refused = sc_is_finite(sum) ? -1 : k;
            *field = trial || refused >= 0 ? old : sum;
            if (before != NULL)
            {
                before[3 * (ptrdiff_t)i + k] = old;
            }
        }
    }
    // Backwards, so that a body that comes twice ends with what it had before the first value.
    while (refused >= 0 && !trial && --i >= 0)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        for (; k > 0 && takes(bodies, row, add); --k)
        {
            add->fields[k - 1][row] = before[3 * (ptrdiff_t)i + k - 1];
        }
        k = 3;
    }
    return refused;
}

/// All or nothing. Where no body comes twice a trial tells what would come of it; else what later
/// values of a body meet shows only once the earlier ones were added.
static scree_result add_held(scree_world *world, const scree_body_id *ids, int count,
                             const bulk_add *add)
{
    size_t bytes = 3 * (size_t)count * sizeof(float);
    float *before = NULL;
    bool repeats = sc_has_repeats(world, ids, count);
    if (repeats)
    {
        before = sc_allocate(&world->memory, bytes);
        if (before == NULL)
        {
            return sc_no_memory(world, add->function);
        }
    }
    int refused = add_values(world, ids, count, add, !repeats, before);
    if (refused < 0 && !repeats)
    {
        add_values(world, ids, count, add, false, NULL);
    }
    sc_release(&world->memory, before, bytes);
    return refused < 0 ? SCREE_OK
                       : sc_fail(world, SCREE_ERROR_ARGUMENT, add->function, add->names[refused],
                                 add->what);
}

static scree_result add_all(scree_world *world, const scree_body_id *ids, int count,
                            const bulk_add *add)
{
    bulk_values held;
    scree_result result = hold_values(world, add->values, count, add->function, &held);
    if (result == SCREE_OK)
    {
        bulk_add of_held = *add;
        memcpy(of_held.values, held.of, sizeof held.of);
        result = add_held(world, ids, count, &of_held);
        sc_release(&world->memory, held.copy, held.bytes);
    }
    return result;
}

scree_result scree_bodies_apply_force(scree_world *world, const scree_body_id *ids, int count,
                                      const float *fx, const float *fy, const float *torque)
{
    const float *const values[3] = {fx, fy, torque};
    static const char *const names[3] = {"fx", "fy", "torque"};
    SC_TRY(check_bulk(world, ids, count, values, names, __func__));
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->force_x, bodies->force_y, bodies->torque},
                    .values = {fx, fy, torque},
                    .names = {names[0], names[1], names[2]},
                    .function = __func__,
                    .what = "gives a body a force or torque that is not finite"};
    scree_result result = add_all(world, ids, count, &add);
    bodies->forces_pending |= result == SCREE_OK && count > 0;
    return result;
}

scree_result scree_bodies_apply_impulse(scree_world *world, const scree_body_id *ids, int count,
                                        const float *px, const float *py, const float *angular)
{
    const float *const values[3] = {px, py, angular};
    static const char *const names[3] = {"px", "py", "angular"};
    SC_TRY(check_bulk(world, ids, count, values, names, __func__));
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->vx, bodies->vy, bodies->w},
                    .values = {px, py, angular},
                    .names = {names[0], names[1], names[2]},
                    .impulses = true,
                    .function = __func__,
                    .what = "gives a body a velocity that is not finite"};
    return add_all(world, ids, count, &add);
}
