/// The stage `move_particles`: position Verlet in substeps.
#include "particles/particle_shape_contacts.h"

#include "core/assert.h"
#include "core/pass.h"
#include "simd/kernels.h"

#include <math.h>

enum
{
    PAIR_GRAIN = SC_BLOCK_GRAIN * SC_BLOCK
};

#define STORE_BYTES (6 * (int)sizeof(float) + (int)(sizeof(sc_particle) + sizeof(sc_drift)) + 4)
#define ROW_BYTES (2 * ((int)sizeof(sc_particle) + (int)sizeof(sc_drift)))
#define PAIR_BYTES (4 * (int)sizeof(sc_particle) + 2 * (int)sizeof(int32_t))

/// A kernel over rows, and the ranges for which it returned 1.
typedef struct particle_job
{
    const sc_particle_args *args;
    sc_particle_kernel *kernel;
    uint8_t *answers;
} particle_job;

static void run_row_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin % SC_ROW_GRAIN == 0);
    const particle_job *job = context;
    job->answers[range.index] = job->kernel(job->args, range.begin, range.end) != 0;
}

static void run_pair_range(void *context, sc_range range)
{
    SC_ASSERT(range.begin < range.end);
    const particle_job *job = context;
    job->kernel(job->args, range.begin, range.end);
}

/// Whether the kernel returned 1 for a range. work->moved_out lists these ranges.
static bool over_rows(sc_circle_step *work, sc_particle_kernel *kernel, const char *name)
{
    const sc_pass pass = {name, "particles", ROW_BYTES, -1};
    particle_job job = {&work->args, kernel, work->moved_out};
    int end = sc_pad_block(work->circles->count);
    sc_run_rows(work, &pass, end, run_row_range, &job);
    bool any = false;
    for (int i = 0; i < sc_range_count(end, SC_ROW_GRAIN); ++i)
    {
        any |= work->moved_out[i] != 0;
    }
    return any;
}

/// Limits finite numbers to values that can be squared. Kernels find the non-finite ones.
static float squarable(float d) { return d > 1e18f ? 1e18f : d < -1e18f ? -1e18f : d; }

static void pack_particle_range(void *context, sc_range range)
{
    const sc_circle_step *work = context;
    const sc_circles *c = work->circles;
    float h = work->step->h;
    for (int i = range.begin; i < range.end; ++i)
    {
        work->args.particles[i] = (sc_particle){c->x[i], c->y[i], c->radius[i], c->inverse_mass[i]};
        float moves = c->inverse_mass[i] > 0.0f ? h : 0.0f;
        float dx = moves > 0.0f ? h * c->vx[i] : 0.0f, dy = moves > 0.0f ? h * c->vy[i] : 0.0f;
        // Infinite velocities remain infinite.
        bool finite = sc_is_finite(c->vx[i]) && sc_is_finite(c->vy[i]);
        work->args.drifts[i] =
            (sc_drift){c->x[i], c->y[i], finite ? squarable(dx) : dx, finite ? squarable(dy) : dy};
        work->args.nonfinite_result[i] = 0;
    }
}

static bool pack_particles(sc_circle_step *work)
{
    static const sc_pass pass = {"pack_particles", "particles", STORE_BYTES, -1};
    sc_step *step = work->step;
    const sc_circles *c = work->circles;
    // Use at least the room of a list that was built for fewer particles.
    int rows = sc_neighbour_rows(c->count) + SC_BLOCK;
    sc_particle *particles = SC_TAKE(step->arena, sc_particle, rows);
    sc_drift *drifts = SC_TAKE(step->arena, sc_drift, rows);
    int32_t *nonfinite_result = SC_TAKE(step->arena, int32_t, rows);
    work->moved_out = SC_TAKE(step->arena, uint8_t, sc_range_count(rows, SC_ROW_GRAIN));
    work->stopped = SC_TAKE(step->arena, int32_t, sc_range_count(rows, SC_ROW_GRAIN));
    if (particles == NULL || drifts == NULL || nonfinite_result == NULL ||
        work->moved_out == NULL || work->stopped == NULL || !sc_order_rows(work))
    {
        return false;
    }
    const scree_particle_settings *s = &c->settings;
    float h = step->h;
    work->args = (sc_particle_args){
        .particles = particles,
        .drifts = drifts,
        .nonfinite_result = nonfinite_result,
        .damping = 1.0f / (1.0f + h * s->damping),
        .gain_x = squarable(h * h * step->gravity.x),
        .gain_y = squarable(h * h * step->gravity.y),
        .max_step = sc_min(h * (work->step->lengths->unit * s->max_speed), 1e18f),
        .friction = s->friction,
        .container = (int32_t)s->container,
        .center_x = s->container_center.x,
        .center_y = s->container_center.y,
        .size_x = s->container_size.x,
        .size_y = s->container_size.y,
        .ahead = (float)step->substeps};
    sc_run_rows(work, &pass, c->count, pack_particle_range, work);
    for (int i = c->count; i < rows; ++i)
    {
        particles[i] = (sc_particle){0.0f, 0.0f, 0.0f, 0.0f};
        drifts[i] = (sc_drift){0.0f, 0.0f, 0.0f, 0.0f};
        nonfinite_result[i] = 0;
    }
    return true;
}

/// Makes `neighbours` the current list.
static void use_neighbours(sc_circle_step *work, sc_neighbour_list *neighbours)
{
    work->neighbours = neighbours;
    work->args.listed_x = neighbours->x;
    work->args.listed_y = neighbours->y;
    work->args.skin = neighbours->skin;
    work->args.slack = neighbours->slack;
}

/// Uses the list of the last step, with additions, if it is still valid. Otherwise builds a new
/// list and also keeps the old one, because a step that runs out of memory must not change
/// anything.
static bool begin_neighbours(sc_circle_step *work)
{
    sc_neighbour_list *neighbours = &work->circles->neighbours;
    bool holds = neighbours->valid;
    if (holds)
    {
        use_neighbours(work, neighbours);
        if ((neighbours->grid.aabbs == NULL && !sc_restore_grid(work)) ||
            !sc_begin_neighbour_update(work))
        {
            return false;
        }
        bool moved_out = over_rows(work, work->step->kernels->test_skins, "test_skins");
        if ((moved_out || work->circles->count > neighbours->count) &&
            !sc_update_neighbours(work, work->args.ahead, 0.0f, &holds))
        {
            return false;
        }
    }
    if (holds)
    {
        return true;
    }
    // Undo the changes to the list, because they are recorded by row and the rows are about to be
    // sorted.
    sc_rollback_neighbours(work);
    sc_neighbour_list *other = &work->circles->spare;
    if (!sc_find_neighbours(work, other, true) || !sc_order_rows(work))
    {
        return false;
    }
    use_neighbours(work, other);
    return sc_begin_neighbour_update(work);
}

/// Updates or replaces the list for the rest of the step, after a particle left its skin.
static bool renew_neighbours(sc_circle_step *work)
{
    bool fits;
    if (!sc_update_neighbours(work, 0.0f, work->neighbours->slack, &fits))
    {
        return false;
    }
    if (!fits)
    {
        sc_neighbour_list *other = &work->circles->spare;
        if (!sc_find_neighbours(work, other, false))
        {
            return false;
        }
        sc_rollback_neighbours(work);
        use_neighbours(work, other);
    }
    return sc_find_shape_pairs(work);
}

static void commit_range(void *context, sc_range range)
{
    const sc_circle_step *work = context;
    sc_circles *c = work->circles;
    float inverse_h = 1.0f / work->step->h;
    int stopped = 0;
    for (int i = range.begin; i < range.end; ++i)
    {
        const sc_particle *p = &work->args.particles[i];
        const sc_drift *f = &work->args.drifts[i];
        bool nonfinite_result = work->args.nonfinite_result[i] != 0;
        c->x[i] = p->x;
        c->y[i] = p->y;
        c->vx[i] = nonfinite_result ? 0.0f : inverse_h * f->dx;
        c->vy[i] = nonfinite_result ? 0.0f : inverse_h * f->dy;
        c->inverse_mass[i] = nonfinite_result ? 0.0f : p->inverse_mass;
        stopped += nonfinite_result;
    }
    work->stopped[range.index] = stopped;
}

/// Moves the particles by substeps, in their records. Adds their effect on bodies to
/// step->rows.velocities and step->rows.deltas.
bool sc_move_particles(sc_step *step)
{
    sc_circles *circles = step->circles;
    circles->work = NULL;
    if (circles->count == 0)
    {
        return true;
    }
    sc_circle_step *work = circles->work = SC_TAKE(step->arena, sc_circle_step, 1);
    if (work == NULL)
    {
        return false;
    }
    *work = (sc_circle_step){.step = step, .circles = circles, .neighbours = &circles->neighbours};
    if (!pack_particles(work) || !begin_neighbours(work) || !sc_begin_coupling(work) ||
        !sc_find_shape_pairs(work))
    {
        return false;
    }
    const sc_kernels *kernels = step->kernels;
    over_rows(work, kernels->drift_particles, "drift_particles");
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        // Separate the pairs in one pass of Gauss-Seidel: first colour by colour, then the pairs
        // without a colour one by one, and last the pairs added since the list was built
        // (neighbour_update.c).
        SC_ASSERT(work->neighbours->valid && work->neighbours->batch.begin % SC_BLOCK == 0);
        const sc_neighbour_list *neighbours = work->neighbours;
        work->args.a = neighbours->a;
        work->args.b = neighbours->b;
        particle_job job = {&work->args, work->step->kernels->push_particles, NULL};
        sc_pass pass = {"push_particles", "pairs", PAIR_BYTES, 0};
        for (int c = 0; c < SC_COLOURS && sc_has_colours_from(&neighbours->batch, c); ++c)
        {
            pass.colour = c;
            sc_run_pass(work->step, &pass, sc_colour_begin(&neighbours->batch, c),
                        neighbours->batch.end[c], PAIR_GRAIN, run_pair_range, &job);
        }
        int32_t first = neighbours->batch.end[SC_COLOURS - 1];
        int32_t last = neighbours->batch.end[SC_COLOURS];
        work->step->scalar->push_particles(&work->args, first, last);
        if (neighbours->added_end > last)
        {
            // These blocks may share particles, so they form one range.
            pass.colour = -1;
            sc_run_pass(work->step, &pass, last, neighbours->added_end,
                        neighbours->added_end - last, run_pair_range, &job);
        }
        sc_move_coupled_bodies(work, substep);
        sc_push_shapes(work);
        if (substep + 1 < step->substeps &&
            over_rows(work, kernels->finish_and_drift, "finish_and_drift") &&
            !renew_neighbours(work))
        {
            return false;
        }
    }
    over_rows(work, kernels->finish_particles, "finish_particles");
    sc_apply_to_bodies(work);
    sc_set_work(step->profile, (int64_t)circles->count * step->substeps, "particles", 0);
    return true;
}

void sc_commit_particles(sc_step *step)
{
    static const sc_pass pass = {"store_particles", "particles", STORE_BYTES, -1};
    sc_circles *c = step->circles;
    sc_circle_step *work = c->work;
    c->pair_count = c->shape_pair_count = 0;
    c->listed = false;
    c->work = NULL;
    if (work == NULL)
    {
        return;
    }
    // Particles that became non-finite or left the +-1e8 m bounds are fixed at their last valid
    // position.
    sc_run_rows(work, &pass, c->count, commit_range, work);
    int stopped = 0;
    for (int i = 0; i < sc_range_count(c->count, SC_ROW_GRAIN); ++i)
    {
        stopped += work->stopped[i];
    }
    // Keep the current list.
    if (work->neighbours == &c->spare)
    {
        sc_neighbour_list swap = c->neighbours;
        c->neighbours = c->spare;
        c->spare = swap;
        c->spare.valid = false;
        work->neighbours = &c->neighbours;
    }
    c->neighbours.count = c->count;
    c->neighbours.valid = c->neighbours.valid && stopped == 0 && !c->neighbours.truncated;
    c->stopped_count += stopped;
    c->pair_count = work->neighbours->pair_count;
    c->shape_pair_count = work->coupled.pairs.count;
    c->listed = true;
    step->results.stopped_particles = stopped;
}

void sc_rollback_particles(sc_step *step)
{
    sc_circle_step *work = step->circles->work;
    if (work != NULL)
    {
        sc_rollback_neighbours(work);
        sc_rollback_rows(work);
    }
    step->circles->work = NULL;
}
