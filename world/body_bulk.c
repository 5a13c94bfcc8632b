/// Bodies: bulk writes, all of a call or nothing.
#include "world/world.h"

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
    scree_result result = sc_enter(world, function);
    if (result != SCREE_OK)
    {
        return result;
    }
    if (count < 0)
    {
        return sc_fail(world, SCREE_ERROR_ARGUMENT, function, "count", "is negative");
    }
    if (ids == NULL && count > 0)
    {
        return sc_fail(world, SCREE_ERROR_NULL, function, "bodies", "is null");
    }
    for (int i = 0; i < count; ++i)
    {
        if (sc_find_row(world, ids[i], function) < 0)
        {
            return SCREE_ERROR_STALE_ID;
        }
        for (int k = 0; k < 3; ++k)
        {
            if (values[k] != NULL && !sc_is_finite(values[k][i]))
            {
                return sc_fail(world, SCREE_ERROR_ARGUMENT, function, names[k],
                               "holds a value that is not finite");
            }
        }
    }
    return SCREE_OK;
}

void sc_set_velocity(sc_bodies *bodies, int32_t row, scree_vec2 linear, float angular)
{
    if (bodies->type[row] != SCREE_BODY_STATIC)
    {
        bodies->vx[row] = linear.x;
        bodies->vy[row] = linear.y;
        bodies->w[row] = angular;
    }
}

scree_result scree_bodies_set_velocity(scree_world *world, const scree_body_id *ids, int count,
                                       const float *vx, const float *vy, const float *w)
{
    const float *const values[3] = {vx, vy, w};
    static const char *const names[3] = {"vx", "vy", "w"};
    scree_result result = check_bulk(world, ids, count, values, names, __func__);
    for (int i = 0; result == SCREE_OK && i < count; ++i)
    {
        sc_bodies *bodies = &world->bodies;
        int32_t row = sc_peek_row(world, ids[i]);
        scree_vec2 linear = {vx != NULL ? vx[i] : bodies->vx[row],
                             vy != NULL ? vy[i] : bodies->vy[row]};
        sc_set_velocity(bodies, row, linear, w != NULL ? w[i] : bodies->w[row]);
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

/// Adds to the fields, or, if `trial`, only looks what would come of it. The index of the first
/// field that would not be finite, or -1.
static int add_values(const scree_world *world, const scree_body_id *ids, int count,
                      const bulk_add *add, float *const fields[3], bool trial)
{
    const sc_bodies *bodies = &world->bodies;
    for (int i = 0; i < count; ++i)
    {
        int32_t row = sc_peek_row(world, ids[i]);
        for (int k = 0; k < 3 && takes(bodies, row, add); ++k)
        {
            float sum = fields[k][row] + increment(bodies, row, add, k, i);
            if (!sc_is_finite(sum))
            {
                return k;
            }
            fields[k][row] = trial ? fields[k][row] : sum;
        }
    }
    return -1;
}

/// All or nothing. What a body that comes more than once makes of its first values shows only in a
/// copy of the fields.
static scree_result add_all(scree_world *world, const scree_body_id *ids, int count,
                            const bulk_add *add)
{
    size_t rows = (size_t)sc_body_count(&world->bodies), bytes = 3 * rows * sizeof(float);
    float *fields[3] = {add->fields[0], add->fields[1], add->fields[2]}, *copy = NULL;
    if (sc_has_repeats(world, ids, count))
    {
        copy = sc_allocate(&world->memory, bytes);
        if (copy == NULL)
        {
            return sc_fail(world, SCREE_ERROR_OUT_OF_MEMORY, add->function, "world",
                           "found no memory");
        }
        for (int k = 0; k < 3; ++k)
        {
            fields[k] = copy + (size_t)k * rows;
            memcpy(fields[k], add->fields[k], rows * sizeof(float));
        }
    }
    int bad = add_values(world, ids, count, add, fields, copy == NULL);
    if (bad < 0 && copy == NULL)
    {
        add_values(world, ids, count, add, fields, false);
    }
    for (int k = 0; k < 3 && bad < 0 && copy != NULL; ++k)
    {
        memcpy(add->fields[k], fields[k], rows * sizeof(float));
    }
    sc_release(&world->memory, copy, bytes);
    return bad < 0
               ? SCREE_OK
               : sc_fail(world, SCREE_ERROR_ARGUMENT, add->function, add->names[bad], add->what);
}

scree_result scree_bodies_apply_force(scree_world *world, const scree_body_id *ids, int count,
                                      const float *fx, const float *fy, const float *torque)
{
    const float *const values[3] = {fx, fy, torque};
    static const char *const names[3] = {"fx", "fy", "torque"};
    scree_result result = check_bulk(world, ids, count, values, names, __func__);
    if (result != SCREE_OK)
    {
        return result;
    }
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->force_x, bodies->force_y, bodies->torque},
                    .values = {fx, fy, torque},
                    .names = {names[0], names[1], names[2]},
                    .function = __func__,
                    .what = "gives a body a force or torque that is not finite"};
    result = add_all(world, ids, count, &add);
    bodies->forces_pending |= result == SCREE_OK && count > 0;
    return result;
}

scree_result scree_bodies_apply_impulse(scree_world *world, const scree_body_id *ids, int count,
                                        const float *px, const float *py, const float *angular)
{
    const float *const values[3] = {px, py, angular};
    static const char *const names[3] = {"px", "py", "angular"};
    scree_result result = check_bulk(world, ids, count, values, names, __func__);
    if (result != SCREE_OK)
    {
        return result;
    }
    sc_bodies *bodies = &world->bodies;
    bulk_add add = {.fields = {bodies->vx, bodies->vy, bodies->w},
                    .values = {px, py, angular},
                    .names = {names[0], names[1], names[2]},
                    .impulses = true,
                    .function = __func__,
                    .what = "gives a body a velocity that is not finite"};
    return add_all(world, ids, count, &add);
}
