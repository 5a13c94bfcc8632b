/// Walks over joints: slots, lists of bodies, settings, and their lanes in the constraint graph.
#include "core/require.h"
#include "dynamics/solver/constraints.h"
#include "dynamics/solver/joints/separated_pairs.h"

#include <stdlib.h>
#include <string.h>

static bool all_finite(const void *floats, size_t bytes)
{
    bool finite = true;
    for (size_t at = 0; at < bytes; at += sizeof(float))
    {
        float value;
        memcpy(&value, (const char *)floats + at, sizeof value);
        finite &= sc_is_finite(value);
    }
    return finite;
}

static bool is_unit(float cosine, float sine)
{
    return fabsf(cosine * cosine + sine * sine - 1.0f) < 1e-5f;
}

static const char *validate_settings(const sc_joints *joints, int32_t slot, bool stepping)
{
    const sc_joint_settings *settings = &joints->settings[slot];
    const sc_joint_frame *frame = &joints->frame[slot];
    const sc_joint_state *state = &joints->state[slot];
    const sc_joint_given *given = &joints->given[slot];
    bool breaks = given->break_force > 0.0f || given->break_torque > 0.0f;
    bool breakable = (joints->flags[slot] & SC_JOINT_BREAKABLE) != 0;
    // The integers at the end of the structs are also finite if their bits are read as floats.
    REQUIRE(all_finite(settings, sizeof *settings) && all_finite(frame, sizeof *frame));
    REQUIRE(all_finite(given, sizeof *given));
    // After a step all values are finite: disable_nonfinite clears the others.
    REQUIRE(stepping || all_finite(state, sizeof *state));
    REQUIRE(is_unit(frame->a_cos, frame->a_sin) && is_unit(frame->b_cos, frame->b_sin));
    REQUIRE(settings->hertz >= 0.0f && settings->damping_ratio >= 0.0f);
    REQUIRE(settings->spring_hertz >= 0.0f && settings->spring_damping_ratio >= 0.0f);
    REQUIRE(joints->switches[slot] == settings->switches);
    REQUIRE(settings->lower <= settings->upper);
    REQUIRE(settings->spring_lower <= settings->spring_upper);
    REQUIRE(settings->motor_max >= 0.0f);
    REQUIRE(settings->ratio_type >= SC_RATIO_GEAR && settings->ratio_type <= SC_RATIO_RATCHET);
    REQUIRE(joints->kind[slot] != SC_JOINT_RATIO || settings->row.ratio != 0.0f);
    REQUIRE(joints->kind[slot] != SC_JOINT_DRIVE || settings->drive.max_force >= 0.0f);
    REQUIRE(!breakable || breaks);
    REQUIRE(!(joints->flags[slot] & SC_JOINT_WATCHED) || given->force_threshold > 0.0f ||
            given->torque_threshold > 0.0f);
    return NULL;
}

static const char *validate_contacts_apart(const uint64_t *keys, int count, const sc_shapes *shapes,
                                           const sc_contacts *contacts)
{
    for (int c = 1; c < SC_CLASS_COUNT && count > 0; ++c)
    {
        for (int32_t i = contacts->first[c]; i < contacts->first[c] + contacts->count[c]; ++i)
        {
            bool apart =
                sc_are_shapes_separated(keys, count, shapes, contacts->a[i], contacts->b[i]);
            REQUIRE(!apart);
        }
    }
    return NULL;
}

const char *sc_validate_apart(const sc_joints *joints, const sc_shapes *shapes,
                              const sc_contacts *awake, const sc_contacts *asleep)
{
    const size_t room = (size_t)joints->count;
    uint64_t *keys = malloc(2 * sizeof *keys * (room + 1));
    REQUIRE(keys != NULL);
    const int count = sc_list_separated_pairs(joints, keys, keys + room + 1);
    const char *wrong = validate_contacts_apart(keys, count, shapes, awake);
    wrong = wrong != NULL ? wrong : validate_contacts_apart(keys, count, shapes, asleep);
    free(keys);
    return wrong;
}

const char *sc_validate_joints(const sc_joints *joints, const sc_bodies *bodies, bool stepping)
{
    bool null_is_clear =
        joints->ids.capacity == 0 || sc_table_is_clear(&sc_joint_store.tables[0], joints, 0, 1);
    REQUIRE(null_is_clear);
    int count = 0, breakable = 0, watched = 0;
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        if (!sc_joint_is_live(joints, slot))
        {
            continue;
        }
        int32_t a = joints->body[slot][0], b = joints->body[slot][1];
        REQUIRE(joints->type[slot] < SCREE_JOINT_TYPE_COUNT);
        REQUIRE(a > 0 && a < bodies->ids.used && b > 0 && b < bodies->ids.used && a != b);
        REQUIRE((bodies->ids.generation[a] & 1u) && (bodies->ids.generation[b] & 1u));
        REQUIRE_VALID(validate_settings(joints, slot, stepping));
        breakable += (joints->flags[slot] & SC_JOINT_BREAKABLE) != 0;
        watched += (joints->flags[slot] & SC_JOINT_WATCHED) != 0;
        ++count;
    }
    REQUIRE(count == joints->count && breakable == joints->breakable_count);
    REQUIRE(watched == joints->watched_count);
    REQUIRE(joints->break_count <= joints->break_capacity);
    // Each side of each joint is in the list of its body exactly once.
    int links = 0;
    for (int32_t row = 0; row < sc_body_count(bodies); ++row)
    {
        int32_t previous = 0, link = bodies->first_joint[row];
        for (; link != 0 && links <= 2 * joints->count; link = sc_next_joint(joints, link))
        {
            REQUIRE(link / 2 > 0 && link / 2 < joints->ids.used);
            REQUIRE(sc_joint_is_live(joints, link / 2));
            REQUIRE(joints->body[link / 2][link % 2] == bodies->slot[row]);
            REQUIRE(joints->previous[link / 2][link % 2] == previous);
            previous = link;
            ++links;
        }
    }
    REQUIRE(links == 2 * joints->count);
    return NULL;
}

/// The bodies of joints by colour, and the number of visits of each joint.
typedef struct joint_walk
{
    const sc_constraints *constraints;
    const sc_joints *joints;
    uint64_t *masks;  ///< by dynamic row
    uint8_t *seen;    ///< by slot: 1 in a lane, 2 also in a tree
} joint_walk;

/// Takes a colour for a body. Returns false if the body has another joint of that colour.
static bool take_joint_colour(const joint_walk *walk, int32_t row, int colour)
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
    const sc_island_group *g = &walk->constraints->groups[group];
    bool found = group == SC_SHARED_GROUP || row >= walk->constraints->dynamic_count;
    for (int i = 0; !found && i < g->range_count; ++i)
    {
        found = row >= g->ranges[i].begin && row < g->ranges[i].end;
    }
    return found;
}

static const char *walk_joint_lane(const joint_walk *walk, int32_t at, int colour, int group,
                                   int kind)
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
    REQUIRE(joints->kind[slot] == (kind == SC_JOINT_LINK ? SC_JOINT_POINT : kind));
    REQUIRE(a < walk->constraints->dynamic_count || b < walk->constraints->dynamic_count);
    REQUIRE(is_in_group(walk, group, a) && is_in_group(walk, group, b));
    bool both_free = take_joint_colour(walk, a, colour) && take_joint_colour(walk, b, colour);
    REQUIRE(both_free);
    return NULL;
}

/// Whether two links share the head of the first, which is a body of the second.
static bool share_head(const sc_tree_link *link, const sc_tree_link *other, bool hangs)
{
    const int32_t head = link->head_is_b ? link->row_b : link->row_a;
    return head == (other->head_is_b != hangs ? other->row_b : other->row_a);
}

/// Checks that each link of each tree occurs once and that each lane of SC_JOINT_LINK has a link.
static const char *walk_trees(const joint_walk *walk, const sc_joint_group *group, int kind_count)
{
    const sc_joint_forest *forest = &walk->constraints->joints.forest;
    int32_t links = 0;
    for (int t = group->trees.first; t < group->trees.first + group->trees.count; ++t)
    {
        const sc_joint_tree *tree = &forest->trees[t];
        REQUIRE(tree->begin >= 0 && tree->begin < tree->end && tree->end <= forest->link_count);
        for (int32_t i = tree->begin; i < tree->end; ++i)
        {
            const sc_joint_graph *graph = &walk->constraints->joints;
            const sc_tree_link *all = graph->forest.links, *link = &all[i];
            REQUIRE(link->lane >= 0 && link->lane < group->batches[SC_JOINT_LINK].end[SC_COLOURS]);
            const int32_t at = group->first_block[SC_JOINT_LINK] * SC_BLOCK + link->lane;
            REQUIRE(graph->joint[at] > 0 && walk->seen[graph->joint[at]] == 1);
            walk->seen[graph->joint[at]] = 2;
            REQUIRE(graph->rows[at / SC_BLOCK].a[at % SC_BLOCK] == SC_ROW_STEP * link->row_a);
            REQUIRE(graph->rows[at / SC_BLOCK].b[at % SC_BLOCK] == SC_ROW_STEP * link->row_b);
            REQUIRE(link->sibling_end > i && link->sibling_end <= tree->end);
            for (int32_t k = i + 1; k < link->sibling_end; ++k)
            {
                REQUIRE(share_head(link, &all[k], false) && all[k].parent == link->parent);
            }
            REQUIRE(link->parent < tree->end &&
                    (link->parent >= 0) == (link->sibling_end < tree->end));
            REQUIRE(link->parent < 0 || (link->parent >= link->sibling_end &&
                                         share_head(link, &all[link->parent], true)));
        }
        links += tree->end - tree->begin;
    }
    REQUIRE(links == kind_count);
    return NULL;
}

static const char *walk_groups(const joint_walk *walk)
{
    const sc_joint_graph *graph = &walk->constraints->joints;
    int32_t next_block = 0;
    for (int g = 0; g < walk->constraints->group_count; ++g)
    {
        const sc_joint_group *group = &graph->groups[g];
        int links = 0;
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
                    links +=
                        kind == SC_JOINT_LINK && graph->joint[next_block * SC_BLOCK + lane] > 0;
                    REQUIRE_VALID(
                        walk_joint_lane(walk, next_block * SC_BLOCK + lane, colour, g, kind));
                }
            }
            next_block += lane / SC_BLOCK;
        }
        REQUIRE_VALID(walk_trees(walk, group, links));
        // Islands whose energy is bounded: their parts are dynamic and in no other island, and
        // their places lead to their joints.
        const sc_joint_islands *all = &graph->islands;
        for (int i = group->islands.first; i < group->islands.first + group->islands.count; ++i)
        {
            const sc_joint_island *island = &all->islands[i];
            REQUIRE(island->first_part < island->part_end &&
                    island->first_place < island->place_end);
            for (int32_t k = island->first_place; k < island->place_end; ++k)
            {
                const sc_joint_place *place = &all->places[k];
                const int32_t at = group->first_block[place->kind] * SC_BLOCK + place->lane;
                REQUIRE(graph->joint[at] == place->slot);
                REQUIRE(place->part_a < 0 || all->parts[place->part_a].row == place->row_a);
                REQUIRE(place->part_b < 0 || all->parts[place->part_b].row == place->row_b);
                REQUIRE(place->part_a < island->part_end && place->part_b < island->part_end);
                REQUIRE(place->part_a >= island->first_part || place->part_b >= island->first_part);
            }
        }
    }
    REQUIRE(next_block == graph->block_count);
    return NULL;
}

const char *sc_validate_joint_graph(const sc_constraints *constraints, const sc_joints *joints)
{
    if (!constraints->valid || constraints->joints.groups == NULL ||
        joints->trait_key.version != joints->version)
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
        count += walk.seen[slot] != 0;
    }
    wrong = wrong == NULL && count != constraints->joints.joint_count
                ? "each joint that acts has one lane"
                : wrong;
    free(walk.masks);
    free(walk.seen);
    return wrong;
}
