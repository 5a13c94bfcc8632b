#include "dynamics/solver/island_groups.h"

#include "core/assert.h"
#include "dynamics/solver/hard_islands.h"

/// The search for groups: consecutive rows, up to the present one.
typedef struct grouping
{
    sc_constraints *constraints;
    sc_row_reach *rows;
    sc_row_range *ranges;  ///< room for the rows of the next groups
    int32_t begin;         ///< first row that has no group yet
    int64_t contacts;      ///< of the rows from `begin` on
    /// contacts from which on a group is full; maximum number of contacts of an island
    int full, most;
} grouping;

static void add_shared_rows(grouping *g, int32_t end)
{
    SC_ASSERT(g->begin <= end);
    sc_island_group *shared = &g->constraints->groups[SC_SHARED_GROUP];
    const int count = shared->range_count;
    if (count > 0 && shared->ranges[count - 1].end == g->begin)
    {
        shared->ranges[count - 1].end = end;
    }
    else if (g->begin < end)
    {
        SC_ASSERT(count == 0 || shared->ranges[count - 1].end < g->begin);
        shared->ranges[shared->range_count++] = (sc_row_range){g->begin, end};
    }
    for (int32_t i = g->begin; g->rows != NULL && i < end; ++i)
    {
        g->rows[i].reach = SC_SHARED_GROUP;
    }
}

/// Makes the rows up to `end` a group if they have enough contacts, otherwise adds them to the
/// shared group.
static void close_group(grouping *g, int32_t end)
{
    SC_ASSERT(g->begin <= end && g->contacts >= 0);
    sc_constraints *constraints = g->constraints;
    if (g->contacts < SC_ISLANDS_MIN)
    {
        add_shared_rows(g, end);
    }
    else
    {
        int32_t group = constraints->group_count++;
        SC_ASSERT(group > SC_SHARED_GROUP && g->begin < end);
        sc_row_range *range = g->ranges++;
        *range = (sc_row_range){g->begin, end};
        constraints->groups[group] = (sc_island_group){.ranges = range, .range_count = 1};
        for (int32_t i = g->begin; i < end; ++i)
        {
            g->rows[i].reach = group;
        }
    }
    g->begin = end;
    g->contacts = 0;
}

static void group_islands(const sc_step *step, grouping *g)
{
    const int32_t row_count = step->rows.dynamic_count;
    int32_t begin = 0, reach = 0;
    int64_t contacts = 0;
    for (int32_t i = 0; i < row_count; ++i)
    {
        reach = reach > g->rows[i].reach ? reach : g->rows[i].reach;
        SC_ASSERT(reach < row_count && g->rows[i].reach >= i && g->rows[i].contacts >= 0);
        contacts += g->rows[i].contacts;
        if (reach > i)
        {
            continue;
        }
        // Rows [begin, i] touch no rows outside this range, except in hard islands, whose rows
        // touch each other.
        if (contacts > g->most)
        {
            close_group(g, begin);
            add_shared_rows(g, i + 1);
            g->begin = i + 1;
            contacts = 0;
        }
        g->contacts += contacts;
        if (g->contacts >= g->full)
        {
            close_group(g, i + 1);
        }
        begin = reach = i + 1;
        contacts = 0;
    }
    close_group(g, row_count);
}

/// Moves the rows of hard islands to their groups and lists the rows of all groups again. Returns
/// false if out of memory.
static bool take_hard_rows(const sc_step *step, sc_row_reach *rows, const int32_t *hard_group)
{
    sc_constraints *constraints = step->constraints;
    sc_island_group *const groups = constraints->groups;
    for (int g = 0; g < constraints->group_count; ++g)
    {
        groups[g].range_count = 0;
    }
    int run_count = 0;
    for (int32_t i = 0, last = -1; i < step->rows.moving_count; ++i)
    {
        int32_t group = SC_SHARED_GROUP;
        if (i < step->rows.dynamic_count)
        {
            rows[i].reach = hard_group[i] != 0 ? hard_group[i] : rows[i].reach;
            group = rows[i].reach;
        }
        groups[group].range_count += group != last;
        run_count += group != last;
        last = group;
    }
    sc_row_range *ranges = SC_TAKE(&constraints->arena, sc_row_range, run_count);
    if (ranges == NULL)
    {
        return false;
    }
    for (int g = 0; g < constraints->group_count; ++g)
    {
        groups[g].ranges = ranges;
        ranges += groups[g].range_count;
        groups[g].range_count = 0;
    }
    for (int32_t i = 0, last = -1; i < step->rows.moving_count; ++i)
    {
        const int32_t group = i < step->rows.dynamic_count ? rows[i].reach : SC_SHARED_GROUP;
        sc_island_group *g = &groups[group];
        if (group != last)
        {
            g->ranges[g->range_count++].begin = i;
        }
        g->ranges[g->range_count - 1].end = i + 1;
        last = group;
    }
    return true;
}

/// Sets the sizes of groups. One worker solves a group. With several threads, therefore, no group
/// has more than half of one thread's share of the contacts, and small worlds have smaller groups.
static void choose_sizes(const sc_step *step, grouping *g, int contact_count)
{
    const int threads = sc_pool_thread_count(step->jobs->pool);
    const int share = threads > 1 ? contact_count / (2 * threads) : SC_ISLANDS_MAX;
    g->most = share < SC_ISLANDS_MIN ? SC_ISLANDS_MIN : share;
    g->most = g->most < SC_ISLANDS_MAX ? g->most : SC_ISLANDS_MAX;
    g->full = g->most < SC_ISLANDS_FULL ? g->most : SC_ISLANDS_FULL;
}

bool sc_find_groups(const sc_step *step, sc_row_reach *rows, int32_t *islands, int contact_count)
{
    SC_ASSERT(contact_count >= 0 && (islands == NULL || rows != NULL));
    sc_constraints *constraints = step->constraints;
    const int max_count = contact_count / SC_ISLANDS_MIN + 1 + (islands != NULL ? SC_HARD_OPEN : 0);
    constraints->groups = SC_TAKE_ZEROED(&constraints->arena, sc_island_group, max_count);
    // The shared group has at most one range of rows before each other group, and one at the end.
    sc_row_range *ranges = SC_TAKE(&constraints->arena, sc_row_range, 2 * max_count + 1);
    if (constraints->groups == NULL || ranges == NULL)
    {
        return false;
    }
    constraints->groups[SC_SHARED_GROUP].ranges = ranges;
    constraints->group_count = 1;
    if (islands != NULL && !sc_group_hard_islands(step, rows, islands))
    {
        return false;
    }
    const int hard_groups = constraints->group_count - 1;
    grouping g = {constraints, rows, ranges + max_count + 1, 0, 0, 0, 0};
    choose_sizes(step, &g, contact_count);
    if (rows != NULL && (contact_count >= SC_ISLANDS_MIN || hard_groups > 0))
    {
        group_islands(step, &g);
    }
    g.rows = NULL;
    add_shared_rows(&g, step->rows.moving_count);
    SC_ASSERT(constraints->group_count <= max_count);
    SC_ASSERT(constraints->groups[SC_SHARED_GROUP].range_count <= max_count + 1);
    return hard_groups == 0 || take_hard_rows(step, rows, islands);
}
