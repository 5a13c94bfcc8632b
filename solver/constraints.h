/// The lane blocks of one step, coloured.
#ifndef SC_CONSTRAINTS_H
#define SC_CONSTRAINTS_H

#include "core/step.h"
#include "simd/contact_block.h"

enum
{
    /// One bit per colour in a body's mask; contacts that find none get a block each, after all
    /// colours.
    SC_COLOURS = 64
};

typedef struct sc_constraints
{
    sc_contact_block *blocks;
    sc_contact_extra *extras;  ///< null if no contact needs one
    uint8_t *flags;            ///< by block
    int32_t *contact;          ///< by block lane
    int block_count, colour_count;
    int contact_count, point_count;
    /// blocks of colour c end here; the last entry: the uncoloured ones
    int32_t colour_end[SC_COLOURS + 1];

    // Colours follow from what is kept here and from nothing else: while it stays the same, so do
    // they.
    sc_arena arena;  ///< holds the above
    bool valid;
    uint32_t contact_version;
    int32_t dynamic_count, moving_count;
    uint8_t *seen_points;  ///< by contact: point_count when the colours were found
    int32_t seen_capacity;
} sc_constraints;

/// The stage colour_contacts: greedy colouring in contact order, then contacts into blocks by
/// colour, two-point contacts first. Bodies that no lane may write do not count. False: no
/// memory.
bool sc_colour_contacts(sc_step *step);

#endif
