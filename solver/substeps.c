#include "solver/substeps.h"

#include "solver/constraints.h"
#include "solver/solver_stages.h"

#include <string.h>

#define PI 3.14159265358979323846f

/// Bias rate and scales of a soft constraint of the given frequency and damping ratio.
static sc_softness soften(float hertz, float damping_ratio, float h)
{
    float omega = 2.0f * PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (sc_softness){a2 * a3 * (omega / a1), a2 * a3, a3};
}

/// How much of the last step's impulses is carried over.
static float warm_scale(const sc_step *step)
{
    const sc_solver_settings *settings = step->settings;
    if (!settings->warm_starting)
    {
        return 0.0f;
    }
    return settings->last_h > 0.0f ? step->h / settings->last_h : 1.0f;
}

sc_contact_args sc_contact_args_of(const sc_step *step)
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
        .warm_starts = step->warm_starts,
        .dynamic_count = step->dynamic_count,
        .discard_row = step->discard_row,
        .soft = soften(hertz, settings->contact_damping_ratio, step->h),
        // Contacts with what cannot move are twice as stiff, so that heavy things do not sink into
        // the ground.
        .rigid = soften(2.0f * hertz, settings->contact_damping_ratio, step->h),
        .h = step->h,
        .inverse_h = 1.0f / step->h,
        .push_speed = settings->push_speed,
        .restitution_threshold = settings->restitution_threshold,
        .warm_scale = warm_scale(step),
        .slop = settings->slop,
        .position_correction = settings->position_correction,
    };
}

typedef struct contact_context
{
    const sc_contact_args *args;
    sc_contact_kernel *kernel;
} contact_context;

static void contact_range(void *context, sc_range range)
{
    const contact_context *contact = context;
    sc_contact_args args = *contact->args;
    args.discard_row += SC_DISCARD_STRIDE * range.worker;
    contact->kernel(&args, range.begin, range.end);
}

void sc_pass_contacts(const sc_step *step, const sc_contact_args *args, sc_contact_kernel *kernel,
                      const char *name, int gathered)
{
    const sc_constraints *constraints = step->constraints;
    size_t extra = constraints->extras != NULL ? sizeof(sc_contact_extra) : 0;
    sc_pass zone = {name, "blocks", (int)(sizeof(sc_contact_block) + extra) + gathered, 0};
    contact_context context = {args, kernel};
    bool more = true;
    for (int colour = 0; more; ++colour)
    {
        more = false;
        for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
        {
            const sc_batch *batch = &constraints->batches[type];
            if (sc_has_colours_from(batch, colour))
            {
                sc_run_colour(step, &zone, batch, colour, contact_range, &context);
                more = true;
            }
        }
    }
}

typedef struct integrate_context
{
    const sc_integrate_args *args;
    sc_integrate_kernel *wide, *scalar;
} integrate_context;

/// The wide kernel on whole blocks of rows, the scalar one on the rest.
static void integrate_range(void *context, sc_range range)
{
    const integrate_context *integrate = context;
    int whole = range.end & ~(SC_BLOCK - 1);
    integrate->wide(integrate->args, range.begin, whole);
    integrate->scalar(integrate->args, whole, range.end);
}

void sc_integrate_positions(const sc_step *step, const sc_integrate_args *args)
{
    integrate_context context = {args, step->kernels->integrate_positions,
                                 step->scalar->integrate_positions};
    sc_pass zone = {"integrate_positions", "bodies", (int)(sizeof(sc_velocity) + sizeof(sc_delta)),
                    -1};
    sc_run_pass(step, &zone, 0, step->moving_count, SC_ROW_GRAIN, integrate_range, &context);
}

void sc_integrate_velocities(sc_substeps *substeps, int substep)
{
    sc_step *step = substeps->step;
    step->profile->substep = substep;
    bool cold = substep > 0 && !step->settings->warm_starting;
    if (substep > 0)
    {
        sc_add_impulses(step);
    }
    if (cold)
    {
        sc_forget_impulses(step);
    }
    substeps->bodies.first = substep == 0 || cold;
    integrate_context context = {&substeps->bodies, step->kernels->integrate_velocities,
                                 step->scalar->integrate_velocities};
    size_t bytes = sizeof(sc_velocity) + sizeof(sc_warm_start) + 2 * sizeof(sc_velocity_update);
    sc_pass zone = {"integrate_velocities", "bodies", (int)bytes, -1};
    sc_run_pass(step, &zone, 0, step->moving_count, SC_ROW_GRAIN, integrate_range, &context);
    sc_apply_axis_locks(substeps);
}

void sc_forget_impulses(sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    for (int i = 0; i < constraints->block_count; ++i)
    {
        sc_contact_block *block = &constraints->blocks[i];
        for (int k = 0; k < sc_block_points(constraints->flags[i]); ++k)
        {
            memset(block->point[k].normal_impulse, 0, sizeof block->point[k].normal_impulse);
            memset(block->tangent[k].tangent_impulse, 0, sizeof block->tangent[k].tangent_impulse);
        }
        if (constraints->flags[i] & SC_BLOCK_SURFACE)
        {
            sc_contact_extra *extra = &constraints->extras[i];
            memset(extra->rolling_impulse, 0, sizeof extra->rolling_impulse);
        }
    }
    memset(step->warm_starts, 0, sizeof *step->warm_starts * (size_t)step->moving_count);
}

void sc_apply_axis_locks(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int i = 0; i < substeps->locked_count; ++i)
    {
        int32_t row = substeps->locked[i];
        if (step->bodies->flags[row] & SC_BODY_LOCK_X)
        {
            step->velocities[row].vx = step->warm_starts[row].vx = 0.0f;
        }
        if (step->bodies->flags[row] & SC_BODY_LOCK_Y)
        {
            step->velocities[row].vy = step->warm_starts[row].vy = 0.0f;
        }
    }
}

bool sc_prepare_contacts(sc_step *step)
{
    sc_contact_args args = sc_contact_args_of(step);
    SC_PASS_CONTACTS(step, &args, prepare_contacts, SC_PREPARE_BYTES);
    sc_set_work(step->profile, step->constraints->contact_count, "contacts", 0);
    return true;
}

bool sc_store_impulses(sc_step *step)
{
    sc_contact_args args = sc_contact_args_of(step);
    SC_PASS_CONTACTS(step, &args, store_impulses, SC_STORE_BYTES);
    sc_store_impulse_sums(step);
    sc_set_work(step->profile, step->constraints->contact_count, "contacts", 0);
    return true;
}
