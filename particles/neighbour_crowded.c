/// The neighbour list for crowds, in which far too many AABBs overlap: each particle gets a limited
/// number of pairs, overlapping ones first.
///
/// A pair belongs to the particle that comes first in the sweep: the one in the finer of two
/// levels, or the earlier one in a level. Around a circle there is no room for SC_PAIRS_EACH
/// circles of at least its size unless they overlap each other. Thus only particles inside each
/// other lose pairs. A list with lost pairs is used for one step only. When its pairs have been
/// pushed apart, the next list has the lost ones.
///
/// Two fixed particles are not a pair, and fixed particles never separate. A fixed particle
/// therefore tests only movable entries, and stops at a number that can be exceeded only if movable
/// particles overlap each other.
#include "particles/neighbour_search.h"

#include "core/assert.h"
#include "core/pass.h"

enum
{
    /// The maximum number of movable AABBs of a fixed particle. Near it there is room for at most
    /// 200 circles of its level and of coarser ones that do not overlap each other.
    MAX_OF_FIXED = 4 * SC_PAIRS_EACH,
    GRAIN = 64,  ///< particles per range
    CROWD_BYTES = SC_PAIRS_EACH * (int)(sizeof(sc_aabb) + sizeof(sc_particle))
};

/// The search for the neighbours of one particle.
typedef struct search
{
    const sc_circle_step *work;
    const sc_neighbour_list *neighbours;
    const int32_t *movable;  ///< by entry of the grid: the first movable entry from there on
    sc_aabb aabb;
    int32_t row;
    bool fixed;
    int coupled;  ///< number of AABBs found so far that overlap its own; for a fixed particle, only
                  ///< those of movable ones
    int32_t overlapping[SC_PAIRS_EACH], close[SC_PAIRS_EACH];
    int overlapping_count, close_count;
    bool truncated;  ///< some pairs did not fit
    int64_t looks;   ///< number of entries tested
} search;

static bool is_full(const search *s)
{
    return (s->truncated && s->overlapping_count == SC_PAIRS_EACH) ||
           (s->fixed && s->coupled == MAX_OF_FIXED);
}

static int next_entry(const search *s, int k)
{
    SC_ASSERT(k >= 0 && k <= s->neighbours->grid.count);
    return s->fixed ? s->movable[k] : k;
}

/// Tests entries [begin, end) of the grid until there is no room for another overlapping one.
static void look_at_entries(search *s, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end && end <= s->neighbours->grid.count);
    const sc_neighbour_list *neighbours = s->neighbours;
    const sc_sorted_aabb *aabbs = neighbours->grid.aabbs;
    for (int k = next_entry(s, begin); k < end && !is_full(s); k = next_entry(s, k + 1))
    {
        ++s->looks;
        if (!sc_aabbs_overlap(sc_aabb_now(&aabbs[k]), s->aabb))
        {
            continue;
        }
        const int32_t other = neighbours->grid.slots[k];
        SC_ASSERT(other != s->row);
        sc_particle p = s->work->args.particles[s->row], q = s->work->args.particles[other];
        float x = neighbours->x[other] - neighbours->x[s->row],
              y = neighbours->y[other] - neighbours->y[s->row];
        float radii = p.radius + q.radius;
        float reach = p.radius + neighbours->skin[s->row] + (q.radius + neighbours->skin[other]);
        ++s->coupled;
        if (!sc_within_reach(x, y, reach))
        {
            continue;
        }
        bool overlaps = sc_within_reach(x, y, radii);
        int32_t *list = overlaps ? s->overlapping : s->close;
        int *count = overlaps ? &s->overlapping_count : &s->close_count;
        s->truncated = s->truncated || *count == SC_PAIRS_EACH;
        if (*count < SC_PAIRS_EACH)
        {
            list[(*count)++] = other;
        }
    }
}

/// Tests columns [low, high] of one row of cells, wrapped, at most the whole row.
static void look_along(search *s, const sc_level *level, int64_t row, int64_t low, int64_t high)
{
    SC_ASSERT(low <= high);
    const int32_t *cells = level->cell_begin + ((row & level->height_mask) << level->width_bits);
    int width = level->width_mask + 1;
    int begin = (int)(low & level->width_mask), end = (int)(high & level->width_mask) + 1;
    if (high - low >= width)
    {
        look_at_entries(s, cells[0], cells[width]);
    }
    else if (begin < end)
    {
        look_at_entries(s, cells[begin], cells[end]);
    }
    else
    {
        look_at_entries(s, cells[begin], cells[width]);
        look_at_entries(s, cells[0], cells[end]);
    }
}

static bool can_move(const sc_circle_step *work, int32_t row)
{
    return work->args.particles[row].inverse_mass > 0.0f;
}

/// The results of one range of a level besides its pairs.
typedef struct crowd_sum
{
    int64_t looks;
    bool truncated;
} crowd_sum;

typedef struct crowd
{
    const sc_circle_step *work;
    const sc_neighbour_list *neighbours;
    const int32_t *movable;
    int level;
    sc_found_range *ranges;
    crowd_sum *sums;  ///< by range
} crowd;

/// Finds the neighbours of entry k of the grid. Returns whether some neighbours are left out.
static bool find_neighbours(search *s, int level, int k)
{
    SC_ASSERT(k >= s->neighbours->grid.levels[level].first);
    const sc_grid *grid = &s->neighbours->grid;
    s->aabb = sc_aabb_now(&grid->aabbs[k]);
    s->row = grid->slots[k];
    s->fixed = !can_move(s->work, s->row);
    s->coupled = s->overlapping_count = s->close_count = 0;
    s->truncated = false;
    // Test the entries after entry k in its own level, in the same cells as sweep_level.
    const sc_level *own = &grid->levels[level];
    int cell = grid->places[k] >> SC_PLACE_BITS;
    int column = cell & own->width_mask, row = cell >> own->width_bits;
    look_at_entries(s, k + 1, own->cell_begin[cell + 1]);
    look_along(s, own, row, column + 1, column + 1);
    look_along(s, own, row + 1, column - 1, column + 1);
    for (int coarser = level + 1; coarser < grid->level_count; ++coarser)
    {
        // Test all entries of a coarser level, in the same cells as sweep_across.
        const sc_level *l = &grid->levels[coarser];
        double size = (double)l->size;
        int64_t columns[2] = {sc_cell_of((double)s->aabb.lower_x - size, l->column_scale),
                              sc_cell_of((double)s->aabb.upper_x, l->column_scale)};
        int64_t rows[2] = {sc_cell_of((double)s->aabb.lower_y - size, l->row_scale),
                           sc_cell_of((double)s->aabb.upper_y, l->row_scale)};
        int64_t low = columns[0] > l->low_column ? columns[0] : l->low_column;
        int64_t high = columns[1] < l->high_column ? columns[1] : l->high_column;
        int64_t first = rows[0] > l->low_row ? rows[0] : l->low_row;
        int64_t last = rows[1] < l->high_row ? rows[1] : l->high_row;
        // With more rows than the table has, visit each row of the table once.
        last = last < first + l->height_mask ? last : first + l->height_mask;
        for (int64_t r = first; low <= high && r <= last; ++r)
        {
            look_along(s, l, r, low, high);
        }
    }
    return s->truncated || is_full(s) || s->overlapping_count + s->close_count > SC_PAIRS_EACH;
}

static void crowd_range(void *context, sc_range range)
{
    const crowd *c = context;
    sc_found_range *found = &c->ranges[range.index];
    sc_arena *arena = &c->work->step->jobs->workers[range.worker].scratch;
    search s;
    s.work = c->work;
    s.neighbours = c->neighbours;
    s.movable = c->movable;
    s.looks = 0;
    found->along = c->neighbours->grid.aabbs[range.begin].now.lower_y;
    bool truncated = false;
    if (!sc_found_grow(found, arena, SC_PAIRS_EACH * (range.end - range.begin)))
    {
        return;
    }
    for (int k = range.begin; k < range.end; ++k)
    {
        truncated |= find_neighbours(&s, c->level, k);
        // There is room for SC_PAIRS_EACH pairs: take overlapping ones first.
        const int room = SC_PAIRS_EACH - s.overlapping_count;
        const int close = s.close_count < room ? s.close_count : room;
        for (int i = 0; i < s.overlapping_count + close; ++i)
        {
            bool overlaps = i < s.overlapping_count;
            SC_ASSERT(found->count < found->capacity);
            found->a[found->count] = s.row;
            found->b[found->count++] =
                overlaps ? s.overlapping[i] : s.close[i - s.overlapping_count];
        }
    }
    c->sums[range.index] = (crowd_sum){s.looks, truncated};
}

bool sc_find_crowded(sc_circle_step *work, sc_neighbour_list *neighbours, sc_pair_search *found)
{
    static const sc_pass pass = {"find_crowded", "particles", CROWD_BYTES, -1};
    const sc_grid *grid = &neighbours->grid;
    // For each entry of the grid, find the first movable entry from there on; the count if there is
    // none.
    int32_t *movable = SC_TAKE(&work->circles->scratch, int32_t, grid->count + 1);
    if (movable != NULL)
    {
        movable[grid->count] = grid->count;
        for (int k = grid->count - 1; k >= 0; --k)
        {
            movable[k] = can_move(work, grid->slots[k]) ? k : movable[k + 1];
        }
    }
    crowd c = {.work = work, .neighbours = neighbours, .movable = movable};
    neighbours->looks = 0;
    bool done = movable != NULL;
    for (c.level = 0; done && c.level < grid->level_count; ++c.level)
    {
        const sc_level *level = &grid->levels[c.level];
        int count = sc_range_count(level->count, GRAIN);
        c.ranges = sc_search_ranges(found, count);
        c.sums = SC_TAKE(found->arena, crowd_sum, count);
        if (c.ranges == NULL || c.sums == NULL)
        {
            return false;
        }
        sc_run_pass(work->step, &pass, level->first, level->first + level->count, GRAIN,
                    crowd_range, &c);
        for (int i = 0; i < count; ++i)
        {
            done = done && !c.ranges[i].failed;
            neighbours->looks += c.ranges[i].failed ? 0 : c.sums[i].looks;
            neighbours->truncated |= !c.ranges[i].failed && c.sums[i].truncated;
        }
    }
    return done;
}
