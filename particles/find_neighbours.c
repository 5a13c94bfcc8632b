/// Finds the particles that are near each other, by sort and sweep, and sorts the rows. Decides how
/// far a particle may move before the list of neighbours changes (its skin).
#include "particles/neighbour_search.h"

#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A particle may move this fraction of the mean radius before the list of pairs is rebuilt. The
/// skin of fast particles is larger, up to MAX_SKIN mean radii, so that it lasts for a step. Each
/// new list gives the pairs other colours, which disturbs the balance of a pile. A small skin makes
/// new lists frequent, and a pile then never comes to rest.
#define SKIN_FRACTION 0.4f
#define MAX_SKIN 2.0f
/// The largest skin as a fraction of the particle's own radius, used where the mean radius is not
/// meaningful.
#define MAX_CROWDED_SKIN 1.0f
/// In the middle of a step, a particle may be beyond its skin by up to this fraction of a radius.
/// Until the step ends, a pair of such a particle may be missing.
#define SLACK_FRACTION 0.5f

/// Rows are sorted again when more than one in SORT_FRACTION is farther than SORT_DISTANCE from its
/// place.
enum
{
    SORT_FRACTION = 16,
    SORT_DISTANCE = 1024
};

enum
{
    /// The list is rebuilt when one particle in MOVED_FRACTION has left its skin.
    MOVED_FRACTION = 4,
    LIST_BYTES =
        (int)(sizeof(sc_particle) + sizeof(sc_drift) + 3 * sizeof(float) + sizeof(sc_aabb)),
    COPY_BYTES = 6 * (int)sizeof(float) + (int)sizeof(int32_t) + 1
};

/// Sweeps each AABB of one level against another level, or against those after it in its own level.
static bool sweep_two_levels(sc_pair_search *search, const sc_grid *grid, const sc_level *level,
                             const sc_level *other)
{
    SC_ASSERT(level->count > 0 && other->count > 0);
    const sc_kernels *kernels = search->step->kernels;
    sc_sweep_args args = {.aabbs = grid->aabbs,
                          .slots = grid->slots,
                          .places = grid->places,
                          .targets = grid->aabbs,
                          .target_slots = grid->slots,
                          .level = other};
    return sc_search_sweep(search, level == other ? kernels->sweep_level : kernels->sweep_across,
                           &args, level->first, level->first + level->count);
}

static bool sweep_levels(sc_pair_search *search, const sc_grid *grid)
{
    bool done = true;
    for (int i = 0; done && !search->over && i < grid->level_count; ++i)
    {
        const sc_level *level = &grid->levels[i];
        done = sweep_two_levels(search, grid, level, level);
        for (int k = 0; done && !search->over && k < i; ++k)
        {
            const sc_level *other = &grid->levels[k];
            done = level->count <= other->count ? sweep_two_levels(search, grid, level, other)
                                                : sweep_two_levels(search, grid, other, level);
        }
    }
    return done;
}

float sc_neighbour_skin(const sc_circle_step *work, const sc_neighbour_list *neighbours,
                        int32_t row)
{
    SC_ASSERT(row >= 0 && row < work->circles->count);
    sc_drift f = work->args.drifts[row];
    float travel = 1.1f * (float)work->step->substeps * sqrtf(f.dx * f.dx + f.dy * f.dy);
    bool moves = work->args.particles[row].inverse_mass > 0.0f;
    float radius = work->args.particles[row].radius;
    float min_skin = neighbours->by_radius ? SKIN_FRACTION * radius : neighbours->min_skin;
    float max_extra = neighbours->by_radius ? MAX_CROWDED_SKIN * radius : neighbours->extra_skin;
    return moves ? min_skin + (travel < max_extra ? travel : max_extra) : 0.0f;
}

/// The data of a list that is being built.
typedef struct listing
{
    sc_circle_step *work;
    sc_neighbour_list *neighbours;
    sc_aabb *aabbs;
} listing;

/// Stores the position, the skin and the grown AABB of each particle.
static void list_range(void *context, sc_range range)
{
    const listing *l = context;
    sc_neighbour_list *neighbours = l->neighbours;
    for (int i = range.begin; i < range.end; ++i)
    {
        sc_particle p = l->work->args.particles[i];
        float skin = sc_neighbour_skin(l->work, neighbours, i);
        neighbours->x[i] = p.x;
        neighbours->y[i] = p.y;
        neighbours->skin[i] = skin;
        l->aabbs[i] = sc_aabb_of_reach(p.x, p.y, p.radius + skin);
    }
}

static void list_particles(listing *l)
{
    SC_ASSERT(l->work->circles->count <= l->neighbours->row_capacity);
    static const sc_pass pass = {"list_particles", "particles", LIST_BYTES, -1};
    sc_neighbour_list *neighbours = l->neighbours;
    int count = l->work->circles->count;
    // Sum in the order of rows, so that the result does not depend on the workers.
    double sum = 0.0;
    float smallest = FLT_MAX;
    for (int i = 0; i < count; ++i)
    {
        sum += (double)l->work->args.particles[i].radius;
        smallest = sc_min(smallest, l->work->args.particles[i].radius);
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
    sc_run_rows(l->work, &pass, count, list_range, l);
}

/// Moves the element from[i] to i, or back.
static void permute_elements(void *data, void *scratch, size_t element, const int32_t *from,
                             int count, bool back)
{
    SC_ASSERT(count >= 0 && element <= 16);
    for (int i = 0; i < count; ++i)
    {
        SC_ASSERT(from[i] >= 0 && from[i] < count);
        size_t to = (size_t)(back ? from[i] : i), at = (size_t)(back ? i : from[i]);
        memcpy((char *)scratch + element * to, (char *)data + element * at, element);
    }
    memcpy(data, scratch, element * (size_t)count);
}

/// Sorts rows in the order of the grid, so that neighbours in the plane are neighbours in memory.
/// Rows that are nearly sorted are not changed.
static bool sort_rows(sc_circle_step *work, sc_neighbour_list *neighbours)
{
    SC_ASSERT(neighbours->grid.count == work->circles->count);
    sc_circles *circles = work->circles;
    int count = circles->count, far = 0;
    for (int i = 0; i < count; ++i)
    {
        int distance = neighbours->grid.slots[i] - i;
        far += distance > SORT_DISTANCE || distance < -SORT_DISTANCE;
    }
    if (far <= count / SORT_FRACTION)
    {
        return true;
    }
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
    permute_elements(circles->name, scratch, sizeof(type), from, count, false);
    SC_CIRCLE_ROWS(PERMUTE)
    permute_elements(args->particles, scratch, sizeof *args->particles, from, count, false);
    permute_elements(args->drifts, scratch, sizeof *args->drifts, from, count, false);
    permute_elements(args->nonfinite_result, scratch, sizeof *args->nonfinite_result, from, count,
                     false);
    permute_elements(neighbours->x, scratch, sizeof *neighbours->x, from, count, false);
    permute_elements(neighbours->y, scratch, sizeof *neighbours->y, from, count, false);
    permute_elements(neighbours->skin, scratch, sizeof *neighbours->skin, from, count, false);
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
#define PERMUTE_BACK(type, name, role, format)                                                 \
    permute_elements(circles->name, work->changes.scratch, sizeof(type), from, circles->count, \
                     true);
    SC_CIRCLE_ROWS(PERMUTE_BACK)
    for (int i = 0; i < circles->count; ++i)
    {
        circles->row[circles->slot[i]] = i;
    }
}

/// Copies the initial positions and skins of the list, and clears the lists of added pairs.
static void copy_range(void *context, sc_range range)
{
    sc_neighbour_list *neighbours = ((const listing *)context)->neighbours;
    size_t count = (size_t)(range.end - range.begin);
    memcpy(neighbours->built_x + range.begin, neighbours->x + range.begin, sizeof(float) * count);
    memcpy(neighbours->built_y + range.begin, neighbours->y + range.begin, sizeof(float) * count);
    memcpy(neighbours->built_skin + range.begin, neighbours->skin + range.begin,
           sizeof(float) * count);
    memset(neighbours->moved + range.begin, 0, sizeof *neighbours->moved * count);
    memset(neighbours->first_added + range.begin, 0xff, sizeof *neighbours->first_added * count);
}

int32_t sc_neighbour_moved_capacity(int32_t count) { return count / MOVED_FRACTION + SC_BLOCK; }

bool sc_neighbours_take_built(sc_neighbour_list *neighbours)
{
    sc_arena *arena = &neighbours->arena;
    const int row_capacity = neighbours->row_capacity;
    neighbours->built_x = SC_TAKE(arena, float, row_capacity);
    neighbours->built_y = SC_TAKE(arena, float, row_capacity);
    neighbours->built_skin = SC_TAKE(arena, float, row_capacity);
    neighbours->moved = SC_TAKE(arena, uint8_t, row_capacity);
    neighbours->moved_rows = SC_TAKE(arena, int32_t, neighbours->moved_capacity);
    neighbours->first_added = SC_TAKE(arena, int32_t, row_capacity);
    return neighbours->built_x != NULL && neighbours->built_y != NULL &&
           neighbours->built_skin != NULL && neighbours->moved != NULL &&
           neighbours->moved_rows != NULL && neighbours->first_added != NULL;
}

/// Allocates the memory for pairs that are added later, and keeps a copy of the positions from
/// which the list was built. Returns false if out of memory.
static bool prepare_updates(listing *l)
{
    SC_ASSERT(l->neighbours->added_end <= l->neighbours->pair_capacity);
    static const sc_pass pass = {"copy_list", "particles", COPY_BYTES, -1};
    sc_neighbour_list *neighbours = l->neighbours;
    neighbours->moved_count = 0;
    neighbours->moved_capacity = sc_neighbour_moved_capacity(l->work->circles->count);
    neighbours->next_added =
        SC_TAKE(&neighbours->arena, int32_t, neighbours->pair_capacity - neighbours->added_end);
    if (!sc_neighbours_take_built(neighbours) || neighbours->next_added == NULL)
    {
        return false;
    }
    sc_run_pass(l->work->step, &pass, 0, neighbours->row_capacity, SC_ROW_GRAIN, copy_range, l);
    return true;
}

bool sc_restore_grid(sc_circle_step *work)
{
    sc_neighbour_list *neighbours = &work->circles->neighbours;
    sc_arena *scratch = &work->circles->scratch;
    const int32_t count = neighbours->grid.count;
    sc_arena_reset(scratch);
    sc_aabb *aabbs = SC_TAKE(scratch, sc_aabb, count);
    sc_list all = {SC_TAKE(scratch, int32_t, count), count, count};
    if (aabbs == NULL || all.slot == NULL)
    {
        return false;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        aabbs[i] = sc_aabb_of_reach(neighbours->built_x[i], neighbours->built_y[i],
                                    work->args.particles[i].radius + neighbours->built_skin[i]);
        all.slot[i] = i;
    }
    sc_grid grid;
    const sc_grid_source source = {aabbs, NULL, &all, 1, 1};
    const bool done = sc_grid_build(work->step, &grid, &neighbours->arena, &source);
    neighbours->grid = done ? grid : neighbours->grid;
    return done;
}

/// Used if too many AABBs overlap: computes the skin of each particle from its own radius and, if
/// that does not help, limits the number of pairs of each particle.
static bool find_by_radius(listing *l, const sc_list *all, sc_pair_search *search)
{
    sc_neighbour_list *neighbours = l->neighbours;
    neighbours->by_radius = true;
    list_particles(l);
    sc_restart_search(search);
    sc_grid_source source = {l->aabbs, NULL, all, 1, 1};
    if (!sc_grid_build(search->step, &neighbours->grid, &neighbours->arena, &source) ||
        !sweep_levels(search, &neighbours->grid))
    {
        return false;
    }
    if (search->over)
    {
        sc_restart_search(search);
        return sc_find_crowded(l->work, neighbours, search);
    }
    return true;
}

bool sc_find_neighbours(sc_circle_step *work, sc_neighbour_list *neighbours, bool sort)
{
    SC_ASSERT(work->circles->count > 0);
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
    listing l = {work, neighbours, SC_TAKE(scratch, sc_aabb, count)};
    sc_list all = {SC_TAKE(scratch, int32_t, count), count, count};
    if (neighbours->x == NULL || neighbours->y == NULL || neighbours->skin == NULL ||
        l.aabbs == NULL || all.slot == NULL)
    {
        return false;
    }
    for (int i = 0; i < count; ++i)
    {
        all.slot[i] = i;
    }
    list_particles(&l);
    sc_grid_source source = {l.aabbs, NULL, &all, 1, 1};
    if (!sc_grid_build(step, &neighbours->grid, &neighbours->arena, &source) ||
        (sort && !sort_rows(work, neighbours)))
    {
        return false;
    }
    sc_pair_search search;
    sc_begin_search(&search, step, scratch);
    search.max_count = sc_max_pairs(count, 5 * (int64_t)count + 64);
    search.keep = sc_keep_neighbours;
    search.context = &(sc_keep_context){work, neighbours};
    bool done = sweep_levels(&search, &neighbours->grid) &&
                (!search.over || find_by_radius(&l, &all, &search)) &&
                sc_lay_out_neighbours(work, neighbours, &search);
    sc_end_search(&search);
    neighbours->valid = done && prepare_updates(&l);
    return neighbours->valid;
}
