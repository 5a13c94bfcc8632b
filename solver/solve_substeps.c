/// The stage solve_substeps: the substeps of the world's solver, and what follows them.
#include "solver/constraints.h"
#include "solver/solver_stages.h"
#include "solver/substeps.h"

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

static bool begin(sc_substeps *substeps, sc_step *step)
{
    *substeps = (sc_substeps){.step = step,
                              .contacts = sc_contact_args_of(step),
                              .bodies = {.velocities = step->velocities,
                                         .warm_starts = step->warm_starts,
                                         .deltas = step->deltas,
                                         .damping = step->damping,
                                         .increment = step->increment,
                                         .h = step->h,
                                         .max_linear = step->settings->max_linear_speed,
                                         .max_angular = SC_MAX_TURN / step->h}};
    if (step->bodies->locked_count > 0)
    {
        substeps->locked = SC_TAKE(step->arena, int32_t, step->dynamic_count);
        if (substeps->locked == NULL)
        {
            return false;
        }
        substeps->locked_count = find_locked(step, substeps->locked);
    }
    return true;
}

bool sc_solve_substeps(sc_step *step)
{
    static sc_solver *const solvers[SCREE_SOLVER_COUNT] = {
        [SCREE_SOLVER_SOFT_STEP] = sc_soft_step,
        [SCREE_SOLVER_PGS] = sc_pgs,
        [SCREE_SOLVER_PGS_SPLIT] = sc_pgs_split,
        [SCREE_SOLVER_PROJECTION] = sc_projection,
    };
    sc_substeps substeps;
    if (!begin(&substeps, step) || !sc_begin_impulse_sums(step) ||
        !solvers[step->settings->solver](&substeps) ||
        (step->settings->measure_residual && !sc_measure_residual(&substeps)))
    {
        return false;
    }
    step->profile->substep = -1;
    if (step->constraints->extras != NULL)
    {
        SC_PASS_CONTACTS(step, &substeps.contacts, restitute_contacts, SC_VELOCITY_BYTES);
        sc_apply_axis_locks(&substeps);
    }
    bool iterates = step->settings->solver != SCREE_SOLVER_SOFT_STEP;
    int64_t passes = (int64_t)step->substeps * (iterates ? step->settings->iterations : 1);
    sc_set_work(step->profile, step->constraints->contact_count * passes, "contacts", 0);
    return true;
}
