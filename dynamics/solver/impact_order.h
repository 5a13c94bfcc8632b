/// Impacts in the order in which they happen.
///
/// A disc that falls on a flat row of boxes has a contact with the face below it and others, with
/// leaning normals, with the corners beside it. If a corner is solved before the face, it throws
/// the disc aside, and later passes do not undo this. If it is solved after the face, it has no
/// effect. Contacts that close within the step are therefore solved in the order of time: the first
/// contact of a body before later ones with another normal. The order of creation does not matter.
/// If several contacts close at the same time, one that supports the body on both sides of its
/// centre comes first: it stops the body without turning it.
#ifndef SC_IMPACT_ORDER_H
#define SC_IMPACT_ORDER_H

#include "core/assert.h"
#include "core/maths.h"
#include "core/pass.h"

#include <string.h>

/// A contact that closes within the step.
typedef struct sc_closing_contact
{
    float time;  ///< of contact, s, from the beginning of the step; negative: in the past
    int32_t contact;
    int32_t row_a, row_b;  ///< the static row for bodies that do not move
    int32_t late;          ///< SC_LATE_*; in find_impacts.c the place in the list of the step
} sc_closing_contact;

/// The impacts that come after another impact of a body.
typedef struct sc_late_impacts
{
    sc_closing_contact *impacts;  ///< by time
    int count;
    const uint16_t *late;  ///< bit i % 16 of [i / 16]: contact i is late; null if none is
} sc_late_impacts;

/// How far ahead the step searches for contacts that close, s. It is more than the step: the last
/// pass of soft_step stops contacts that would close in the next substep, and accelerating bodies
/// may arrive a little sooner. With one substep, though, the next substep is a whole step, too far
/// to predict a path.
static inline float sc_impact_horizon(const sc_step *step)
{
    const bool two_or_three = step->settings->solver == SCREE_SOLVER_SOFT_STEP &&
                              step->substeps > 1 && step->substeps < 4;
    return step->dt + (two_or_three ? step->h : 0.25f * step->dt);
}

/// Contacts that support a body on both sides count as earlier by this fraction of the step.
#define SC_BALANCED_EARLIER 0.02f

enum
{
    SC_BITS_AT_ONCE = 64,
    SC_LATE_AT_A = 1,
    SC_LATE_AT_B = 2
};

/// Clears the bit of a contact.
static inline void sc_clear_contact_bit(uint16_t *words, int32_t contact)
{
    SC_ASSERT(contact >= SC_BLOCK);
    words[contact / SC_BLOCK] &= (uint16_t) ~(1 << contact % SC_BLOCK);
}

/// The smaller separation of a contact with points, m.
static inline float sc_least_separation(const sc_manifold *m, int points)
{
    SC_ASSERT(points > 0 && points <= 2);
    return points == 2 ? sc_min(m->separation[0], m->separation[1]) : m->separation[0];
}

/// The bits of up to 64 contacts from `first` on, a multiple of 16. The array has room for reads of
/// 64 bits past its last words.
static inline uint64_t sc_contact_bits(const uint16_t *words, int32_t first, int32_t count)
{
    SC_ASSERT(first % SC_BLOCK == 0 && count > 0);
    uint64_t bits;
    memcpy(&bits, words + first / SC_BLOCK, sizeof bits);
    return count < SC_BITS_AT_ONCE ? bits & ((UINT64_C(1) << count) - 1) : bits;
}

/// Lists the contacts that close within the step at the velocities at its beginning. Returns false
/// if out of memory.
bool sc_find_closing(sc_step *step);
/// Sorts impacts by time into a new array. The sort is stable. Returns false if out of memory.
bool sc_sort_impacts(const sc_step *step, sc_closing_contact **impacts, int count);
/// Finds the late impacts of the step. Returns false if out of memory.
bool sc_find_late_impacts(sc_step *step, sc_late_impacts *out);

#endif
