/// Bodies into the records that lanes gather, and back.
#include "core/pass.h"
#include "simd/kernels.h"
#include "solver/stages.h"
#include "solver/substeps.h"

/// Cuts a vector to a length. By the larger part first: its square may be out of range.
static void cap(float *x, float *y, float most)
{
    float larger = sc_max(fabsf(*x), fabsf(*y));
    if (larger <= 0.5f * most)
    {
        return;
    }
    float sx = *x / larger, sy = *y / larger;
    float share = sqrtf(sx * sx + sy * sy);
    if (share * larger > most)
    {
        *x = most * (sx / share);
        *y = most * (sy / share);
    }
}

static float cap_one(float x, float most) { return sc_max(-most, sc_min(x, most)); }

/// A dynamic body's damping and gain of velocity per substep.
static void pack_drive(const sc_step *step, int i)
{
    const sc_bodies *bodies = step->bodies;
    float h = step->h;
    int flags = bodies->flags[i];
    float keep_x = flags & SC_BODY_LOCK_X ? 0.0f : 1.0f;
    float keep_y = flags & SC_BODY_LOCK_Y ? 0.0f : 1.0f;
    float keep_w = flags & SC_BODY_LOCK_ANGLE ? 0.0f : 1.0f;
    // Implicit Euler for damping: stable for any coefficient.
    float damp = 1.0f / (1.0f + h * bodies->linear_damping[i]);
    float damp_w = 1.0f / (1.0f + h * bodies->angular_damping[i]);
    float scale = bodies->gravity_scale[i], inverse_mass = bodies->inverse_mass[i];
    float x = h * (scale * step->gravity.x + bodies->force_x[i] * inverse_mass);
    float y = h * (scale * step->gravity.y + bodies->force_y[i] * inverse_mass);
    float w = h * (bodies->torque[i] * bodies->inverse_inertia[i]);
    step->damp[i] = (sc_drive){keep_x * damp, keep_y * damp, keep_w * damp_w, 1.0f};
    step->push[i] = (sc_drive){keep_x * x, keep_y * y, keep_w * w, 0.0f};
}

/// Values beyond the caps or not finite. What is not finite must not touch the neighbours: such a
/// body stands still, as if there were no end to its mass, until the step disables it.
static void pack_extreme(const sc_step *step, int i, float most, float most_w)
{
    sc_velocity *v = &step->velocities[i];
    sc_drive *push = &step->push[i];
    bool sound = sc_is_finite(v->vx) && sc_is_finite(v->vy) && sc_is_finite(v->w) &&
                 sc_is_finite(push->x) && sc_is_finite(push->y) && sc_is_finite(push->w);
    if (!sound)
    {
        step->unsound[i] = 1;
        *v = (sc_velocity){0.0f, 0.0f, 0.0f, 0.0f};
        *push = (sc_drive){0.0f, 0.0f, 0.0f, 0.0f};
        step->saved[i] = (sc_saved){0.0f, 0.0f, 0.0f, 0.0f};
        return;
    }
    // Caps hold before the first contact sees the velocity, too.
    cap(&v->vx, &v->vy, most);
    cap(&push->x, &push->y, most);
    v->w = cap_one(v->w, most_w);
    push->w = cap_one(push->w, most_w);
}

/// Of one body: 12 floats and the flags in, 5 records and a mark out.
enum
{
    PACK_BYTES = 12 * (int)sizeof(float) + 1 + (int)sizeof(sc_velocity) + (int)sizeof(sc_saved) +
                 (int)sizeof(sc_delta) + 2 * (int)sizeof(sc_drive) + 1
};

static void pack_range(void *context, int begin, int end, int range)
{
    (void)range;
    const sc_step *step = context;
    const sc_bodies *bodies = step->bodies;
    float most = step->settings->max_linear_speed, most_w = SC_MAX_TURN / step->h;
    for (int i = begin; i < end; ++i)
    {
        sc_velocity v = {bodies->vx[i], bodies->vy[i], bodies->w[i], bodies->inverse_mass[i]};
        if (i < step->dynamic_count)
        {
            pack_drive(step, i);
        }
        else
        {
            step->damp[i] = (sc_drive){1.0f, 1.0f, 1.0f, 1.0f};
            step->push[i] = (sc_drive){0.0f, 0.0f, 0.0f, 0.0f};
        }
        step->velocities[i] = v;
        step->saved[i] = (sc_saved){0.0f, 0.0f, 0.0f, bodies->inverse_inertia[i]};
        step->deltas[i] = (sc_delta){0.0f, 0.0f, 0.0f, 0.0f};
        step->unsound[i] = 0;
        const sc_drive *push = &step->push[i];
        // False for anything that is not a number, too. One test, for it nearly always holds.
        bool plain = (fabsf(v.vx) <= 0.5f * most) & (fabsf(v.vy) <= 0.5f * most) &
                     (fabsf(v.w) <= most_w) & (fabsf(push->x) <= 0.5f * most) &
                     (fabsf(push->y) <= 0.5f * most) & (fabsf(push->w) <= most_w);
        if (!plain)
        {
            pack_extreme(step, i, most, most_w);
        }
    }
}

bool sc_pack_bodies(sc_step *step)
{
    int rows = step->dummy_row + SC_BLOCK;
    step->velocities = SC_TAKE(step->arena, sc_velocity, rows);
    step->saved = SC_TAKE(step->arena, sc_saved, rows);
    step->deltas = SC_TAKE(step->arena, sc_delta, rows);
    step->damp = SC_TAKE(step->arena, sc_drive, rows);
    step->push = SC_TAKE(step->arena, sc_drive, rows);
    step->bad = SC_TAKE(step->arena, int32_t, rows);
    step->unsound = SC_TAKE(step->arena, uint8_t, rows);
    if (step->velocities == NULL || step->saved == NULL || step->deltas == NULL ||
        step->damp == NULL || step->push == NULL || step->bad == NULL || step->unsound == NULL)
    {
        return false;
    }
    sc_pass zone = {"pack_bodies", "bodies", PACK_BYTES, -1};
    sc_run_pass(step, &zone, step->moving_count, SC_BODY_GRAIN, pack_range, step);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = step->moving_count; i < rows; ++i)
    {
        step->velocities[i] = (sc_velocity){0};
        step->saved[i] = (sc_saved){0};
        step->deltas[i] = (sc_delta){0};
    }
    return true;
}

typedef struct finish_context
{
    sc_finish_args args;
    const sc_step *step;
} finish_context;

static void finish_range(void *context, int begin, int end, int range)
{
    (void)range;
    const finish_context *finish = context;
    int whole = end & ~(SC_BLOCK - 1);
    finish->step->kernels->finish_bodies(&finish->args, begin, whole);
    finish->step->scalar->finish_bodies(&finish->args, whole, end);
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
                              .bad = step->bad},
                             step};
    sc_pass zone = {"finish_bodies", "bodies", FINISH_BYTES, -1};
    sc_run_pass(step, &zone, step->moving_count, SC_BODY_GRAIN, finish_range, &finish);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = 0; i < step->moving_count; ++i)
    {
        step->bad[i] |= step->unsound[i];
    }
}
