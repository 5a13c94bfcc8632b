/// The normal impulses of contacts over a whole step, for worlds that ask for them.
///
/// Blocks hold those of one substep. They are added up before the next substep begins, and with
/// those of the last one, restitution included, when impulses are stored.
#include "solver/constraints.h"
#include "solver/substeps.h"

bool sc_begin_impulse_sums(sc_step *step)
{
    step->impulse_sums = NULL;
    if (step->settings->measure_impulses)
    {
        step->impulse_sums =
            SC_TAKE_ZEROED(step->arena, float, step->constraints->block_count *SC_BLOCK);
        return step->impulse_sums != NULL;
    }
    return true;
}

void sc_add_impulses(const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    for (int i = 0; step->impulse_sums != NULL && i < constraints->block_count; ++i)
    {
        const sc_contact_block *block = &constraints->blocks[i];
        float *sums = step->impulse_sums + (ptrdiff_t)i * SC_BLOCK;
        for (int k = 0; k < sc_block_points(constraints->flags[i]); ++k)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                sums[l] += block->point[k].normal_impulse[l];
            }
        }
    }
}

void sc_store_impulse_sums(const sc_step *step)
{
    const sc_constraints *constraints = step->constraints;
    sc_add_impulses(step);
    for (int i = 0; step->impulse_sums != NULL && i < constraints->block_count * SC_BLOCK; ++i)
    {
        // Empty lanes point at null contacts.
        int32_t contact = constraints->contact[i];
        step->contacts->surface[contact].step_impulse =
            contact >= SC_BLOCK ? step->impulse_sums[i] : 0.0f;
    }
}
