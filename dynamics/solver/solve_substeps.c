/// The stage solve_substeps: runs the substeps of the world's solver and restitution.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"
#include "dynamics/solver/joints/joint_energy.h"

#include <string.h>

/// In columns that carry heavy bodies, the frequency of contacts is multiplied by STIFFER and by
/// the number of parts of a substep, and the push speed by SLOWER.
#define STIFFER 2.0f
#define SLOWER 0.1f

/// The number of rows below `row`. The rows are sorted.
static int count_below(const int32_t *rows, int count, int32_t row)
{
    int low = 0, high = count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        low = rows[middle] < row ? middle + 1 : low;
        high = rows[middle] < row ? high : middle;
    }
    return low;
}

/// Impulses of the points of a contact.
typedef struct contact_impulses
{
    float normal[2], tangent[2];
} contact_impulses;

/// The memory in which a worker solves its groups, one after the other.
typedef struct group_memory
{
    sc_contact_blocks blocks;
    sc_push_block *pushes;
    sc_residual_block *residuals;
    contact_impulses *impulses;  ///< by lane; null if no island is hard
} group_memory;

typedef struct groups_context
{
    const sc_substeps *shared;
    const group_memory *memory;  ///< by worker
    sc_residual_sum *residuals;  ///< by group; null unless measured
    int64_t *bytes;              ///< by group
} groups_context;

/// Copies the impulses of contacts from the blocks, after the last part of a substep.
static void copy_impulses(const sc_substeps *substeps, contact_impulses *impulses)
{
    const sc_contact_args *contacts = &substeps->contacts;
    for (int i = 0; i < substeps->group->block_count; ++i)
    {
        const sc_point_block *points = sc_points_of(&contacts->blocks, i);
        const sc_tangent_block *tangents = sc_tangents_of(&contacts->blocks, i);
        contact_impulses *to = impulses + (ptrdiff_t)i * SC_BLOCK;
        memset(to, 0, SC_BLOCK * sizeof *to);
        for (int k = 0; k < sc_block_points(contacts->flags[i]); ++k)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                to[l].normal[k] = points[k].normal_impulse[l];
                to[l].tangent[k] = tangents[k].tangent_impulse[l];
            }
        }
    }
}

/// Runs all substeps, then the measurements and restitution. `impulses`: for divided groups,
/// receives the impulses before restitution, by lane; otherwise null.
static void run_solver(sc_substeps *substeps, sc_residual_sum *residual, contact_impulses *impulses)
{
    static sc_solver *const solvers[SCREE_SOLVER_COUNT] = {
        [SCREE_SOLVER_SOFT_STEP] = sc_soft_step,
        [SCREE_SOLVER_PGS] = sc_pgs,
        [SCREE_SOLVER_PGS_SPLIT] = sc_pgs_split,
        [SCREE_SOLVER_PROJECTION] = sc_projection,
    };
    const scree_solver solver = substeps->step->settings->solver;
    SC_ASSERT(solver < SCREE_SOLVER_COUNT);
    solvers[solver](substeps);
    if (residual != NULL)
    {
        *residual = sc_measure_residual(substeps);
    }
    if (impulses != NULL)
    {
        copy_impulses(substeps, impulses);
    }
    sc_restitute(substeps);
}

/// Returns a copy of the step for hard islands, with more and shorter substeps, and changes the
/// velocity updates of their rows to those of the shorter substeps. `settings`: receives the
/// settings of the step, changed if the group is stiff.
static sc_step divided_step(const sc_step *step, const sc_island_group *group,
                            sc_solver_settings *settings)
{
    SC_ASSERT(group->parts > 1 && step->settings->solver == SCREE_SOLVER_SOFT_STEP);
    const float part = 1.0f / (float)group->parts;
    for (int k = 0; k < group->range_count; ++k)
    {
        for (int32_t i = group->ranges[k].begin; i < group->ranges[k].end; ++i)
        {
            // damping = 1 / (1 + h c)
            sc_velocity_update *damping = &step->rows.damping[i],
                               *increment = &step->rows.increment[i];
            damping->x = 1.0f / (1.0f + part * (1.0f / damping->x - 1.0f));
            damping->y = 1.0f / (1.0f + part * (1.0f / damping->y - 1.0f));
            damping->w = 1.0f / (1.0f + part * (1.0f / damping->w - 1.0f));
            increment->x *= part;
            increment->y *= part;
            increment->w *= part;
        }
    }
    sc_step divided = *step;
    divided.substeps *= group->parts;
    divided.h *= part;
    *settings = *step->settings;
    if (group->is_stiff)
    {
        // The contacts become stiffer, but overlap is pushed out only twice as fast as elsewhere.
        settings->contact_hertz *= STIFFER * (float)group->parts;
        settings->contact_damping_ratio *= (float)group->parts;
        settings->push_speed *= SLOWER;
    }
    divided.settings = settings;
    return divided;
}

/// Multiplies the stored impulses of the last part, so that they become those of a whole substep.
/// The part of restitution, the stored impulse less that in `impulses`, is not multiplied, because
/// restitution acts once.
static void join_impulses(const sc_substeps *substeps, const contact_impulses *impulses)
{
    SC_ASSERT(substeps->group->parts > 1);
    const float parts = (float)substeps->group->parts, others = parts - 1.0f;
    const int lanes = substeps->group->block_count * SC_BLOCK;
    for (int i = 0; i < lanes; ++i)
    {
        // Empty lanes point at null contacts.
        const int32_t contact = substeps->contacts.contact[i];
        if (contact >= SC_BLOCK)
        {
            sc_manifold *m = &substeps->contacts.manifolds[contact];
            m->normal_impulse_0 =
                sc_in_range_of_floats(m->normal_impulse_0 + others * impulses[i].normal[0]);
            m->normal_impulse_1 =
                sc_in_range_of_floats(m->normal_impulse_1 + others * impulses[i].normal[1]);
            m->tangent_impulse_0 =
                sc_in_range_of_floats(m->tangent_impulse_0 + others * impulses[i].tangent[0]);
            m->tangent_impulse_1 =
                sc_in_range_of_floats(m->tangent_impulse_1 + others * impulses[i].tangent[1]);
            // Blocks without SC_BLOCK_SURFACE do not store the rolling impulse.
            const bool rolls = (substeps->contacts.flags[i / SC_BLOCK] & SC_BLOCK_SURFACE) != 0;
            m->rolling_impulse = sc_in_range_of_floats(m->rolling_impulse * (rolls ? parts : 1.0f));
        }
    }
}

/// Takes each group from manifolds to stored impulses in one go, while its blocks are in cache.
static void group_range(void *context, sc_range range)
{
    const groups_context *groups = context;
    for (int i = range.begin; i < range.end; ++i)
    {
        const int worker = range.worker;
        SC_ASSERT(i > SC_SHARED_GROUP && i < groups->shared->step->constraints->group_count);
        SC_ASSERT(worker >= 0 && worker < groups->shared->step->jobs->worker_count);
        const sc_step *step = groups->shared->step;
        const sc_island_group *group = &step->constraints->groups[i];
        const group_memory *memory = &groups->memory[worker];
        sc_substeps substeps = *groups->shared;
        sc_contact_args *contacts = &substeps.contacts;
        sc_step divided;
        sc_solver_settings settings;
        if (group->parts > 0)
        {
            divided = divided_step(step, group, &settings);
            substeps = sc_shared_substeps(&divided);
            substeps.bodies.max_angular = groups->shared->bodies.max_angular;
        }
        substeps.group = group;
        substeps.worker = worker;
        // Find the bodies of the group among those with locks: all between its first and last row.
        // Other groups have no rows there, except hard islands, which have no locks.
        const sc_substeps *all = groups->shared;
        SC_ASSERT(group->range_count > 0);
        const int32_t first = group->ranges[0].begin,
                      row_end = group->ranges[group->range_count - 1].end;
        int begin = count_below(all->locked, all->locked_count, first);
        int end = group->parts > 0 ? begin : count_below(all->locked, all->locked_count, row_end);
        SC_ASSERT(begin <= end && end <= all->locked_count);
        substeps.locked = all->locked_count > 0 ? all->locked + begin : NULL;
        substeps.locked_count = end - begin;
        SC_ASSERT(group->block_count <= step->constraints->largest_group);
        contacts->discard_row += SC_DISCARD_STRIDE * worker;
        contacts->rows += group->first_block;
        contacts->flags += group->first_block;
        contacts->contact += (ptrdiff_t)group->first_block * SC_BLOCK;
        contacts->blocks = memory->blocks;
        contacts->blocks.two_points = sc_two_point_blocks(group);
        contacts->pushes = memory->pushes;
        contacts->residuals = memory->residuals;
        if (substeps.impulse_sums != NULL)
        {
            substeps.impulse_sums += (ptrdiff_t)group->first_block * SC_SUM_FLOATS;
        }
        substeps.joints.discard_row = contacts->discard_row;
        sc_prepare_constraints(&substeps);
        run_solver(&substeps, groups->residuals != NULL ? &groups->residuals[i] : NULL,
                   group->parts > 0 ? memory->impulses : NULL);
        SC_PASS_JOINTS(&substeps, store_joints);
        sc_end_joint_energy(&substeps);
        SC_PASS_CONTACTS(&substeps, contacts, store_impulses, SC_STORE_IMPULSES_BYTES);
        sc_store_impulse_sums(&substeps);
        if (group->parts > 0)
        {
            join_impulses(&substeps, memory->impulses);
        }
        groups->bytes[i] = substeps.bytes;
    }
}

static bool take_groups_memory(groups_context *groups, const sc_substeps *shared)
{
    const sc_step *step = shared->step;
    int workers = step->jobs->worker_count, count = step->constraints->group_count;
    group_memory *memory = SC_TAKE(step->arena, group_memory, workers);
    *groups = (groups_context){
        .shared = shared,
        .memory = memory,
        .residuals = step->settings->measure_residual
                         ? SC_TAKE_ZEROED(step->arena, sc_residual_sum, count)
                         : NULL,
        .bytes = SC_TAKE_ZEROED(step->arena, int64_t, count),
    };
    bool taken = memory != NULL && groups->bytes != NULL &&
                 (groups->residuals != NULL || !step->settings->measure_residual);
    for (int w = 0; taken && count > 1 && w < workers; ++w)
    {
        sc_arena *arena = &step->jobs->workers[w].scratch;
        group_memory *own = &memory[w];
        int blocks = step->constraints->largest_group;
        bool extras = step->constraints->has_extras, pushes = shared->push_velocities != NULL;
        bool residuals = shared->contacts.residuals != NULL;
        bool hard = step->constraints->parts != NULL;
        *own = (group_memory){
            .pushes = pushes ? SC_TAKE(arena, sc_push_block, blocks) : NULL,
            .residuals = residuals ? SC_TAKE(arena, sc_residual_block, blocks) : NULL,
            .impulses = hard ? SC_TAKE(arena, contact_impulses, blocks * SC_BLOCK) : NULL,
        };
        taken = sc_take_blocks(&own->blocks, arena, blocks, blocks, extras) &&
                (own->pushes != NULL || !pushes) && (own->residuals != NULL || !residuals) &&
                (own->impulses != NULL || !hard);
    }
    return taken;
}

/// The number of contacts that a substep solves. A contact counts once for each part of the
/// substep.
static int64_t contacts_solved(const sc_constraints *constraints)
{
    int64_t count = constraints->contact_count;
    for (int i = SC_SHARED_GROUP + 1; constraints->parts != NULL && i < constraints->group_count;
         ++i)
    {
        const sc_island_group *group = &constraints->groups[i];
        count += (int64_t)group->contact_count * (group->parts > 0 ? group->parts - 1 : 0);
    }
    return count;
}

/// Computes velocities and changes of pose with the world's solver, then applies restitution.
bool sc_solve_substeps(sc_step *step)
{
    if (step->rows.moving_count == 0)
    {
        SC_ASSERT(step->constraints->contact_count == 0);
        SC_ASSERT(step->constraints->joints.joint_count == 0);
        sc_set_work(step->profile, 0, "contacts", 0);
        return true;
    }
    if (!sc_begin_impulse_sums(step))
    {
        return false;
    }
    // Allocate the data of the shared group besides its blocks.
    sc_substeps shared = sc_shared_substeps(step);
    int blocks = shared.group->block_count;
    bool taken = true;
    if (step->bodies->locked_count > 0)
    {
        int32_t *locked = SC_TAKE(step->arena, int32_t, step->rows.dynamic_count);
        taken = locked != NULL;
        shared.locked = locked;
        // List the rows with a lock on x or y. A locked angle is an infinite inertia instead.
        for (int i = 0; taken && i < step->rows.dynamic_count; ++i)
        {
            if (step->bodies->flags[i] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y))
            {
                locked[shared.locked_count++] = i;
            }
        }
    }
    if (step->settings->solver == SCREE_SOLVER_PGS_SPLIT)
    {
        sc_velocity *rows =
            SC_TAKE_ZEROED(step->arena, sc_velocity, SC_HUB_ROWS + step->rows.count);
        shared.push_velocities = rows != NULL ? rows + SC_HUB_ROWS : NULL;
        shared.contacts.pushes = SC_TAKE(step->arena, sc_push_block, blocks);
        taken &= shared.push_velocities != NULL && shared.contacts.pushes != NULL;
    }
    if (step->settings->measure_residual)
    {
        shared.contacts.residuals = SC_TAKE(step->arena, sc_residual_block, blocks);
        taken &= shared.contacts.residuals != NULL;
    }
    groups_context groups;
    if (!taken || !take_groups_memory(&groups, &shared))
    {
        return false;
    }
    sc_pass zone = {"solve_groups", "groups", 0, -1};
    sc_run_counted_pass(step, &zone, SC_SHARED_GROUP + 1, step->constraints->group_count,
                        group_range, (void *)&groups, groups.bytes);
    run_solver(&shared, groups.residuals, NULL);
    step->profile->substep = -1;
    if (groups.residuals != NULL)
    {
        // Add the sums of all groups in order.
        sc_residual_sum all = {0};
        for (int i = 0; i < step->constraints->group_count; ++i)
        {
            all.points += groups.residuals[i].points;
            all.squares += groups.residuals[i].squares;
            all.max = sc_max(all.max, groups.residuals[i].max);
        }
        float rms = all.points > 0 ? (float)sqrt(all.squares / all.points) : 0.0f;
        step->results.residual = (scree_residual){all.points, rms, all.max};
    }
    bool iterates = step->settings->solver != SCREE_SOLVER_SOFT_STEP;
    int64_t passes = (int64_t)step->substeps * (iterates ? step->settings->iterations : 1);
    sc_set_work(step->profile, contacts_solved(step->constraints) * passes, "contacts", 0);
    return true;
}
