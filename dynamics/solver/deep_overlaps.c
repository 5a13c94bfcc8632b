/// Finds bodies that overlap a static shape deeply. The centre of such a body may pass the surface
/// of the shape in a step in which the body is not fast, so dynamics/continuous/sweep_bodies.c
/// follows these bodies too.
#include "core/assert.h"
#include "dynamics/solver/substeps.h"

#include <string.h>

/// A body is deep if it overlaps by more than this fraction of its safe travel. With an overlap of
/// 1 times the safe travel, the centre of the body is no farther from the surface than its safe
/// travel. The margin below 1 covers errors of the normals of rounded shapes and chains.
#define DEEP_FRACTION 0.75f

/// The dynamic row of a lane whose other body is static, or -1.
static int32_t pressed_row(const sc_substeps *substeps, int block, int lane)
{
    SC_ASSERT(block >= 0 && lane >= 0 && lane < SC_BLOCK);
    const sc_contact_args *args = &substeps->contacts;
    const int32_t a = args->rows[block].a[lane], b = args->rows[block].b[lane];
    const sc_step *step = substeps->step;
    const int32_t fixed = SC_ROW_STEP * step->rows.static_row;
    const int32_t row = a == fixed ? b : a;
    if ((a != fixed && b != fixed) || row >= SC_ROW_STEP * args->dynamic_count)
    {
        return -1;
    }
    if (row >= 0)
    {
        return row / SC_ROW_STEP;
    }
    // The row belongs to a copy of a hub: find the body by its shape.
    const int32_t contact = args->contact[block * SC_BLOCK + lane];
    SC_ASSERT(contact >= SC_BLOCK);
    const int32_t *side = a == fixed ? step->contacts->b : step->contacts->a;
    return step->shapes->body_row[side[contact]];
}

void sc_find_deep_bodies(const sc_substeps *substeps)
{
    for (int i = 0; substeps->step->rows.deep != NULL && i < substeps->group->block_count; ++i)
    {
        if (!(substeps->contacts.flags[i] & SC_BLOCK_FIXED))
        {
            continue;
        }
        const sc_step *step = substeps->step;
        float overlap[SC_BLOCK];
        // Find the largest overlap of each lane's points, m. Missing points have no mass.
        const sc_contact_args *args = &substeps->contacts;
        const sc_point_block *point = sc_points_of(&args->blocks, i);
        const int points = sc_block_points(args->flags[i]);
        memset(overlap, 0, SC_BLOCK * sizeof *overlap);
        for (int k = 0; k < points; ++k)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                const float own = point[k].normal_mass[l] > 0.0f ? -point[k].separation[l] : 0.0f;
                overlap[l] = own > overlap[l] ? own : overlap[l];
            }
        }
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            const int32_t row = overlap[l] > 0.0f ? pressed_row(substeps, i, l) : -1;
            if (row >= 0 && overlap[l] > DEEP_FRACTION * step->bodies->safe[row])
            {
                step->rows.deep[row] = 1;
            }
        }
    }
}
