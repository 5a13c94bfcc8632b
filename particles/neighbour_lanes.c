/// The pairs of a list of neighbours: their colours, and their lanes.
#include "particles/neighbour_search.h"

#include "core/assert.h"
#include "core/pass.h"

#include <string.h>

enum
{
    /// The room of a list for pairs that are added later: 1 / ADDED_FRACTION of its lanes, and
    /// MIN_ADDED more. The list is rebuilt when this is full.
    ADDED_FRACTION = 4,
    MIN_ADDED = 1024,
    MAX_LANES = INT32_MAX / 2,
    GRAIN = 16,  ///< ranges of the search per range of this pass
};

int sc_keep_neighbours(const void *context, int32_t *a, int32_t *b, int count)
{
    const sc_keep_context *keep = context;
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        int32_t row_a = a[i], row_b = b[i];
        a[kept] = row_a;
        b[kept] = row_b;
        kept += sc_are_neighbours(keep->work, keep->neighbours, row_a, row_b);
    }
    return kept;
}

/// Pairs while they are copied from the ranges of a search to their lanes.
typedef struct lanes
{
    sc_neighbour_list *neighbours;
    const sc_found_range *ranges;
    int range_count;
    const int32_t *order;  ///< of the ranges along space
    uint8_t **colours;     ///< by range: the colours of its pairs
    /// By range: number of pairs of each colour, later the next lane
    int32_t (*at)[SC_COLOURS + 1];
} lanes;

/// Gives each pair the lowest colour that neither particle has, in order of ranges.
static void colour_pairs(lanes *l, uint64_t *masks, sc_colour_cursor *cursor)
{
    for (int r = 0; r < l->range_count; ++r)
    {
        const sc_found_range *range = &l->ranges[r];
        int32_t *counts = l->at[r];
        uint8_t *colours = l->colours[r];
        for (int i = 0; i < range->count; ++i)
        {
            SC_ASSERT(range->a[i] != range->b[i]);
            int colour = sc_take_colour(&masks[range->a[i]], &masks[range->b[i]], true);
            colours[i] = (uint8_t)colour;
            ++counts[colour];
        }
        for (int c = 0; c <= SC_COLOURS; ++c)
        {
            cursor->at[c] += counts[c];
        }
    }
}

static void place_ranges(void *context, sc_range range)
{
    const lanes *l = context;
    sc_neighbour_list *neighbours = l->neighbours;
    for (int r = range.begin; r < range.end; ++r)
    {
        const sc_found_range *found = &l->ranges[r];
        for (int i = 0; i < found->count; ++i)
        {
            int32_t lane = l->at[r][l->colours[r][i]]++;
            SC_ASSERT(lane >= l->neighbours->batch.begin &&
                      lane < l->neighbours->batch.end[SC_COLOURS]);
            neighbours->a[lane] = found->a[i];
            neighbours->b[lane] = found->b[i];
        }
    }
}

static bool take_neighbour_lanes(lanes *l, const sc_pair_search *search)
{
    sc_arena *arena = search->arena;
    float *along = SC_TAKE(arena, float, search->range_count);
    uint8_t *colours = SC_TAKE(arena, uint8_t, sc_search_count(search) + 1);
    l->ranges = search->ranges;
    l->range_count = search->range_count;
    l->at = (int32_t(*)[SC_COLOURS + 1])
        SC_TAKE_ZEROED(arena, int32_t, (int64_t)search->range_count * (SC_COLOURS + 1));
    l->colours = SC_TAKE(arena, uint8_t *, search->range_count);
    if (along == NULL || colours == NULL || l->at == NULL || l->colours == NULL)
    {
        return false;
    }
    for (int r = 0; r < search->range_count; ++r)
    {
        l->colours[r] = colours;
        colours += l->ranges[r].count;
        along[r] = l->ranges[r].along;
    }
    l->order = sc_order_along(arena, along, search->range_count);
    return l->order != NULL;
}

int32_t sc_neighbour_pair_capacity(int32_t end)
{
    return end + sc_pad_block(end / ADDED_FRACTION) + MIN_ADDED;
}

bool sc_lay_out_neighbours(const sc_circle_step *work, sc_neighbour_list *neighbours,
                           const sc_pair_search *search)
{
    static const sc_pass pass = {"place_pairs", "ranges", 0, -1};
    lanes l = {.neighbours = neighbours};
    sc_colour_cursor cursor = {.uncoloured_lanes = 1};
    uint64_t *masks = SC_TAKE_ZEROED(search->arena, uint64_t, work->circles->count);
    int64_t pair_count = sc_search_count(search);
    if (masks == NULL || pair_count > MAX_LANES || !take_neighbour_lanes(&l, search))
    {
        return false;
    }
    colour_pairs(&l, masks, &cursor);
    if (!sc_lay_out_colours(&cursor, &neighbours->batch, 0, MAX_LANES))
    {
        return false;
    }
    int32_t end = neighbours->batch.end[SC_COLOURS];
    neighbours->pair_count = (int)pair_count;
    neighbours->added_end = end;
    neighbours->pair_capacity = sc_neighbour_pair_capacity(end);
    neighbours->a = SC_TAKE(&neighbours->arena, int32_t, neighbours->pair_capacity);
    neighbours->b = SC_TAKE(&neighbours->arena, int32_t, neighbours->pair_capacity);
    if (neighbours->a == NULL || neighbours->b == NULL)
    {
        return false;
    }
    // Find where the pairs of each range begin in each colour. Pairs of one colour may be pushed in
    // any order. They are ordered by their place in the plane, so that a worker that pushes the
    // same part of each colour keeps the same particles in its cache. Pairs without a colour are
    // pushed one after the other, in order of ranges.
    for (int c = 0; c <= SC_COLOURS; ++c)
    {
        int32_t lane = cursor.at[c];
        for (int k = 0; k < l.range_count; ++k)
        {
            int r = c < SC_COLOURS ? l.order[k] : k;
            int32_t count = l.at[r][c];
            l.at[r][c] = lane;
            lane += count;
        }
        SC_ASSERT(lane <= l.neighbours->batch.end[c]);
        for (; lane < l.neighbours->batch.end[c]; ++lane)
        {
            l.neighbours->a[lane] = l.neighbours->b[lane] = l.neighbours->row_capacity;
        }
    }
    sc_run_pass(work->step, &pass, 0, l.range_count, GRAIN, place_ranges, &l);
    return true;
}
