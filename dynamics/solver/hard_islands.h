/// Which islands need shorter substeps than the others (docs/solver.md, Hard islands): those where
/// a light body carries a heavy one, and those with bodies thinner than the overlap that contacts
/// leave. Where a column carries a heavy body, contacts are stiffer as well.
///
/// Whether an island is hard depends only on its own bodies, joints and contacts and on gravity,
/// not on other islands or on the order of rows. Islands are therefore found exactly, by union-find
/// over contacts, but only in worlds with hard contacts. Several hard islands share a group, so
/// that lanes are filled.
#ifndef SC_HARD_ISLANDS_H
#define SC_HARD_ISLANDS_H

#include "dynamics/solver/island_groups.h"

enum
{
    /// Into how many parts a substep is divided.
    SC_PARTS_OF_HEAVY = 2,
    SC_PARTS_OF_HEAVIEST = 4,
    SC_PARTS_OF_THIN = 2,
    SC_PARTS_OF_COLUMN = 2,  ///< under the lightest load; twice and four times as many under others
    SC_PARTS_MAX = 8,
    /// In a number that holds both kinds of parts: the factor of the parts of columns, and the bit
    /// of a deep contact.
    SC_COLUMN_PARTS = 8,
    SC_PARTS_DEEP = 128,
    /// Contacts of the largest island that is divided. To solve it takes one worker as long as to
    /// solve the largest island of an ordinary group.
    SC_HARD_MAX = 2048,
    /// Contacts of the largest island that is treated as a column. Fewer, because substeps of
    /// columns are divided into more parts.
    SC_COLUMN_MAX = 256,
    /// Groups that hard islands may leave unfilled: one for each number of parts, and two for those
    /// of columns, without and with deep contacts.
    SC_HARD_OPEN = 8,
    /// Parts of a body whose island is never divided: the largest number of both kinds.
    SC_PARTS_NEVER = 255
};

/// Finds the bodies that make their islands hard. *parts: by dynamic row, the number of parts into
/// which the body divides a substep, plus SC_COLUMN_PARTS times the number for a column; 0: the
/// body divides none; null if no body does. In worlds with columns, bodies with a deep contact have
/// SC_PARTS_DEEP, too. Returns false if out of memory.
bool sc_find_hard_rows(const sc_step *step, uint8_t **parts);

/// The first row that is known to be of the same island as a row.
static inline int32_t sc_first_row_of(int32_t *islands, int32_t row)
{
    while (islands[row] != row)
    {
        SC_ASSERT(islands[row] < row);
        islands[row] = islands[islands[row]];
        row = islands[row];
    }
    return row;
}

/// Joins the islands of two bodies. islands: by dynamic row, an earlier row of the same island, or
/// the row itself. Only dynamic bodies join.
static inline void sc_join_rows(int32_t *islands, const sc_step *step, int32_t row_a, int32_t row_b)
{
    if (row_a < step->rows.dynamic_count && row_b < step->rows.dynamic_count)
    {
        const int32_t a = sc_first_row_of(islands, row_a), b = sc_first_row_of(islands, row_b);
        islands[a < b ? b : a] = a < b ? a : b;
    }
}

/// Puts hard islands into groups of their own and subtracts their contacts from `rows`. Replaces
/// `islands` with the group of each dynamic row; 0: the row is in no hard island. Returns false if
/// out of memory.
bool sc_group_hard_islands(const sc_step *step, sc_row_reach *rows, int32_t *islands);

#endif
