/// Greedy colouring. Contacts, edges of soft bodies and pairs of particles take, in their order,
/// the lowest colour that neither of their two ends has. They are then laid into lane blocks by
/// colour. Constraints of one colour share no end and may be solved at the same time. The colour of
/// a constraint depends only on the constraints before it.
#ifndef SC_COLOURING_H
#define SC_COLOURING_H

#include "core/assert.h"
#include "core/pass.h"

enum
{
    /// The number of colours: the mask of an end has one bit for each. Constraints without a free
    /// colour are solved after all colours, one after the other.
    SC_COLOURS = 64
};

/// The constraints of one type in lanes, by colour. No two colours share a block.
typedef struct sc_batch
{
    int32_t begin;  ///< lane where the first colour begins
    /// Lane where each colour ends; the last: constraints without a colour
    int32_t end[SC_COLOURS + 1];
} sc_batch;

/// The number of constraints of each colour; later the lane of the next one.
typedef struct sc_colour_cursor
{
    int32_t at[SC_COLOURS + 1];
    int32_t
        uncoloured_lanes;  ///< lanes for each constraint without a colour: a whole block, or one
} sc_colour_cursor;

static inline int32_t sc_colour_begin(const sc_batch *batch, int colour)
{
    SC_ASSERT(colour >= 0 && colour <= SC_COLOURS);
    return colour == 0 ? batch->begin : batch->end[colour - 1];
}

/// Whether a batch has a constraint of this colour, of a higher one or without a colour.
static inline bool sc_has_colours_from(const sc_batch *batch, int colour)
{
    return colour <= SC_COLOURS && sc_colour_begin(batch, colour) < batch->end[SC_COLOURS];
}

/// Returns the lowest colour that is free at both ends, or SC_COLOURS if there is none. Marks the
/// colour at both ends if `wanted`: the pair has a constraint. This is nearly random, so the code
/// has no branches.
static inline int sc_take_colour(uint64_t *mask_a, uint64_t *mask_b, bool wanted)
{
    const uint64_t a = *mask_a, b = *mask_b, open = ~(a | b);
    const uint64_t taken = wanted ? open & (0 - open) : 0;
    *mask_a = a | taken;
    *mask_b = b | taken;
    return open != 0 ? __builtin_ctzll(open) : SC_COLOURS;
}

/// Lays out constraints, whose numbers by colour are in the cursor, from lane `begin` on and sets
/// the cursor to the first lane of each colour. Returns false if there are more lanes than
/// `capacity`; cursor and batch are then undefined.
bool sc_lay_out_colours(sc_colour_cursor *cursor, sc_batch *batch, int64_t begin, int32_t capacity);

/// The lane of constraint number `index` of a colour. sc_next_lane must not have moved the cursor
/// yet.
static inline int32_t sc_colour_lane(const sc_colour_cursor *cursor, int colour, int32_t index)
{
    SC_ASSERT(colour >= 0 && colour <= SC_COLOURS && index >= 0);
    return cursor->at[colour] + index * (colour == SC_COLOURS ? cursor->uncoloured_lanes : 1);
}

/// The lane of the next constraint of a colour.
static inline int32_t sc_next_lane(sc_colour_cursor *cursor, int colour)
{
    SC_ASSERT(colour >= 0 && colour <= SC_COLOURS && cursor->uncoloured_lanes > 0);
    int32_t lane = cursor->at[colour];
    cursor->at[colour] = lane + (colour == SC_COLOURS ? cursor->uncoloured_lanes : 1);
    return lane;
}

/// Runs a pass over the blocks of one colour of a batch, in ranges of blocks. The blocks without a
/// colour (SC_COLOURS) form one range.
void sc_run_colour(const sc_step *step, sc_pass *pass, const sc_batch *batch, int colour,
                   sc_job *job, void *context);

#endif
