/// Which particles are near each other: sort and sweep, colours, and the order of rows.
#include "particles/circles.h"

#include "simd/kernels.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A particle may go this fraction of the mean radius before the list of pairs is built anew, and
/// fast ones as far as they come in a step, up to so many mean radii. A new list has other colours,
/// and with them a pile finds another balance: with a small skin it never comes to rest.
#define SKIN_FRACTION 0.4f
#define MAX_SKIN 2.0f
/// The same of its own radius, where the mean one says nothing.
#define MAX_CROWDED_SKIN 1.0f
/// In the middle of a step it may go farther by this fraction, and miss a pair until the step ends.
#define SLACK_FRACTION 0.5f

/// Rows are sorted anew when more than one in so many lies farther than that from its place.
enum
{
    SORT_FRACTION = 16,
    SORT_DISTANCE = 1024
};

/// The list is built anew when one particle in so many left its skin, or when one pair in so
/// many was added.
enum
{
    MOVED_FRACTION = 4,
    ADDED_FRACTION = 4,
    MIN_ADDED = 1024,
    MAX_LANES = INT32_MAX / 2
};

/// Each AABB of one level against another one, or against those after it in its own.
static bool sweep(sc_step *step, const sc_grid *grid, const sc_level *level, const sc_level *other,
                  sc_found_pairs *pairs)
{
    sc_sweep_args args = {.aabbs = &grid->aabbs,
                          .slots = grid->slots,
                          .cells = grid->cells,
                          .targets = &grid->aabbs,
                          .target_slots = grid->slots,
                          .level = other};
    return sc_sweep_all(level == other ? step->kernels->sweep_level : step->kernels->sweep_across,
                        &args, level->first, level->first + level->count, pairs);
}

static bool sweep_levels(sc_step *step, const sc_grid *grid, sc_found_pairs *pairs)
{
    bool done = sc_found_make_room(pairs, 5 * grid->count + 64);
    for (int i = 0; done && !pairs->over && i < grid->level_count; ++i)
    {
        const sc_level *level = &grid->levels[i];
        done = sweep(step, grid, level, level, pairs);
        for (int k = 0; done && !pairs->over && k < i; ++k)
        {
            const sc_level *other = &grid->levels[k];
            done = level->count <= other->count ? sweep(step, grid, level, other, pairs)
                                                : sweep(step, grid, other, level, pairs);
        }
    }
    return done;
}

float sc_neighbour_skin(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                        int32_t row)
{
    sc_drift f = work->args.drifts[row];
    float travel = 1.1f * (float)work->step->substeps * sqrtf(f.dx * f.dx + f.dy * f.dy);
    bool moves = work->args.particles[row].inverse_mass > 0.0f;
    float radius = work->args.particles[row].radius;
    float min_skin = neighbours->by_radius ? SKIN_FRACTION * radius : neighbours->min_skin;
    float max_extra = neighbours->by_radius ? MAX_CROWDED_SKIN * radius : neighbours->extra_skin;
    return moves ? min_skin + (travel < max_extra ? travel : max_extra) : 0.0f;
}

/// Where each particle is now and how far it may go, and its AABB grown by that.
static void set_skins(const sc_circle_step *work, sc_neighbour_list *neighbours, sc_aabb *aabbs)
{
    int count = work->circles->count;
    double sum = 0.0;
    float smallest = FLT_MAX;
    for (int i = 0; i < count; ++i)
    {
        sum += (double)work->args.particles[i].radius;
        smallest = sc_min(smallest, work->args.particles[i].radius);
    }
    float mean = (float)(sum / count);
    neighbours->min_skin = SKIN_FRACTION * mean;
    neighbours->extra_skin = MAX_SKIN * mean;
    neighbours->slack = SLACK_FRACTION * (neighbours->by_radius ? smallest : mean);
    for (int i = count; i < neighbours->row_capacity; ++i)
    {
        neighbours->x[i] = neighbours->y[i] = INFINITY;
        neighbours->skin[i] = 0.0f;
    }
    for (int i = 0; i < count; ++i)
    {
        sc_particle p = work->args.particles[i];
        float skin = sc_neighbour_skin(work, neighbours, i);
        neighbours->x[i] = p.x;
        neighbours->y[i] = p.y;
        neighbours->skin[i] = skin;
        float reach = p.radius + skin;
        aabbs[i] = (sc_aabb){p.x - reach, p.y - reach, p.x + reach, p.y + reach};
    }
}

static bool is_unsorted(const sc_grid *grid)
{
    int far = 0;
    for (int i = 0; i < grid->count; ++i)
    {
        int distance = grid->slots[i] - i;
        far += distance > SORT_DISTANCE || distance < -SORT_DISTANCE;
    }
    return far > grid->count / SORT_FRACTION;
}

/// Puts what is at from[i] to i, or the other way round.
static void permute(void *data, void *scratch, size_t element, const int32_t *from, int count,
                    bool back)
{
    for (int i = 0; i < count; ++i)
    {
        size_t to = (size_t)(back ? from[i] : i), at = (size_t)(back ? i : from[i]);
        memcpy((char *)scratch + element * to, (char *)data + element * at, element);
    }
    memcpy(data, scratch, element * (size_t)count);
}

/// Rows in the order of the grid, so that neighbours in the plane are neighbours in memory.
static bool sort_rows(sc_circle_step *work, sc_neighbour_list *neighbours)
{
    sc_circles *circles = work->circles;
    int count = circles->count;
    sc_particle_args *args = &work->args;
    void *scratch = sc_arena_take(work->step->arena, 16 * (size_t)count);
    int32_t *from = SC_TAKE(work->step->arena, int32_t, count);
    if (scratch == NULL || from == NULL)
    {
        return false;
    }
    memcpy(from, neighbours->grid.slots, sizeof *from * (size_t)count);
    work->changes.sorted_from = from;
    work->changes.scratch = scratch;
#define PERMUTE(type, name, role, format) \
    permute(circles->name, scratch, sizeof(type), from, count, false);
    SC_CIRCLE_ROWS(PERMUTE)
    permute(args->particles, scratch, sizeof *args->particles, from, count, false);
    permute(args->drifts, scratch, sizeof *args->drifts, from, count, false);
    permute(args->nonfinite_result, scratch, sizeof *args->nonfinite_result, from, count, false);
    permute(neighbours->x, scratch, sizeof *neighbours->x, from, count, false);
    permute(neighbours->y, scratch, sizeof *neighbours->y, from, count, false);
    permute(neighbours->skin, scratch, sizeof *neighbours->skin, from, count, false);
    for (int i = 0; i < count; ++i)
    {
        circles->row[circles->slot[i]] = i;
        neighbours->grid.slots[i] = i;
    }
    return true;
}

void sc_rollback_rows(sc_circle_step *work)
{
    sc_circles *circles = work->circles;
    const int32_t *from = work->changes.sorted_from;
    if (from == NULL)
    {
        return;
    }
#define PERMUTE_BACK(type, name, role, format) \
    permute(circles->name, work->changes.scratch, sizeof(type), from, circles->count, true);
    SC_CIRCLE_ROWS(PERMUTE_BACK)
    for (int i = 0; i < circles->count; ++i)
    {
        circles->row[circles->slot[i]] = i;
    }
}

void sc_colour_neighbours(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                          sc_found_pairs *pairs, uint64_t *masks, uint8_t *colours,
                          sc_colour_cursor *cursor)
{
    const sc_particle *particles = work->args.particles;
    int n = 0;
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t a = pairs->a[i], b = pairs->b[i];
        sc_particle p = particles[a], q = particles[b];
        float reach = p.radius + neighbours->skin[a] + (q.radius + neighbours->skin[b]);
        bool within_reach = sc_within_reach(neighbours->x[b] - neighbours->x[a],
                                            neighbours->y[b] - neighbours->y[a], reach) &&
                            p.inverse_mass + q.inverse_mass > 0.0f;
        int colour = sc_take_colour(&masks[a], &masks[b], within_reach);
        pairs->a[n] = a;
        pairs->b[n] = b;
        colours[n] = (uint8_t)colour;
        cursor->at[colour] += within_reach;
        n += within_reach;
    }
    pairs->count = n;
}

/// Pairs into the blocks of their colours.
static bool lay_out(const sc_circle_step *work, sc_neighbour_list *neighbours,
                    sc_found_pairs *pairs)
{
    sc_arena *arena = &work->circles->scratch;
    int count = work->circles->count, padding_row = neighbours->row_capacity;
    sc_colour_cursor cursor = {.uncoloured_lanes = 1};
    uint64_t *masks = SC_TAKE_ZEROED(arena, uint64_t, count);
    uint8_t *colours = SC_TAKE(arena, uint8_t, pairs->count + 1);
    if (masks == NULL || colours == NULL)
    {
        return false;
    }
    sc_colour_neighbours(work, neighbours, pairs, masks, colours, &cursor);
    if (!sc_lay_out_colours(&cursor, &neighbours->batch, 0, MAX_LANES))
    {
        return false;
    }
    int32_t end = neighbours->batch.end[SC_COLOURS];
    neighbours->pair_count = pairs->count;
    neighbours->added_end = end;
    neighbours->pair_capacity = end + sc_pad_block(end / ADDED_FRACTION) + MIN_ADDED;
    neighbours->a = SC_TAKE(&neighbours->arena, int32_t, neighbours->pair_capacity);
    neighbours->b = SC_TAKE(&neighbours->arena, int32_t, neighbours->pair_capacity);
    if (neighbours->a == NULL || neighbours->b == NULL)
    {
        return false;
    }
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t at = sc_next_lane(&cursor, colours[i]);
        neighbours->a[at] = pairs->a[i];
        neighbours->b[at] = pairs->b[i];
    }
    for (int c = 0; c <= SC_COLOURS; ++c)
    {
        for (int32_t at = cursor.at[c]; at < neighbours->batch.end[c]; ++at)
        {
            neighbours->a[at] = neighbours->b[at] = padding_row;
        }
    }
    return true;
}

/// What is needed to add pairs later.
static bool prepare_updates(const sc_circle_step *work, sc_neighbour_list *neighbours)
{
    sc_arena *arena = &neighbours->arena;
    int count = work->circles->count, row_capacity = neighbours->row_capacity;
    neighbours->moved_count = 0;
    neighbours->moved_capacity = count / MOVED_FRACTION + SC_BLOCK;
    neighbours->built_x = SC_TAKE(arena, float, row_capacity);
    neighbours->built_y = SC_TAKE(arena, float, row_capacity);
    neighbours->built_skin = SC_TAKE(arena, float, row_capacity);
    neighbours->moved = SC_TAKE_ZEROED(arena, uint8_t, row_capacity);
    neighbours->moved_rows = SC_TAKE(arena, int32_t, neighbours->moved_capacity);
    neighbours->first_added = SC_TAKE(arena, int32_t, row_capacity);
    neighbours->next_added =
        SC_TAKE(arena, int32_t, neighbours->pair_capacity - neighbours->added_end);
    if (neighbours->built_x == NULL || neighbours->built_y == NULL ||
        neighbours->built_skin == NULL || neighbours->moved == NULL ||
        neighbours->moved_rows == NULL || neighbours->first_added == NULL ||
        neighbours->next_added == NULL)
    {
        return false;
    }
    memcpy(neighbours->built_x, neighbours->x, sizeof(float) * (size_t)row_capacity);
    memcpy(neighbours->built_y, neighbours->y, sizeof(float) * (size_t)row_capacity);
    memcpy(neighbours->built_skin, neighbours->skin, sizeof(float) * (size_t)row_capacity);
    memset(neighbours->first_added, 0xff, sizeof *neighbours->first_added * (size_t)row_capacity);
    return true;
}

/// Too many AABBs overlap: with skins by each one's own radius, and if that does not do, with a
/// bound for each.
static bool find_by_radius(sc_circle_step *work, sc_neighbour_list *neighbours, sc_aabb *aabbs,
                           const sc_list *all, sc_found_pairs *pairs)
{
    neighbours->by_radius = true;
    set_skins(work, neighbours, aabbs);
    pairs->count = 0;
    pairs->over = false;
    sc_grid_source source = {aabbs, NULL, all, 1};
    if (!sc_grid_build(work->step, &neighbours->grid, &neighbours->arena, &source) ||
        !sweep_levels(work->step, &neighbours->grid, pairs))
    {
        return false;
    }
    if (pairs->over)
    {
        pairs->count = 0;
        return sc_find_crowded(work, neighbours, pairs);
    }
    return true;
}

bool sc_find_neighbours(sc_circle_step *work, sc_neighbour_list *neighbours, bool sort)
{
    sc_step *step = work->step;
    int count = work->circles->count, row_capacity = sc_neighbour_rows(count);
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_arena_reset(&neighbours->arena);
    neighbours->valid = neighbours->by_radius = neighbours->truncated = false;
    neighbours->count = count;
    neighbours->row_capacity = row_capacity;
    neighbours->x = SC_TAKE(&neighbours->arena, float, row_capacity);
    neighbours->y = SC_TAKE(&neighbours->arena, float, row_capacity);
    neighbours->skin = SC_TAKE(&neighbours->arena, float, row_capacity);
    sc_aabb *aabbs = SC_TAKE(scratch, sc_aabb, count);
    sc_list all = {SC_TAKE(scratch, int32_t, count), count, count};
    if (neighbours->x == NULL || neighbours->y == NULL || neighbours->skin == NULL ||
        aabbs == NULL || all.slot == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        all.slot[i] = i;
    }
    set_skins(work, neighbours, aabbs);
    sc_found_pairs pairs = {.arena = scratch, .max_count = sc_max_pairs(count)};
    sc_grid_source source = {aabbs, NULL, &all, 1};
    if (!sc_grid_build(step, &neighbours->grid, &neighbours->arena, &source) ||
        (sort && is_unsorted(&neighbours->grid) && !sort_rows(work, neighbours)) ||
        !sweep_levels(step, &neighbours->grid, &pairs))
    {
        return false;
    }
    if (pairs.over && !find_by_radius(work, neighbours, aabbs, &all, &pairs))
    {
        return false;
    }
    neighbours->valid = lay_out(work, neighbours, &pairs) && prepare_updates(work, neighbours);
    return neighbours->valid;
}
