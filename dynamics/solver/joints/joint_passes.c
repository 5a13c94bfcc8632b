/// Passes over the joints of a group.
///
/// Joints of soft_step are soft constraints. Iterative solvers solve velocities without a bias and
/// remove the remaining errors from the poses after these have moved, because a bias in the
/// velocities would add energy.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"

/// For joint parts without a stiffness of their own, in each substep: the fraction of the error
/// that solve removes, and the fraction of the impulse that it releases. docs/joints.md says how
/// these were found.
#define STIFF_FRACTION 0.15f
#define STIFF_LEAK 0.04f

sc_joint_args sc_joint_args_of(const sc_step *step, float warm_scale)
{
    SC_ASSERT(step->h > 0.0f);
    const sc_joints *joints = step->joints;
    const sc_solver_settings *settings = step->settings;
    // In substeps shorter than stiff_h, the joint acts as a spring and damper whose frequency and
    // damping ratio do not depend on h, so under the same load it deflects as far as in longer
    // substeps.
    const float scale = 1.0f - STIFF_LEAK, part = step->h / step->stiff_h;
    const float leak = part < 1.0f ? STIFF_LEAK / (STIFF_LEAK + scale * part) : STIFF_LEAK;
    return (sc_joint_args){
        .body = (const int32_t(*)[2])joints->body,
        .body_row = step->bodies->row,
        .frames = joints->frame,
        .settings = joints->settings,
        .switches = joints->switches,
        .states = joints->state,
        .poses = step->bodies->pose,
        .center_x = step->bodies->center_x,
        .center_y = step->bodies->center_y,
        .velocities = step->rows.velocities,
        .deltas = step->rows.deltas,
        .warm_starts = step->rows.warm_starts,
        .quickest = step->constraints->joints.quickest,
        .dynamic_count = step->rows.dynamic_count,
        .discard_row = step->rows.discard_row,
        .h = step->h,
        .inverse_h = 1.0f / step->h,
        .stiff_h = step->stiff_h,
        .inverse_stiff_h = 1.0f / step->stiff_h,
        .warm_scale = warm_scale,
        .stiff = {.bias_rate = scale * STIFF_FRACTION / step->stiff_h,
                  .mass_scale = 1.0f - leak,
                  .impulse_scale = leak},
        .shortest = step->lengths->joint_shortest,
        .wide_square = step->lengths->joint_wide_square,
        .erp = settings->erp,
    };
}

const sc_joint_group *sc_joints_of(const sc_substeps *substeps)
{
    const sc_constraints *constraints = substeps->step->constraints;
    SC_ASSERT(substeps->group >= constraints->groups);
    SC_ASSERT(substeps->group < constraints->groups + constraints->group_count);
    const sc_joint_group *groups = constraints->joints.groups;
    const sc_joint_group *group =
        groups != NULL ? &groups[substeps->group - constraints->groups] : NULL;
    return group != NULL && group->joint_count > 0 ? group : NULL;
}

bool sc_has_joints(const sc_substeps *substeps) { return sc_joints_of(substeps) != NULL; }

sc_joint_args sc_joints_of_kind(const sc_substeps *substeps, const sc_joint_group *group,
                                sc_joint_kind kind)
{
    SC_ASSERT(kind < SC_JOINT_KIND_COUNT && group->joint_count > 0);
    const sc_joint_graph *graph = &substeps->step->constraints->joints;
    sc_joint_args args = substeps->joints;
    args.kind = kind;
    args.rows = graph->rows + group->first_block[kind];
    args.flags = graph->flags + group->first_block[kind];
    args.joint = graph->joint + (ptrdiff_t)group->first_block[kind] * SC_BLOCK;
    args.lines = graph->lines + group->first_line[kind];
    args.block_count = group->batches[kind].end[SC_COLOURS] / SC_BLOCK;
    return args;
}

typedef struct joint_context
{
    const sc_joint_args *args;
    sc_joint_kernel *kernel;
} joint_context;

static void joint_range(void *context, sc_range range)
{
    const joint_context *joint = context;
    sc_joint_args args = *joint->args;
    args.discard_row += SC_DISCARD_STRIDE * range.worker;
    joint->kernel(&args, range.begin, range.end);
}

/// All joints of the shared group that have a colour.
typedef struct joint_waves_context
{
    sc_joint_args args[SC_JOINT_KIND_COUNT];
    sc_joint_kernel *kernel;
} joint_waves_context;

static void joint_unit(void *context, sc_range range)
{
    const joint_waves_context *waves = context;
    sc_joint_args args = waves->args[range.kind];
    args.discard_row += SC_DISCARD_STRIDE * range.worker;
    waves->kernel(&args, range.begin, range.end);
}

/// The bytes that a block of joints uses.
static int block_bytes(sc_joint_kind kind)
{
    const size_t lines = sizeof(sc_lane_line) * (size_t)sc_joint_lines(kind);
    return (int)(lines + sizeof(sc_block_rows)) + SC_VELOCITY_BYTES + SC_DELTA_BYTES;
}

static void run_joint_waves(const sc_substeps *substeps, const sc_joint_group *group,
                            sc_joint_kernel *kernel, const char *name)
{
    const sc_step *step = substeps->step;
    sc_wavefront *const waves = &step->constraints->joint_waves;
    joint_waves_context context = {.kernel = kernel};
    int64_t bytes = 0;
    int blocks = 0;
    for (int kind = 0; kind < SC_JOINT_KIND_COUNT; ++kind)
    {
        const int count = sc_colour_begin(&group->batches[kind], waves->level_end) / SC_BLOCK;
        context.args[kind] = sc_joints_of_kind(substeps, group, (sc_joint_kind)kind);
        bytes += (int64_t)count * block_bytes((sc_joint_kind)kind);
        blocks += count;
    }
    // The bytes of a block depend on its kind, so each block is counted with the mean.
    const sc_pass zone = {name, "blocks", (int)(bytes / blocks), 0};
    sc_run_wavefront_pass(step, &zone, waves, joint_unit, &context);
}

void sc_pass_joints(sc_substeps *substeps, sc_joint_kernel *kernel, const char *name)
{
    const sc_joint_group *group = sc_joints_of(substeps);
    sc_pass zone = {name, "blocks", 0, 0};
    bool more = group != NULL;
    const sc_wavefront *const waves = &substeps->step->constraints->joint_waves;
    const bool in_waves = more && substeps->worker == SC_ALL_WORKERS &&
                          substeps->step->jobs->pool != NULL && waves->unit_count > 0;
    if (in_waves)
    {
        run_joint_waves(substeps, group, kernel, name);
    }
    for (int colour = in_waves ? waves->level_end : 0; more; ++colour)
    {
        more = false;
        for (int kind = 0; kind < SC_JOINT_KIND_COUNT; ++kind)
        {
            // Run the blocks of one colour and kind. Blocks without a colour are one range and thus
            // run one after the other.
            const sc_batch *batch = &group->batches[kind];
            if (!sc_has_colours_from(batch, colour))
            {
                continue;
            }
            more = true;
            const int begin = sc_colour_begin(batch, colour) / SC_BLOCK,
                      end = batch->end[colour] / SC_BLOCK;
            if (begin == end)
            {
                continue;
            }
            const sc_joint_args args = sc_joints_of_kind(substeps, group, (sc_joint_kind)kind);
            zone.item_bytes = block_bytes(args.kind);
            if (substeps->worker == SC_ALL_WORKERS)
            {
                joint_context context = {&args, kernel};
                sc_run_colour(substeps->step, &zone, batch, colour, joint_range, &context);
            }
            else
            {
                kernel(&args, begin, end);
                substeps->bytes += (int64_t)(end - begin) * zone.item_bytes;
            }
        }
    }
}

void sc_forget_group_joints(const sc_substeps *substeps)
{
    const sc_joint_group *group = sc_joints_of(substeps);
    for (int kind = 0; group != NULL && kind < SC_JOINT_KIND_COUNT; ++kind)
    {
        const sc_joint_args args = sc_joints_of_kind(substeps, group, (sc_joint_kind)kind);
        sc_forget_joints(&args, group->batches[kind].end[SC_COLOURS] / SC_BLOCK);
    }
}
