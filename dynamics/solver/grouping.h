/// Islands into groups.
///
/// An island, bodies joined by contacts, lies between two rows; islands whose rows overlap count as
/// one, so that a group is a range of rows. Where each ends is found by how far the contacts of
/// each row reach, without union-find: it costs one look per contact where colouring looks anyway.
#ifndef SC_GROUPING_H
#define SC_GROUPING_H

#include "core/assert.h"
#include "dynamics/solver/constraints.h"

/// Of a dynamic row.
typedef struct sc_row_reach
{
    int32_t reach;     ///< highest dynamic row that a constraint joins it to; then: its group
    int32_t contacts;  ///< and joints, with that row and higher ones, or what is not dynamic
} sc_row_reach;

enum
{
    /// Added to the contacts of a row whose island is shared: more than a group may have.
    SC_REACH_SHARED = 1 << 30
};

/// Notes a contact or a joint.
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

/// Fills in the groups, their rows and the rows of the shared group, and by row its group. `rows`
/// null: all is shared. `hard_count`: of sc_hard_rows; each may need a group. False: no memory.
bool sc_find_groups(const sc_step *step, sc_row_reach *rows, int contact_count, int hard_count);

#endif
