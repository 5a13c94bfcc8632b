/// The rows of bodies: functions that the stages of this folder and calls share.
#ifndef SC_ROWS_H
#define SC_ROWS_H

#include "core/step_context.h"

/// Sets the counts of rows in step->rows. They change when bodies wake.
void sc_count_rows(sc_step *step);
/// Computes the reach of a body from its shapes.
sc_body_reach sc_reach_of(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row);
/// Recomputes the offsets of shapes whose body's centre of mass changed.
void sc_recentre_shapes(sc_bodies *bodies, sc_shapes *shapes);
/// Moves a body to the group that its type and flags require, and updates the data that depend on
/// the group: rows, inverse masses and the lists of shapes.
void sc_update_group(sc_bodies *bodies, sc_shapes *shapes, int32_t row);

/// Checks the lists and the geometry of shapes, and the data that bodies have about them
/// (core/require.h).
const char *sc_validate_shapes(const sc_bodies *bodies, const sc_shapes *shapes);

#endif
