/// Walk over the coloured blocks of contacts.
#include "core/require.h"
#include "dynamics/solver/constraints.h"

#include <stdlib.h>
#include <string.h>

/// The results of a walk over the coloured blocks.
typedef struct colour_walk
{
    const sc_constraints *constraints;
    uint64_t *masks;  ///< by dynamic row: the colours of its contacts
    uint8_t *seen;    ///< by contact: it has a lane
    int32_t *groups;  ///< by row
    int32_t contacts;
} colour_walk;

static uint64_t mask_of(const colour_walk *walk, int32_t row)
{
    return row < walk->constraints->dynamic_count ? walk->masks[row] : 0;
}

/// Takes a colour for a body. Returns false if the body has another contact of that colour.
static bool take_contact_colour(const colour_walk *walk, int32_t row, int colour)
{
    if (row >= walk->constraints->dynamic_count || colour == SC_COLOURS)
    {
        return true;
    }
    bool free = (walk->masks[row] >> colour & 1u) == 0;
    walk->masks[row] |= 1ull << colour;
    return free;
}

/// The hub of a block without a colour.
static const sc_hub_block *hub_of(const sc_constraints *constraints, int32_t at)
{
    const sc_island_group *shared = &constraints->groups[SC_SHARED_GROUP];
    const sc_batch *two = &shared->batches[SC_CONTACT_TWO_POINTS];
    const sc_batch *one = &shared->batches[SC_CONTACT_ONE_POINT];
    int32_t index =
        at < two->end[SC_COLOURS]
            ? (at - sc_colour_begin(two, SC_COLOURS)) / SC_BLOCK
            : sc_hub_blocks_of(two) + (at - sc_colour_begin(one, SC_COLOURS)) / SC_BLOCK;
    return &constraints->hub_blocks[index];
}

static int32_t lane_body_of(const sc_constraints *constraints, int32_t at, int32_t row)
{
    return row < 0 ? hub_of(constraints, at)->row : row;
}

/// Checks a lane of a group. `at` is its number among the lanes of all groups.
static const char *walk_contact_lane(colour_walk *walk, int32_t at, int colour, int group,
                                     int32_t capacity)
{
    const sc_constraints *constraints = walk->constraints;
    const sc_block_rows *rows = &constraints->rows[at / SC_BLOCK];
    int32_t static_row = sc_pad_block(constraints->moving_count);
    int32_t contact = constraints->contact[at];
    int32_t a = rows->a[at % SC_BLOCK] / SC_ROW_STEP, b = rows->b[at % SC_BLOCK] / SC_ROW_STEP;
    // Empty lanes are the last of their block.
    REQUIRE(contact == 0 || contact >= SC_BLOCK);
    REQUIRE(contact == 0 || at % SC_BLOCK == 0 || constraints->contact[at - 1] != 0);
    if (colour == SC_COLOURS)
    {
        const sc_hub_block *hub = hub_of(constraints, at);
        REQUIRE(hub->row >= 0 && hub->row < constraints->dynamic_count);
        REQUIRE((at % SC_BLOCK < hub->lane_count) == (contact != 0));
    }
    if (colour == SC_COLOURS && contact != 0)
    {
        REQUIRE((a < 0) != (b < 0));
        REQUIRE((a < 0 ? a : b) == at % SC_BLOCK - SC_HUB_ROWS);
        a = lane_body_of(constraints, at, a);
        b = lane_body_of(constraints, at, b);
        REQUIRE(a != b);
        // Lanes of a hub share no other body.
        const int32_t *lanes_a = rows->a, *lanes_b = rows->b;
        int l = at % SC_BLOCK, other = lanes_a[l] < 0 ? lanes_b[l] : lanes_a[l];
        bool differ = true;
        for (int k = 0; k < l; ++k)
        {
            differ &= (lanes_a[k] < 0 ? lanes_b[k] : lanes_a[k]) != other ||
                      other / SC_ROW_STEP >= constraints->dynamic_count;
        }
        REQUIRE(differ);
    }
    REQUIRE(a >= 0 && (a < constraints->moving_count || a == static_row));
    REQUIRE(b >= 0 && (b < constraints->moving_count || b == static_row));
    if (contact == 0)
    {
        REQUIRE(a == static_row && b == static_row);
        return NULL;
    }
    REQUIRE(contact > 0 && contact < capacity && !walk->seen[contact]);
    REQUIRE(a < constraints->dynamic_count || b < constraints->dynamic_count);
    REQUIRE(a == static_row || walk->groups[a] == group);
    REQUIRE(b == static_row || walk->groups[b] == group);
    bool both_free = take_contact_colour(walk, a, colour) && take_contact_colour(walk, b, colour);
    REQUIRE(both_free);
    walk->seen[contact] = 1;
    ++walk->contacts;
    return NULL;
}

/// Checks that each contact has the lowest colour that was free: one of its bodies has each lower
/// colour.
static const char *walk_lower_colours(const colour_walk *walk, const sc_batch *batch, int32_t first)
{
    const sc_constraints *constraints = walk->constraints;
    for (int colour = 0; colour <= SC_COLOURS; ++colour)
    {
        uint64_t lower = colour < SC_COLOURS ? (1ull << colour) - 1 : UINT64_MAX;
        int32_t end = first + batch->end[colour];
        for (int32_t at = first + sc_colour_begin(batch, colour); at < end; ++at)
        {
            const sc_block_rows *rows = &constraints->rows[at / SC_BLOCK];
            uint64_t taken =
                mask_of(walk, lane_body_of(constraints, at, rows->a[at % SC_BLOCK] / SC_ROW_STEP)) |
                mask_of(walk, lane_body_of(constraints, at, rows->b[at % SC_BLOCK] / SC_ROW_STEP));
            // Late impacts have a colour above those of the impacts before them.
            bool lowest_free =
                constraints->contact[at] == 0 || (taken & lower) == lower || constraints->has_late;
            REQUIRE(lowest_free);
        }
    }
    return NULL;
}

static const char *walk_group(colour_walk *walk, int index, int32_t capacity)
{
    const sc_island_group *group = &walk->constraints->groups[index];
    const int32_t first = group->first_block * SC_BLOCK;
    int32_t lane = 0;
    for (int type = 0; type < SC_CONSTRAINT_TYPE_COUNT; ++type)
    {
        const sc_batch *batch = &group->batches[type];
        REQUIRE(batch->begin == lane);
        for (int colour = 0; colour <= SC_COLOURS; ++colour)
        {
            REQUIRE(batch->end[colour] >= lane && batch->end[colour] % SC_BLOCK == 0);
            REQUIRE(batch->end[colour] / SC_BLOCK <= group->block_count);
            for (; lane < batch->end[colour]; ++lane)
            {
                REQUIRE(colour < SC_COLOURS || index == SC_SHARED_GROUP);
                REQUIRE_VALID(walk_contact_lane(walk, first + lane, colour, index, capacity));
            }
        }
    }
    REQUIRE(lane / SC_BLOCK == group->block_count);
    return NULL;
}

/// Records the group of each of its rows, checks that no other group has these rows, and adds their
/// number to *rows.
static const char *walk_rows(const colour_walk *walk, int index, int64_t *rows)
{
    const sc_constraints *constraints = walk->constraints;
    const sc_island_group *group = &constraints->groups[index];
    REQUIRE(index == SC_SHARED_GROUP || group->range_count > 0);
    for (int i = 0; i < group->range_count; ++i)
    {
        const sc_row_range range = group->ranges[i];
        REQUIRE(range.begin >= 0 && range.begin < range.end);
        REQUIRE(i == 0 || group->ranges[i - 1].end < range.begin);
        REQUIRE(range.end <= constraints->moving_count);
        REQUIRE(index == SC_SHARED_GROUP || range.end <= constraints->dynamic_count);
        for (int32_t row = range.begin; row < range.end; ++row)
        {
            REQUIRE(walk->groups[row] == -1);
            walk->groups[row] = index;
        }
        *rows += range.end - range.begin;
    }
    return NULL;
}

/// Checks that no two contacts of a colour share a dynamic body, that each contact has the lowest
/// colour that was free, unless the step has late impacts, that the masks of bodies are up to date,
/// and that every contact with points has one lane.
static const char *walk_colours(colour_walk *walk, const sc_contacts *contacts)
{
    const sc_constraints *constraints = walk->constraints;
    // Each row that moves is in one group.
    int64_t rows = 0;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        REQUIRE_VALID(walk_rows(walk, g, &rows));
    }
    REQUIRE(rows == constraints->moving_count);
    int32_t block = 0;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        const sc_island_group *group = &constraints->groups[g];
        REQUIRE(group->first_block == block);
        REQUIRE(g == SC_SHARED_GROUP || group->block_count <= constraints->largest_group);
        REQUIRE_VALID(walk_group(walk, g, contacts->capacity));
        block += group->block_count;
    }
    REQUIRE(block == constraints->block_count);
    bool masks_kept = memcmp(walk->masks, constraints->masks,
                             sizeof *walk->masks * (size_t)constraints->dynamic_count) == 0;
    REQUIRE(masks_kept);
    for (int i = 0; i < constraints->group_count * SC_CONSTRAINT_TYPE_COUNT; ++i)
    {
        const sc_island_group *group = &constraints->groups[i / SC_CONSTRAINT_TYPE_COUNT];
        REQUIRE_VALID(walk_lower_colours(walk, &group->batches[i % SC_CONSTRAINT_TYPE_COUNT],
                                         group->first_block * SC_BLOCK));
    }
    REQUIRE(walk->contacts == constraints->contact_count);
    // The contacts may have changed since they were coloured.
    bool same = constraints->contact_version == contacts->version;
    for (int c = 1; same && c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            int coloured = contacts->state[i] >> SC_CONTACT_COLOURED_BIT;
            REQUIRE((coloured > 0) == (walk->seen[i] != 0));
        }
    }
    return NULL;
}

const char *sc_validate_constraints(const sc_constraints *constraints, const sc_contacts *contacts)
{
    if (!constraints->valid)
    {
        return NULL;
    }
    colour_walk walk = {.constraints = constraints,
                        .masks = calloc((size_t)constraints->dynamic_count + 1, sizeof *walk.masks),
                        .seen = calloc((size_t)contacts->capacity + 1, sizeof *walk.seen),
                        .groups =
                            malloc(((size_t)constraints->moving_count + 1) * sizeof(int32_t))};
    bool taken = walk.masks != NULL && walk.seen != NULL && walk.groups != NULL;
    for (int i = 0; taken && i < constraints->moving_count; ++i)
    {
        walk.groups[i] = -1;
    }
    const char *wrong = taken ? walk_colours(&walk, contacts) : "there is memory for the walk";
    free(walk.masks);
    free(walk.seen);
    free(walk.groups);
    return wrong;
}
