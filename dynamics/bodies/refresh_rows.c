/// The stage refresh_rows: after calls changed masses or rows, updates the copies that shapes
/// store.
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
        // The blocks of hubs are stale: which bodies are supports of a hub and which are loads
        // depends on masses.
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
