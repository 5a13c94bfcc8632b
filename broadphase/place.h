/// Shapes to world poses and boxes: the stage place_shapes.
#ifndef SC_PLACE_H
#define SC_PLACE_H

#include "core/step.h"

/// Places every moving shape, and the resting ones if any of them changed. Counts what moved in
/// step->moved_shapes. False: no memory, and no box has changed.
bool sc_place_shapes(sc_step *step);

/// The tight box of one shape at its body's present pose; a half-space's is unbounded.
sc_box sc_tight_box(const sc_bodies *bodies, const sc_shapes *shapes, int32_t slot);

/// Whether the box reaches into the half-space of a resting shape (grown by the margin).
bool sc_half_space_reaches(const sc_shapes *shapes, int32_t half_space, sc_box box);

#endif
