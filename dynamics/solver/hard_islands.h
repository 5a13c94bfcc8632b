/// Which islands need shorter substeps than the others (docs/solver.md, Hard islands): those where
/// a light body carries a heavy one, and those of bodies thinner than contacts give way.
#ifndef SC_HARD_ISLANDS_H
#define SC_HARD_ISLANDS_H

#include "core/step_context.h"

enum
{
    /// Into how many parts a substep is divided.
    SC_PARTS_OF_HEAVY = 2,
    SC_PARTS_OF_HEAVIEST = 4,
    SC_PARTS_OF_THIN = 2,
    /// Contacts of the largest island that is divided: it takes one worker as long as the largest
    /// island in a group.
    SC_HARD_MAX = 2048
};

/// Bodies that make their islands hard.
typedef struct sc_hard_rows
{
    uint8_t *parts;  ///< by dynamic row: of a substep; 0: as the rest; null: all are
    int count;       ///< how many are not 0
} sc_hard_rows;

/// Follows from masses, shapes, gravity, manifolds and the impulses in them, and from nothing else.
/// False: no memory.
bool sc_find_hard_rows(const sc_step *step, sc_hard_rows *hard);

#endif
