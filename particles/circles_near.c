/// Which particles are near each other: sort and sweep, colours, and the order of rows.
#include "particles/circles.h"

#include "simd/kernels.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A particle may go this share of the mean radius before the list of pairs is built anew, and
/// fast ones as far as they come in a step, up to so many mean radii. A new list has other colours,
/// and with them a pile finds another balance: with a small margin it never comes to rest.
#define MARGIN_SHARE 0.4f
#define MARGIN_MOST 2.0f
/// The same of its own radius, where the mean one says nothing.
#define CROWDED_MOST 1.0f
/// In the middle of a step it may go farther by this share, and miss a pair until the step ends.
#define SLACK_SHARE 0.5f

/// Rows are sorted anew when more than one in so many lies farther than that from its place.
enum
{
    SORT_SHARE = 16,
    SORT_DISTANCE = 1024
};

/// The list is built anew when one particle in so many left its margin, or when so large a share
/// of pairs was added.
enum
{
    MOVED_SHARE = 4,
    ADDED_SHARE = 4,
    LEAST_ADDED = 1024
};

bool sc_found_make_room(sc_found_pairs *pairs, int capacity)
{
    if (capacity <= pairs->capacity)
    {
        return true;
    }
    int32_t *a = SC_TAKE(pairs->arena, int32_t, capacity);
    int32_t *b = SC_TAKE(pairs->arena, int32_t, capacity);
    if (a == NULL || b == NULL)
    {
        return false;
    }
    if (pairs->count > 0)
    {
        memcpy(a, pairs->a, sizeof *a * (size_t)pairs->count);
        memcpy(b, pairs->b, sizeof *b * (size_t)pairs->count);
    }
    pairs->a = a;
    pairs->b = b;
    pairs->capacity = capacity;
    return true;
}

bool sc_sweep_all(sc_sweep_kernel *kernel, sc_sweep_args *args, int at, int end,
                  sc_found_pairs *found)
{
    for (;;)
    {
        args->found_a = found->a;
        args->found_b = found->b;
        args->found = found->count;
        args->capacity = found->capacity;
        at = kernel(args, at, end);
        found->count = args->found;
        if (at >= end)
        {
            return true;
        }
        if (found->most > 0 && found->capacity >= found->most)
        {
            found->over = true;
            return true;
        }
        if (found->capacity > INT32_MAX / 4 ||
            !sc_found_make_room(found, 2 * found->capacity + 2 * SC_BLOCK))
        {
            return false;
        }
    }
}

/// Each box of one level against another one, or against those after it in its own.
static bool sweep(sc_step *step, const sc_grid *grid, const sc_level *level, const sc_level *other,
                  sc_found_pairs *pairs)
{
    sc_sweep_args args = {.boxes = &grid->boxes,
                          .slots = grid->slots,
                          .cells = grid->cells,
                          .targets = &grid->boxes,
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

bool sc_take_boxes(sc_arena *arena, sc_sorted_boxes *boxes, int count)
{
    float **arrays[] = {&boxes->lower_x,          &boxes->lower_y,
                        &boxes->upper_x,          &boxes->upper_y,
                        &boxes->previous_lower_x, &boxes->previous_lower_y,
                        &boxes->previous_upper_x, &boxes->previous_upper_y};
    for (int k = 0; k < 8; ++k)
    {
        *arrays[k] = SC_TAKE(arena, float, count + SC_BLOCK);
        if (*arrays[k] == NULL)
        {
            return false;
        }
    }
    for (int i = 0; i < count; ++i)
    {
        boxes->previous_lower_x[i] = boxes->previous_lower_y[i] = FLT_MAX;
        boxes->previous_upper_x[i] = boxes->previous_upper_y[i] = -FLT_MAX;
    }
    return true;
}

float sc_near_margin(const sc_circle_step *work, const sc_near *near, int32_t row)
{
    sc_drift f = work->args.drifts[row];
    float way = 1.1f * (float)work->step->substeps * sqrtf(f.dx * f.dx + f.dy * f.dy);
    bool moves = work->args.particles[row].inverse_mass > 0.0f;
    float radius = work->args.particles[row].radius;
    float least = near->by_radius ? MARGIN_SHARE * radius : near->least;
    float most = near->by_radius ? CROWDED_MOST * radius : near->most;
    return moves ? least + (way < most ? way : most) : 0.0f;
}

/// Where each particle is now and how far it may go, and its box grown by that.
static void set_margins(const sc_circle_step *work, sc_near *near, sc_box *boxes)
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
    near->least = MARGIN_SHARE * mean;
    near->most = MARGIN_MOST * mean;
    near->slack = SLACK_SHARE * (near->by_radius ? smallest : mean);
    for (int i = count; i < near->room; ++i)
    {
        near->x[i] = near->y[i] = INFINITY;
        near->margin[i] = 0.0f;
    }
    for (int i = 0; i < count; ++i)
    {
        sc_particle p = work->args.particles[i];
        float margin = sc_near_margin(work, near, i);
        near->x[i] = p.x;
        near->y[i] = p.y;
        near->margin[i] = margin;
        float reach = p.radius + margin;
        boxes[i] = (sc_box){p.x - reach, p.y - reach, p.x + reach, p.y + reach};
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
    return far > grid->count / SORT_SHARE;
}

static void permute(void *data, void *scratch, size_t element, const int32_t *from, int count)
{
    char *to = scratch;
    for (int i = 0; i < count; ++i)
    {
        memcpy(to + element * (size_t)i, (char *)data + element * (size_t)from[i], element);
    }
    memcpy(data, scratch, element * (size_t)count);
}

/// Rows in the order of the grid, so that neighbours in the plane are neighbours in memory.
static bool sort_rows(sc_circle_step *work, sc_near *near)
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
    memcpy(from, near->grid.slots, sizeof *from * (size_t)count);
    work->changes.sorted_from = from;
    work->changes.scratch = scratch;
    sc_array arrays[SC_CIRCLE_ARRAYS];
    sc_circles_arrays(circles, arrays);
    for (int i = 0; i < SC_CIRCLE_ARRAYS; ++i)
    {
        permute(*arrays[i].data, scratch, arrays[i].element, from, count);
    }
    permute(args->particles, scratch, sizeof *args->particles, from, count);
    permute(args->drifts, scratch, sizeof *args->drifts, from, count);
    permute(args->bad, scratch, sizeof *args->bad, from, count);
    permute(near->x, scratch, sizeof *near->x, from, count);
    permute(near->y, scratch, sizeof *near->y, from, count);
    permute(near->margin, scratch, sizeof *near->margin, from, count);
    for (int i = 0; i < count; ++i)
    {
        circles->row[circles->slot[i]] = i;
        near->grid.slots[i] = i;
    }
    return true;
}

static void permute_back(void *data, void *scratch, size_t element, const int32_t *from, int count)
{
    char *to = scratch;
    for (int i = 0; i < count; ++i)
    {
        memcpy(to + element * (size_t)from[i], (char *)data + element * (size_t)i, element);
    }
    memcpy(data, scratch, element * (size_t)count);
}

void sc_unsort_rows(sc_circle_step *work)
{
    sc_circles *circles = work->circles;
    const int32_t *from = work->changes.sorted_from;
    if (from == NULL)
    {
        return;
    }
    sc_array arrays[SC_CIRCLE_ARRAYS];
    sc_circles_arrays(circles, arrays);
    for (int i = 0; i < SC_CIRCLE_ARRAYS; ++i)
    {
        permute_back(*arrays[i].data, work->changes.scratch, arrays[i].element, from,
                     circles->count);
    }
    for (int i = 0; i < circles->count; ++i)
    {
        circles->row[circles->slot[i]] = i;
    }
}

int sc_colour_near(const sc_circle_step *work, const sc_near *near, sc_found_pairs *pairs,
                   uint64_t *masks, uint8_t *colours, int32_t *colour_count)
{
    const sc_particle *particles = work->args.particles;
    int n = 0;
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t a = pairs->a[i], b = pairs->b[i];
        sc_particle p = particles[a], q = particles[b];
        float reach = p.radius + near->margin[a] + (q.radius + near->margin[b]);
        bool meet = sc_may_meet(near->x[b] - near->x[a], near->y[b] - near->y[a], reach) &&
                    p.inverse_mass + q.inverse_mass > 0.0f;
        uint64_t open = ~(masks[a] | masks[b]);
        uint64_t taken = meet ? open & (0 - open) : 0;
        masks[a] |= taken;
        masks[b] |= taken;
        int chosen = open != 0 ? __builtin_ctzll(open) : SC_PARTICLE_COLOURS;
        pairs->a[n] = a;
        pairs->b[n] = b;
        colours[n] = (uint8_t)chosen;
        colour_count[chosen] += meet;
        n += meet;
    }
    return n;
}

/// Pairs into the blocks of their colours.
static bool lay_out(const sc_circle_step *work, sc_near *near, sc_found_pairs *pairs)
{
    sc_arena *arena = &work->circles->scratch;
    int count = work->circles->count, dummy = near->room;
    int32_t cursor[SC_PARTICLE_COLOURS + 1] = {0};
    uint64_t *masks = SC_TAKE_ZEROED(arena, uint64_t, count);
    uint8_t *colours = SC_TAKE(arena, uint8_t, pairs->count + 1);
    if (masks == NULL || colours == NULL)
    {
        return false;
    }
    pairs->count = sc_colour_near(work, near, pairs, masks, colours, cursor);
    int begin = 0;
    near->colour_count = 0;
    near->pair_count = pairs->count;
    for (int c = 0; c <= SC_PARTICLE_COLOURS; ++c)
    {
        int in_colour = cursor[c];
        near->colour_count += in_colour > 0;
        cursor[c] = begin;
        begin += sc_pad_block(in_colour);
        near->end[c] = begin;
    }
    near->added_end = begin;
    near->capacity = begin + sc_pad_block(begin / ADDED_SHARE) + LEAST_ADDED;
    near->a = SC_TAKE(&near->arena, int32_t, near->capacity);
    near->b = SC_TAKE(&near->arena, int32_t, near->capacity);
    if (near->a == NULL || near->b == NULL)
    {
        return false;
    }
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t at = cursor[colours[i]]++;
        near->a[at] = pairs->a[i];
        near->b[at] = pairs->b[i];
    }
    for (int c = 0; c <= SC_PARTICLE_COLOURS; ++c)
    {
        for (int32_t at = cursor[c]; at < near->end[c]; ++at)
        {
            near->a[at] = near->b[at] = dummy;
        }
    }
    return true;
}

/// What is needed to add pairs later.
static bool prepare_adding(const sc_circle_step *work, sc_near *near)
{
    sc_arena *arena = &near->arena;
    int count = work->circles->count, room = near->room;
    near->moved_count = 0;
    near->moved_most = count / MOVED_SHARE + SC_BLOCK;
    near->built_x = SC_TAKE(arena, float, room);
    near->built_y = SC_TAKE(arena, float, room);
    near->built_margin = SC_TAKE(arena, float, room);
    near->moved = SC_TAKE_ZEROED(arena, uint8_t, room);
    near->moved_rows = SC_TAKE(arena, int32_t, near->moved_most);
    near->first_added = SC_TAKE(arena, int32_t, room);
    near->next_added = SC_TAKE(arena, int32_t, near->capacity - near->added_end);
    if (near->built_x == NULL || near->built_y == NULL || near->built_margin == NULL ||
        near->moved == NULL || near->moved_rows == NULL || near->first_added == NULL ||
        near->next_added == NULL)
    {
        return false;
    }
    memcpy(near->built_x, near->x, sizeof(float) * (size_t)room);
    memcpy(near->built_y, near->y, sizeof(float) * (size_t)room);
    memcpy(near->built_margin, near->margin, sizeof(float) * (size_t)room);
    memset(near->first_added, 0xff, sizeof *near->first_added * (size_t)room);
    return true;
}

/// Too many boxes overlap: with margins of each one's own radius, and if that does not do, with a
/// bound for each.
static bool find_by_radius(sc_circle_step *work, sc_near *near, sc_box *boxes, const sc_list *all,
                           sc_found_pairs *pairs)
{
    near->by_radius = true;
    set_margins(work, near, boxes);
    pairs->count = 0;
    pairs->over = false;
    if (!sc_grid_build(&near->grid, &near->arena, boxes, NULL, all, 1) ||
        !sweep_levels(work->step, &near->grid, pairs))
    {
        return false;
    }
    if (pairs->over)
    {
        pairs->count = 0;
        return sc_find_crowded(work, near, pairs);
    }
    return true;
}

bool sc_find_near(sc_circle_step *work, sc_near *near, bool sort)
{
    sc_step *step = work->step;
    int count = work->circles->count, room = sc_near_room(count);
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_arena_reset(&near->arena);
    near->valid = near->by_radius = near->lost = false;
    near->count = count;
    near->room = room;
    near->x = SC_TAKE(&near->arena, float, room);
    near->y = SC_TAKE(&near->arena, float, room);
    near->margin = SC_TAKE(&near->arena, float, room);
    sc_box *boxes = SC_TAKE(scratch, sc_box, count);
    sc_list all = {SC_TAKE(scratch, int32_t, count), count, count};
    if (near->x == NULL || near->y == NULL || near->margin == NULL || boxes == NULL ||
        all.slot == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        all.slot[i] = i;
    }
    set_margins(work, near, boxes);
    sc_found_pairs pairs = {.arena = scratch, .most = sc_most_pairs(count)};
    if (!sc_grid_build(&near->grid, &near->arena, boxes, NULL, &all, 1) ||
        (sort && is_unsorted(&near->grid) && !sort_rows(work, near)) ||
        !sweep_levels(step, &near->grid, &pairs))
    {
        return false;
    }
    if (pairs.over && !find_by_radius(work, near, boxes, &all, &pairs))
    {
        return false;
    }
    near->valid = lay_out(work, near, &pairs) && prepare_adding(work, near);
    return near->valid;
}
