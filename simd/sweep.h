/// Sorted AABBs and the sweeps over them.
///
/// A level holds AABBs no larger than its cell, sorted by the cell of the lower corner, row by
/// row. Cell numbers wrap round a table of 2^k x 2^m cells, at least 4 x 4, so that a sparse or
/// far-flung world needs no more cells than a dense one: AABBs that overlap differ by at most one
/// cell in the plane, hence in the table, and strangers that share a cell fail the test of AABBs.
/// The product (double)coordinate * (double)scale of two floats is exact, so the cell of a
/// coordinate is never off by one, however far out it lies.
#ifndef SC_SWEEP_H
#define SC_SWEEP_H

#include "core/records.h"

typedef struct sc_sorted_aabbs
{
    float *lower_x, *lower_y, *upper_x, *upper_y;
    float *previous_lower_x, *previous_lower_y, *previous_upper_x, *previous_upper_y;
} sc_sorted_aabbs;

static inline void sc_sorted_aabbs_set(const sc_sorted_aabbs *aabbs, int32_t index, sc_aabb now,
                                       sc_aabb previous)
{
    aabbs->lower_x[index] = now.lower_x;
    aabbs->lower_y[index] = now.lower_y;
    aabbs->upper_x[index] = now.upper_x;
    aabbs->upper_y[index] = now.upper_y;
    aabbs->previous_lower_x[index] = previous.lower_x;
    aabbs->previous_lower_y[index] = previous.lower_y;
    aabbs->previous_upper_x[index] = previous.upper_x;
    aabbs->previous_upper_y[index] = previous.upper_y;
}

typedef struct sc_level
{
    const int32_t *cell_begin;  ///< by cell of the table, and one past: index of its first AABB
    float scale;                ///< cells per metre
    float size;                 ///< m: no AABB of the level is larger
    int32_t width_bits, width_mask, height_mask;
    int64_t low_column, high_column, low_row, high_row;  ///< before wrapping, of the AABBs present
    int32_t first, count;                                ///< its AABBs among the sorted ones
} sc_level;

typedef struct sc_sweep_args
{
    const sc_sorted_aabbs *aabbs;  ///< swept
    const int32_t *slots;
    const int32_t *cells;  ///< of the table; sweep_level only
    /// sweep_across: what they are swept against; readable SC_BLOCK past the end
    const sc_sorted_aabbs *targets;
    const int32_t *target_slots;
    const sc_level *level;  ///< of the targets
    int32_t skip_unmoved;   ///< sweep_across: AABBs equal to their previous ones find nothing new
    int32_t *found_a, *found_b;  ///< slots of the pairs
    int32_t found, capacity;
} sc_sweep_args;

/// Cell number of a coordinate, before wrapping.
static inline int64_t sc_cell_of(double coordinate, float scale)
{
    double cell = coordinate * (double)scale;
    // No number fails both tests, and goes to a bound like what lies beyond it.
    cell = cell > -4e15 ? cell : -4e15;
    cell = cell < 4e15 ? cell : 4e15;
    int64_t whole = (int64_t)cell;
    return whole - (cell < (double)whole);
}

/// Appends the pairs of AABBs [begin, end) whose AABBs overlap now and did not before: each AABB
/// against those after it in its level (sweep_level), or against all of another level
/// (sweep_across). Returns the first AABB not done: less than `end` when the pairs found did not
/// fit.
typedef int sc_sweep_kernel(sc_sweep_args *args, int begin, int end);

#endif
