/// pgs_split: sequential impulses, with overlap corrected by velocities of its own.
///
/// Velocities are solved as in pgs.c without a push: b = max(s, 0) / h. Overlap is corrected by
/// pseudo-velocities u, which begin every substep at zero. They have impulses P of their own, which
/// are not carried over to the next substep:
///
///     b  =  s / h                                  where s > 0
///           max(erp / h min(s + slop, 0), -push)   else
///     P <- max(0, P - m (un + b))
///
///     for each substep
///         v     <-  v damping + increment + warm start
///         u     <-  0
///         iterations on v, then iterations on u
///         pose  <-  pose + h v + h u
///
/// No u enters a velocity, so correcting an overlap adds no kinetic energy.
///
/// Source: E. Coumans, Bullet Physics, "split impulse".
#include "dynamics/solver/joints/joint_energy.h"

#include <float.h>
#include <string.h>

/// The arguments of the contact passes and of the integration, with pseudo-velocities in the place
/// of velocities.
typedef struct pushing
{
    sc_contact_args contacts;
    sc_integrate_args bodies;
} pushing;

void sc_pgs_split(sc_substeps *substeps)
{
    const sc_step *step = substeps->step;
    pushing p;
    p.contacts = substeps->contacts;
    p.contacts.push_rate = substeps->step->settings->erp / substeps->step->h;
    p.contacts.velocities = substeps->push_velocities;
    p.bodies = substeps->bodies;
    p.bodies.velocities = p.contacts.velocities;
    // Disable the caps: they would write to the warm-start record of the true velocity.
    p.bodies.max_linear = p.bodies.max_angular = FLT_MAX;
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        sc_integrate_velocities(substeps, substep);
        sc_iterate_contacts(substeps, substep);
        sc_row_range rows;
        for (int n = 0; rows = sc_rows_of(substeps, n), rows.begin < rows.end; ++n)
        {
            for (int i = rows.begin; i < rows.end; ++i)
            {
                float inverse_mass = step->rows.velocities[i].inverse_mass;
                p.contacts.velocities[i] = (sc_velocity){0.0f, 0.0f, 0.0f, inverse_mass};
            }
        }
        memset(p.contacts.pushes, 0,
               sizeof *p.contacts.pushes * (size_t)substeps->group->block_count);
        for (int i = 0; i < step->settings->iterations; ++i)
        {
            p.contacts.first_point = i & 1;
            SC_PASS_CONTACTS(substeps, &p.contacts, push_contacts, SC_VELOCITY_BYTES);
            for (int k = 0; k < substeps->locked_count; ++k)
            {
                int32_t row = substeps->locked[k];
                int flags = substeps->step->bodies->flags[row];
                sc_velocity *u = &p.contacts.velocities[row];
                u->vx = flags & SC_BODY_LOCK_X ? 0.0f : u->vx;
                u->vy = flags & SC_BODY_LOCK_Y ? 0.0f : u->vy;
            }
        }
        sc_integrate_positions(substeps, &substeps->bodies);
        sc_integrate_positions(substeps, &p.bodies);
        sc_project_joints(substeps);
        sc_bound_joint_energy(substeps);
    }
}
