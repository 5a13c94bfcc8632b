/// The list of near pairs where far too many boxes overlap: each particle gets so many pairs and no
/// more, those that overlap first.
///
/// A pair belongs to the one that comes first in the sweep: of two levels to the finer, within a
/// level to the earlier. Circles that do not overlap leave no room for SC_PAIRS_EACH neighbours of
/// at least their size, so only heaps that lie in each other lose pairs, and get them when what is
/// listed has been pushed apart: such a list does not outlive its step.
///
/// Two fixed particles are no pair, and fixed ones never come apart: whoever is fixed looks at the
/// movable entries alone, and no longer than these can do without lying in each other.
#include "particles/circles.h"

enum
{
    /// Movable boxes that a fixed particle meets. Near it there is no room for more than 200 of its
    /// level and of coarser ones whose circles do not overlap.
    MET_BY_FIXED = 4 * SC_PAIRS_EACH
};

/// One particle that looks for its neighbours.
typedef struct seeker
{
    const sc_circle_step *work;
    sc_near *near;
    const int32_t *movable;  ///< by entry of the grid: the first from there on that is not fixed
    sc_box box;
    int32_t row;
    bool fixed;
    int met;  ///< boxes that overlap its own
    int32_t overlapping[SC_PAIRS_EACH], close[SC_PAIRS_EACH];
    int overlapping_count, close_count;
    bool lost;  ///< some did not fit
} seeker;

static bool is_full(const seeker *s)
{
    return (s->lost && s->overlapping_count == SC_PAIRS_EACH) ||
           (s->fixed && s->met == MET_BY_FIXED);
}

static void meet(seeker *s, int32_t other)
{
    const sc_near *near = s->near;
    sc_particle p = s->work->args.particles[s->row], q = s->work->args.particles[other];
    float x = near->x[other] - near->x[s->row], y = near->y[other] - near->y[s->row];
    float radii = p.radius + q.radius;
    float reach = p.radius + near->margin[s->row] + (q.radius + near->margin[other]);
    ++s->met;
    if (!sc_may_meet(x, y, reach))
    {
        return;
    }
    bool overlaps = sc_may_meet(x, y, radii);
    int32_t *list = overlaps ? s->overlapping : s->close;
    int *count = overlaps ? &s->overlapping_count : &s->close_count;
    s->lost = s->lost || *count == SC_PAIRS_EACH;
    if (*count < SC_PAIRS_EACH)
    {
        list[(*count)++] = other;
    }
}

static int next_entry(const seeker *s, int k) { return s->fixed ? s->movable[k] : k; }

/// Entries [begin, end) of the grid, until there is no room for one that overlaps.
static void look(seeker *s, int begin, int end)
{
    const sc_sorted_boxes *b = &s->near->grid.boxes;
    for (int k = next_entry(s, begin); k < end && !is_full(s); k = next_entry(s, k + 1))
    {
        ++s->near->looks;
        if (b->lower_x[k] <= s->box.upper_x && s->box.lower_x <= b->upper_x[k] &&
            b->lower_y[k] <= s->box.upper_y && s->box.lower_y <= b->upper_y[k])
        {
            meet(s, s->near->grid.slots[k]);
        }
    }
}

/// Columns [low, high] of one row of cells, wrapped; at most the whole row.
static void look_along(seeker *s, const sc_level *level, int64_t row, int64_t low, int64_t high)
{
    const int32_t *cells = level->cell_begin + ((row & level->height_mask) << level->width_bits);
    int width = level->width_mask + 1;
    int begin = (int)(low & level->width_mask), end = (int)(high & level->width_mask) + 1;
    if (high - low >= width)
    {
        look(s, cells[0], cells[width]);
    }
    else if (begin < end)
    {
        look(s, cells[begin], cells[end]);
    }
    else
    {
        look(s, cells[begin], cells[width]);
        look(s, cells[0], cells[end]);
    }
}

/// What comes after entry k in its own level, as sweep_level has it.
static void look_in_level(seeker *s, const sc_level *level, int k)
{
    int cell = s->near->grid.cells[k];
    int column = cell & level->width_mask, row = cell >> level->width_bits;
    look(s, k + 1, level->cell_begin[cell + 1]);
    look_along(s, level, row, column + 1, column + 1);
    look_along(s, level, row + 1, column - 1, column + 1);
}

/// All of a coarser level, as sweep_across has it.
static void look_across(seeker *s, const sc_level *level)
{
    double size = (double)level->size;
    int64_t columns[2] = {sc_cell_of((double)s->box.lower_x - size, level->scale),
                          sc_cell_of((double)s->box.upper_x, level->scale)};
    int64_t rows[2] = {sc_cell_of((double)s->box.lower_y - size, level->scale),
                       sc_cell_of((double)s->box.upper_y, level->scale)};
    int64_t low = columns[0] > level->low_column ? columns[0] : level->low_column;
    int64_t high = columns[1] < level->high_column ? columns[1] : level->high_column;
    int64_t first = rows[0] > level->low_row ? rows[0] : level->low_row;
    int64_t last = rows[1] < level->high_row ? rows[1] : level->high_row;
    // More rows than the table has: each once.
    last = last < first + level->height_mask ? last : first + level->height_mask;
    for (int64_t row = first; low <= high && row <= last; ++row)
    {
        look_along(s, level, row, low, high);
    }
}

static bool note(const seeker *s, sc_found_pairs *pairs)
{
    if (pairs->capacity - pairs->count < SC_PAIRS_EACH &&
        !sc_found_make_room(pairs, 2 * pairs->capacity + SC_PAIRS_EACH))
    {
        return false;
    }
    int left = SC_PAIRS_EACH - s->overlapping_count;
    for (int i = 0; i < s->overlapping_count + (s->close_count < left ? s->close_count : left); ++i)
    {
        bool overlaps = i < s->overlapping_count;
        pairs->a[pairs->count] = s->row;
        pairs->b[pairs->count++] =
            overlaps ? s->overlapping[i] : s->close[i - s->overlapping_count];
    }
    return true;
}

static bool can_move(const sc_circle_step *work, int32_t row)
{
    return work->args.particles[row].inverse_mass > 0.0f;
}

/// For each entry of the grid the first from there on that is not fixed; the count: none.
static const int32_t *list_movable(const sc_circle_step *work, const sc_grid *grid)
{
    int32_t *movable = SC_TAKE(&work->circles->scratch, int32_t, grid->count + 1);
    if (movable != NULL)
    {
        movable[grid->count] = grid->count;
        for (int k = grid->count - 1; k >= 0; --k)
        {
            movable[k] = can_move(work, grid->slots[k]) ? k : movable[k + 1];
        }
    }
    return movable;
}

bool sc_find_crowded(sc_circle_step *work, sc_near *near, sc_found_pairs *pairs)
{
    const sc_grid *grid = &near->grid;
    const int32_t *movable = list_movable(work, grid);
    near->looks = 0;
    if (movable == NULL)
    {
        return false;
    }
    for (int l = 0; l < grid->level_count; ++l)
    {
        const sc_level *level = &grid->levels[l];
        for (int k = level->first; k < level->first + level->count; ++k)
        {
            const sc_sorted_boxes *b = &grid->boxes;
            seeker s;
            s.work = work;
            s.near = near;
            s.movable = movable;
            s.box = (sc_box){b->lower_x[k], b->lower_y[k], b->upper_x[k], b->upper_y[k]};
            s.row = grid->slots[k];
            s.fixed = !can_move(work, s.row);
            s.met = s.overlapping_count = s.close_count = 0;
            s.lost = false;
            look_in_level(&s, level, k);
            for (int coarser = l + 1; coarser < grid->level_count; ++coarser)
            {
                look_across(&s, &grid->levels[coarser]);
            }
            near->lost = near->lost || s.lost || is_full(&s) ||
                         s.overlapping_count + s.close_count > SC_PAIRS_EACH;
            if (!note(&s, pairs))
            {
                return false;
            }
        }
    }
    return true;
}
