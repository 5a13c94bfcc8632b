/// pgs: projected Gauss-Seidel on velocities, also known as sequential impulses, with velocity ERP.
///
/// For a point with separation s (negative: overlap), separating velocity vn along the normal,
/// effective mass m and impulse L so far, one iteration does, contact after contact,
///
///     b  =  s / h                                  where s > 0: the gap may close, no more
///           max(erp / h min(s + slop, 0), -push)   else: part of the overlap opens per substep
///     L <- max(0, L - m (vn + b))
///
/// Before this it solves friction: the tangent impulse that stops the slip, at most the coefficient
/// of friction times L. The accumulated impulses are clamped, not their changes, so later
/// iterations can take back excess impulses of earlier ones.
///
///     for each substep
///         v     <-  v damping + increment + warm start
///         iterations of the above
///         pose  <-  pose + h v
///
/// The bias is part of the velocity, so correcting an overlap adds kinetic energy: a deep overlap
/// launches bodies.
///
/// Sources: E. Catto, Iterative Dynamics with Temporal Coherence (2005), Fast and Simple Physics
/// using Sequential Impulses (2006); J. Baumgarte, Stabilization of Constraints (1972).
#include "dynamics/solver/joints/joint_energy.h"

void sc_iterate_contacts(sc_substeps *substeps, int substep)
{
    const sc_step *step = substeps->step;
    if (substep > 0)
    {
        SC_PASS_JOINTS(substeps, update_joints);
        SC_PASS_CONTACTS(substeps, &substeps->contacts, update_separations, SC_DELTA_BYTES);
    }
    for (int i = 0; i < step->settings->iterations; ++i)
    {
        // Alternate the order of the two points of a contact: if the same point were always solved
        // last, stacks would lean to its side.
        substeps->contacts.first_point = i & 1;
        SC_PASS_JOINTS(substeps, iterate_joints);
        sc_before_contacts(substeps, SC_PASS_RELAX);
        SC_PASS_CONTACTS(substeps, &substeps->contacts, iterate_contacts, SC_VELOCITY_BYTES);
        sc_after_contacts(substeps, SC_PASS_RELAX);
        sc_apply_axis_locks(substeps);
    }
    sc_bound_iterations(substeps);
}

void sc_pgs(sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    substeps->contacts.push_rate = step->settings->erp / step->h;
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        sc_integrate_velocities(substeps, substep);
        sc_iterate_contacts(substeps, substep);
        sc_integrate_positions(substeps, &substeps->bodies);
        sc_project_joints(substeps);
        sc_bound_joint_energy(substeps);
    }
}
