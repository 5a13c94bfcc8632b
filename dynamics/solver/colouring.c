#include "dynamics/solver/colouring.h"

#include "core/assert.h"

bool sc_lay_out_colours(sc_colour_cursor *cursor, sc_batch *batch, int64_t begin, int32_t capacity)
{
    SC_ASSERT(begin >= 0 && begin % SC_BLOCK == 0 && cursor->uncoloured_lanes > 0);
    batch->begin = (int32_t)begin;
    for (int c = 0; c <= SC_COLOURS; ++c)
    {
        int64_t lanes = cursor->at[c] * (int64_t)(c == SC_COLOURS ? cursor->uncoloured_lanes : 1);
        SC_ASSERT(lanes >= 0);
        cursor->at[c] = (int32_t)begin;
        begin += (lanes + SC_BLOCK - 1) / SC_BLOCK * SC_BLOCK;
        if (begin > capacity)
        {
            return false;
        }
        batch->end[c] = (int32_t)begin;
    }
    return true;
}

void sc_run_colour(const sc_step *step, sc_pass *pass, const sc_batch *batch, int colour,
                   sc_job *job, void *context)
{
    SC_ASSERT(batch->begin % SC_BLOCK == 0 && batch->end[colour] % SC_BLOCK == 0);
    int begin = sc_colour_begin(batch, colour) / SC_BLOCK, end = batch->end[colour] / SC_BLOCK;
    if (begin < end)
    {
        pass->colour = colour;
        int grain = colour == SC_COLOURS ? end - begin : SC_COLOUR_GRAIN;
        sc_run_pass(step, pass, begin, end, grain, job, context);
    }
}
