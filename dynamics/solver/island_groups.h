/// Assigns islands to groups.
///
/// An island, a set of bodies joined by contacts, lies between its first and its last row. Islands
/// whose ranges of rows overlap count as one, so a group is a range of rows. The end of each island
/// is found from the highest row that the contacts of each row reach, without union-find. The cost
/// is one visit of each contact, which colouring makes anyway. Hard islands are removed first
/// (hard_islands.h).
#ifndef SC_ISLAND_GROUPS_H
#define SC_ISLAND_GROUPS_H

#include "core/assert.h"
#include "dynamics/solver/constraints.h"

/// The constraints of a dynamic row.
typedef struct sc_row_reach
{
    int32_t reach;     ///< highest dynamic row that a constraint joins to it; later its group
    int32_t contacts;  ///< contacts and joints with bodies of higher rows
} sc_row_reach;

enum
{
    /// Added to the contacts of a row whose island must be in the shared group. It is more than any
    /// other group may have.
    SC_REACH_SHARED = 1 << 30
};

/// Adds a contact or a joint of two rows to the search for groups.
static inline void sc_reach_add(sc_row_reach *rows, const sc_step *step, int32_t row_a,
                                int32_t row_b)
{
    int32_t low = row_a < row_b ? row_a : row_b, high = row_a < row_b ? row_b : row_a;
    SC_ASSERT(low >= 0 && low < step->rows.dynamic_count);
    bool dynamic = high < step->rows.dynamic_count,
         kinematic = !dynamic && high < step->rows.moving_count;
    int32_t reach = dynamic ? high : low;
    rows[low].reach = rows[low].reach > reach ? rows[low].reach : reach;
    rows[low].contacts = (rows[low].contacts + 1) | (kinematic ? SC_REACH_SHARED : 0);
}

/// Sets the groups, their rows and the group of each row. If `rows` is null, all rows are shared.
/// islands: those of sc_join_rows; null: no island is hard. Returns false if out of memory.
bool sc_find_groups(const sc_step *step, sc_row_reach *rows, int32_t *islands, int contact_count);

#endif
