/// The stages that keep rows right: what calls between steps left to be derived, forces, and bodies
/// that became non-finite.
#ifndef SC_ROWS_H
#define SC_ROWS_H

#include "core/step_context.h"

/// How far a body may go in a step, by its shapes: what sc_bodies keeps of them.
sc_body_reach sc_reach_of(const sc_bodies *bodies, const sc_shapes *shapes, int32_t row);
/// Shapes whose body has another centre of mass learn where they are relative to it.
void sc_recentre_shapes(sc_bodies *bodies, sc_shapes *shapes);
/// The stage refresh_rows: the same, and which row each shape's body has. Always true.
bool sc_refresh_rows(sc_step *step);
/// The stage clear_forces. Always true.
bool sc_clear_forces(sc_step *step);
/// The stage disable_nonfinite: stops and disables the bodies that step->nonfinite_result marks,
/// and counts them in step->disabled_bodies. Always true.
bool sc_disable_nonfinite(sc_step *step);

#endif
