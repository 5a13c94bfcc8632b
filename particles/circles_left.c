/// The list of near pairs is kept when a few particles leave their margins.
///
/// Each gets a new place and margin, and the pairs that it may have from there are added. Pairs
/// that it had before stay: those who are apart are not pushed. So at all times the list holds
/// every pair whose circles, each at its listed place and as wide as radius and margin, meet; and
/// each pair once.
#include "particles/circles.h"

#include "simd/kernels.h"

#include <float.h>

/// Marks in near->moved.
enum
{
    IN_PLACE = 0,
    MOVED,
    MOVES_NOW
};

bool sc_note_near(sc_circle_step *work)
{
    sc_near_changes *c = &work->changes;
    const sc_near *near = &work->circles->near;
    int count = work->circles->count;
    if (c->left == NULL)
    {
        c->left_most = count;
        c->left = SC_TAKE(work->step->arena, sc_left, count);
        c->boxes = SC_TAKE(work->step->arena, sc_box, count);
        c->masks = SC_TAKE_ZEROED(work->step->arena, uint64_t, count);
    }
    c->left_count = 0;
    c->added_end = near->added_end;
    c->pair_count = near->pair_count;
    c->moved_count = near->moved_count;
    return c->left != NULL && c->boxes != NULL && c->masks != NULL;
}

static int32_t *first_added_of(const sc_circle_step *work, const sc_near *near, int32_t a,
                               int32_t b)
{
    // Under the smaller one, for few touch it.
    float ra = work->args.particles[a].radius, rb = work->args.particles[b].radius;
    return &near->first_added[ra < rb || (ra == rb && a < b) ? a : b];
}

void sc_take_back_near(sc_circle_step *work)
{
    sc_near_changes *c = &work->changes;
    sc_near *near = &work->circles->near;
    if (!near->valid || c->left == NULL || work->near != near)
    {
        return;
    }
    int32_t begin = near->end[SC_PARTICLE_COLOURS];
    for (int32_t at = near->added_end - 1; at >= c->added_end; --at)
    {
        if (near->a[at] != near->b[at])
        {
            *first_added_of(work, near, near->a[at], near->b[at]) = near->next_added[at - begin];
        }
    }
    for (int i = c->left_count - 1; i >= 0; --i)
    {
        const sc_left *was = &c->left[i];
        near->x[was->row] = was->x;
        near->y[was->row] = was->y;
        near->margin[was->row] = was->margin;
        near->moved[was->row] = MOVED;
    }
    for (int i = c->moved_count; i < near->moved_count; ++i)
    {
        near->moved[near->moved_rows[i]] = IN_PLACE;
    }
    near->added_end = c->added_end;
    near->pair_count = c->pair_count;
    near->moved_count = c->moved_count;
    c->left_count = 0;
}

static bool has_left(const sc_circle_step *work, const sc_near *near, int i, float ahead,
                     float slack)
{
    const sc_particle *p = &work->args.particles[i];
    const sc_drift *f = &work->args.drifts[i];
    float x = p->x + ahead * f->dx - near->x[i], y = p->y + ahead * f->dy - near->y[i];
    float margin = near->margin[i] + slack;
    bool beyond = p->inverse_mass > 0.0f && x * x + y * y > margin * margin;
    // Created since: never listed.
    return beyond || near->x[i] > FLT_MAX;
}

/// New places and margins for all who left. False: they are too many.
static bool move_listed(sc_circle_step *work, sc_near *near, float ahead, float slack)
{
    sc_near_changes *c = &work->changes;
    for (int i = 0; i < work->circles->count; ++i)
    {
        if (!has_left(work, near, i, ahead, slack))
        {
            continue;
        }
        if (c->left_count == c->left_most ||
            (near->moved[i] == IN_PLACE && near->moved_count == near->moved_most))
        {
            return false;
        }
        if (near->moved[i] == IN_PLACE)
        {
            near->moved_rows[near->moved_count++] = i;
        }
        c->left[c->left_count++] = (sc_left){i, near->x[i], near->y[i], near->margin[i]};
        near->moved[i] = MOVES_NOW;
        near->x[i] = work->args.particles[i].x;
        near->y[i] = work->args.particles[i].y;
        near->margin[i] = sc_near_margin(work, near, i);
    }
    return true;
}

static sc_box listed_box(const sc_circle_step *work, const sc_near *near, int32_t row)
{
    float x = near->x[row], y = near->y[row];
    float reach = work->args.particles[row].radius + near->margin[row];
    return (sc_box){x - reach, y - reach, x + reach, y + reach};
}

bool sc_grid_moved(sc_circle_step *work, const sc_near *near, sc_grid *grid)
{
    sc_list list = {near->moved_rows, near->moved_count, near->moved_count};
    for (int i = 0; i < list.count; ++i)
    {
        work->changes.boxes[list.slot[i]] = listed_box(work, near, list.slot[i]);
    }
    return sc_grid_build(grid, &work->circles->scratch, work->changes.boxes, NULL, &list, 1);
}

/// The boxes of those who left now, and whom they meet in a grid.
typedef struct left_boxes
{
    sc_sorted_boxes boxes;
    int32_t *rows;
    int count;
} left_boxes;

static bool box_left(sc_circle_step *work, const sc_near *near, int first, left_boxes *left)
{
    const sc_near_changes *c = &work->changes;
    left->count = c->left_count - first;
    sc_arena *scratch = &work->circles->scratch;
    left->rows = SC_TAKE(scratch, int32_t, left->count + SC_BLOCK);
    if (left->rows == NULL || !sc_take_boxes(scratch, &left->boxes, left->count))
    {
        return false;
    }
    for (int i = 0; i < left->count; ++i)
    {
        int32_t row = c->left[first + i].row;
        sc_box box = listed_box(work, near, row);
        left->rows[i] = row;
        left->boxes.lower_x[i] = box.lower_x;
        left->boxes.lower_y[i] = box.lower_y;
        left->boxes.upper_x[i] = box.upper_x;
        left->boxes.upper_y[i] = box.upper_y;
    }
    return true;
}

static bool sweep_left(sc_circle_step *work, const left_boxes *left, const sc_grid *grid,
                       sc_found_pairs *found)
{
    bool done = true;
    for (int k = 0; done && !found->over && k < grid->level_count; ++k)
    {
        sc_sweep_args args = {.boxes = &left->boxes,
                              .slots = left->rows,
                              .targets = &grid->boxes,
                              .target_slots = grid->slots,
                              .level = &grid->levels[k]};
        done = sc_sweep_all(work->step->kernels->sweep_across, &args, 0, left->count, found);
    }
    return done;
}

static bool is_listed(const sc_circle_step *work, const sc_near *near, int32_t a, int32_t b)
{
    const sc_particle *particles = work->args.particles;
    float reach =
        particles[a].radius + near->built_margin[a] + (particles[b].radius + near->built_margin[b]);
    if (sc_may_meet(near->built_x[b] - near->built_x[a], near->built_y[b] - near->built_y[a],
                    reach))
    {
        return true;
    }
    int32_t begin = near->end[SC_PARTICLE_COLOURS], at = *first_added_of(work, near, a, b);
    while (at >= 0 && !(near->a[at] == a && near->b[at] == b) &&
           !(near->a[at] == b && near->b[at] == a))
    {
        at = near->next_added[at - begin];
    }
    return at >= 0;
}

/// Pairs that are not listed yet, each once; the first `in_grid` were found in the stale grid.
static void drop_listed(const sc_circle_step *work, const sc_near *near, sc_found_pairs *found,
                        int in_grid)
{
    int kept = 0;
    for (int i = 0; i < found->count; ++i)
    {
        int32_t a = found->a[i], b = found->b[i];
        bool drop = i < in_grid ? near->moved[b] != IN_PLACE
                                : a == b || (near->moved[b] == MOVES_NOW && b < a);
        if (!drop && !is_listed(work, near, a, b))
        {
            found->a[kept] = a;
            found->b[kept++] = b;
        }
    }
    found->count = kept;
}

/// Lays pairs into blocks after the list; those without a colour have one each. False: no room.
static bool lay_out_added(const sc_circle_step *work, sc_near *near, const sc_found_pairs *pairs,
                          const uint8_t *colours, int32_t cursor[SC_PARTICLE_COLOURS + 1])
{
    int32_t begin = near->end[SC_PARTICLE_COLOURS], end = near->added_end;
    int dummy = near->room;
    for (int c = 0; c <= SC_PARTICLE_COLOURS; ++c)
    {
        int in_colour = cursor[c];
        cursor[c] = end;
        end += c < SC_PARTICLE_COLOURS ? sc_pad_block(in_colour) : SC_BLOCK * in_colour;
        if (end > near->capacity)
        {
            return false;
        }
    }
    for (int32_t at = near->added_end; at < end; ++at)
    {
        near->a[at] = near->b[at] = dummy;
    }
    int32_t before = near->added_end;
    for (int i = 0; i < pairs->count; ++i)
    {
        int32_t at = cursor[colours[i]];
        cursor[colours[i]] += colours[i] < SC_PARTICLE_COLOURS ? 1 : SC_BLOCK;
        near->a[at] = pairs->a[i];
        near->b[at] = pairs->b[i];
    }
    // Chained in the order in which they lie, so that they can be taken back in the other one.
    for (int32_t at = before; at < end; ++at)
    {
        if (near->a[at] != near->b[at])
        {
            int32_t *first = first_added_of(work, near, near->a[at], near->b[at]);
            near->next_added[at - begin] = *first;
            *first = at;
        }
    }
    near->added_end = end;
    near->pair_count += pairs->count;
    return true;
}

static bool add_pairs(sc_circle_step *work, sc_near *near, sc_found_pairs *found, bool *fits)
{
    uint8_t *colours = SC_TAKE(&work->circles->scratch, uint8_t, found->count + 1);
    if (colours == NULL)
    {
        return false;
    }
    int32_t cursor[SC_PARTICLE_COLOURS + 1] = {0};
    uint64_t *masks = work->changes.masks;
    found->count = sc_colour_near(work, near, found, masks, colours, cursor);
    for (int i = 0; i < found->count; ++i)
    {
        masks[found->a[i]] = masks[found->b[i]] = 0;
    }
    *fits = lay_out_added(work, near, found, colours, cursor);
    return true;
}

bool sc_add_left(sc_circle_step *work, float ahead, float slack, bool *fits)
{
    sc_near *near = work->near;
    int first = work->changes.left_count;
    *fits = !near->lost && move_listed(work, near, ahead, slack);
    if (!*fits)
    {
        return true;
    }
    sc_grid moved;
    left_boxes left;
    sc_arena *scratch = &work->circles->scratch;
    sc_arena_reset(scratch);
    sc_found_pairs found = {.arena = scratch, .most = sc_most_pairs(work->circles->count)};
    if (!sc_grid_moved(work, near, &moved) || !box_left(work, near, first, &left) ||
        !sc_found_make_room(&found, 16 * left.count + 64) ||
        !sweep_left(work, &left, &near->grid, &found))
    {
        return false;
    }
    int in_grid = found.count;
    if (!found.over && !sweep_left(work, &left, &moved, &found))
    {
        return false;
    }
    if (found.over)
    {
        *fits = false;
        return true;
    }
    drop_listed(work, near, &found, in_grid);
    for (int i = 0; i < left.count; ++i)
    {
        near->moved[left.rows[i]] = MOVED;
    }
    return add_pairs(work, near, &found, fits);
}
