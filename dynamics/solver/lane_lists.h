/// Contacts by type and colour, from when they get their colour until it is known where the lanes
/// of each begin.
///
/// Each list is a chain of blocks of lanes, in the order in which its contacts came. Blocks of all
/// lists come from one array, in the order in which they are opened, so that what is written stays
/// in the cache: to write contacts to their places one by one would take a cache line of three
/// arrays for each. They go there a block at a time, list by list.
#ifndef SC_LANE_LISTS_H
#define SC_LANE_LISTS_H

#include "core/assert.h"
#include "dynamics/solver/island_groups.h"
#include "dynamics/solver/overflow_hubs.h"

enum
{
    /// By colour, then by type; the last one is that of contacts without a colour.
    SC_HUB_LIST = SC_CONSTRAINT_TYPE_COUNT * SC_COLOURS,
    SC_LANE_LIST_COUNT,
    SC_LANE_HUB_SHIFT = 4  ///< in the flags of the last list: from here on the block of the hub
};

/// A contact with points.
typedef struct sc_lane
{
    _Alignas(16) int32_t row_a;
    int32_t row_b, contact, flags;
} sc_lane;

typedef struct sc_lane_lists
{
    const sc_step *step;
    const sc_row_reach *groups;  ///< by dynamic row; null: all are in the shared group
    sc_lane *lanes;
    int32_t *next_block;  ///< of the same list, by block
    int32_t opened;       ///< blocks
    int32_t first_block[SC_LANE_LIST_COUNT], block_count[SC_LANE_LIST_COUNT];
    /// Of the last block of each list; a multiple of SC_BLOCK: it is full, or there is none.
    uint32_t next_lane[SC_LANE_LIST_COUNT];
    int list_count;  ///< up to the last one that has a colour and is not empty
    /// By list, then by group: how many lanes there are, then where the first one goes.
    int32_t *places;
    /// Contacts of one colour may come in any order: with several workers, in the shared group, in
    /// that of the rows, by stripes of these. A worker that takes a part of each colour then has
    /// the same bodies in its cache all the time. To a single worker it would cost more than it
    /// gives.
    bool striped;
    int stripe_shift;  ///< of a row: its stripe
} sc_lane_lists;

/// Empty lists with room for so many contacts. False: no memory.
bool sc_take_lane_lists(sc_lane_lists *lists, const sc_step *step, int contact_count);

/// Opens a block at the end of a list: its first lane.
uint32_t sc_open_lane_block(sc_lane_lists *lists, uint32_t list);

static inline void sc_add_lane(sc_lane_lists *lists, uint32_t list, const sc_lane *contact)
{
    SC_ASSERT(list < SC_LANE_LIST_COUNT && contact->contact >= SC_BLOCK);
    uint32_t lane = lists->next_lane[list];
    if (lane % SC_BLOCK == 0)
    {
        lane = sc_open_lane_block(lists, list);
    }
    lists->next_lane[list] = lane + 1;
    lists->lanes[lane] = *contact;
}

static inline int32_t sc_lane_count(const sc_lane_lists *lists, int list)
{
    return lists->block_count[list] * SC_BLOCK - (int32_t)(-lists->next_lane[list] % SC_BLOCK);
}

/// By group.
static inline int32_t *sc_places_of(const sc_lane_lists *lists, int list)
{
    SC_ASSERT(list >= 0 && list < lists->list_count);
    return lists->places + (ptrdiff_t)list * lists->step->constraints->group_count;
}

/// Counts the lanes of each list and group. False: no memory.
bool sc_count_lanes(sc_lane_lists *lists);
/// All contacts to their places in the blocks of the constraints, and what is left empty.
void sc_place_lanes(const sc_lane_lists *lists, const sc_hub_list *hubs);

#endif
