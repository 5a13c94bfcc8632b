/// The normal impulses of contacts over a whole step, for worlds that ask for them.
///
/// Blocks hold those of one substep. They are added up before the next substep begins, and with
/// those of the last one, restitution included, when impulses are stored.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"

bool sc_begin_impulse_sums(sc_step *step)
{
    step->scratch.impulse_sums = NULL;
    if (step->settings->measure_impulses || step->shapes->asking[SC_ASK_HIT] > 0)
    {
        step->scratch.impulse_sums =
            SC_TAKE_ZEROED(step->arena, float, step->constraints->block_count *SC_BLOCK);
        return step->scratch.impulse_sums != NULL;
    }
    return true;
}

void sc_add_impulses(const sc_substeps *substeps)
{
    const sc_contact_args *contacts = &substeps->contacts;
    for (int i = 0; substeps->impulse_sums != NULL && i < substeps->group->block_count; ++i)
    {
        const sc_point_block *points = sc_points_of(&contacts->blocks, i);
        float *sums = substeps->impulse_sums + (ptrdiff_t)i * SC_BLOCK;
        for (int k = 0; k < sc_block_points(contacts->flags[i]); ++k)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                sums[l] += points[k].normal_impulse[l];
            }
        }
    }
}

void sc_store_impulse_sums(const sc_substeps *substeps)
{
    const int lanes = substeps->group->block_count * SC_BLOCK;
    float *step_impulse = substeps->step->contacts->step_impulse;
    sc_add_impulses(substeps);
    for (int i = 0; substeps->impulse_sums != NULL && i < lanes; ++i)
    {
        // Empty lanes point at null contacts.
        int32_t contact = substeps->contacts.contact[i];
        SC_ASSERT(contact >= 0 && contact < substeps->step->contacts->capacity);
        if (contact >= SC_BLOCK)
        {
            step_impulse[contact] = substeps->impulse_sums[i];
        }
    }
}
