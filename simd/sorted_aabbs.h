/// Sorted AABBs and the sweeps over them.
///
/// A level holds AABBs no larger than its `size`, sorted by the cell of the lower corner, row by
/// row. The height of a row of cells is slightly more than `size`, and so is the width of `reach`
/// columns together. Cells of overlapping AABBs are thus at most one row and `reach` columns apart.
/// Cell numbers wrap round a table of 2^k x 2^m cells, so a sparse or scattered world needs no more
/// cells than a dense one. The table has at least four rows, and at least twice as many columns as
/// an AABB and its neighbours may span, so no neighbour is visited twice. Distant AABBs whose cells
/// wrap to the same one fail the test of AABBs. The product (double)coordinate * (double)scale of
/// two floats is exact, so the cell of a coordinate is correct at any distance.
#ifndef SC_SORTED_AABBS_H
#define SC_SORTED_AABBS_H

#include "core/block.h"
#include "core/shape_records.h"

#include <string.h>

/// An AABB in the form for lanes: the upper corner is negated. The mirror of an AABB is its upper
/// corner, then its negated lower corner. Two AABBs overlap if no number of one exceeds that of the
/// other's mirror, which is one comparison of four numbers.
typedef struct sc_corners
{
    float lower_x, lower_y, minus_upper_x, minus_upper_y;
} sc_corners;

/// A sorted AABB. The AABBs of a run follow each other in memory, so several are compared with one
/// load.
typedef struct sc_sorted_aabb
{
    sc_corners now, previous;
} sc_sorted_aabb;

static inline sc_corners sc_corners_of(sc_aabb aabb)
{
    // Compares the signs of two floats at once, because compilers split the four.
    uint64_t words[2];
    sc_corners corners;
    memcpy(words, &aabb, sizeof words);
    words[1] ^= 0x8000000080000000u;
    memcpy(&corners, words, sizeof words);
    return corners;
}

static inline sc_aabb sc_corners_aabb(sc_corners corners)
{
    return (sc_aabb){corners.lower_x, corners.lower_y, -corners.minus_upper_x,
                     -corners.minus_upper_y};
}

static inline sc_sorted_aabb sc_sort_aabb(sc_aabb now, sc_aabb previous)
{
    return (sc_sorted_aabb){sc_corners_of(now), sc_corners_of(previous)};
}

static inline sc_aabb sc_aabb_now(const sc_sorted_aabb *sorted)
{
    return sc_corners_aabb(sorted->now);
}

static inline sc_aabb sc_aabb_before(const sc_sorted_aabb *sorted)
{
    return sc_corners_aabb(sorted->previous);
}

typedef struct sc_level
{
    const int32_t *cell_begin;      ///< by cell of the table, and one past: index of its first AABB
    float column_scale, row_scale;  ///< columns and rows of cells per metre
    float size;                     ///< m: no AABB of the level is larger
    int32_t reach;                  ///< columns: 1 to SC_MAX_REACH
    int32_t width_bits, width_mask, height_mask;
    int64_t low_column, high_column, low_row, high_row;  ///< before wrapping, of the AABBs present
    int32_t first, count;                                ///< its AABBs among the sorted ones
} sc_level;

/// The place of a sorted AABB: the cell of its lower corner, whether it extends into the next row,
/// and the number of further columns.
enum
{
    SC_PLACE_COLUMNS = 7,
    SC_PLACE_ROW = 8,
    SC_PLACE_BITS = 4,  ///< bits of the above; the cell follows
    SC_MAX_REACH = 4
};

/// Appends the pairs of shapes whose AABBs overlap now and did not before. Each AABB of [begin,
/// end) is tested against those after it in its level (sweep_level), or against all of another
/// level (sweep_across). Returns the index of the first AABB not done, which is less than `end` if
/// the pairs did not fit.
typedef struct sc_sweep_args
{
    const sc_sorted_aabb *aabbs;  ///< swept
    const int32_t *slots;
    const int32_t *places;  ///< SC_PLACE_*; sweep_level only
    /// sweep_across: the AABBs to test against; readable for SC_BLOCK beyond the end
    const sc_sorted_aabb *targets;
    const int32_t *target_slots;
    const sc_level *level;  ///< of the targets
    int32_t skip_unmoved;  ///< sweep_across: AABBs equal to their previous ones have no new overlap
    int32_t *found_a, *found_b;  ///< slots of the pairs
    int32_t found, capacity;
} sc_sweep_args;

/// The largest distance of cell numbers from 0. Every integer up to this, and its half, is a
/// double.
#define SC_MAX_CELL 1e15

/// Cell number of a coordinate, before wrapping.
static inline int64_t sc_cell_of(double coordinate, float scale)
{
    double cell = coordinate * (double)scale;
    // NaN fails both tests and becomes a bound, like values beyond it.
    cell = cell > -SC_MAX_CELL ? cell : -SC_MAX_CELL;
    cell = cell < SC_MAX_CELL ? cell : SC_MAX_CELL;
    int64_t whole = (int64_t)cell;
    return whole - (cell < (double)whole);
}

/// AABBs are binned by the binary exponent of their larger side; one bin spans a factor of two.
enum
{
    SC_BINS = 64,
    SC_SMALLEST_EXPONENT = -12
};

/// The common values of the AABBs of a bin or of a level.
typedef struct sc_aabb_spread
{
    int32_t count;
    float largest;                       ///< the largest side
    float low_x, low_y, high_x, high_y;  ///< of the lower corners
} sc_aabb_spread;

/// Not padded. Finds the bins of AABBs [begin, end), and widens the spread of each bin to include
/// its AABBs.
typedef struct sc_bin_args
{
    const sc_aabb *aabbs;     ///< by slot
    const int32_t *slots;     ///< of each AABB
    int32_t *bins;            ///< of each AABB: written
    sc_aabb_spread *spreads;  ///< by bin
} sc_bin_args;

/// Values of a level that determine places, in the form for lanes.
typedef struct sc_cells
{
    float column_scale, row_scale;
    float width, height;  ///< of the table, powers of two
    float inverse_width, inverse_height;
    float reach;
} sc_cells;

/// Not padded. Finds the places of AABBs [begin, end).
typedef struct sc_place_args
{
    const sc_aabb *aabbs;   ///< by slot
    const int32_t *slots;   ///< of each AABB
    const int32_t *bins;    ///< of each AABB
    const sc_cells *cells;  ///< by bin
    int32_t *places;        ///< of each AABB: SC_PLACE_*: written
} sc_place_args;

#endif
