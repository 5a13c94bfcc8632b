/// The stage refresh_rows: updates the offsets of shapes, and the rows of their bodies, after calls
/// changed them.
#include "core/assert.h"
#include "dynamics/bodies/rows.h"
#include "dynamics/solver/constraints.h"

/// Updates two values that shapes store: their offset from the body's centre of mass, if that
/// changed, and the row of the body, if rows moved. Always returns true.
bool sc_refresh_rows(sc_step *step)
{
    sc_bodies *bodies = step->bodies;
    sc_shapes *shapes = step->shapes;
    bool moved = bodies->rows_moved || bodies->recentred;
    int64_t count = moved ? shapes->count : 0;
    sc_set_work(step->profile, count, "shapes", count * (int64_t)(3 * sizeof(int32_t)));
    if (bodies->recentred)
    {
        // Masses tell the supports of hubs from their loads, so the blocks of hubs are stale.
        step->constraints->valid = false;
    }
    sc_recentre_shapes(bodies, shapes);
    if (bodies->rows_moved)
    {
        for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
        {
            shapes->body_row[slot] = bodies->row[shapes->body_slot[slot]];
            SC_ASSERT(!sc_slot_is_live(&shapes->ids, slot) ||
                      sc_bodies_has_row(bodies, shapes->body_row[slot]));
        }
        bodies->rows_moved = false;
        step->constraints->valid = false;
    }
    return true;
}
