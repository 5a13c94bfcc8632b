/// Stages of rows: refresh_rows, clear_forces and disable_nonfinite.
#ifndef SC_ROWS_H
#define SC_ROWS_H

#include "core/step_context.h"

/// Computes the reach of a body from its shapes.
sc_body_reach sc_reach_of(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row);
/// Recomputes the offsets of shapes whose body's centre of mass changed.
void sc_recentre_shapes(sc_bodies *bodies, sc_shapes *shapes);
/// Updates all that depends on the group of a body: rows, inverse masses and the lists of shapes.
void sc_update_group(sc_bodies *bodies, sc_shapes *shapes, int32_t row);

/// Checks the lists and the geometry of shapes, and what bodies hold of them (core/require.h).
const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes);

#endif
