/// soft_step: soft constraints with relaxation, in substeps.
///
///     for each substep
///         v     <-  v damping + increment + warm start
///         solve     L <- max(0, L - m (mass_scale vn + bias) - impulse_scale L)
///         pose  <-  pose + h v
///         relax     L <- max(0, L - m (vn + max(s, 0) / h)),  and friction
///
/// Joints come before contacts in each pass. The contacts, which support the bodies, are thus
/// solved last and most accurately.
///
/// Sources: E. Catto, Soft Constraints (2011), Solver2D (2024); M. Macklin et al., Small Steps in
/// Physics Simulation (2019). docs/solver.md has the equations.
#include "dynamics/solver/joints/joint_energy.h"

/// The number of relaxing passes for a column with a deep contact. One pass leaves a part of the
/// speed with which each contact pushes out its overlap; along the column the parts add up and
/// would throw the load.
#define PASSES_OF_DEEP_COLUMNS 4

void sc_soft_step(sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    const bool is_deep = substeps->group != NULL && substeps->group->is_deep;
    const int passes = is_deep ? PASSES_OF_DEEP_COLUMNS : 1;
    const bool joined = step->constraints->joints.joint_count > 0;
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        sc_integrate_velocities(substeps, substep);
        if (joined)
        {
            SC_PASS_JOINTS(substeps, solve_joints);
            sc_solve_trees(substeps, substep);
            sc_before_contacts(substeps, SC_PASS_SOLVE);
        }
        SC_PASS_CONTACTS(substeps, &substeps->contacts, solve_contacts, SC_VELOCITY_BYTES);
        if (joined)
        {
            sc_after_contacts(substeps, SC_PASS_SOLVE);
        }
        sc_apply_axis_locks(substeps);
        sc_integrate_positions(substeps, &substeps->bodies);
        if (joined)
        {
            SC_PASS_JOINTS(substeps, relax_joints);
            sc_relax_trees(substeps);
            sc_before_contacts(substeps, SC_PASS_RELAX);
        }
        for (int pass = 0; pass < passes; ++pass)
        {
            SC_PASS_CONTACTS(substeps, &substeps->contacts, relax_contacts,
                             SC_VELOCITY_BYTES + SC_DELTA_BYTES);
        }
        if (joined)
        {
            sc_after_contacts(substeps, SC_PASS_RELAX);
            sc_bound_joint_energy(substeps);
        }
    }
    sc_apply_axis_locks(substeps);
}
