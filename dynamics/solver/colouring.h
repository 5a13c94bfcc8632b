/// Greedy colouring: contacts, edges of soft bodies and pairs of particles alike take, in their
/// order, the lowest colour that neither of their two ends has, and are laid into lane blocks by
/// colour. What has one colour shares no end and may run at the same time; a colour follows from
/// the order alone.
#ifndef SC_COLOURING_H
#define SC_COLOURING_H

#include "core/assert.h"
#include "core/pass.h"

enum
{
    /// One bit per colour in the mask of an end. What finds none is solved after all colours, one
    /// after the other.
    SC_COLOURS = 64
};

/// The constraints of one type in lanes, by colour; each colour has whole blocks of its own.
typedef struct sc_batch
{
    int32_t begin;                ///< lane where the first colour begins
    int32_t end[SC_COLOURS + 1];  ///< lane where each ends; the last: those without a colour
} sc_batch;

/// How many constraints have each colour, and then the lane of the next one.
typedef struct sc_colour_cursor
{
    int32_t at[SC_COLOURS + 1];
    int32_t uncoloured_lanes;  ///< of each one without a colour: a block, or a lane
} sc_colour_cursor;

static inline int32_t sc_colour_begin(const sc_batch *batch, int colour)
{
    SC_ASSERT(colour >= 0 && colour <= SC_COLOURS);
    return colour == 0 ? batch->begin : batch->end[colour - 1];
}

/// Whether some constraint of a batch has this colour, a higher one or none.
static inline bool sc_has_colours_from(const sc_batch *batch, int colour)
{
    return colour <= SC_COLOURS && sc_colour_begin(batch, colour) < batch->end[SC_COLOURS];
}

/// The lowest colour free at both ends, or SC_COLOURS; taken at both if `wanted`. Without branches,
/// for whether a pair makes a constraint is as good as random.
static inline int sc_take_colour(uint64_t *mask_a, uint64_t *mask_b, bool wanted)
{
    const uint64_t a = *mask_a, b = *mask_b, open = ~(a | b);
    const uint64_t taken = wanted ? open & (0 - open) : 0;
    *mask_a = a | taken;
    *mask_b = b | taken;
    return open != 0 ? __builtin_ctzll(open) : SC_COLOURS;
}

/// Lays counted constraints out from lane `begin` on; the cursor then has the first lane of each
/// colour. False: more lanes than `capacity`, and nothing of use in either.
bool sc_lay_out_colours(sc_colour_cursor *cursor, sc_batch *batch, int64_t begin, int32_t capacity);

/// The lane of the constraint number `index` of a colour, if none has been placed.
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

/// A pass over the blocks of one colour of a batch, ranges counted in blocks; those without a
/// colour are one range.
void sc_run_colour(const sc_step *step, sc_pass *pass, const sc_batch *batch, int colour,
                   sc_job *job, void *context);

#endif
