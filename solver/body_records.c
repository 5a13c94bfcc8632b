/// Bodies into the records that lanes gather, and back.
#include "core/pass.h"
#include "simd/kernels.h"
#include "solver/solver_stages.h"
#include "solver/substeps.h"

#include <string.h>

/// Cuts a vector to a length. By the larger part first: its square may be out of range.
static void cap(float *x, float *y, float max)
{
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

static float cap_one(float x, float max) { return sc_max(-max, sc_min(x, max)); }

/// A dynamic body's damping and gain of velocity per substep.
static void pack_velocity_update(const sc_step *step, int i)
{
    const sc_bodies *bodies = step->bodies;
    float h = step->h;
    int flags = bodies->flags[i];
    float keep_x = flags & SC_BODY_LOCK_X ? 0.0f : 1.0f;
    float keep_y = flags & SC_BODY_LOCK_Y ? 0.0f : 1.0f;
    float keep_w = flags & SC_BODY_LOCK_ANGLE ? 0.0f : 1.0f;
    // Implicit Euler for damping: stable for any coefficient.
    float damping = 1.0f / (1.0f + h * bodies->linear_damping[i]);
    float angular_damping = 1.0f / (1.0f + h * bodies->angular_damping[i]);
    float scale = bodies->gravity_scale[i], inverse_mass = bodies->inverse_mass[i];
    float x = h * (scale * step->gravity.x + bodies->force_x[i] * inverse_mass);
    float y = h * (scale * step->gravity.y + bodies->force_y[i] * inverse_mass);
    float w = h * (bodies->torque[i] * bodies->inverse_inertia[i]);
    step->damping[i] =
        (sc_velocity_update){keep_x * damping, keep_y * damping, keep_w * angular_damping, 1.0f};
    step->increment[i] = (sc_velocity_update){keep_x * x, keep_y * y, keep_w * w, 0.0f};
}

/// Values beyond the caps or not finite. What is not finite must not touch the neighbours: such a
/// body stands still, as if there were no end to its mass, until the step disables it.
static void pack_extreme(const sc_step *step, int i, float max_linear, float max_angular)
{
    sc_velocity *v = &step->velocities[i];
    sc_velocity_update *increment = &step->increment[i];
    bool finite = sc_is_finite(v->vx) && sc_is_finite(v->vy) && sc_is_finite(v->w) &&
                  sc_is_finite(increment->x) && sc_is_finite(increment->y) &&
                  sc_is_finite(increment->w);
    if (!finite)
    {
        step->nonfinite_input[i] = 1;
        *v = (sc_velocity){0.0f, 0.0f, 0.0f, 0.0f};
        *increment = (sc_velocity_update){0.0f, 0.0f, 0.0f, 0.0f};
        step->warm_starts[i] = (sc_warm_start){0.0f, 0.0f, 0.0f, 0.0f};
        return;
    }
    // Caps hold before the first contact sees the velocity, too.
    cap(&v->vx, &v->vy, max_linear);
    cap(&increment->x, &increment->y, max_linear);
    v->w = cap_one(v->w, max_angular);
    increment->w = cap_one(increment->w, max_angular);
}

/// Of one body: 12 floats and the flags in, 5 records and a mark out.
enum
{
    PACK_BYTES = 12 * (int)sizeof(float) + 1 + (int)sizeof(sc_velocity) +
                 (int)sizeof(sc_warm_start) + (int)sizeof(sc_delta) +
                 2 * (int)sizeof(sc_velocity_update) + 1
};

static void pack_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_bodies *bodies = step->bodies;
    float max_linear = step->settings->max_linear_speed, max_angular = SC_MAX_TURN / step->h;
    for (int i = range.begin; i < range.end; ++i)
    {
        sc_velocity v = {bodies->vx[i], bodies->vy[i], bodies->w[i], bodies->inverse_mass[i]};
        if (i < step->dynamic_count)
        {
            pack_velocity_update(step, i);
        }
        else
        {
            step->damping[i] = (sc_velocity_update){1.0f, 1.0f, 1.0f, 1.0f};
            step->increment[i] = (sc_velocity_update){0.0f, 0.0f, 0.0f, 0.0f};
        }
        step->velocities[i] = v;
        step->warm_starts[i] = (sc_warm_start){0.0f, 0.0f, 0.0f, bodies->inverse_inertia[i]};
        step->deltas[i] = (sc_delta){0.0f, 0.0f, 0.0f, 0.0f};
        step->nonfinite_input[i] = 0;
        const sc_velocity_update *increment = &step->increment[i];
        // False for anything that is not a number, too. One test, for it nearly always holds.
        bool plain = (fabsf(v.vx) <= 0.5f * max_linear) & (fabsf(v.vy) <= 0.5f * max_linear) &
                     (fabsf(v.w) <= max_angular) & (fabsf(increment->x) <= 0.5f * max_linear) &
                     (fabsf(increment->y) <= 0.5f * max_linear) &
                     (fabsf(increment->w) <= max_angular);
        if (!plain)
        {
            pack_extreme(step, i, max_linear, max_angular);
        }
    }
}

/// `count` rows, and those below zero, which are zero as long as nobody uses them.
static void *take_rows(const sc_step *step, size_t size)
{
    char *records = sc_arena_take(step->arena, size * (size_t)(SC_HUB_ROWS + step->row_count));
    if (records == NULL)
    {
        return NULL;
    }
    memset(records, 0, size * SC_HUB_ROWS);
    return records + size * SC_HUB_ROWS;
}

/// Nobody is pushed yet. False: no memory.
static bool take_pushed(sc_step *step)
{
    bool used = step->sleep->enabled && !step->solves_groups;
    step->pushed =
        used ? SC_TAKE_ZEROED(step->arena, uint8_t, sc_body_count(step->bodies) + 1) : NULL;
    return !used || step->pushed != NULL;
}

bool sc_pack_bodies(sc_step *step)
{
    const int rows = step->row_count;
    step->velocities = take_rows(step, sizeof *step->velocities);
    step->warm_starts = take_rows(step, sizeof *step->warm_starts);
    step->deltas = take_rows(step, sizeof *step->deltas);
    step->damping = SC_TAKE(step->arena, sc_velocity_update, rows);
    step->increment = SC_TAKE(step->arena, sc_velocity_update, rows);
    step->nonfinite_result = SC_TAKE(step->arena, int32_t, rows);
    step->nonfinite_input = SC_TAKE(step->arena, uint8_t, rows);
    if (step->velocities == NULL || step->warm_starts == NULL || step->deltas == NULL ||
        step->damping == NULL || step->increment == NULL || step->nonfinite_result == NULL ||
        step->nonfinite_input == NULL || !take_pushed(step))
    {
        return false;
    }
    sc_pass zone = {"pack_bodies", "bodies", PACK_BYTES, -1};
    sc_run_pass(step, &zone, 0, step->moving_count, SC_ROW_GRAIN, pack_range, step);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = step->moving_count; i < rows; ++i)
    {
        step->velocities[i] = (sc_velocity){0};
        step->warm_starts[i] = (sc_warm_start){0};
        step->deltas[i] = (sc_delta){0};
    }
    return true;
}

typedef struct finish_context
{
    sc_finish_args args;
    const sc_step *step;
} finish_context;

static void finish_range(void *context, sc_range range)
{
    const finish_context *finish = context;
    sc_bodies *bodies = finish->step->bodies;
    for (int i = range.begin; bodies->keeps_previous && i < range.end; ++i)
    {
        sc_bodies_set_previous(bodies, i);
    }
    int whole = range.end & ~(SC_BLOCK - 1);
    finish->step->kernels->finish_bodies(&finish->args, range.begin, whole);
    finish->step->scalar->finish_bodies(&finish->args, whole, range.end);
}

/// Of one body: its records, 7 public numbers, the centre of mass and the mark.
enum
{
    FINISH_BYTES = (int)(sizeof(sc_velocity) + sizeof(sc_delta) + sizeof(sc_pose)) +
                   9 * (int)sizeof(float) + (int)sizeof(int32_t)
};

void sc_store_bodies(sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    finish_context finish = {{.velocities = step->velocities,
                              .deltas = step->deltas,
                              .poses = bodies->pose,
                              .x = bodies->x,
                              .y = bodies->y,
                              .cos = bodies->cos,
                              .sin = bodies->sin,
                              .vx = bodies->vx,
                              .vy = bodies->vy,
                              .w = bodies->w,
                              .center_x = bodies->center_x,
                              .center_y = bodies->center_y,
                              .nonfinite_result = step->nonfinite_result},
                             step};
    sc_pass zone = {"finish_bodies", "bodies", FINISH_BYTES, -1};
    sc_run_pass(step, &zone, 0, step->moving_count, SC_ROW_GRAIN, finish_range, &finish);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = 0; i < step->moving_count; ++i)
    {
        step->nonfinite_result[i] |= step->nonfinite_input[i];
    }
}
