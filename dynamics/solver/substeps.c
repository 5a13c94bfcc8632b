#include "dynamics/solver/substeps.h"

#include "core/assert.h"
#include "dynamics/solver/hubs.h"
#include "dynamics/solver/joints/joint_energy.h"

#include <string.h>

sc_softness sc_soften(float hertz, float damping_ratio, float h)
{
    SC_ASSERT(h > 0.0f && hertz >= 0.0f);
    float omega = 2.0f * (float)SC_PI * hertz;
    float a1 = 2.0f * damping_ratio + h * omega;
    float a2 = h * omega * a1;
    float a3 = 1.0f / (1.0f + a2);
    return (sc_softness){a2 * a3 * (omega / a1), a2 * a3, a3};
}

/// How much of the last step's impulses is carried over.
static float warm_scale(const sc_step *step)
{
    SC_ASSERT(step->h > 0.0f);
    const sc_solver_settings *settings = step->settings;
    if (!settings->warm_starting)
    {
        return 0.0f;
    }
    return settings->last_h > 0.0f ? step->h / settings->last_h : 1.0f;
}

/// The number of substeps in which an impulse of this one acts: warm starting repeats it.
static float substeps_left(const sc_step *step, int substep)
{
    SC_ASSERT(substep >= 0 && substep < step->substeps);
    return step->settings->warm_starting ? (float)(step->substeps - substep) : 1.0f;
}

sc_substeps sc_shared_substeps(sc_step *step)
{
    SC_ASSERT(step->constraints->valid && step->constraints->group_count > 0);
    const sc_constraints *constraints = step->constraints;
    const sc_solver_settings *settings = step->settings;
    // A contact cannot act faster than a quarter of the substep rate. Contacts with bodies that
    // cannot move are stiffer, up to 3/8: beyond that, heavy bodies on light wheels never come to
    // rest. The last digit keeps rounding from lowering rates that are exactly 3/8.
    float hertz = sc_min(settings->contact_hertz, 0.25f / step->h);
    float rigid_hertz = sc_min(2.0f * hertz, 0.3751f / step->h);
    return (sc_substeps){
        .step = step,
        .group = &step->constraints->groups[SC_SHARED_GROUP],
        .worker = SC_ALL_WORKERS,
        .contacts =
            {
                .rows = constraints->rows,
                .blocks = constraints->blocks,
                .flags = constraints->flags,
                .contact = constraints->contact,
                .manifolds = step->contacts->manifold,
                .surfaces = step->contacts->surface,
                .friction = step->contacts->friction,
                .velocities = step->rows.velocities,
                .deltas = step->rows.deltas,
                .warm_starts = step->rows.warm_starts,
                .dynamic_count = step->rows.dynamic_count,
                .discard_row = step->rows.discard_row,
                .soft = sc_soften(hertz, settings->contact_damping_ratio, step->h),
                // Contacts with what cannot move are twice as stiff, so that heavy things do not
                // sink into the ground.
                .rigid = sc_soften(rigid_hertz, settings->contact_damping_ratio, step->h),
                .dt = step->dt,
                .h = step->h,
                .inverse_h = 1.0f / step->h,
                .push_speed = settings->push_speed,
                .restitution_threshold = settings->restitution_threshold,
                .takes_back = settings->solver == SCREE_SOLVER_PGS,
                .substeps_left = substeps_left(step, 0),
                .warm_scale = warm_scale(step),
                .slop = settings->slop,
                .position_correction = settings->position_correction,
            },
        .joints = sc_joint_args_of(step, warm_scale(step)),
        .bodies = {.velocities = step->rows.velocities,
                   .warm_starts = step->rows.warm_starts,
                   .deltas = step->rows.deltas,
                   .damping = step->rows.damping,
                   .increment = step->rows.increment,
                   .h = step->h,
                   .max_linear = step->settings->max_linear_speed,
                   .max_angular = SC_MAX_TURN / step->h},
        .impulse_sums = step->scratch.impulse_sums};
}

typedef struct contact_context
{
    const sc_step *step;
    const sc_contact_args *args;
    sc_contact_kernel *kernel;
    int first_hub;  ///< of a range of blocks without a colour: index of the first one
} contact_context;

static void contact_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin >= 0 && range.begin < range.end);
    const contact_context *contact = context;
    sc_contact_args args = *contact->args;
    args.discard_row += SC_DISCARD_STRIDE * range.worker;
    contact->kernel(&args, range.begin, range.end);
}

/// Blocks without a colour, one after the other: one range, hence one worker.
static void hub_range(void *context, sc_range range)
{
    const contact_context *contact = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        sc_run_hub_block(contact->step, contact->args, contact->kernel, i,
                         contact->first_hub + i - range.begin);
    }
}

/// A pass over the blocks of the colours from `first` on, those without one last.
static void pass_colours(sc_substeps *substeps, const sc_pass *of_pass, int first,
                         contact_context *context)
{
    const sc_island_group *group = substeps->group;
    sc_pass zone = *of_pass;
    bool more = true;
    for (int colour = first; more; ++colour)
    {
        more = false;
        for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
        {
            const sc_batch *batch = &group->batches[type];
            bool has_more = sc_has_colours_from(batch, colour);
            more |= has_more;
            if (has_more && substeps->worker == SC_ALL_WORKERS)
            {
                sc_job *job = colour == SC_COLOURS ? hub_range : contact_range;
                sc_run_colour(substeps->step, &zone, batch, colour, job, context);
                context->first_hub += colour == SC_COLOURS ? sc_hub_blocks_of(batch) : 0;
            }
            else if (has_more && sc_colour_begin(batch, colour) < batch->end[colour])
            {
                // The batch of one worker is in its cache, and no other one writes to its bodies.
                context->kernel(context->args, sc_colour_begin(batch, colour) / SC_BLOCK,
                                batch->end[colour] / SC_BLOCK);
            }
        }
    }
}

static sc_pass pass_of(const sc_substeps *substeps, const char *name, int gathered)
{
    size_t extra = substeps->step->constraints->has_extras ? sizeof(sc_contact_extra) : 0;
    size_t bytes = sizeof(sc_block_rows) + SC_CONTACT_BLOCK_BYTES + extra;
    return (sc_pass){name, "blocks", (int)bytes + gathered, 0};
}

void sc_pass_contacts(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                      const char *name, int gathered)
{
    const sc_pass pass = pass_of(substeps, name, gathered);
    contact_context context = {substeps->step, args, kernel, 0};
    pass_colours(substeps, &pass, 0, &context);
    if (substeps->worker != SC_ALL_WORKERS)
    {
        substeps->bytes += (int64_t)substeps->group->block_count * pass.item_bytes;
    }
}

void sc_pass_hubs(sc_substeps *substeps, const sc_contact_args *args, sc_contact_kernel *kernel,
                  const char *name, int gathered)
{
    const sc_pass pass = pass_of(substeps, name, gathered);
    contact_context context = {substeps->step, args, kernel, 0};
    pass_colours(substeps, &pass, SC_COLOURS, &context);
}

sc_row_range sc_rows_of(const sc_substeps *substeps, int index)
{
    SC_ASSERT(index >= 0);
    const sc_constraints *constraints = substeps->step->constraints;
    if (substeps->worker != SC_ALL_WORKERS)
    {
        return index == 0 ? substeps->group->rows : (sc_row_range){0};
    }
    return index < constraints->shared_row_count ? constraints->shared_rows[index]
                                                 : (sc_row_range){0};
}

typedef struct integrate_context
{
    const sc_integrate_args *args;
    sc_integrate_kernel *wide, *scalar;
    int begin;  ///< the first row that counts
} integrate_context;

/// The wide kernel on whole blocks of rows, the scalar one on the rest.
static void integrate_range(void *context, sc_range range)
{
    const integrate_context *integrate = context;
    int begin = range.begin > integrate->begin ? range.begin : integrate->begin;
    SC_ASSERT(begin <= range.end);
    int first = sc_pad_block(begin), last = range.end & ~(SC_BLOCK - 1);
    if (first >= last)
    {
        integrate->scalar(integrate->args, begin, range.end);
        return;
    }
    integrate->scalar(integrate->args, begin, first);
    integrate->wide(integrate->args, first, last);
    integrate->scalar(integrate->args, last, range.end);
}

static void integrate_rows(sc_substeps *substeps, sc_pass *zone, integrate_context *context)
{
    sc_row_range rows;
    for (int i = 0; rows = sc_rows_of(substeps, i), rows.begin < rows.end; ++i)
    {
        context->begin = rows.begin;
        SC_ASSERT(rows.end <= substeps->step->rows.moving_count);
        if (substeps->worker == SC_ALL_WORKERS)
        {
            sc_run_pass(substeps->step, zone, rows.begin & ~(SC_BLOCK - 1), rows.end, SC_ROW_GRAIN,
                        integrate_range, context);
        }
        else
        {
            integrate_range(context, (sc_range){.begin = rows.begin, .end = rows.end});
            substeps->bytes += (int64_t)(rows.end - rows.begin) * zone->item_bytes;
        }
    }
}

void sc_integrate_positions(sc_substeps *substeps, const sc_integrate_args *args)
{
    const sc_step *step = substeps->step;
    integrate_context context = {args, step->kernels->integrate_positions,
                                 step->scalar->integrate_positions, 0};
    sc_pass zone = {"integrate_positions", "bodies", (int)(sizeof(sc_velocity) + sizeof(sc_delta)),
                    -1};
    integrate_rows(substeps, &zone, &context);
}

void sc_integrate_velocities(sc_substeps *substeps, int substep)
{
    SC_ASSERT(substep >= 0 && substep < substeps->step->substeps);
    const sc_step *step = substeps->step;
    if (substeps->worker == SC_ALL_WORKERS)
    {
        step->profile->substep = substep;
    }
    bool cold = substep > 0 && !step->settings->warm_starting;
    substeps->contacts.substeps_left = substeps_left(step, substep);
    if (substep > 0)
    {
        sc_add_impulses(substeps);
    }
    if (cold)
    {
        sc_forget_impulses(substeps);
    }
    substeps->bodies.first = substep == 0 || cold;
    integrate_context context = {&substeps->bodies, step->kernels->integrate_velocities,
                                 step->scalar->integrate_velocities, 0};
    size_t bytes = sizeof(sc_velocity) + sizeof(sc_warm_start) + 2 * sizeof(sc_velocity_update);
    sc_pass zone = {"integrate_velocities", "bodies", (int)bytes, -1};
    integrate_rows(substeps, &zone, &context);
    sc_apply_axis_locks(substeps);
    sc_begin_substep_energy(substeps);
}

void sc_forget_impulses(const sc_substeps *substeps)
{
    const sc_contact_args *contacts = &substeps->contacts;
    for (int i = 0; i < substeps->group->block_count; ++i)
    {
        for (int k = 0; k < sc_block_points(contacts->flags[i]); ++k)
        {
            sc_point_block *point = &sc_points_of(&contacts->blocks, i)[k];
            sc_tangent_block *tangent = &sc_tangents_of(&contacts->blocks, i)[k];
            memset(point->normal_impulse, 0, sizeof point->normal_impulse);
            memset(tangent->tangent_impulse, 0, sizeof tangent->tangent_impulse);
        }
        if (contacts->flags[i] & SC_BLOCK_SURFACE)
        {
            sc_contact_extra *extra = &contacts->blocks.extras[i];
            memset(extra->rolling_impulse, 0, sizeof extra->rolling_impulse);
        }
    }
    sc_forget_group_joints(substeps);
    sc_row_range rows;
    for (int i = 0; rows = sc_rows_of(substeps, i), rows.begin < rows.end; ++i)
    {
        memset(contacts->warm_starts + rows.begin, 0,
               sizeof *contacts->warm_starts * (size_t)(rows.end - rows.begin));
    }
}

void sc_apply_axis_locks(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int i = 0; i < substeps->locked_count; ++i)
    {
        int32_t row = substeps->locked[i];
        SC_ASSERT(row >= 0 && row < step->rows.dynamic_count);
        if (step->bodies->flags[row] & SC_BODY_LOCK_X)
        {
            step->rows.velocities[row].vx = step->rows.warm_starts[row].vx = 0.0f;
        }
        if (step->bodies->flags[row] & SC_BODY_LOCK_Y)
        {
            step->rows.velocities[row].vy = step->rows.warm_starts[row].vy = 0.0f;
        }
    }
}

void sc_apply_position_locks(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int i = 0; i < substeps->locked_count; ++i)
    {
        int32_t row = substeps->locked[i];
        SC_ASSERT(row >= 0 && row < step->rows.dynamic_count);
        int flags = step->bodies->flags[row];
        step->rows.deltas[row].dx = flags & SC_BODY_LOCK_X ? 0.0f : step->rows.deltas[row].dx;
        step->rows.deltas[row].dy = flags & SC_BODY_LOCK_Y ? 0.0f : step->rows.deltas[row].dy;
    }
}

void sc_project_joints(sc_substeps *substeps)
{
    if (sc_has_joints(substeps))
    {
        sc_before_projection(substeps);
        SC_PASS_JOINTS(substeps, project_joints);
        sc_apply_position_locks(substeps);
    }
}
