/// The stage store_impulses: stores the impulses with which the next step starts (warm starting).
#include "core/assert.h"
#include "dynamics/solver/joints/joint_energy.h"
#include "dynamics/solver/substeps.h"

/// Stores the impulses of blocks in the manifolds and the joints.
void sc_store_impulses(sc_step *step)
{
    SC_ASSERT(step->constraints->valid);
    if (step->rows.moving_count == 0)
    {
        sc_set_work(step->profile, 0, "contacts", 0);
        return;
    }
    sc_substeps substeps = sc_shared_substeps(step);
    SC_PASS_JOINTS(&substeps, store_joints);
    sc_end_joint_energy(&substeps);
    SC_PASS_CONTACTS(&substeps, &substeps.contacts, store_impulses, SC_STORE_IMPULSES_BYTES);
    sc_store_impulse_sums(&substeps);
    sc_set_work(step->profile, substeps.group->contact_count, "contacts", 0);
}
