/// A walk over the joints in the constraint graph.
#include "world/validate.h"

#include <stdlib.h>

/// Bodies of joints by colour, and how often each joint was met.
typedef struct joint_walk
{
    const sc_constraints *constraints;
    const sc_joints *joints;
    uint64_t *masks;  ///< by dynamic row
    uint8_t *seen;    ///< by slot
} joint_walk;

/// False if another joint of that colour has the body already.
static bool take_colour(const joint_walk *walk, int32_t row, int colour)
{
    if (row >= walk->constraints->dynamic_count || colour == SC_COLOURS)
    {
        return true;
    }
    bool is_free = (walk->masks[row] >> colour & 1u) == 0;
    walk->masks[row] |= 1ull << colour;
    return is_free;
}

static bool is_in_group(const joint_walk *walk, int group, int32_t row)
{
    const sc_row_range rows = walk->constraints->groups[group].rows;
    return group == SC_SHARED_GROUP || row >= walk->constraints->dynamic_count ||
           (row >= rows.begin && row < rows.end);
}

static const char *walk_lane(const joint_walk *walk, int32_t at, int colour, int group, int kind)
{
    const sc_joints *joints = walk->joints;
    const sc_joint_graph *graph = &walk->constraints->joints;
    const sc_block_rows *rows = &graph->rows[at / SC_BLOCK];
    int32_t slot = graph->joint[at];
    int32_t a = rows->a[at % SC_BLOCK] / SC_ROW_STEP, b = rows->b[at % SC_BLOCK] / SC_ROW_STEP;
    REQUIRE(slot >= 0 && slot < joints->ids.used);
    if (slot == 0)
    {
        REQUIRE(a >= walk->constraints->moving_count && a == b);
        return NULL;
    }
    REQUIRE((joints->ids.generation[slot] & 1u) != 0 && walk->seen[slot] == 0);
    walk->seen[slot] = 1;
    REQUIRE(sc_joint_kind_of((scree_joint_type)joints->type[slot], &joints->settings[slot]) ==
            (sc_joint_kind)kind);
    REQUIRE(a < walk->constraints->dynamic_count || b < walk->constraints->dynamic_count);
    REQUIRE(is_in_group(walk, group, a) && is_in_group(walk, group, b));
    bool both_free = take_colour(walk, a, colour) && take_colour(walk, b, colour);
    REQUIRE(both_free);
    return NULL;
}

static const char *walk_groups(const joint_walk *walk)
{
    const sc_joint_graph *graph = &walk->constraints->joints;
    int32_t next_block = 0;
    for (int g = 0; g < walk->constraints->group_count; ++g)
    {
        const sc_joint_group *group = &graph->groups[g];
        for (int kind = 0; kind < SC_JOINT_KIND_COUNT; ++kind)
        {
            const sc_batch *batch = &group->batches[kind];
            REQUIRE(group->first_block[kind] == next_block && batch->begin == 0);
            int32_t lane = 0;
            for (int colour = 0; colour <= SC_COLOURS; ++colour)
            {
                REQUIRE(batch->end[colour] >= lane && batch->end[colour] % SC_BLOCK == 0);
                for (; lane < batch->end[colour]; ++lane)
                {
                    REQUIRE_VALID(walk_lane(walk, next_block * SC_BLOCK + lane, colour, g, kind));
                }
            }
            next_block += lane / SC_BLOCK;
        }
    }
    REQUIRE(next_block == graph->block_count);
    return NULL;
}

const char *sc_validate_joint_graph(const sc_constraints *constraints, const sc_joints *joints)
{
    if (!constraints->valid || constraints->joints.groups == NULL ||
        constraints->joints.version != joints->version)
    {
        return NULL;
    }
    joint_walk walk = {
        .constraints = constraints,
        .joints = joints,
        .masks = calloc((size_t)constraints->dynamic_count + 1, sizeof *walk.masks),
        .seen = calloc((size_t)joints->ids.used, 1),
    };
    const char *wrong = walk.masks != NULL && walk.seen != NULL ? walk_groups(&walk)
                                                                : "there is memory for the walk";
    int count = 0;
    for (int32_t slot = 0; wrong == NULL && slot < joints->ids.used; ++slot)
    {
        count += walk.seen[slot];
    }
    wrong = wrong == NULL && count != constraints->joints.joint_count
                ? "each joint that acts has one lane"
                : wrong;
    free(walk.masks);
    free(walk.seen);
    return wrong;
}
