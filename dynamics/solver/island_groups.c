#include "dynamics/solver/island_groups.h"

#include "core/assert.h"
#include "dynamics/solver/hard_islands.h"

/// The search for groups: consecutive rows, up to the present one.
typedef struct grouping
{
    sc_constraints *constraints;
    sc_row_reach *rows;
    int32_t begin;     ///< first row that has no group yet
    int64_t contacts;  ///< of the rows from `begin` on
} grouping;

static void add_shared_rows(grouping *g, int32_t end)
{
    SC_ASSERT(g->begin <= end);
    sc_constraints *constraints = g->constraints;
    sc_row_range *shared = constraints->shared_rows;
    int count = constraints->shared_row_count;
    if (count > 0 && shared[count - 1].end == g->begin)
    {
        shared[count - 1].end = end;
    }
    else if (g->begin < end)
    {
        SC_ASSERT(count == 0 || shared[count - 1].end < g->begin);
        shared[constraints->shared_row_count++] = (sc_row_range){g->begin, end};
    }
    for (int32_t i = g->begin; g->rows != NULL && i < end; ++i)
    {
        g->rows[i].reach = SC_SHARED_GROUP;
    }
}

/// Makes the rows up to `end` a group if they have enough contacts or substeps of their own,
/// otherwise adds them to the shared group.
static void close_group(grouping *g, int32_t end, int parts)
{
    SC_ASSERT(g->begin <= end && g->contacts >= 0);
    sc_constraints *constraints = g->constraints;
    if (g->contacts < SC_ISLANDS_MIN && parts == 0)
    {
        add_shared_rows(g, end);
    }
    else
    {
        int32_t group = constraints->group_count++;
        SC_ASSERT(group > SC_SHARED_GROUP && g->begin < end);
        constraints->groups[group] = (sc_island_group){.rows = {g->begin, end}, .parts = parts};
        for (int32_t i = g->begin; i < end; ++i)
        {
            g->rows[i].reach = group;
        }
    }
    g->begin = end;
    g->contacts = 0;
}

/// Into how many parts each substep of an island is divided. Islands with joints are not: joints
/// keep impulses of whole substeps.
static int parts_of(const sc_step *step, int32_t begin, int32_t end, int64_t contacts)
{
    const uint8_t *const of_row = step->constraints->parts;
    int parts = 0;
    bool joined = false;
    for (int32_t i = begin; contacts <= SC_HARD_MAX && i < end; ++i)
    {
        parts = parts > of_row[i] ? parts : of_row[i];
        joined |= step->bodies->first_joint[i] != 0;
    }
    return joined ? 0 : parts;
}

/// `hard`: some may be. Most bodies may be islands by themselves, hence a loop for each case.
static inline __attribute__((always_inline)) void group_islands(const sc_step *step, grouping *g,
                                                                bool hard)
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
        // Rows [begin, i] touch no others.
        const int parts = hard ? parts_of(step, begin, i + 1, contacts) : 0;
        if (contacts > SC_ISLANDS_MAX)
        {
            close_group(g, begin, 0);
            add_shared_rows(g, i + 1);
            g->begin = i + 1;
            contacts = 0;
        }
        if (parts > 0)
        {
            close_group(g, begin, 0);
        }
        g->contacts += contacts;
        if (g->contacts >= SC_ISLANDS_FULL || parts > 0)
        {
            close_group(g, i + 1, parts);
        }
        begin = reach = i + 1;
        contacts = 0;
    }
    close_group(g, row_count, 0);
}

bool sc_find_groups(const sc_step *step, sc_row_reach *rows, int contact_count, int hard_count)
{
    SC_ASSERT(contact_count >= 0);
    sc_constraints *constraints = step->constraints;
    int max_count = contact_count / SC_ISLANDS_MIN + 1 + hard_count;
    constraints->groups = SC_TAKE_ZEROED(&constraints->arena, sc_island_group, max_count);
    constraints->shared_rows = SC_TAKE(&constraints->arena, sc_row_range, max_count + 1);
    if (constraints->groups == NULL || constraints->shared_rows == NULL)
    {
        return false;
    }
    constraints->group_count = 1;
    grouping g = {constraints, rows, 0, 0};
    if (rows != NULL && (contact_count >= SC_ISLANDS_MIN || hard_count > 0))
    {
        if (constraints->parts != NULL)
        {
            group_islands(step, &g, true);
        }
        else
        {
            group_islands(step, &g, false);
        }
    }
    g.rows = NULL;
    add_shared_rows(&g, step->rows.moving_count);
    SC_ASSERT(constraints->group_count <= max_count &&
              constraints->shared_row_count <= max_count + 1);
    return true;
}
