/// The stage solve_substeps: the substeps of the world's solver, and what follows them.
#include "core/assert.h"
#include "dynamics/solver/bounces.h"
#include "dynamics/solver/substeps.h"
#include "dynamics/solver/joints/joint_energy.h"

/// Rows with a lock on x or y; the angle's lock is an infinite inertia.
static int find_locked(const sc_step *step, int32_t *rows)
{
    int count = 0;
    for (int i = 0; i < step->rows.dynamic_count; ++i)
    {
        if (step->bodies->flags[i] & (SC_BODY_LOCK_X | SC_BODY_LOCK_Y))
        {
            rows[count++] = i;
        }
    }
    return count;
}

/// How many of the rows, which rise, are below one.
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

/// The bodies of a group among those with locks.
static void find_locked_of_group(sc_substeps *substeps, const sc_substeps *all)
{
    const sc_row_range rows = substeps->group->rows;
    int begin = count_below(all->locked, all->locked_count, rows.begin);
    int end = count_below(all->locked, all->locked_count, rows.end);
    SC_ASSERT(begin <= end && end <= all->locked_count);
    substeps->locked = all->locked_count > 0 ? all->locked + begin : NULL;
    substeps->locked_count = end - begin;
}

/// What a worker solves its groups in, one after the other.
typedef struct group_memory
{
    sc_contact_blocks blocks;
    sc_push_block *pushes;
    sc_residual_block *residuals;
} group_memory;

typedef struct groups_context
{
    const sc_substeps *shared;
    const group_memory *memory;  ///< by worker
    sc_residual_sum *residuals;  ///< by group; null unless measured
    int64_t *bytes;              ///< by group
} groups_context;

static sc_solver *solver_of(const sc_step *step)
{
    SC_ASSERT(step->settings->solver < SCREE_SOLVER_COUNT);
    static sc_solver *const solvers[SCREE_SOLVER_COUNT] = {
        [SCREE_SOLVER_SOFT_STEP] = sc_soft_step,
        [SCREE_SOLVER_PGS] = sc_pgs,
        [SCREE_SOLVER_PGS_SPLIT] = sc_pgs_split,
        [SCREE_SOLVER_PROJECTION] = sc_projection,
    };
    return solvers[step->settings->solver];
}

/// All substeps, and what follows them.
static void run_solver(sc_substeps *substeps, sc_residual_sum *residual)
{
    const sc_step *step = substeps->step;
    solver_of(step)(substeps);
    if (residual != NULL)
    {
        *residual = sc_measure_residual(substeps);
    }
    sc_restitute(substeps);
}

/// A group from its manifolds to its impulses, while its blocks stay in a cache.
static void solve_group(const groups_context *groups, int index, int worker)
{
    SC_ASSERT(index > SC_SHARED_GROUP && index < groups->shared->step->constraints->group_count);
    SC_ASSERT(worker >= 0 && worker < groups->shared->step->jobs->worker_count);
    const sc_step *step = groups->shared->step;
    const sc_island_group *group = &step->constraints->groups[index];
    const group_memory *memory = &groups->memory[worker];
    sc_substeps substeps = *groups->shared;
    sc_contact_args *contacts = &substeps.contacts;
    substeps.group = group;
    substeps.worker = worker;
    find_locked_of_group(&substeps, groups->shared);
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
    run_solver(&substeps, groups->residuals != NULL ? &groups->residuals[index] : NULL);
    SC_PASS_JOINTS(&substeps, store_joints);
    sc_end_joint_energy(&substeps);
    SC_PASS_CONTACTS(&substeps, contacts, store_impulses, SC_STORE_BYTES);
    sc_store_impulse_sums(&substeps);
    groups->bytes[index] = substeps.bytes;
}

static void group_range(void *context, sc_range range)
{
    for (int i = range.begin; i < range.end; ++i)
    {
        solve_group(context, i, range.worker);
    }
}

/// Of one group. False: none.
static bool take_group_memory(const sc_step *step, sc_arena *arena, group_memory *memory,
                              const sc_substeps *shared)
{
    int blocks = step->constraints->largest_group;
    bool extras = step->constraints->has_extras, pushes = shared->push_velocities != NULL;
    bool residuals = shared->contacts.residuals != NULL;
    *memory = (group_memory){
        .pushes = pushes ? SC_TAKE(arena, sc_push_block, blocks) : NULL,
        .residuals = residuals ? SC_TAKE(arena, sc_residual_block, blocks) : NULL,
    };
    return sc_take_blocks(&memory->blocks, arena, blocks, blocks, extras) &&
           (memory->pushes != NULL || !pushes) && (memory->residuals != NULL || !residuals);
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
        taken = take_group_memory(step, &step->jobs->workers[w].scratch, &memory[w], shared);
    }
    return taken;
}

/// What the shared group needs beside its blocks. False: no memory.
static bool begin_shared_group(sc_substeps *substeps, sc_step *step)
{
    if (!sc_begin_impulse_sums(step))
    {
        return false;
    }
    *substeps = sc_shared_substeps(step);
    int blocks = substeps->group->block_count;
    bool taken = true;
    if (step->bodies->locked_count > 0)
    {
        int32_t *locked = SC_TAKE(step->arena, int32_t, step->rows.dynamic_count);
        taken = locked != NULL;
        substeps->locked = locked;
        substeps->locked_count = taken ? find_locked(step, locked) : 0;
    }
    if (step->settings->solver == SCREE_SOLVER_PGS_SPLIT)
    {
        sc_velocity *rows =
            SC_TAKE_ZEROED(step->arena, sc_velocity, SC_HUB_ROWS + step->rows.count);
        substeps->push_velocities = rows != NULL ? rows + SC_HUB_ROWS : NULL;
        substeps->contacts.pushes = SC_TAKE(step->arena, sc_push_block, blocks);
        taken &= substeps->push_velocities != NULL && substeps->contacts.pushes != NULL;
    }
    if (step->settings->measure_residual)
    {
        substeps->contacts.residuals = SC_TAKE(step->arena, sc_residual_block, blocks);
        taken &= substeps->contacts.residuals != NULL;
    }
    return taken;
}

static void solve_groups(const groups_context *groups)
{
    const sc_step *step = groups->shared->step;
    sc_pass zone = {"solve_groups", "groups", 0, -1};
    sc_run_counted_pass(step, &zone, SC_SHARED_GROUP + 1, step->constraints->group_count,
                        group_range, (void *)groups, groups->bytes);
}

/// Over all groups, in their order.
static scree_residual join_residuals(const sc_residual_sum *sums, int count)
{
    sc_residual_sum all = {0};
    for (int i = 0; i < count; ++i)
    {
        all.points += sums[i].points;
        all.squares += sums[i].squares;
        all.max = sc_max(all.max, sums[i].max);
    }
    float rms = all.points > 0 ? (float)sqrt(all.squares / all.points) : 0.0f;
    return (scree_residual){all.points, rms, all.max};
}

/// Computes velocities and changes of pose by the world's solver, then applies restitution.
bool sc_solve_substeps(sc_step *step)
{
    sc_substeps shared;
    groups_context groups;
    if (!begin_shared_group(&shared, step) || !take_groups_memory(&groups, &shared))
    {
        return false;
    }
    solve_groups(&groups);
    run_solver(&shared, groups.residuals);
    step->profile->substep = -1;
    if (groups.residuals != NULL)
    {
        step->results.residual = join_residuals(groups.residuals, step->constraints->group_count);
    }
    bool iterates = step->settings->solver != SCREE_SOLVER_SOFT_STEP;
    int64_t passes = (int64_t)step->substeps * (iterates ? step->settings->iterations : 1);
    sc_set_work(step->profile, step->constraints->contact_count * passes, "contacts", 0);
    return true;
}
