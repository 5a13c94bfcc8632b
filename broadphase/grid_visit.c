#include "broadphase/grid_visit.h"

#include "broadphase/aabbs.h"
#include "core/assert.h"

enum
{
    FEW = 16  ///< below this number of entries, testing all is faster than finding cells
};

/// Visits the overlapping entries among [begin, end).
static void visit_run(const sc_grid *grid, int begin, int end, sc_aabb aabb, sc_grid_visitor *visit,
                      void *context)
{
    SC_ASSERT(begin >= 0 && begin <= end && end <= grid->count);
    for (int i = begin; i < end; ++i)
    {
        if (sc_aabbs_overlap(sc_aabb_now(&grid->aabbs[i]), aabb))
        {
            SC_ASSERT(grid->slots[i] >= 0);
            visit(context, grid->slots[i]);
        }
    }
}

/// The cells of a table along one axis for the wrapped numbers [first, first + count), each once.
typedef struct cell_span
{
    int64_t first, count;
} cell_span;

static cell_span span_of(double lower, double upper, float scale, int64_t low, int64_t high,
                         int32_t mask)
{
    SC_ASSERT(low <= high && scale > 0.0f);
    int64_t first = sc_cell_of(lower, scale), last = sc_cell_of(upper, scale);
    first = first > low ? first : low;
    last = last < high ? last : high;
    int64_t count = last - first + 1;
    return (cell_span){first, count < 0 ? 0 : count > mask ? (int64_t)mask + 1 : count};
}

/// This is a separate function because compilers produce more instructions if it is part of its
/// caller.
static void visit_level(const sc_grid *grid, const sc_level *level, sc_aabb aabb,
                        sc_grid_visitor *visit, void *context)
{
    SC_ASSERT(level->count > 0);
    if (level->count <= FEW)
    {
        visit_run(grid, level->first, level->first + level->count, aabb, visit, context);
        return;
    }
    // An entry lies in the cell of its lower corner. If the entry overlaps `aabb`, that corner is
    // at most the size of a cell before it.
    double size = (double)level->size;
    cell_span columns =
        span_of((double)aabb.lower_x - size, (double)aabb.upper_x, level->column_scale,
                level->low_column, level->high_column, level->width_mask);
    cell_span rows = span_of((double)aabb.lower_y - size, (double)aabb.upper_y, level->row_scale,
                             level->low_row, level->high_row, level->height_mask);
    if (columns.count * rows.count > level->count)
    {
        visit_run(grid, level->first, level->first + level->count, aabb, visit, context);
        return;
    }
    for (int64_t row = rows.first; row < rows.first + rows.count; ++row)
    {
        int64_t line = (row & level->height_mask) << level->width_bits;
        for (int64_t column = columns.first; column < columns.first + columns.count; ++column)
        {
            const int32_t *begin = &level->cell_begin[line | (column & level->width_mask)];
            visit_run(grid, begin[0], begin[1], aabb, visit, context);
        }
    }
}

void sc_grid_visit(const sc_grid *grid, sc_aabb aabb, sc_grid_visitor *visit, void *context)
{
    SC_ASSERT(grid->level_count >= 0 && grid->level_count <= SC_MAX_LEVELS && visit != NULL);
    for (int i = 0; i < grid->level_count; ++i)
    {
        visit_level(grid, &grid->levels[i], aabb, visit, context);
    }
}

void sc_visit_static(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context)
{
    const sc_shapes *shapes = step->shapes;
    if (sc_coarse_map_meets(&step->broadphase->static_map, aabb))
    {
        sc_grid_visit(&step->broadphase->static_grid, aabb, visit, context);
    }
    sc_grid_visit(&step->broadphase->changed_grid, aabb, visit, context);
    for (int i = 0; i < shapes->half_spaces.count; ++i)
    {
        if (sc_half_space_reaches(shapes, shapes->half_spaces.slot[i], aabb))
        {
            visit(context, shapes->half_spaces.slot[i]);
        }
    }
}

void sc_visit_moving(const sc_step *step, sc_aabb aabb, sc_grid_visitor *visit, void *context)
{
    const sc_broadphase *broadphase = step->broadphase;
    sc_grid_visit(&broadphase->active, aabb, visit, context);
    for (int i = 0; broadphase->grid_kept && i < broadphase->moved_out.count; ++i)
    {
        int32_t slot = broadphase->moved_out.slot[i];
        SC_ASSERT(broadphase->is_moved_out[slot]);
        if (sc_aabbs_overlap(step->shapes->aabb[slot], aabb))
        {
            visit(context, slot);
        }
    }
}
