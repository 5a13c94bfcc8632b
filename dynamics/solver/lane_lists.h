/// Lists of contacts by their number of points (sc_constraint_type) and colour. They hold contacts
/// from the time when they get their colour until the final lanes are known.
///
/// Each list is a chain of blocks of lanes, in the order in which its contacts came. Blocks of all
/// lists come from one array, in the order in which they are opened, so recently written blocks
/// stay in the cache. To write each contact directly to its final place would touch a cache line in
/// each of three arrays. Instead, lists are copied to their places one block at a time.
#ifndef SC_LANE_LISTS_H
#define SC_LANE_LISTS_H

#include "core/assert.h"
#include "dynamics/solver/island_groups.h"
#include "dynamics/solver/overflow_hubs.h"

enum
{
    /// Lists are ordered by colour, then by type; the last one has the contacts without a colour.
    SC_HUB_LIST = SC_CONSTRAINT_TYPE_COUNT * SC_COLOURS,
    SC_LANE_LIST_COUNT,
    SC_LANE_HUB_SHIFT = 4  ///< shift of the block of the hub in the flags of the last list
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
    int32_t *next_block;  ///< next block of the same list, by block
    int32_t opened;       ///< blocks
    int32_t first_block[SC_LANE_LIST_COUNT], block_count[SC_LANE_LIST_COUNT];
    /// The next lane of the last block of each list. If it is a multiple of SC_BLOCK, the block is
    /// full, or there is none.
    uint32_t next_lane[SC_LANE_LIST_COUNT];
    int list_count;  ///< up to the last list that has a colour and is not empty
    /// By list, then by group: the number of lanes, later the place of the first one.
    int32_t *places;
    /// Contacts of one colour may be in any order. With several workers, contacts of the shared
    /// group are ordered by bands, because a worker that takes the same bands of each colour keeps
    /// the same bodies in its cache. With a single worker the order would cost more than it gains.
    bool in_bands;
    int band_shift;  ///< shift from a row to its band if the bands of bodies are not known
} sc_lane_lists;

/// Allocates empty lists with room for `contact_count` contacts. Returns false if out of memory.
bool sc_take_lane_lists(sc_lane_lists *lists, const sc_step *step, int contact_count);

/// Opens a block at the end of a list and returns its first lane.
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

/// Contacts with the number of the list of each.
typedef struct sc_lane_run
{
    const sc_lane *lanes;
    const uint8_t *list_of;
    int32_t count;
} sc_lane_run;

/// Adds runs of contacts to empty lists on all workers, in the order in which sc_add_lane would add
/// them one by one. Returns false if out of memory.
bool sc_list_runs(sc_lane_lists *lists, const sc_lane_run *runs, int run_count);

static inline int32_t sc_lane_count(const sc_lane_lists *lists, int list)
{
    return lists->block_count[list] * SC_BLOCK - (int32_t)(-lists->next_lane[list] % SC_BLOCK);
}

/// The places of a list, by group.
static inline int32_t *sc_places_of(const sc_lane_lists *lists, int list)
{
    SC_ASSERT(list >= 0 && list < lists->list_count);
    return lists->places + (ptrdiff_t)list * lists->step->constraints->group_count;
}

/// Counts the lanes of each list and group. Returns false if out of memory.
bool sc_count_lanes(sc_lane_lists *lists);
/// Copies all contacts to their places in the blocks of the constraints and fills the empty lanes.
void sc_place_lanes(const sc_lane_lists *lists, const sc_hub_list *hubs);

#endif
