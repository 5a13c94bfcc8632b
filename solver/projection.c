/// projection: sequential impulses, then a linear projection of positions.
///
/// Velocities are solved as in pgs.c without a push: b = max(s, 0) / h. After the poses have moved,
/// one pass over the contacts moves the bodies of each apart along the normal, by a share of its
/// deepest overlap at the poses of that moment and without turning them:
///
///     c     =  min(percent max(-s - slop, 0), h push) / (1/mA + 1/mB)
///     xA   <-  xA - c / mA n
///     xB   <-  xB + c / mB n
///
///     for each substep
///         v     <-  v damp + push + warm start
///         iterations on v
///         pose  <-  pose + h v
///         projection
///
/// Source: R. Gaul, How to Create a Custom Physics Engine (2013), where the shares come from.
#include "solver/substeps.h"

/// A locked coordinate stays where it is: its velocity is zero, so its change is.
static void hold_locked(const sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int i = 0; i < substeps->locked_count; ++i)
    {
        int32_t row = substeps->locked[i];
        int flags = step->bodies->flags[row];
        step->deltas[row].dx = flags & SC_BODY_LOCK_X ? 0.0f : step->deltas[row].dx;
        step->deltas[row].dy = flags & SC_BODY_LOCK_Y ? 0.0f : step->deltas[row].dy;
    }
}

bool sc_projection(sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        sc_drive_bodies(substeps, substep);
        sc_iterate_contacts(substeps, substep);
        sc_move_bodies(step, &substeps->bodies);
        SC_PASS_CONTACTS(step, &substeps->contacts, project_contacts,
                         SC_VELOCITY_BYTES + SC_DELTA_BYTES);
        hold_locked(substeps);
    }
    return true;
}
