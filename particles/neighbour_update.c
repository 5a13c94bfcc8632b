/// The list of neighbours is kept when a few particles leave their skins.
///
/// Each gets a new position and skin, and the pairs that it may have from there are added. Pairs
/// that it had before stay: those who are apart are not pushed. So at all times the list holds
/// every pair whose circles, each at its listed position and as wide as radius and skin, overlap;
/// and each pair once.
#include "particles/circles.h"

#include "simd/kernels.h"

#include <float.h>

/// Marks in neighbours->moved.
enum
{
    IN_PLACE = 0,
    MOVED,
    MOVES_NOW
};

bool sc_begin_neighbour_update(sc_circle_step *work)
{
    sc_neighbour_changes *c = &work->changes;
    const sc_neighbour_list *neighbours = &work->circles->neighbours;
    int count = work->circles->count;
    if (c->updates == NULL)
    {
        c->update_capacity = count;
        c->updates = SC_TAKE(work->step->arena, sc_neighbour_update, count);
        c->aabbs = SC_TAKE(work->step->arena, sc_aabb, count);
        c->masks = SC_TAKE_ZEROED(work->step->arena, uint64_t, count);
    }
    c->update_count = 0;
    c->added_end = neighbours->added_end;
    c->pair_count = neighbours->pair_count;
    c->moved_count = neighbours->moved_count;
    return c->updates != NULL && c->aabbs != NULL && c->masks != NULL;
}

static int32_t *first_added_of(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                               int32_t a, int32_t b)
{
    // Under the smaller one, for few touch it.
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

static bool has_moved_out(const sc_circle_step *work, const sc_neighbour_list *neighbours, int i,
                          float ahead, float slack)
{
    const sc_particle *p = &work->args.particles[i];
    const sc_drift *f = &work->args.drifts[i];
    float x = p->x + ahead * f->dx - neighbours->x[i], y = p->y + ahead * f->dy - neighbours->y[i];
    float skin = neighbours->skin[i] + slack;
    bool beyond = p->inverse_mass > 0.0f && x * x + y * y > skin * skin;
    // Created since: never listed.
    return beyond || neighbours->x[i] > FLT_MAX;
}

/// New positions and skins for all that moved out. False: they are too many.
static bool move_listed(sc_circle_step *work, sc_neighbour_list *neighbours, float ahead,
                        float slack)
{
    sc_neighbour_changes *c = &work->changes;
    for (int i = 0; i < work->circles->count; ++i)
    {
        if (!has_moved_out(work, neighbours, i, ahead, slack))
        {
            continue;
        }
        if (c->update_count == c->update_capacity ||
            (neighbours->moved[i] == IN_PLACE &&
             neighbours->moved_count == neighbours->moved_capacity))
        {
            return false;
        }
        if (neighbours->moved[i] == IN_PLACE)
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
    return true;
}

static sc_aabb listed_aabb(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                           int32_t row)
{
    float x = neighbours->x[row], y = neighbours->y[row];
    float reach = work->args.particles[row].radius + neighbours->skin[row];
    return (sc_aabb){x - reach, y - reach, x + reach, y + reach};
}

bool sc_grid_moved(sc_circle_step *work, const sc_neighbour_list *neighbours, sc_grid *grid)
{
    sc_list list = {neighbours->moved_rows, neighbours->moved_count, neighbours->moved_count};
    for (int i = 0; i < list.count; ++i)
    {
        work->changes.aabbs[list.slot[i]] = listed_aabb(work, neighbours, list.slot[i]);
    }
    sc_grid_source source = {work->changes.aabbs, NULL, &list, 1};
    return sc_grid_build(work->step, grid, &work->circles->scratch, &source);
}

/// The AABBs of those that moved out now.
typedef struct updated_aabbs
{
    sc_sorted_aabbs aabbs;
    int32_t *rows;
    int count;
} updated_aabbs;

static bool collect_updated(sc_circle_step *work, const sc_neighbour_list *neighbours, int first,
                            updated_aabbs *updated)
{
    const sc_neighbour_changes *c = &work->changes;
    updated->count = c->update_count - first;
    sc_arena *scratch = &work->circles->scratch;
    updated->rows = SC_TAKE(scratch, int32_t, updated->count + SC_BLOCK);
    if (updated->rows == NULL || !sc_take_aabbs(scratch, &updated->aabbs, updated->count))
    {
        return false;
    }
    for (int i = 0; i < updated->count; ++i)
    {
        int32_t row = c->updates[first + i].row;
        sc_aabb aabb = listed_aabb(work, neighbours, row);
        updated->rows[i] = row;
        updated->aabbs.lower_x[i] = aabb.lower_x;
        updated->aabbs.lower_y[i] = aabb.lower_y;
        updated->aabbs.upper_x[i] = aabb.upper_x;
        updated->aabbs.upper_y[i] = aabb.upper_y;
    }
    return true;
}

static bool sweep_updated(sc_circle_step *work, const updated_aabbs *updated, const sc_grid *grid,
                          sc_found_pairs *found)
{
    bool done = true;
    for (int k = 0; done && !found->over && k < grid->level_count; ++k)
    {
        sc_sweep_args args = {.aabbs = &updated->aabbs,
                              .slots = updated->rows,
                              .targets = &grid->aabbs,
                              .target_slots = grid->slots,
                              .level = &grid->levels[k]};
        done = sc_sweep_all(work->step->kernels->sweep_across, &args, 0, updated->count, found);
    }
    return done;
}

static bool is_listed(const sc_circle_step *work, const sc_neighbour_list *neighbours, int32_t a,
                      int32_t b)
{
    const sc_particle *particles = work->args.particles;
    float reach = particles[a].radius + neighbours->built_skin[a] +
                  (particles[b].radius + neighbours->built_skin[b]);
    if (sc_within_reach(neighbours->built_x[b] - neighbours->built_x[a],
                        neighbours->built_y[b] - neighbours->built_y[a], reach))
    {
        return true;
    }
    int32_t begin = neighbours->batch.end[SC_COLOURS], at = *first_added_of(work, neighbours, a, b);
    while (at >= 0 && !(neighbours->a[at] == a && neighbours->b[at] == b) &&
           !(neighbours->a[at] == b && neighbours->b[at] == a))
    {
        at = neighbours->next_added[at - begin];
    }
    return at >= 0;
}

/// Pairs that are not listed yet, each once; the first `in_grid` were found in the stale grid.
static void drop_listed(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                        sc_found_pairs *found, int in_grid)
{
    int kept = 0;
    for (int i = 0; i < found->count; ++i)
    {
        int32_t a = found->a[i], b = found->b[i];
        bool drop = i < in_grid ? neighbours->moved[b] != IN_PLACE
                                : a == b || (neighbours->moved[b] == MOVES_NOW && b < a);
        if (!drop && !is_listed(work, neighbours, a, b))
        {
            found->a[kept] = a;
            found->b[kept++] = b;
        }
    }
    found->count = kept;
}

/// Lays pairs into blocks after the list; those without a colour have one each. False: no room.
static bool lay_out_added(const sc_circle_step *work, sc_neighbour_list *neighbours,
                          const sc_found_pairs *pairs, const uint8_t *colours,
                          sc_colour_cursor *cursor)
{
    int32_t begin = neighbours->batch.end[SC_COLOURS];
    int padding_row = neighbours->row_capacity;
    sc_batch added;
    if (!sc_lay_out_colours(cursor, &added, neighbours->added_end, neighbours->pair_capacity))
    {
        return false;
    }
    int32_t end = added.end[SC_COLOURS];
    for (int32_t at = neighbours->added_end; at < end; ++at)
    {
        neighbours->a[at] = neighbours->b[at] = padding_row;
    }
    int32_t before = neighbours->added_end;
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t at = sc_next_lane(cursor, colours[i]);
        neighbours->a[at] = pairs->a[i];
        neighbours->b[at] = pairs->b[i];
    }
    // Chained in the order in which they lie, so that they can be removed in the opposite one.
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
    neighbours->pair_count += pairs->count;
    return true;
}

static bool add_pairs(sc_circle_step *work, sc_neighbour_list *neighbours, sc_found_pairs *found,
                      bool *fits)
{
    uint8_t *colours = SC_TAKE(&work->circles->scratch, uint8_t, found->count + 1);
    if (colours == NULL)
    {
        return false;
    }
    sc_colour_cursor cursor = {.uncoloured_lanes = SC_BLOCK};
    uint64_t *masks = work->changes.masks;
    sc_colour_neighbours(work, neighbours, found, masks, colours, &cursor);
    for (int i = 0; i < found->count; ++i)
    {
        masks[found->a[i]] = masks[found->b[i]] = 0;
    }
    *fits = lay_out_added(work, neighbours, found, colours, &cursor);
    return true;
}

bool sc_update_neighbours(sc_circle_step *work, float ahead, float slack, bool *fits)
{
    sc_neighbour_list *neighbours = work->neighbours;
    int first = work->changes.update_count;
    *fits = !neighbours->truncated && move_listed(work, neighbours, ahead, slack);
    if (!*fits)
    {
        return true;
    }
    sc_grid moved;
    updated_aabbs updated;
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_found_pairs found = {.arena = scratch, .max_count = sc_max_pairs(work->circles->count)};
    if (!sc_grid_moved(work, neighbours, &moved) ||
        !collect_updated(work, neighbours, first, &updated) ||
        !sc_found_make_room(&found, 16 * updated.count + 64) ||
        !sweep_updated(work, &updated, &neighbours->grid, &found))
    {
        return false;
    }
    int in_grid = found.count;
    if (!found.over && !sweep_updated(work, &updated, &moved, &found))
    {
        return false;
    }
    if (found.over)
    {
        *fits = false;
        return true;
    }
    drop_listed(work, neighbours, &found, in_grid);
    for (int i = 0; i < updated.count; ++i)
    {
        neighbours->moved[updated.rows[i]] = MOVED;
    }
    return add_pairs(work, neighbours, &found, fits);
}
