/// The stage pack_bodies: copies bodies into the records that lanes gather.
#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/bodies/kinematic_targets.h"

#include <string.h>

/// Limits a vector to a length. Divides by the larger coordinate first, because the square of the
/// length may overflow.
static void cap_length(float *x, float *y, float max)
{
    SC_ASSERT(max > 0.0f);
    float larger = sc_max(fabsf(*x), fabsf(*y));
    if (larger <= 0.5f * max)
    {
        return;
    }
    float sx = *x / larger, sy = *y / larger;
    float length = sqrtf(sx * sx + sy * sy);
    if (length * larger > max)
    {
        *x = max * (sx / length);
        *y = max * (sy / length);
    }
}

static float cap_value(float x, float max)
{
    SC_ASSERT(max >= 0.0f);
    return sc_max(-max, sc_min(x, max));
}

/// Bytes of one body. In: 12 floats and the flags; out: 5 records and a mark.
enum
{
    PACK_BYTES = 12 * (int)sizeof(float) + 1 + (int)sizeof(sc_velocity) +
                 (int)sizeof(sc_warm_start) + (int)sizeof(sc_delta) +
                 2 * (int)sizeof(sc_velocity_update) + 1
};

typedef struct pack_context
{
    sc_pack_args args;
    const sc_step *step;
} pack_context;

static void pack_body_range(void *context, sc_range range)
{
    const pack_context *pack = context;
    const sc_step *step = pack->step;
    SC_ASSERT(range.begin % SC_BLOCK == 0 && range.end <= step->rows.moving_count);
    int dynamic = range.end < step->rows.dynamic_count ? range.end : step->rows.dynamic_count;
    int whole = dynamic & ~(SC_BLOCK - 1);
    whole = whole < range.begin ? range.begin : whole;
    if (range.begin < dynamic)
    {
        step->kernels->pack_bodies(&pack->args, range.begin, whole);
        step->scalar->pack_bodies(&pack->args, whole, dynamic);
    }
    int kinematic = range.begin > dynamic ? range.begin : dynamic;
    // The solver does not change the velocity of a kinematic body.
    for (int i = kinematic; i < range.end; ++i)
    {
        const sc_pack_args *args = &pack->args;
        sc_velocity v = {args->vx[i], args->vy[i], args->w[i], args->inverse_mass[i]};
        args->velocities[i] = v;
        args->warm_starts[i] = (sc_warm_start){0.0f, 0.0f, 0.0f, args->inverse_inertia[i]};
        args->deltas[i] = (sc_delta){0.0f, 0.0f, 0.0f, 0.0f};
        args->damping[i] = (sc_velocity_update){1.0f, 1.0f, 1.0f, 1.0f};
        args->increment[i] = (sc_velocity_update){0.0f, 0.0f, 0.0f, 0.0f};
        bool plain = fabsf(v.vx) <= args->half_linear && fabsf(v.vy) <= args->half_linear &&
                     fabsf(v.w) <= args->max_angular;
        pack->args.extreme[i] = !plain;
    }
    memset(step->rows.nonfinite_input + range.begin, 0, (size_t)(range.end - range.begin));
    for (int i = range.begin; i < range.end; ++i)
    {
        if (pack->args.extreme[i] == 0)
        {
            continue;
        }
        // Handle values that exceed the caps or are not finite. A body with a non-finite value must
        // not affect its neighbours: it stands still, as if its mass were infinite, until the step
        // disables it.
        SC_ASSERT(i >= 0 && i < step->rows.moving_count);
        const float max_linear = 2.0f * pack->args.half_linear;
        sc_velocity *v = &step->rows.velocities[i];
        sc_velocity_update *increment = &step->rows.increment[i];
        bool finite = sc_is_finite(v->vx) && sc_is_finite(v->vy) && sc_is_finite(v->w) &&
                      sc_is_finite(increment->x) && sc_is_finite(increment->y) &&
                      sc_is_finite(increment->w);
        if (!finite)
        {
            step->rows.nonfinite_input[i] = 1;
            *v = (sc_velocity){0.0f, 0.0f, 0.0f, 0.0f};
            *increment = (sc_velocity_update){0.0f, 0.0f, 0.0f, 0.0f};
            step->rows.warm_starts[i] = (sc_warm_start){0.0f, 0.0f, 0.0f, 0.0f};
            continue;
        }
        // Apply the caps here too, because contacts read the velocity before the first substep.
        cap_length(&v->vx, &v->vy, max_linear);
        cap_length(&increment->x, &increment->y, max_linear);
        v->w = cap_value(v->w, pack->args.max_angular);
        increment->w = cap_value(increment->w, pack->args.max_angular);
    }
}

/// Allocates `count` rows and the hub rows below zero, which are zero while they are not used.
static void *take_rows(const sc_step *step, size_t size)
{
    SC_ASSERT(step->rows.count > step->rows.moving_count);
    char *records = sc_arena_take(step->arena, size * (size_t)(SC_HUB_ROWS + step->rows.count));
    if (records == NULL)
    {
        return NULL;
    }
    memset(records, 0, size * SC_HUB_ROWS);
    return records + size * SC_HUB_ROWS;
}

/// Copies rows into the records that lanes gather.
bool sc_pack_bodies(sc_step *step)
{
    sc_step_rows *rows = &step->rows;
    SC_ASSERT(rows->moving_count == sc_moving_count(step->bodies));
    SC_ASSERT(rows->static_row >= rows->moving_count && rows->discard_row < rows->count);
    rows->velocities = take_rows(step, sizeof *rows->velocities);
    rows->warm_starts = take_rows(step, sizeof *rows->warm_starts);
    rows->deltas = take_rows(step, sizeof *rows->deltas);
    rows->damping = SC_TAKE(step->arena, sc_velocity_update, rows->count);
    rows->increment = SC_TAKE(step->arena, sc_velocity_update, rows->count);
    rows->nonfinite_result = SC_TAKE(step->arena, int32_t, rows->count);
    rows->nonfinite_input = SC_TAKE(step->arena, uint8_t, rows->count);
    // No body has been pushed yet.
    bool used = step->sleep->enabled && !step->solves_groups;
    step->rows.pushed =
        used ? SC_TAKE_ZEROED(step->arena, uint8_t, sc_body_count(step->bodies) + 1) : NULL;
    if (rows->velocities == NULL || rows->warm_starts == NULL || rows->deltas == NULL ||
        rows->damping == NULL || rows->increment == NULL || rows->nonfinite_result == NULL ||
        rows->nonfinite_input == NULL || (used && step->rows.pushed == NULL))
    {
        return false;
    }
    sc_pass zone = {"pack_bodies", "bodies", PACK_BYTES, -1};
    const sc_bodies *bodies = step->bodies;
    pack_context pack = {{.vx = bodies->vx,
                          .vy = bodies->vy,
                          .w = bodies->w,
                          .inverse_mass = bodies->inverse_mass,
                          .inverse_inertia = bodies->inverse_inertia,
                          .linear_damping = bodies->linear_damping,
                          .angular_damping = bodies->angular_damping,
                          .gravity_scale = bodies->gravity_scale,
                          .force_x = bodies->force_x,
                          .force_y = bodies->force_y,
                          .torque = bodies->torque,
                          .flags = bodies->flags,
                          .velocities = step->rows.velocities,
                          .warm_starts = step->rows.warm_starts,
                          .deltas = step->rows.deltas,
                          .damping = step->rows.damping,
                          .increment = step->rows.increment,
                          // Used as scratch here; finish_bodies overwrites all of it.
                          .extreme = step->rows.nonfinite_result,
                          .h = step->h,
                          .gravity_x = step->gravity.x,
                          .gravity_y = step->gravity.y,
                          .half_linear = 0.5f * sc_max_speed(step),
                          .max_angular = SC_MAX_TURN / step->h},
                         step};
    sc_run_pass(step, &zone, 0, rows->moving_count, SC_ROW_GRAIN, pack_body_range, &pack);
    sc_approach_targets(step);
    sc_set_work(step->profile, rows->moving_count, zone.unit, 0);
    for (int i = rows->moving_count; i < rows->count; ++i)
    {
        rows->velocities[i] = (sc_velocity){0};
        rows->warm_starts[i] = (sc_warm_start){0};
        rows->deltas[i] = (sc_delta){0};
    }
    return true;
}
