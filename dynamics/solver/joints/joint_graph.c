#include "dynamics/solver/joints/joint_graph.h"

#include "core/assert.h"
#include "dynamics/solver/island_groups.h"
#include "dynamics/solver/joints/joint_traits.h"

/// The number of joints of each colour, by kind; later the first lane of each.
typedef sc_colour_cursor kind_cursors[SC_JOINT_KIND_COUNT];

static int32_t solver_row(const sc_step *step, int32_t body)
{
    SC_ASSERT(sc_slot_is_live(&step->bodies->ids, body));
    int32_t row = step->bodies->row[body];
    return row < step->rows.moving_count ? row : step->rows.static_row;
}

static bool is_disabled(const sc_step *step, int32_t body)
{
    SC_ASSERT(sc_slot_is_live(&step->bodies->ids, body));
    return (step->bodies->flags[step->bodies->row[body]] & SC_BODY_DISABLED) != 0;
}

bool sc_colour_joints(const sc_step *step, sc_joint_entries *entries)
{
    const sc_joints *joints = step->joints;
    const int32_t open_row = step->rows.dynamic_count;
    *entries = (sc_joint_entries){0};
    if (joints->count == 0)
    {
        return true;
    }
    entries->at = SC_TAKE(step->arena, sc_joint_entry, joints->count);
    uint64_t *masks = SC_TAKE_ZEROED(step->arena, uint64_t, step->rows.dynamic_count + 1);
    if (entries->at == NULL || masks == NULL || !sc_find_joint_traits(step))
    {
        return false;
    }
    for (int32_t slot = 1; slot < joints->ids.used; ++slot)
    {
        sc_joint_entry entry;
        const int32_t *body = joints->body[slot];
        bool acts = false;
        if ((joints->ids.generation[slot] & 1u) != 0)
        {
            const sc_joint_kind kind = (sc_joint_kind)joints->kind[slot];
            entry = (sc_joint_entry){.row_a = solver_row(step, body[0]),
                                     .row_b = solver_row(step, body[1]),
                                     .slot = slot,
                                     .link = -1,
                                     .kind = (uint8_t)kind};
            acts = kind != SC_JOINT_NONE &&
                   (entry.row_a < step->rows.dynamic_count ||
                    entry.row_b < step->rows.dynamic_count) &&
                   !is_disabled(step, body[0]) && !is_disabled(step, body[1]);
        }
        if (acts)
        {
            entry.has_long_arm = (joints->traits[slot] & SC_JOINT_LONG_ARM) != 0;
            entry.may_make_energy = (joints->traits[slot] & SC_JOINT_MAKES_ENERGY) != 0;
            // Bodies that no lane may write share one mask, which stays empty.
            uint64_t *a = &masks[entry.row_a < open_row ? entry.row_a : open_row];
            uint64_t *b = &masks[entry.row_b < open_row ? entry.row_b : open_row];
            entry.colour = (uint8_t)sc_take_colour(a, b, true);
            masks[open_row] = 0;
            SC_ASSERT(entries->count < joints->count && entry.row_a != entry.row_b);
            entries->at[entries->count++] = entry;
        }
    }
    return true;
}

void sc_reach_joints(const sc_step *step, const sc_joint_entries *entries, sc_row_reach *reach)
{
    for (int i = 0; reach != NULL && i < entries->count; ++i)
    {
        const sc_joint_entry *e = &entries->at[i];
        sc_reach_add(reach, step, e->row_a, e->row_b);
        if (e->colour == SC_COLOURS)
        {
            reach[e->row_a < e->row_b ? e->row_a : e->row_b].contacts |= SC_REACH_SHARED;
        }
    }
}

/// The group of a dynamic row.
static int32_t group_of_row(const sc_step *step, int32_t row, const sc_row_reach *reach)
{
    SC_ASSERT(row >= 0 && row < step->rows.dynamic_count);
    return step->constraints->group_count == 1 ? SC_SHARED_GROUP : reach[row].reach;
}

static int32_t joint_group_of(const sc_step *step, const sc_joint_entry *e,
                              const sc_row_reach *reach)
{
    return group_of_row(step, e->row_a < e->row_b ? e->row_a : e->row_b, reach);
}

/// A function that returns the part of a list that belongs to a group.
typedef sc_joint_span *span_of(sc_joint_group *group);

static sc_joint_span *trees_of(sc_joint_group *group) { return &group->trees; }

static sc_joint_span *islands_of(sc_joint_group *group) { return &group->islands; }

/// Finds places for `count` items, such that the items of a group are consecutive, in the order in
/// which they were found. `places` holds the row of each item on entry, its place on return.
static void place_by_group(const sc_step *step, const sc_row_reach *reach, span_of *span,
                           int32_t *places, int count)
{
    SC_ASSERT(count >= 0);
    sc_joint_group *groups = step->constraints->joints.groups;
    for (int i = 0; i < count; ++i)
    {
        ++span(&groups[group_of_row(step, places[i], reach)])->count;
    }
    int32_t first = 0;
    for (int g = 0; g < step->constraints->group_count; ++g)
    {
        sc_joint_span *s = span(&groups[g]);
        s->first = first;
        first += s->count;
        s->count = 0;
    }
    for (int i = 0; i < count; ++i)
    {
        sc_joint_span *s = span(&groups[group_of_row(step, places[i], reach)]);
        SC_ASSERT(s->first + s->count < count);
        places[i] = s->first + s->count++;
    }
}

/// Returns false if out of memory.
static bool lay_out_trees(const sc_step *step, const sc_row_reach *reach)
{
    sc_joint_forest *forest = &step->constraints->joints.forest;
    const sc_joint_tree *found = forest->trees;
    const int count = forest->tree_count;
    int32_t *places = SC_TAKE(step->arena, int32_t, count);
    forest->trees = SC_TAKE(&step->constraints->arena, sc_joint_tree, count);
    if (places == NULL || forest->trees == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        places[i] = found[i].row;
    }
    place_by_group(step, reach, trees_of, places, count);
    for (int i = 0; i < count; ++i)
    {
        forest->trees[places[i]] = found[i];
    }
    return true;
}

/// Lays out the islands. The lanes of joints must be known. Returns false if out of memory.
static bool lay_out_islands(const sc_step *step, const sc_joint_entries *entries,
                            const sc_row_reach *reach)
{
    sc_joint_islands *islands = &step->constraints->joints.islands;
    if (!sc_find_joint_islands(step, entries, islands))
    {
        return false;
    }
    const sc_joint_island *found = islands->islands;
    const int count = islands->count;
    int32_t *places = SC_TAKE(step->arena, int32_t, count);
    islands->islands = SC_TAKE(&step->constraints->arena, sc_joint_island, count);
    if (places == NULL || islands->islands == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        places[i] = found[i].row;
    }
    place_by_group(step, reach, islands_of, places, count);
    for (int i = 0; i < count; ++i)
    {
        islands->islands[places[i]] = found[i];
    }
    return true;
}

/// Finds the highest spring frequency for each row. Returns false if out of memory.
static bool limit_springs(const sc_step *step, const sc_joint_entries *entries)
{
    sc_joint_graph *graph = &step->constraints->joints;
    float *quickest = SC_TAKE(&step->constraints->arena, float, step->rows.count);
    int32_t *degree = SC_TAKE_ZEROED(step->arena, int32_t, step->rows.count);
    graph->quickest = quickest;
    if (quickest == NULL || degree == NULL)
    {
        return false;
    }
    const float alone = sc_quickest_spring(0);
    for (int row = 0; row < step->rows.count; ++row)
    {
        quickest[row] = alone;
    }
    for (int i = 0; i < entries->count; ++i)
    {
        const int32_t rows[2] = {entries->at[i].row_a, entries->at[i].row_b};
        for (int k = 0; k < 2; ++k)
        {
            SC_ASSERT(rows[k] >= 0 && rows[k] < step->rows.count);
            ++degree[rows[k]];
            if (rows[k] < step->rows.dynamic_count && degree[rows[k]] > 2)
            {
                quickest[rows[k]] = sc_quickest_spring(degree[rows[k]]);
            }
        }
    }
    return true;
}

/// Lays out blocks, lines and batches of all groups. Returns false if the lanes are too many to be
/// numbered.
static bool lay_out_joint_groups(const sc_step *step, kind_cursors *cursors, int64_t *line_count)
{
    sc_constraints *constraints = step->constraints;
    sc_joint_graph *graph = &constraints->joints;
    int64_t lines = 0;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        sc_joint_group *group = &graph->groups[g];
        for (int kind = 0; kind < SC_JOINT_KIND_COUNT; ++kind)
        {
            cursors[g][kind].uncoloured_lanes = SC_BLOCK;
            group->first_block[kind] = graph->block_count;
            group->first_line[kind] = (int32_t)lines;
            if (!sc_lay_out_colours(&cursors[g][kind], &group->batches[kind], 0,
                                    INT32_MAX - graph->block_count * SC_BLOCK))
            {
                return false;
            }
            int blocks = group->batches[kind].end[SC_COLOURS] / SC_BLOCK;
            SC_ASSERT(group->batches[kind].begin == 0 && blocks >= 0);
            graph->block_count += blocks;
            lines += (int64_t)blocks * sc_joint_lines((sc_joint_kind)kind);
            if (lines > INT32_MAX / SC_BLOCK || graph->block_count > INT32_MAX / SC_BLOCK)
            {
                return false;
            }
        }
    }
    *line_count = lines;
    return true;
}

/// Returns false if out of memory.
static bool take_joint_lanes(const sc_step *step, int64_t line_count)
{
    sc_joint_graph *graph = &step->constraints->joints;
    sc_arena *arena = &step->constraints->arena;
    graph->rows = SC_TAKE(arena, sc_block_rows, graph->block_count);
    graph->flags = SC_TAKE_ZEROED(arena, uint8_t, graph->block_count);
    graph->joint = SC_TAKE_ZEROED(arena, int32_t, graph->block_count * SC_BLOCK);
    graph->lines = SC_TAKE(arena, sc_lane_line, line_count);
    if (graph->rows == NULL || graph->flags == NULL || graph->joint == NULL || graph->lines == NULL)
    {
        return false;
    }
    for (int i = 0; i < graph->block_count; ++i)
    {
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            graph->rows[i].a[l] = graph->rows[i].b[l] = SC_ROW_STEP * step->rows.static_row;
        }
    }
    return true;
}

bool sc_lay_out_joints(const sc_step *step, sc_joint_entries *entries, const sc_row_reach *reach)
{
    sc_constraints *constraints = step->constraints;
    sc_joint_graph *graph = &constraints->joints;
    *graph = (sc_joint_graph){.joint_count = entries->count};
    if (entries->count == 0)
    {
        return true;
    }
    if (!sc_find_trees(step, entries, &graph->forest) || !limit_springs(step, entries))
    {
        return false;
    }
    graph->groups = SC_TAKE_ZEROED(&constraints->arena, sc_joint_group, constraints->group_count);
    kind_cursors *cursors = SC_TAKE_ZEROED(step->arena, kind_cursors, constraints->group_count);
    if (graph->groups == NULL || cursors == NULL)
    {
        return false;
    }
    uint64_t colours = 0;
    for (int i = 0; i < entries->count; ++i)
    {
        sc_joint_entry *e = &entries->at[i];
        int32_t group = joint_group_of(step, e, reach);
        ++graph->groups[group].joint_count;
        e->index = cursors[group][e->kind].at[e->colour]++;
        colours |= e->colour < SC_COLOURS ? 1ull << e->colour : 0;
    }
    graph->colour_count = __builtin_popcountll(colours);
    int64_t lines = 0;
    if (!lay_out_joint_groups(step, cursors, &lines) || !take_joint_lanes(step, lines) ||
        !lay_out_trees(step, reach))
    {
        return false;
    }
    for (int i = 0; i < entries->count; ++i)
    {
        sc_joint_entry *e = &entries->at[i];
        int32_t group = joint_group_of(step, e, reach);
        int32_t lane = e->lane = sc_colour_lane(&cursors[group][e->kind], e->colour, e->index);
        int32_t at = graph->groups[group].first_block[e->kind] * SC_BLOCK + lane;
        SC_ASSERT(at >= 0 && at < graph->block_count * SC_BLOCK);
        SC_ASSERT(graph->joint[at] == 0 && e->slot > 0);
        if (e->kind == SC_JOINT_LINK)
        {
            graph->forest.links[e->link].lane = lane;
        }
        graph->joint[at] = e->slot;
        graph->rows[at / SC_BLOCK].a[at % SC_BLOCK] = SC_ROW_STEP * e->row_a;
        graph->rows[at / SC_BLOCK].b[at % SC_BLOCK] = SC_ROW_STEP * e->row_b;
    }
    return lay_out_islands(step, entries, reach);
}
