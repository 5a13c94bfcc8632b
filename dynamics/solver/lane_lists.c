#include "dynamics/solver/lane_lists.h"

#include "core/assert.h"
#include "core/pass.h"

#include <string.h>

enum
{
    BLOCKS_AHEAD = 8  ///< prefetch distance
};

bool sc_take_lane_lists(sc_lane_lists *lists, const sc_step *step, int contact_count)
{
    SC_ASSERT(contact_count >= 0);
    const int blocks = sc_range_count(contact_count, SC_BLOCK) + SC_LANE_LIST_COUNT;
    *lists = (sc_lane_lists){.step = step,
                             .lanes = SC_TAKE(step->arena, sc_lane, blocks * SC_BLOCK),
                             .next_block = SC_TAKE(step->arena, int32_t, blocks),
                             .in_bands = step->jobs->pool != NULL};
    while (step->rows.dynamic_count >> lists->band_shift >= SC_BANDS_MAX)
    {
        ++lists->band_shift;
    }
    return lists->lanes != NULL && lists->next_block != NULL;
}

uint32_t sc_open_lane_block(sc_lane_lists *lists, uint32_t list)
{
    SC_ASSERT(list < SC_LANE_LIST_COUNT && lists->next_lane[list] % SC_BLOCK == 0);
    const int32_t block = lists->opened++;
    const sc_lane *ahead = lists->lanes + (ptrdiff_t)(block + BLOCKS_AHEAD) * SC_BLOCK;
    for (int l = 0; l < SC_BLOCK; l += SC_ALIGNMENT / (int)sizeof(sc_lane))
    {
        __builtin_prefetch(ahead + l, 1);
    }
    if (lists->block_count[list]++ == 0)
    {
        lists->first_block[list] = block;
    }
    else
    {
        lists->next_block[lists->next_lane[list] / SC_BLOCK - 1] = block;
    }
    lists->next_block[block] = 0;
    return (uint32_t)block * SC_BLOCK;
}

/// The lanes of each list in a run; later the next lane.
typedef struct run_lanes
{
    int32_t at[SC_LANE_LIST_COUNT];
} run_lanes;

/// Runs of contacts that become lists.
typedef struct listing
{
    sc_lane_lists *lists;
    const sc_lane_run *runs;
    run_lanes *of_run;
} listing;

static void count_run(void *context, sc_range range)
{
    const listing *l = context;
    for (int r = range.begin; r < range.end; ++r)
    {
        const sc_lane_run *run = &l->runs[r];
        int32_t *count = l->of_run[r].at;
        memset(count, 0, sizeof l->of_run[r]);
        for (int32_t i = 0; i < run->count; ++i)
        {
            ++count[run->list_of[i]];
        }
    }
}

static void list_run(void *context, sc_range range)
{
    const listing *l = context;
    for (int r = range.begin; r < range.end; ++r)
    {
        const sc_lane_run *run = &l->runs[r];
        int32_t *at = l->of_run[r].at;
        for (int32_t i = 0; i < run->count; ++i)
        {
            l->lists->lanes[at[run->list_of[i]]++] = run->lanes[i];
        }
    }
}

bool sc_list_runs(sc_lane_lists *lists, const sc_lane_run *runs, int run_count)
{
    SC_ASSERT(lists->opened == 0 && run_count >= 0);
    const sc_step *step = lists->step;
    listing l = {lists, runs, SC_TAKE(step->arena, run_lanes, run_count)};
    if (l.of_run == NULL)
    {
        return false;
    }
    const sc_pass pass = {"list_contacts", "ranges", 0, -1};
    sc_run_pass(step, &pass, 0, run_count, 1, count_run, &l);
    for (int list = 0; list < SC_LANE_LIST_COUNT; ++list)
    {
        // Each list takes consecutive blocks.
        int32_t lane = lists->opened * SC_BLOCK;
        for (int r = 0; r < run_count; ++r)
        {
            const int32_t count = l.of_run[r].at[list];
            l.of_run[r].at[list] = lane;
            lane += count;
        }
        lists->first_block[list] = lists->opened;
        lists->next_lane[list] = (uint32_t)lane;
        const int32_t end = sc_range_count(lane, SC_BLOCK);
        lists->block_count[list] = end - lists->opened;
        for (; lists->opened < end; ++lists->opened)
        {
            lists->next_block[lists->opened] = lists->opened + 1 < end ? lists->opened + 1 : 0;
        }
    }
    sc_run_pass(step, &pass, 0, run_count, 1, list_run, &l);
    return true;
}

static int32_t first_lane(const sc_lane_lists *lists, int list)
{
    return lists->first_block[list] * SC_BLOCK;
}

/// The lane of a list that follows another one.
static int32_t next_lane(const sc_lane_lists *lists, int32_t lane)
{
    return (lane + 1) % SC_BLOCK != 0 ? lane + 1 : lists->next_block[lane / SC_BLOCK] * SC_BLOCK;
}

static int32_t lower_row(const sc_lane_lists *lists, int32_t lane)
{
    const sc_lane *l = &lists->lanes[lane];
    return l->row_a < l->row_b ? l->row_a : l->row_b;
}

/// The lower band of the bodies of a lane.
static int band_of(const sc_lane_lists *lists, int32_t lane)
{
    const sc_row_bands *bands = &lists->step->constraints->bands;
    const sc_lane *l = &lists->lanes[lane];
    return bands->of_row == NULL
               ? lower_row(lists, lane) >> lists->band_shift
               : __builtin_ctzll(sc_band_bit(bands, l->row_a) | sc_band_bit(bands, l->row_b));
}

static int32_t lane_group_of(const sc_lane_lists *lists, int32_t lane)
{
    return lists->step->constraints->group_count == 1 ? SC_SHARED_GROUP
                                                      : lists->groups[lower_row(lists, lane)].reach;
}

static void count_list(void *context, sc_range range)
{
    SC_ASSERT(range.end == range.begin + 1);
    const sc_lane_lists *lists = context;
    int32_t *count = sc_places_of(lists, range.begin), lane = first_lane(lists, range.begin);
    for (int32_t left = sc_lane_count(lists, range.begin); left > 0; --left)
    {
        ++count[lane_group_of(lists, lane)];
        lane = next_lane(lists, lane);
    }
}

bool sc_count_lanes(sc_lane_lists *lists)
{
    const sc_step *step = lists->step;
    const int group_count = step->constraints->group_count;
    for (int i = 0; i < SC_HUB_LIST; ++i)
    {
        lists->list_count = lists->block_count[i] > 0 ? i + 1 : lists->list_count;
    }
    lists->places = SC_TAKE_ZEROED(step->arena, int32_t, lists->list_count * group_count);
    if (lists->places == NULL)
    {
        return false;
    }
    if (group_count > 1)
    {
        const sc_pass pass = {"count_lanes", "colours", 0, -1};
        sc_run_pass(step, &pass, 0, lists->list_count, 1, count_list, lists);
        return true;
    }
    for (int i = 0; i < lists->list_count; ++i)
    {
        lists->places[i] = sc_lane_count(lists, i);
    }
    return true;
}

static void fill_empty_lanes(const sc_step *step, int32_t from)
{
    SC_ASSERT(from >= 0 && from <= SC_BLOCK * step->constraints->block_count);
    sc_constraints *constraints = step->constraints;
    for (int32_t i = from; i % SC_BLOCK != 0; ++i)
    {
        constraints->contact[i] = 0;
        constraints->rows[i / SC_BLOCK].a[i % SC_BLOCK] = SC_ROW_STEP * step->rows.static_row;
        constraints->rows[i / SC_BLOCK].b[i % SC_BLOCK] = SC_ROW_STEP * step->rows.static_row;
    }
}

static void place_lane(sc_constraints *to, int32_t at, const sc_lane *lane, int flags)
{
    SC_ASSERT(at >= 0 && at < SC_BLOCK * to->block_count);
    SC_ASSERT(lane->row_a != lane->row_b);
    to->rows[at / SC_BLOCK].a[at % SC_BLOCK] = SC_ROW_STEP * lane->row_a;
    to->rows[at / SC_BLOCK].b[at % SC_BLOCK] = SC_ROW_STEP * lane->row_b;
    to->contact[at] = lane->contact;
    to->flags[at / SC_BLOCK] |= (uint8_t)flags;
}

/// Places a full block. The lanes of a list that has a colour all have the same number of points.
static void place_block(sc_constraints *to, int32_t at, const sc_lane lanes[SC_BLOCK])
{
    SC_ASSERT(at % SC_BLOCK == 0 && at / SC_BLOCK < to->block_count);
    sc_block_rows *rows = &to->rows[at / SC_BLOCK];
    int32_t *contact = to->contact + at, flags = 0;
    for (int l = 0; l < SC_BLOCK; ++l)
    {
        rows->a[l] = SC_ROW_STEP * lanes[l].row_a;
        rows->b[l] = SC_ROW_STEP * lanes[l].row_b;
        contact[l] = lanes[l].contact;
        flags |= lanes[l].flags;
    }
    to->flags[at / SC_BLOCK] = (uint8_t)flags;
}

/// Places a list in its own blocks.
static void place_list(void *context, sc_range range)
{
    SC_ASSERT(range.end == range.begin + 1);
    const sc_lane_lists *lists = context;
    const int list = range.begin;
    sc_constraints *constraints = lists->step->constraints;
    int32_t *next = sc_places_of(lists, list), in_band[SC_BANDS_MAX] = {0};
    if (constraints->group_count == 1 && !lists->in_bands)
    {
        int32_t at = *next;
        int32_t left = sc_lane_count(lists, list), block = lists->first_block[list];
        for (; left >= SC_BLOCK; left -= SC_BLOCK, at += SC_BLOCK)
        {
            place_block(constraints, at, lists->lanes + (ptrdiff_t)block * SC_BLOCK);
            block = lists->next_block[block];
        }
        for (int32_t lane = block * SC_BLOCK; left > 0; --left, ++lane, ++at)
        {
            place_lane(constraints, at, &lists->lanes[lane], lists->lanes[lane].flags);
        }
        fill_empty_lanes(lists->step, at);
        return;
    }
    if (lists->in_bands)
    {
        // Find the place of each band of the shared group.
        int32_t *end = &next[SC_SHARED_GROUP], lane = first_lane(lists, list);
        for (int32_t left = sc_lane_count(lists, list); left > 0; --left)
        {
            in_band[band_of(lists, lane)] += lane_group_of(lists, lane) == SC_SHARED_GROUP;
            lane = next_lane(lists, lane);
        }
        for (int k = 0; k < SC_BANDS_MAX; ++k)
        {
            int32_t count = in_band[k];
            in_band[k] = *end;
            *end += count;
        }
    }
    int32_t lane = first_lane(lists, list);
    for (int32_t left = sc_lane_count(lists, list); left > 0; --left)
    {
        const int32_t group = lane_group_of(lists, lane);
        const int32_t at = group == SC_SHARED_GROUP && lists->in_bands
                               ? in_band[band_of(lists, lane)]++
                               : next[group]++;
        place_lane(constraints, at, &lists->lanes[lane], lists->lanes[lane].flags);
        lane = next_lane(lists, lane);
    }
    for (int g = 0; g < constraints->group_count; ++g)
    {
        fill_empty_lanes(lists->step, next[g]);
    }
}

void sc_place_lanes(const sc_lane_lists *lists, const sc_hub_list *hubs)
{
    const sc_pass pass = {"place_lanes", "colours", 0, -1};
    sc_run_pass(lists->step, &pass, 0, lists->list_count, 1, place_list, (void *)lists);
    // Place the contacts without a colour, and their blocks.
    sc_constraints *constraints = lists->step->constraints;
    const sc_batch *batches = constraints->groups[SC_SHARED_GROUP].batches;
    // First lanes of the blocks without and with room for two points.
    const int32_t first[2] = {sc_colour_begin(&batches[SC_CONTACT_ONE_POINT], SC_COLOURS),
                              sc_colour_begin(&batches[SC_CONTACT_TWO_POINTS], SC_COLOURS)};
    for (int32_t i = 0; i < hubs->blocks.count; ++i)
    {
        const sc_hub_filling *hub = sc_hub_filling_at(hubs, i);
        SC_ASSERT(hub->block.lane_count > 0 && hub->block.lane_count <= SC_BLOCK);
        const int32_t end = first[hub->two_points] + hub->place * SC_BLOCK + hub->block.lane_count;
        constraints->hub_blocks[(hub->two_points ? 0 : hubs->two_points) + hub->place] = hub->block;
        fill_empty_lanes(lists->step, end);
    }
    int32_t lane = first_lane(lists, SC_HUB_LIST);
    for (int32_t left = sc_lane_count(lists, SC_HUB_LIST); left > 0; --left)
    {
        const sc_lane *l = &lists->lanes[lane];
        const sc_hub_filling *hub = sc_hub_filling_at(hubs, l->flags >> SC_LANE_HUB_SHIFT);
        // The row of the hub gives the lane.
        const int32_t at = (l->row_a < l->row_b ? l->row_a : l->row_b) + SC_HUB_ROWS;
        SC_ASSERT(at >= 0 && at < hub->block.lane_count);
        place_lane(constraints, first[hub->two_points] + hub->place * SC_BLOCK + at, l,
                   l->flags & ((1 << SC_LANE_HUB_SHIFT) - 1));
        lane = next_lane(lists, lane);
    }
}
