/// The sums of the impulses of contacts over a whole step, for worlds that measure them. For each
/// block, the normal impulses of its 16 lanes come first, then the tangential ones.
///
/// Blocks hold the impulses of one substep, which are added to the sums before the next substep
/// begins. The impulses of the last substep, including restitution, are added when impulses are
/// stored.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"

bool sc_begin_impulse_sums(sc_step *step)
{
    step->scratch.impulse_sums = NULL;
    if (step->settings->measure_impulses || step->shapes->asking[SC_ASK_HIT] > 0)
    {
        step->scratch.impulse_sums =
            SC_TAKE_ZEROED(step->arena, float, step->constraints->block_count *SC_SUM_FLOATS);
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
        const sc_tangent_block *tangents = sc_tangents_of(&contacts->blocks, i);
        float *sums = substeps->impulse_sums + (ptrdiff_t)i * SC_SUM_FLOATS;
        for (int k = 0; k < sc_block_points(contacts->flags[i]); ++k)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                sums[l] += points[k].normal_impulse[l];
                sums[SC_BLOCK + l] += tangents[k].tangent_impulse[l];
            }
        }
    }
}

void sc_store_impulse_sums(const sc_substeps *substeps)
{
    const int lanes = substeps->group->block_count * SC_BLOCK;
    sc_contact_sums *step_impulse = substeps->step->contacts->step_impulse;
    sc_add_impulses(substeps);
    for (int i = 0; substeps->impulse_sums != NULL && i < lanes; ++i)
    {
        // Empty lanes have the index of a null contact.
        int32_t contact = substeps->contacts.contact[i];
        SC_ASSERT(contact >= 0 && contact < substeps->step->contacts->capacity);
        if (contact >= SC_BLOCK)
        {
            const float *sums =
                substeps->impulse_sums + (ptrdiff_t)(i / SC_BLOCK) * SC_SUM_FLOATS + i % SC_BLOCK;
            step_impulse[contact] = (sc_contact_sums){sc_in_range_of_floats(sums[0]),
                                                      sc_in_range_of_floats(sums[SC_BLOCK])};
        }
    }
}
