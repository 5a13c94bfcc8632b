/// The natural residual of the contacts after the last velocity solve of a step.
///
/// Contacts want 0 <= L, 0 <= vn + b and one of both to be 0, where b is the bias that the solver's
/// last pass over the velocities aimed at. L - max(0, L - m (vn + b)) is zero where that holds;
/// over m it is a speed, min(L / m, vn + b), the same for light and heavy bodies. (F. Facchinei and
/// J.-S. Pang, Finite-Dimensional Variational Inequalities and Complementarity Problems, 2003.)
#include "solver/constraints.h"
#include "solver/substeps.h"

bool sc_measure_residual(const sc_substeps *substeps)
{
    sc_step *step = substeps->step;
    const sc_constraints *constraints = step->constraints;
    sc_contact_args args = substeps->contacts;
    int lanes = constraints->block_count * SC_BLOCK;
    args.residuals = SC_TAKE(step->arena, sc_residual_block, constraints->block_count);
    if (args.residuals == NULL)
    {
        return false;
    }
    SC_PASS_CONTACTS(step, &args, measure_residuals, SC_VELOCITY_BYTES);
    double squares = 0.0;
    float max_residual = 0.0f;
    int points = 0;
    // One after the other: the order of a sum must not hang on the lanes.
    for (int i = 0; i < lanes; ++i)
    {
        for (int k = 0; k < sc_block_points(constraints->flags[i / SC_BLOCK]); ++k)
        {
            float residual = args.residuals[i / SC_BLOCK].speed[k][i % SC_BLOCK];
            if (!sc_is_finite(residual))
            {
                // Of a body that became non-finite, which the step stops and reports.
                continue;
            }
            points += constraints->blocks[i / SC_BLOCK].point[k].normal_mass[i % SC_BLOCK] > 0.0f;
            squares += (double)residual * (double)residual;
            max_residual = sc_max(max_residual, fabsf(residual));
        }
    }
    float rms = points > 0 ? (float)sqrt(squares / points) : 0.0f;
    step->residual = (scree_residual){points, rms, max_residual};
    return true;
}
