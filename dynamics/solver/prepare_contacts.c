/// The stage prepare_contacts: makes constraints from manifolds and joints.
#include "core/assert.h"
#include "dynamics/solver/overflow_hubs.h"
#include "dynamics/solver/joints/joint_energy.h"
#include "dynamics/solver/substeps.h"

void sc_prepare_constraints(sc_substeps *substeps)
{
    const bool joined = substeps->step->constraints->joints.joint_count > 0;
    if (joined)
    {
        SC_PASS_JOINTS(substeps, prepare_joints);
        sc_begin_joint_energy(substeps);
        sc_before_contacts(substeps, SC_PASS_PREPARE);
    }
    SC_PASS_CONTACTS(substeps, &substeps->contacts, prepare_contacts, SC_PREPARE_BYTES);
    if (joined)
    {
        sc_after_contacts(substeps, SC_PASS_PREPARE);
    }
    sc_find_deep_bodies(substeps);
}

/// Fills the blocks from manifolds and joints, sums the impulses of warm starting, and finds the
/// bodies that overlap static shapes deeply.
bool sc_prepare_contacts(sc_step *step)
{
    SC_ASSERT(step->constraints->valid);
    if (step->rows.moving_count == 0)
    {
        sc_set_work(step->profile, 0, "contacts", 0);
        return true;
    }
    if (step->settings->continuous)
    {
        step->rows.deep = SC_TAKE_ZEROED(step->arena, uint8_t, step->rows.dynamic_count);
        if (step->rows.deep == NULL)
        {
            return false;
        }
    }
    sc_substeps substeps = sc_shared_substeps(step);
    sc_prepare_constraints(&substeps);
    sc_set_work(step->profile, substeps.group->contact_count, "contacts", 0);
    return true;
}
