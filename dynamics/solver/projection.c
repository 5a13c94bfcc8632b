/// projection: sequential impulses, then a linear projection of positions.
///
/// Velocities are solved as in pgs.c without a push: b = max(s, 0) / h. After the poses have moved,
/// one pass over the contacts moves the two bodies of each contact apart along the normal, without
/// turning them. The distance is a fraction of the deepest overlap at the poses when the pass
/// reaches the contact:
///
///     c     =  min(position_correction max(-s - slop, 0), h push) / (1/mA + 1/mB)
///     xA   <-  xA - c / mA n
///     xB   <-  xB + c / mB n
///
///     for each substep
///         v     <-  v damping + increment + warm start
///         iterations on v
///         pose  <-  pose + h v
///         projection
///
/// Source: R. Gaul, How to Create a Custom Physics Engine (2013), where the default fractions come
/// from.
#include "dynamics/solver/joints/joint_energy.h"

void sc_projection(sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        sc_integrate_velocities(substeps, substep);
        sc_iterate_contacts(substeps, substep);
        sc_integrate_positions(substeps, &substeps->bodies);
        sc_project_joints(substeps);
        sc_bound_joint_energy(substeps);
        SC_PASS_CONTACTS(substeps, &substeps->contacts, project_contacts,
                         SC_VELOCITY_BYTES + SC_DELTA_BYTES);
        sc_apply_position_locks(substeps);
    }
}
