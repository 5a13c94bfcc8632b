/// Impacts in the order in which they happen.
///
/// A disc that falls on a flat row of boxes has a contact with the face below it and others with
/// corners beside it, whose normals lean. Solved before the face, a corner throws it aside, and
/// later passes do not take that back; after the face, the corner has nothing left to do. So what
/// closes within this step is solved in the order of time: the first contact of a body before those
/// that follow it with another normal. The order of creation has no say. Of those that close at the
/// same time one that holds the body on both sides comes first: it stops it without turning it.
#ifndef SC_IMPACTS_H
#define SC_IMPACTS_H

#include "core/pass.h"

/// A contact that closes within the step.
typedef struct sc_closing_contact
{
    float time;  ///< of contact, s, from the beginning of the step; negative: that long ago
    int32_t contact;
    int32_t row_a, row_b;  ///< the static row for what does not move
} sc_closing_contact;

/// Those that come after another one of a body.
typedef struct sc_late_impacts
{
    sc_closing_contact *impacts;  ///< by time
    int count;
    uint8_t *late;  ///< by contact: SC_LATE_*; null if there are none
} sc_late_impacts;

enum
{
    SC_LATE_AT_A = 16,  ///< beyond the flags of a block
    SC_LATE_AT_B = 32,
    SC_LATE = SC_LATE_AT_A | SC_LATE_AT_B
};

/// Finds them, by the velocities before the step. False: no memory.
bool sc_find_late_impacts(const sc_step *step, sc_late_impacts *out);

#endif
