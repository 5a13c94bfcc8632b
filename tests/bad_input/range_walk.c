#include "tests/bad_input/range_walk.h"

#include <float.h>
#include <math.h>
#include <string.h>

int limits_setup(void **state)
{
    static limits_fixture f;
    f = (limits_fixture){.world = world_with_gravity(0.0f, -10.0f)};
    scree_shape_def shape = scree_shape_def_default();
    f.body = add_body(f.world, SCREE_BODY_DYNAMIC, 0.0f, 0.0f, 0.0f);
    f.shape = add_circle(f.world, f.body, &shape, 1.0f);
    f.platform = add_body(f.world, SCREE_BODY_KINEMATIC, 0.0f, 0.0f, 0.0f);
    scree_particle_def particle = scree_particle_def_default();
    f.particle = scree_particle_create(f.world, &particle);
    scree_soft_body_def soft = scree_soft_body_def_default();
    f.soft = scree_soft_body_create_box(f.world, &soft, 1.0f, 1.0f);
    *state = &f;
    return 0;
}

int limits_teardown(void **state)
{
    limits_fixture *f = *state;
    scree_world_destroy(f->world);
    return 0;
}

void limits_put(void *definition, size_t offset, float x)
{
    memcpy((char *)definition + offset, &x, sizeof x);
}

scree_result limits_result(const limits_fixture *f, uint64_t id)
{
    return id != 0 ? SCREE_OK : scree_world_last_error(f->world).code;
}

static void expect(const limits_fixture *f, const limits_range *row, float x, bool taken)
{
    scree_result result = row->attempt(f, row->offset, x);
    if (result != (taken ? SCREE_OK : SCREE_ERROR_ARGUMENT))
    {
        fail_msg("%s = %.9g: %s: %s", row->name, (double)x, scree_result_name(result),
                 scree_error_text(f->world));
    }
}

/// The next number above or below an end of the range that the row tells apart.
static float beside(const limits_range *row, float end, bool up)
{
    if (row->flags & LIMITS_WHOLE)
    {
        return end + (up ? 1.0f : -1.0f);
    }
    if (row->flags & LIMITS_ROUGH)
    {
        return end * (up ? 1.001f : 0.999f);
    }
    return nextafterf(end, up ? INFINITY : -INFINITY);
}

void limits_walk(const limits_fixture *f, const limits_range *rows, size_t count)
{
    for (size_t i = 0; i < count; ++i)
    {
        const limits_range *row = &rows[i];
        bool open = (row->flags & LIMITS_OPEN) != 0, rough = (row->flags & LIMITS_ROUGH) != 0;
        if (!(row->flags & LIMITS_NO_LOW))
        {
            expect(f, row, beside(row, row->low, false), false);
            expect(f, row, open || rough ? beside(row, row->low, true) : row->low, true);
            if (open && !rough)
            {
                expect(f, row, row->low, false);
            }
        }
        bool inside = rough && row->high < FLT_MAX;
        expect(f, row, inside ? beside(row, row->high, false) : row->high, true);
        expect(f, row, beside(row, row->high, true), false);
        if (!(row->flags & LIMITS_WHOLE))
        {
            expect(f, row, INFINITY, false);
            expect(f, row, -INFINITY, false);
            expect(f, row, NAN, false);
        }
    }
}
