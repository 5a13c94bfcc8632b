/// Keeps the list of neighbours valid when a few particles leave their skins.
///
/// Each such particle gets a new listed position and skin, and the pairs that are possible there
/// are added. Its old pairs are kept, because separated pairs are not pushed. The list thus always
/// has every pair whose circles overlap, where the circle of a particle is at its listed position
/// and its radius is enlarged by its skin. Each pair is listed once.
#include "particles/neighbour_search.h"

#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <float.h>

/// Values of neighbours->moved.
enum
{
    IN_PLACE = 0,
    MOVED,
    MOVES_NOW
};

enum
{
    MOVED_BYTES = (int)(sizeof(sc_particle) + sizeof(sc_drift) + 3 * sizeof(float))
};

bool sc_begin_neighbour_update(sc_circle_step *work)
{
    SC_ASSERT(work->changes.updates == NULL ||
              work->changes.update_capacity >= work->circles->count);
    sc_neighbour_changes *c = &work->changes;
    const sc_neighbour_list *neighbours = &work->circles->neighbours;
    int count = work->circles->count;
    if (c->updates == NULL)
    {
        c->update_capacity = count;
        c->updates = SC_TAKE(work->step->arena, sc_neighbour_update, count);
        c->aabbs = SC_TAKE(work->step->arena, sc_aabb, count);
        c->masks = SC_TAKE_ZEROED(work->step->arena, uint64_t, count);
        c->rows = SC_TAKE(work->step->arena, int32_t, count);
    }
    c->update_count = 0;
    c->added_end = neighbours->added_end;
    c->pair_count = neighbours->pair_count;
    c->moved_count = neighbours->moved_count;
    return c->updates != NULL && c->aabbs != NULL && c->masks != NULL && c->rows != NULL;
}

static int32_t *first_added_of(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                               int32_t a, int32_t b)
{
    SC_ASSERT(a != b && a >= 0 && b >= 0 && a < neighbours->row_capacity &&
              b < neighbours->row_capacity);
    // Chain the pair under the smaller particle, which has fewer neighbours.
    float ra = work->args.particles[a].radius, rb = work->args.particles[b].radius;
    return &neighbours->first_added[ra < rb || (ra == rb && a < b) ? a : b];
}

void sc_rollback_neighbours(sc_circle_step *work)
{
    sc_neighbour_changes *c = &work->changes;
    sc_neighbour_list *neighbours = &work->circles->neighbours;
    if (!neighbours->valid || c->updates == NULL || work->neighbours != neighbours)
    {
        return;
    }
    SC_ASSERT(c->added_end <= neighbours->added_end && c->moved_count <= neighbours->moved_count);
    int32_t begin = neighbours->batch.end[SC_COLOURS];
    for (int32_t at = neighbours->added_end - 1; at >= c->added_end; --at)
    {
        if (neighbours->a[at] != neighbours->b[at])
        {
            *first_added_of(work, neighbours, neighbours->a[at], neighbours->b[at]) =
                neighbours->next_added[at - begin];
        }
    }
    for (int i = c->update_count - 1; i >= 0; --i)
    {
        const sc_neighbour_update *was = &c->updates[i];
        neighbours->x[was->row] = was->x;
        neighbours->y[was->row] = was->y;
        neighbours->skin[was->row] = was->skin;
        neighbours->moved[was->row] = MOVED;
    }
    for (int i = c->moved_count; i < neighbours->moved_count; ++i)
    {
        neighbours->moved[neighbours->moved_rows[i]] = IN_PLACE;
    }
    neighbours->added_end = c->added_end;
    neighbours->pair_count = c->pair_count;
    neighbours->moved_count = c->moved_count;
    c->update_count = 0;
}

/// The particles that left their skins, by range of rows.
typedef struct moved_search
{
    const sc_circle_step *work;
    float ahead, slack;
    int32_t *counts;
} moved_search;

/// Finds the rows of a range that left their skins and stores them at the range's place in
/// changes.rows.
static void find_moved_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_ROW_GRAIN == 0);
    const moved_search *m = context;
    const sc_circle_step *work = m->work;
    const sc_neighbour_list *neighbours = work->neighbours;
    int32_t *rows = work->changes.rows + range.begin;
    int count = 0;
    // Test these rows one by one, because the test of all rows works on whole blocks and skips
    // particles that have been fixed since they were created.
    if (work->moved_out[range.index] || range.end > work->circles->neighbours.count)
    {
        for (int i = range.begin; i < range.end; ++i)
        {
            const sc_particle *p = &work->args.particles[i];
            const sc_drift *f = &work->args.drifts[i];
            float x = p->x + m->ahead * f->dx - neighbours->x[i];
            float y = p->y + m->ahead * f->dy - neighbours->y[i];
            float skin = neighbours->skin[i] + m->slack;
            bool beyond = p->inverse_mass > 0.0f && x * x + y * y > skin * skin;
            // Particles created since then were never listed.
            rows[count] = i;
            count += beyond || neighbours->x[i] > FLT_MAX;
        }
    }
    m->counts[range.index] = count;
}

/// Stores new positions and skins of all particles that left theirs. Returns false if out of
/// memory. Sets *fits to false if there are too many.
static bool move_all_listed(sc_circle_step *work, float ahead, float slack, bool *fits)
{
    static const sc_pass pass = {"find_moved", "particles", MOVED_BYTES, -1};
    sc_neighbour_list *neighbours = work->neighbours;
    sc_neighbour_changes *c = &work->changes;
    int count = work->circles->count, range_count = sc_range_count(count, SC_ROW_GRAIN);
    moved_search m = {work, ahead, slack, SC_TAKE(&work->circles->scratch, int32_t, range_count)};
    if (m.counts == NULL)
    {
        return false;
    }
    sc_run_rows(work, &pass, count, find_moved_range, &m);
    for (int r = 0; r < range_count; ++r)
    {
        const int32_t *rows = c->rows + r * SC_ROW_GRAIN;
        for (int k = 0; k < m.counts[r]; ++k)
        {
            const int32_t i = rows[k];
            const bool in_place = neighbours->moved[i] == IN_PLACE;
            if (c->update_count == c->update_capacity ||
                (in_place && neighbours->moved_count == neighbours->moved_capacity))
            {
                *fits = false;
                return true;
            }
            if (in_place)
            {
                neighbours->moved_rows[neighbours->moved_count++] = i;
            }
            c->updates[c->update_count++] =
                (sc_neighbour_update){i, neighbours->x[i], neighbours->y[i], neighbours->skin[i]};
            neighbours->moved[i] = MOVES_NOW;
            neighbours->x[i] = work->args.particles[i].x;
            neighbours->y[i] = work->args.particles[i].y;
            neighbours->skin[i] = sc_neighbour_skin(work, neighbours, i);
        }
    }
    return true;
}

static sc_aabb listed_aabb(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                           int32_t row)
{
    return sc_aabb_of_reach(neighbours->x[row], neighbours->y[row],
                            work->args.particles[row].radius + neighbours->skin[row]);
}

bool sc_grid_moved(sc_circle_step *work, const sc_neighbour_list *neighbours, sc_grid *grid)
{
    SC_ASSERT(neighbours->moved_count <= neighbours->moved_capacity);
    sc_list list = {neighbours->moved_rows, neighbours->moved_count, neighbours->moved_count};
    for (int i = 0; i < list.count; ++i)
    {
        work->changes.aabbs[list.slot[i]] = listed_aabb(work, neighbours, list.slot[i]);
    }
    sc_grid_source source = {work->changes.aabbs, NULL, &list, 1, 1};
    return sc_grid_build(work->step, grid, &work->circles->scratch, &source);
}

/// The AABBs of the particles that just left their skins.
typedef struct updated_aabbs
{
    sc_sorted_aabb *aabbs;
    int32_t *rows;
    int count;
} updated_aabbs;

static bool sweep_updated(sc_pair_search *search, const updated_aabbs *updated, const sc_grid *grid)
{
    bool done = true;
    for (int k = 0; done && !search->over && k < grid->level_count; ++k)
    {
        sc_sweep_args args = {.aabbs = updated->aabbs,
                              .slots = updated->rows,
                              .targets = grid->aabbs,
                              .target_slots = grid->slots,
                              .level = &grid->levels[k]};
        done =
            sc_search_sweep(search, search->step->kernels->sweep_across, &args, 0, updated->count);
    }
    return done;
}

/// Whether two particles are neighbours and their pair is not listed yet.
static bool is_new(const sc_keep_context *keep, int32_t a, int32_t b)
{
    const sc_circle_step *work = keep->work;
    const sc_neighbour_list *neighbours = keep->neighbours;
    const sc_particle *particles = work->args.particles;
    if (!sc_are_neighbours(work, neighbours, a, b))
    {
        return false;
    }
    float reach = particles[a].radius + neighbours->built_skin[a] +
                  (particles[b].radius + neighbours->built_skin[b]);
    if (sc_within_reach(neighbours->built_x[b] - neighbours->built_x[a],
                        neighbours->built_y[b] - neighbours->built_y[a], reach))
    {
        return false;
    }
    int32_t begin = neighbours->batch.end[SC_COLOURS], at = *first_added_of(work, neighbours, a, b);
    while (at >= 0 && !(neighbours->a[at] == a && neighbours->b[at] == b) &&
           !(neighbours->a[at] == b && neighbours->b[at] == a))
    {
        at = neighbours->next_added[at - begin];
    }
    SC_ASSERT(at < neighbours->added_end);
    return at < 0;
}

/// Keeps new pairs found in the grid of the list. Particles that moved are skipped, because their
/// entries there are stale.
static int keep_neighbours_in_grid(const void *context, int32_t *a, int32_t *b, int count)
{
    const sc_keep_context *keep = context;
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        SC_ASSERT(keep->neighbours->moved[a[i]] == MOVES_NOW);
        if (keep->neighbours->moved[b[i]] == IN_PLACE && is_new(keep, a[i], b[i]))
        {
            a[kept] = a[i];
            b[kept++] = b[i];
        }
    }
    return kept;
}

/// Keeps new pairs found among the particles that moved, each once.
static int keep_moved(const void *context, int32_t *a, int32_t *b, int count)
{
    const sc_keep_context *keep = context;
    int kept = 0;
    for (int i = 0; i < count; ++i)
    {
        bool twice = a[i] == b[i] || (keep->neighbours->moved[b[i]] == MOVES_NOW && b[i] < a[i]);
        if (!twice && is_new(keep, a[i], b[i]))
        {
            a[kept] = a[i];
            b[kept++] = b[i];
        }
    }
    return kept;
}

/// Lays pairs into blocks after the list; each pair without a colour has its own block. Returns
/// false if out of memory. Sets *fits to false if there is no room.
static bool add_new_pairs(sc_circle_step *work, sc_neighbour_list *neighbours,
                          const sc_found_pairs *found, bool *fits)
{
    SC_ASSERT(neighbours->added_end % SC_BLOCK == 0);
    uint8_t *colours = SC_TAKE(&work->circles->scratch, uint8_t, found->count + 1);
    if (colours == NULL)
    {
        return false;
    }
    sc_colour_cursor cursor = {.uncoloured_lanes = SC_BLOCK};
    uint64_t *masks = work->changes.masks;
    for (int i = 0; i < found->count; ++i)
    {
        SC_ASSERT(found->a[i] != found->b[i]);
        int colour = sc_take_colour(&masks[found->a[i]], &masks[found->b[i]], true);
        colours[i] = (uint8_t)colour;
        ++cursor.at[colour];
    }
    for (int i = 0; i < found->count; ++i)
    {
        masks[found->a[i]] = masks[found->b[i]] = 0;
    }
    sc_batch added;
    const int32_t begin = neighbours->batch.end[SC_COLOURS], before = neighbours->added_end;
    *fits = sc_lay_out_colours(&cursor, &added, before, neighbours->pair_capacity);
    if (!*fits)
    {
        return true;
    }
    const int32_t end = added.end[SC_COLOURS];
    for (int32_t at = before; at < end; ++at)
    {
        neighbours->a[at] = neighbours->b[at] = neighbours->row_capacity;
    }
    for (int i = 0; i < found->count; ++i)
    {
        int32_t at = sc_next_lane(&cursor, colours[i]);
        SC_ASSERT(at >= before && at < end);
        neighbours->a[at] = found->a[i];
        neighbours->b[at] = found->b[i];
    }
    // Chain the pairs in the order of their places, so that they can be removed in the opposite
    // order.
    for (int32_t at = before; at < end; ++at)
    {
        if (neighbours->a[at] != neighbours->b[at])
        {
            int32_t *first = first_added_of(work, neighbours, neighbours->a[at], neighbours->b[at]);
            neighbours->next_added[at - begin] = *first;
            *first = at;
        }
    }
    neighbours->added_end = end;
    neighbours->pair_count += found->count;
    return true;
}

bool sc_update_neighbours(sc_circle_step *work, float ahead, float slack, bool *fits)
{
    SC_ASSERT(work->neighbours->valid);
    sc_neighbour_list *neighbours = work->neighbours;
    int first = work->changes.update_count;
    sc_arena *scratch = &work->circles->scratch;
    *fits = !neighbours->truncated;
    if (!*fits)
    {
        return true;
    }
    sc_arena_reset(scratch);
    if (!move_all_listed(work, ahead, slack, fits) || !*fits)
    {
        return *fits == false;
    }
    sc_pair_search search;
    sc_found_pairs found = {.arena = scratch};
    sc_begin_search(&search, work->step, scratch);
    // Find the new pairs of the particles that just left their skins.
    sc_grid moved;
    updated_aabbs updated;
    if (!sc_grid_moved(work, neighbours, &moved))
    {
        return false;
    }
    const sc_neighbour_changes *c = &work->changes;
    updated.count = c->update_count - first;
    updated.rows = SC_TAKE(scratch, int32_t, updated.count + SC_BLOCK);
    updated.aabbs = sc_take_sorted_aabbs(scratch, updated.count);
    if (updated.rows == NULL || updated.aabbs == NULL)
    {
        return false;
    }
    for (int i = 0; i < updated.count; ++i)
    {
        int32_t row = c->updates[first + i].row;
        updated.rows[i] = row;
        updated.aabbs[i] = sc_sort_aabb(listed_aabb(work, neighbours, row), sc_empty_aabb);
    }
    search.max_count = sc_max_pairs(work->circles->count, 16 * (int64_t)updated.count + 64);
    search.context = &(sc_keep_context){work, neighbours};
    search.keep = keep_neighbours_in_grid;
    bool done = sweep_updated(&search, &updated, &neighbours->grid);
    search.keep = keep_moved;
    done = done && sweep_updated(&search, &updated, &moved);
    for (int i = 0; i < updated.count; ++i)
    {
        neighbours->moved[updated.rows[i]] = MOVED;
    }
    if (!done)
    {
        return false;
    }
    *fits = !search.over;
    done = search.over || sc_join_pairs(&search, &found);
    sc_end_search(&search);
    return done && (search.over || add_new_pairs(work, neighbours, &found, fits));
}
