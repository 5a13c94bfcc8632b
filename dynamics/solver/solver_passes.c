/// Passes over contacts and bodies that the solvers share.
#include "dynamics/solver/substeps.h"

#include "core/assert.h"
#include "dynamics/solver/overflow_hubs.h"
#include "dynamics/solver/joints/joint_energy.h"

#include <string.h>

typedef struct contact_context
{
    const sc_step *step;
    const sc_contact_args *args;
    sc_contact_kernel *kernel;
    int first_hub;  ///< of a range of blocks without a colour: number of its first hub block
} contact_context;

static void contact_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin >= 0 && range.begin < range.end);
    const contact_context *contact = context;
    sc_contact_args args = *contact->args;
    args.discard_row += SC_DISCARD_STRIDE * range.worker;
    contact->kernel(&args, range.begin, range.end);
}

/// Runs blocks without a colour one after the other. They form one range, so one worker runs them
/// all.
static void hub_range(void *context, sc_range range)
{
    const contact_context *contact = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        sc_run_hub_block(contact->step, contact->args, contact->kernel, i,
                         contact->first_hub + i - range.begin);
    }
}

/// Runs a pass over the blocks of the colours from `first` on; blocks without a colour come last.
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
                // A single worker solves this group: the batch is in its cache, and no other worker
                // writes to the bodies.
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
    const sc_step *step = substeps->step;
    const sc_pass pass = pass_of(substeps, name, gathered);
    contact_context context = {step, args, kernel, 0};
    sc_wavefront *const waves = &step->constraints->contact_waves;
    // Restitution has blocks of its own.
    const bool in_waves = waves->unit_count > 0 && step->jobs->pool != NULL &&
                          substeps->group == &step->constraints->groups[SC_SHARED_GROUP];
    if (in_waves)
    {
        sc_run_wavefront_pass(step, &pass, waves, contact_range, &context);
    }
    pass_colours(substeps, &pass, in_waves ? waves->level_end : 0, &context);
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
    const sc_island_group *group = substeps->group;
    return index < group->range_count ? group->ranges[index] : (sc_row_range){0};
}

typedef struct integrate_context
{
    const sc_integrate_args *args;
    sc_integrate_kernel *wide, *scalar;
    int begin;  ///< first row of the range
} integrate_context;

/// Runs the wide kernel on whole blocks of rows and the scalar one on the rest.
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
    substeps->contacts.substeps_left = sc_substeps_left(step, substep);
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
    if (step->constraints->joints.joint_count > 0)
    {
        sc_begin_substep_energy(substeps);
    }
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
