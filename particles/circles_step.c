/// The stage `move_particles`: position Verlet in substeps.
#include "particles/circles_shapes.h"

#include "core/pass.h"
#include "simd/kernels.h"

#include <math.h>

enum
{
    ROW_GRAIN = 16384,
    PAIR_GRAIN = 16384,
    MOST_RANGES = 1024
};

/// A kernel over rows or pairs, and whether any range of it answered 1.
typedef struct particle_job
{
    const sc_particle_args *args;
    sc_particle_kernel *kernel;
    int first;
    int *answers;  ///< by range
} particle_job;

static void run_range(void *context, int begin, int end, int range)
{
    const particle_job *job = context;
    job->answers[range] = job->kernel(job->args, job->first + begin, job->first + end);
}

static bool run_kernel(sc_circle_step *work, sc_particle_kernel *kernel, const sc_pass *pass,
                       int first, int end, int grain)
{
    int answers[MOST_RANGES] = {0}, any = 0;
    while (sc_range_count(end - first, grain) > MOST_RANGES)
    {
        grain *= 2;
    }
    particle_job job = {&work->args, kernel, first, answers};
    sc_run_pass(work->step, pass, end - first, grain, run_range, &job);
    for (int i = 0; i < sc_range_count(end - first, grain); ++i)
    {
        any |= answers[i];
    }
    return any != 0;
}

#define ROW_BYTES (2 * ((int)sizeof(sc_particle) + (int)sizeof(sc_drift)))
#define PAIR_BYTES (4 * (int)sizeof(sc_particle) + 2 * (int)sizeof(int32_t))

static bool over_rows(sc_circle_step *work, sc_particle_kernel *kernel, const char *name)
{
    const sc_pass pass = {name, "particles", ROW_BYTES, -1};
    return run_kernel(work, kernel, &pass, 0, sc_pad_block(work->circles->count), ROW_GRAIN);
}

/// One pass of push-out, colour by colour: Gauss-Seidel. What has no colour comes last, one after
/// the other.
static void push_pairs(sc_circle_step *work)
{
    const sc_near *near = work->near;
    work->args.a = near->a;
    work->args.b = near->b;
    int first = 0;
    for (int c = 0; c < SC_PARTICLE_COLOURS; ++c)
    {
        if (near->end[c] > first)
        {
            const sc_pass pass = {"push_particles", "pairs", PAIR_BYTES, c};
            run_kernel(work, work->step->kernels->push_particles, &pass, first, near->end[c],
                       PAIR_GRAIN);
        }
        first = near->end[c];
    }
    int32_t last = near->end[SC_PARTICLE_COLOURS];
    work->step->scalar->push_particles(&work->args, first, last);
    if (near->added_end > last)
    {
        // Blocks of these may share particles: one range.
        const sc_pass pass = {"push_particles", "pairs", PAIR_BYTES, -1};
        run_kernel(work, work->step->kernels->push_particles, &pass, last, near->added_end,
                   near->added_end - last);
    }
}

/// Finite numbers are cut to what can be squared; the others go on, to be found by the kernels.
static float squarable(float d) { return d > 1e18f ? 1e18f : d < -1e18f ? -1e18f : d; }

static bool pack(sc_circle_step *work)
{
    sc_step *step = work->step;
    const sc_circles *c = work->circles;
    // No less than a list has room for that was built for fewer.
    int rows = sc_near_room(c->count) + SC_BLOCK;
    sc_particle *particles = SC_TAKE(step->arena, sc_particle, rows);
    sc_drift *drifts = SC_TAKE(step->arena, sc_drift, rows);
    int32_t *bad = SC_TAKE_ZEROED(step->arena, int32_t, rows);
    if (particles == NULL || drifts == NULL || bad == NULL)
    {
        return false;
    }
    float h = step->h;
    for (int i = 0; i < c->count; ++i)
    {
        particles[i] = (sc_particle){c->x[i], c->y[i], c->radius[i], c->inverse_mass[i]};
        float moves = c->inverse_mass[i] > 0.0f ? h : 0.0f;
        float dx = moves > 0.0f ? h * c->vx[i] : 0.0f, dy = moves > 0.0f ? h * c->vy[i] : 0.0f;
        // An infinite velocity stays one.
        bool finite = sc_is_finite(c->vx[i]) && sc_is_finite(c->vy[i]);
        drifts[i] =
            (sc_drift){c->x[i], c->y[i], finite ? squarable(dx) : dx, finite ? squarable(dy) : dy};
    }
    for (int i = c->count; i < rows; ++i)
    {
        particles[i] = (sc_particle){0.0f, 0.0f, 0.0f, 0.0f};
        drifts[i] = (sc_drift){0.0f, 0.0f, 0.0f, 0.0f};
    }
    const scree_particle_settings *s = &c->settings;
    work->args = (sc_particle_args){.particles = particles,
                                    .drifts = drifts,
                                    .bad = bad,
                                    .damp = 1.0f / (1.0f + h * s->damping),
                                    .gain_x = squarable(h * h * step->gravity.x),
                                    .gain_y = squarable(h * h * step->gravity.y),
                                    .max_step = sc_min(h * s->max_speed, 1e18f),
                                    .friction = s->friction,
                                    .container = (int32_t)s->container,
                                    .center_x = s->container_center.x,
                                    .center_y = s->container_center.y,
                                    .size_x = s->container_size.x,
                                    .size_y = s->container_size.y,
                                    .ahead = (float)step->substeps};
    return true;
}

/// Makes `near` the list that is in force.
static void use_near(sc_circle_step *work, sc_near *near)
{
    work->near = near;
    work->args.near_x = near->x;
    work->args.near_y = near->y;
    work->args.margin = near->margin;
    work->args.slack = near->slack;
}

/// The list of the last step if it will hold, with what is to be added, else a new one. That leaves
/// the old one alone, for a step that finds no memory must be as if it had not been begun.
static bool begin_near(sc_circle_step *work)
{
    sc_near *near = &work->circles->near;
    bool holds = near->valid;
    if (holds)
    {
        use_near(work, near);
        if (!sc_note_near(work))
        {
            return false;
        }
        bool left = over_rows(work, work->step->kernels->reach_margins, "reach_margins");
        if ((left || work->circles->count > near->count) &&
            !sc_add_left(work, work->args.ahead, 0.0f, &holds))
        {
            return false;
        }
    }
    if (holds)
    {
        return true;
    }
    // By rows that are about to change.
    sc_take_back_near(work);
    sc_near *other = &work->circles->spare;
    if (!sc_find_near(work, other, true))
    {
        return false;
    }
    use_near(work, other);
    return sc_note_near(work);
}

/// Somebody went beyond its margin: a list for the rest of the step.
static bool renew_near(sc_circle_step *work)
{
    bool fits;
    if (!sc_add_left(work, 0.0f, work->near->slack, &fits))
    {
        return false;
    }
    if (!fits)
    {
        sc_near *other = &work->circles->spare;
        if (!sc_find_near(work, other, false))
        {
            return false;
        }
        sc_take_back_near(work);
        use_near(work, other);
    }
    return sc_find_shape_pairs(work);
}

/// The list in force is the one that is kept.
static void keep_near(sc_circle_step *work)
{
    sc_circles *c = work->circles;
    if (work->near == &c->spare)
    {
        sc_near swap = c->near;
        c->near = c->spare;
        c->spare = swap;
        c->spare.valid = false;
        work->near = &c->near;
    }
}

/// The records go to the particles; those that left the range of numbers are fixed where they last
/// were.
static void commit(sc_circle_step *work)
{
    sc_circles *c = work->circles;
    float inverse_h = 1.0f / work->step->h;
    int stopped = 0;
    for (int i = 0; i < c->count; ++i)
    {
        const sc_particle *p = &work->args.particles[i];
        const sc_drift *f = &work->args.drifts[i];
        bool bad = work->args.bad[i] != 0;
        c->x[i] = p->x;
        c->y[i] = p->y;
        c->vx[i] = bad ? 0.0f : inverse_h * f->dx;
        c->vy[i] = bad ? 0.0f : inverse_h * f->dy;
        c->inverse_mass[i] = bad ? 0.0f : p->inverse_mass;
        stopped += bad;
    }
    keep_near(work);
    c->near.count = c->count;
    c->near.valid = c->near.valid && stopped == 0 && !c->near.lost;
    c->stopped_count += stopped;
    c->pair_count = work->near->pair_count;
    c->shape_pair_count = work->met.pairs.count;
    c->listed = work->near;
    work->step->stopped_particles = stopped;
}

static bool move_all(sc_circle_step *work)
{
    sc_step *step = work->step;
    if (!pack(work) || !begin_near(work) || !sc_meet_shapes(work) || !sc_find_shape_pairs(work))
    {
        return false;
    }
    const sc_kernels *kernels = step->kernels;
    over_rows(work, kernels->drift_particles, "drift_particles");
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        push_pairs(work);
        sc_move_met_bodies(work, substep);
        sc_push_shapes(work);
        if (substep + 1 < step->substeps &&
            over_rows(work, kernels->place_and_drift, "place_and_drift") && !renew_near(work))
        {
            return false;
        }
    }
    over_rows(work, kernels->place_particles, "place_particles");
    return true;
}

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
    *work = (sc_circle_step){.step = step, .circles = circles, .near = &circles->near};
    if (!move_all(work))
    {
        return false;
    }
    sc_give_to_bodies(work);
    sc_set_work(step->profile, (int64_t)circles->count * step->substeps, "particles", 0);
    return true;
}

void sc_keep_particles(sc_step *step)
{
    sc_circles *circles = step->circles;
    circles->pair_count = circles->shape_pair_count = 0;
    circles->listed = NULL;
    if (circles->work != NULL)
    {
        commit(circles->work);
    }
    circles->work = NULL;
}

void sc_take_back_particles(sc_step *step)
{
    sc_circle_step *work = step->circles->work;
    if (work != NULL)
    {
        sc_take_back_near(work);
        sc_unsort_rows(work);
    }
    step->circles->work = NULL;
}
