/// The lane blocks of one step, coloured.
#ifndef SC_CONSTRAINTS_H
#define SC_CONSTRAINTS_H

#include "core/step_context.h"
#include "simd/contact_block.h"
#include "solver/colouring.h"

/// Constraints of one type have one kind of block and the same kernels.
typedef enum sc_constraint_type
{
    SC_CONTACT_TWO_POINTS,  ///< also all contacts without a colour: these keep their order
    SC_CONTACT_ONE_POINT,
    SC_CONSTRAINT_TYPE_COUNT
} sc_constraint_type;

/// The constraint graph: bodies by row, and what joins two of them, in lanes.
typedef struct sc_constraints
{
    sc_batch batches[SC_CONSTRAINT_TYPE_COUNT];  ///< one after the other in the same blocks
    sc_contact_block *blocks;
    sc_contact_extra *extras;  ///< null if no contact needs one
    uint8_t *flags;            ///< by block
    int32_t *contact;          ///< by block lane
    int block_count, colour_count;
    int contact_count, point_count;
    uint64_t *masks;  ///< by dynamic row: the colours that its constraints have; one entry more

    // Colours follow from what is kept here and from nothing else: while it stays the same, so do
    // they.
    sc_arena arena;  ///< holds the above
    bool valid;
    uint32_t contact_version;
    int32_t dynamic_count, moving_count;
} sc_constraints;

/// The stage colour_contacts: greedy colouring in contact order, then contacts into the batch of
/// their type. Bodies that no lane may write do not count. False: no memory.
bool sc_colour_contacts(sc_step *step);

#endif
