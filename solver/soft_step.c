#include "solver/soft_step.h"

#include "core/pass.h"
#include "simd/kernels.h"
#include "solver/constraints.h"

#define PI 3.14159265358979323846f

/// Most turn of one substep, rad: the first-order rotation step holds that far.
#define MAX_TURN (0.25f * PI)

enum
{
    BODY_GRAIN = 4096,
    BLOCK_GRAIN = 256
};

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
    float most = step->settings->max_linear_speed, most_w = MAX_TURN / step->h;
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
    sc_run_pass(step, &zone, step->moving_count, BODY_GRAIN, pack_range, step);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = step->moving_count; i < rows; ++i)
    {
        step->velocities[i] = (sc_velocity){0};
        step->saved[i] = (sc_saved){0};
        step->deltas[i] = (sc_delta){0};
    }
    return true;
}

/// Bias rate and scales of a soft constraint of the given frequency and damping ratio.
static sc_softness soften(float hertz, float damping_ratio, float h)
{
    float omega = 2.0f * PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (sc_softness){a2 * a3 * (omega / a1), a2 * a3, a3};
}

static sc_contact_args contact_args(const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    const sc_solver_settings *settings = step->settings;
    // A constraint cannot act faster than a quarter of the substep rate.
    float hertz = sc_min(settings->contact_hertz, 0.25f / step->h);
    return (sc_contact_args){
        .blocks = constraints->blocks,
        .extras = constraints->extras,
        .flags = constraints->flags,
        .contact = constraints->contact,
        .manifolds = step->contacts->manifold,
        .surfaces = step->contacts->surface,
        .velocities = step->velocities,
        .deltas = step->deltas,
        .saved = step->saved,
        .dynamic_count = step->dynamic_count,
        .trash_row = step->trash_row,
        .soft = soften(hertz, settings->contact_damping_ratio, step->h),
        // What cannot give way is twice as stiff, so that heavy things do not sink into the ground.
        .rigid = soften(2.0f * hertz, settings->contact_damping_ratio, step->h),
        .h = step->h,
        .inverse_h = 1.0f / step->h,
        .push_speed = settings->push_speed,
        .restitution_threshold = settings->restitution_threshold,
        .warm_scale = settings->last_h > 0.0f ? step->h / settings->last_h : 1.0f,
    };
}

typedef struct contact_context
{
    sc_contact_args args;
    sc_contact_kernel *kernel;
    int first;
} contact_context;

static void contact_range(void *context, int begin, int end, int range)
{
    (void)range;
    contact_context *contact = context;
    contact->kernel(&contact->args, contact->first + begin, contact->first + end);
}

/// Bytes that one block uses beside itself: what a kernel gathers and scatters for its lanes.
enum
{
    VELOCITY_BYTES = 2 * SC_BLOCK * (int)sizeof(sc_velocity),
    PREPARE_BYTES = VELOCITY_BYTES + 2 * SC_BLOCK * (int)sizeof(sc_saved) +
                    SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold) + sizeof(sc_surface)),
    RELAX_BYTES = VELOCITY_BYTES + 2 * SC_BLOCK * (int)sizeof(sc_delta),
    STORE_BYTES = SC_BLOCK * (int)(sizeof(int32_t) + sizeof(sc_manifold))
};

/// A pass over all blocks, colour by colour: only blocks of one colour may run at the same time.
static void pass(const sc_step *step, contact_context *context, sc_contact_kernel *kernel,
                 const char *name, int gathered)
{
    const sc_constraints *constraints = step->constraints;
    size_t extra = constraints->extras != NULL ? sizeof(sc_contact_extra) : 0;
    sc_pass zone = {name, "blocks", (int)(sizeof(sc_contact_block) + extra) + gathered, 0};
    context->kernel = kernel;
    context->first = 0;
    for (int colour = 0; colour <= SC_COLOURS && context->first < constraints->block_count;
         ++colour)
    {
        int end = constraints->colour_end[colour];
        // Uncoloured blocks share bodies: one after the other.
        int grain = colour == SC_COLOURS ? end - context->first + 1 : BLOCK_GRAIN;
        zone.colour = colour;
        sc_run_pass(step, &zone, end - context->first, grain, contact_range, context);
        context->first = end;
    }
}

/// A kernel over all blocks, under its own name in the trace.
#define PASS(step, context, kernel, gathered) \
    pass(step, context, (step)->kernels->kernel, #kernel, gathered)

bool sc_prepare_contacts(sc_step *step)
{
    contact_context context = {.args = contact_args(step)};
    PASS(step, &context, prepare_contacts, PREPARE_BYTES);
    sc_set_work(step->profile, step->constraints->contact_count, "contacts", 0);
    return true;
}

typedef struct integrate_context
{
    sc_integrate_args args;
    sc_integrate_kernel *wide, *scalar;
} integrate_context;

/// The wide kernel on whole blocks of rows, the scalar one on the rest.
static void integrate_range(void *context, int begin, int end, int range)
{
    (void)range;
    const integrate_context *integrate = context;
    int whole = end & ~(SC_BLOCK - 1);
    integrate->wide(&integrate->args, begin, whole);
    integrate->scalar(&integrate->args, whole, end);
}

static void integrate(const sc_step *step, integrate_context *context, sc_integrate_kernel *wide,
                      sc_integrate_kernel *scalar, const char *name, size_t item_bytes)
{
    sc_pass zone = {name, "bodies", (int)item_bytes, -1};
    context->wide = wide;
    context->scalar = scalar;
    sc_run_pass(step, &zone, step->moving_count, BODY_GRAIN, integrate_range, context);
}

/// Rows with a lock on x or y; the angle's lock is an infinite inertia.
static int find_locked(const sc_step *step, int32_t *rows)
{
    int count = 0;
    for (int i = 0; i < step->dynamic_count; ++i)
    {
        if (step->bodies->flags[i] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y))
        {
            rows[count++] = i;
        }
    }
    return count;
}

/// Locked velocities are zero; so are the saved ones, or warm starting would bring them back.
static void hold_locked(const sc_step *step, const int32_t *rows, int count)
{
    for (int i = 0; i < count; ++i)
    {
        int32_t row = rows[i];
        if (step->bodies->flags[row] & SC_BODY_LOCK_X)
        {
            step->velocities[row].vx = step->saved[row].vx = 0.0f;
        }
        if (step->bodies->flags[row] & SC_BODY_LOCK_Y)
        {
            step->velocities[row].vy = step->saved[row].vy = 0.0f;
        }
    }
}

#define INTEGRATE(step, context, kernel, item_bytes) \
    integrate(step, context, (step)->kernels->kernel, (step)->scalar->kernel, #kernel, item_bytes)

bool sc_solve_substeps(sc_step *step)
{
    int32_t *locked = NULL;
    int locked_count = 0;
    if (step->bodies->locked_count > 0)
    {
        locked = SC_TAKE(step->arena, int32_t, step->dynamic_count);
        if (locked == NULL)
        {
            return false;
        }
        locked_count = find_locked(step, locked);
    }
    contact_context contacts = {.args = contact_args(step)};
    integrate_context bodies = {.args = {.velocities = step->velocities,
                                         .saved = step->saved,
                                         .deltas = step->deltas,
                                         .damp = step->damp,
                                         .push = step->push,
                                         .h = step->h,
                                         .max_linear = step->settings->max_linear_speed,
                                         .max_angular = MAX_TURN / step->h}};
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        step->profile->substep = substep;
        bodies.args.first = substep == 0;
        INTEGRATE(step, &bodies, integrate_velocities,
                  sizeof(sc_velocity) + sizeof(sc_saved) + 2 * sizeof(sc_drive));
        hold_locked(step, locked, locked_count);
        PASS(step, &contacts, solve_contacts, VELOCITY_BYTES);
        hold_locked(step, locked, locked_count);
        INTEGRATE(step, &bodies, integrate_positions, sizeof(sc_velocity) + sizeof(sc_delta));
        PASS(step, &contacts, relax_contacts, RELAX_BYTES);
    }
    hold_locked(step, locked, locked_count);
    step->settings->last_h = step->h;
    step->profile->substep = -1;
    sc_set_work(step->profile, (int64_t)step->constraints->contact_count * step->substeps,
                "contacts", 0);
    return true;
}

bool sc_store_impulses(sc_step *step)
{
    contact_context context = {.args = contact_args(step)};
    if (step->constraints->extras != NULL)
    {
        PASS(step, &context, restitute_contacts, VELOCITY_BYTES);
    }
    PASS(step, &context, store_impulses, STORE_BYTES);
    sc_set_work(step->profile, step->constraints->contact_count, "contacts", 0);
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

bool sc_finish_bodies(sc_step *step)
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
    sc_run_pass(step, &zone, step->moving_count, BODY_GRAIN, finish_range, &finish);
    sc_set_work(step->profile, step->moving_count, zone.unit, 0);
    for (int i = 0; i < step->moving_count; ++i)
    {
        step->bad[i] |= step->unsound[i];
    }
    return true;
}
