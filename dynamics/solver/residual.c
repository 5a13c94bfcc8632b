/// The natural residual of the contacts after the last velocity solve of a step.
///
/// With the impulse L, the separating velocity vn, the bias b of the solver's last pass over the
/// velocities and the effective mass m, a solved contact has L >= 0 and vn + b >= 0, and at least
/// one of the two is 0. The residual L - max(0, L - m (vn + b)) is zero if this holds. Divided by m
/// it is a speed, min(L / m, vn + b), which is comparable for light and heavy bodies. (F. Facchinei
/// and J.-S. Pang, Finite-Dimensional Variational Inequalities and Complementarity Problems, 2003.)
#include "dynamics/solver/substeps.h"

sc_residual_sum sc_measure_residual(sc_substeps *substeps)
{
    const sc_contact_args *args = &substeps->contacts;
    const int lanes = substeps->group->block_count * SC_BLOCK;
    SC_PASS_CONTACTS(substeps, args, measure_residuals, SC_VELOCITY_BYTES);
    sc_residual_sum sum = {0};
    // Add lane after lane, because the order of a sum must not depend on the lane width.
    for (int i = 0; i < lanes; ++i)
    {
        for (int k = 0; k < sc_block_points(args->flags[i / SC_BLOCK]); ++k)
        {
            float residual = args->residuals[i / SC_BLOCK].speed[k][i % SC_BLOCK];
            if (!sc_is_finite(residual))
            {
                // Skip a body that became non-finite, which the step stops and reports.
                continue;
            }
            const sc_point_block *point = &sc_points_of(&args->blocks, i / SC_BLOCK)[k];
            sum.points += point->normal_mass[i % SC_BLOCK] > 0.0f;
            sum.squares += (double)residual * (double)residual;
            sum.max = sc_max(sum.max, fabsf(residual));
        }
    }
    return sum;
}
