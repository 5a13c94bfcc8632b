#include "soft/soft_bodies.h"

#include "core/assert.h"
#include "core/limits.h"
#include "core/pass.h"
#include "soft/soft_work.h"

#include <string.h>

enum
{
    RECORD_BYTES =
        sizeof(sc_soft_point) + sizeof(sc_soft_previous) + sizeof(sc_soft_velocity_update)
};

/// Farther out than this a float no longer resolves a metre.
#define FARTHEST SC_WORLD_REACH
#define FASTEST 1e7f  // m/s; what callers may set is less

static bool is_finite_vertex(const sc_soft_bodies *soft, int32_t v)
{
    SC_ASSERT(v >= 0 && v < soft->vertex_count);
    return fabsf(soft->x[v]) <= FARTHEST && fabsf(soft->y[v]) <= FARTHEST &&
           fabsf(soft->vx[v]) <= FASTEST && fabsf(soft->vy[v]) <= FASTEST;
}

/// Marks the bodies whose vertices the caller wrote values to that are not finite or out of reach:
/// they must not touch their neighbours.
static void mark_nonfinite_input(sc_soft_bodies *soft)
{
    for (int r = 0; r < soft->body_count; ++r)
    {
        sc_soft_body *body = &soft->bodies[r];
        int32_t was = body->flags;
        bool finite = true;
        for (int i = 0; i < body->vertex_count; ++i)
        {
            finite &= is_finite_vertex(soft, body->first_vertex + i);
        }
        bool newly_nonfinite = !finite && !(was & SC_SOFT_DISABLED);
        body->flags = (was & ~SC_SOFT_NONFINITE) | (newly_nonfinite ? SC_SOFT_NONFINITE : 0);
        soft->coloured = soft->coloured && body->flags == was;
    }
}

/// The vertices of a body into records.
static void pack(const sc_step *step, const sc_soft_body *body)
{
    SC_ASSERT(sc_soft_is_live(body) &&
              body->first_vertex + body->vertex_count <= step->soft->vertex_count);
    const sc_soft_bodies *soft = step->soft;
    sc_soft_work *work = soft->work;
    float h = step->h, squared = h * h;
    // Implicit Euler for damping: stable for any coefficient.
    float damping = 1.0f / (1.0f + h * body->damping);
    float gravity_x = squared * (body->gravity_scale * step->gravity.x);
    float gravity_y = squared * (body->gravity_scale * step->gravity.y);
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        work->points[v] = (sc_soft_point){0.0f, 0.0f, soft->inverse_mass[v], soft->radius[v]};
        if (soft->inverse_mass[v] > 0.0f)
        {
            work->previous[v] = (sc_soft_previous){-h * soft->vx[v], -h * soft->vy[v], {0}};
            work->updates[v] = (sc_soft_velocity_update){damping, gravity_x, gravity_y, 0.0f};
        }
    }
}

/// Where each edge leads at the beginning of the step.
static void set_bases(const sc_soft_bodies *soft)
{
    SC_ASSERT(soft->coloured);
    for (int32_t i = 0; i < soft->block_count; ++i)
    {
        sc_edge_block *block = &soft->blocks[i];
        // Empty lanes are the last ones of a block.
        for (int l = 0; l < SC_BLOCK && block->a[l] != block->b[l]; ++l)
        {
            block->base_x[l] = soft->x[block->b[l]] - soft->x[block->a[l]];
            block->base_y[l] = soft->y[block->b[l]] - soft->y[block->a[l]];
        }
    }
}

/// Finds the shapes that soft bodies may touch in this step, and packs the records of their
/// vertices and edges.
bool sc_find_soft_pairs(sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    soft->work = NULL;
    if (soft->body_count == 0)
    {
        return true;
    }
    sc_soft_work *work = SC_TAKE_ZEROED(step->arena, sc_soft_work, 1);
    if (work == NULL)
    {
        return false;
    }
    mark_nonfinite_input(soft);
    work->padded = sc_pad_block(soft->vertex_count);
    SC_ASSERT(soft->body_count > 0 && soft->vertex_count > 0);
    int32_t records = work->padded + SC_BLOCK;
    work->points = SC_TAKE_ZEROED(step->arena, sc_soft_point, records);
    work->previous = SC_TAKE_ZEROED(step->arena, sc_soft_previous, records);
    work->updates = SC_TAKE_ZEROED(step->arena, sc_soft_velocity_update, records);
    if (work->points == NULL || work->previous == NULL || work->updates == NULL ||
        !sc_soft_colour_edges(step))
    {
        return false;
    }
    soft->work = work;
    for (int r = 0; r < soft->body_count; ++r)
    {
        if (sc_soft_is_live(&soft->bodies[r]))
        {
            pack(step, &soft->bodies[r]);
        }
    }
    set_bases(soft);
    if (!sc_soft_find_pairs(step))
    {
        soft->work = NULL;
        return false;
    }
    sc_set_work(step->profile, soft->vertex_count, "vertices",
                (int64_t)soft->vertex_count * (int64_t)(8 * sizeof(float) + RECORD_BYTES) +
                    (int64_t)soft->block_count * (int64_t)sizeof(sc_edge_block));
    return true;
}

typedef struct context
{
    sc_soft_args args;
    sc_soft_kernel *kernel;
} context;

static void run_range(void *user, sc_range range)
{
    const context *context = user;
    context->kernel(&context->args, range.begin, range.end);
}

/// One pass over the edges, colour by colour: only edges of one colour may run at the same time.
static void project_edges(const sc_step *step, context *context)
{
    SC_ASSERT(step->soft->coloured);
    const sc_soft_bodies *soft = step->soft;
    context->kernel = step->kernels->project_soft_edges;
    sc_pass zone = {"project_soft_edges", "blocks",
                    (int)(sizeof(sc_edge_block) +
                          SC_BLOCK * (4 * sizeof(sc_soft_point) + 2 * sizeof(sc_soft_previous))),
                    0};
    for (int colour = 0; sc_has_colours_from(&soft->batch, colour); ++colour)
    {
        sc_run_colour(step, &zone, &soft->batch, colour, run_range, context);
    }
}

/// A body that became non-finite or left the bounds, or came so, stops where the step found it and
/// is disabled; a vertex without a finite position is put to the origin.
static void disable(sc_soft_bodies *soft, sc_soft_body *body)
{
    SC_ASSERT((body->flags & SC_SOFT_NONFINITE) != 0);
    ++soft->nonfinite_count;
    body->flags = SC_SOFT_DISABLED;
    soft->coloured = false;
    for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
    {
        bool somewhere = fabsf(soft->x[v]) <= FARTHEST && fabsf(soft->y[v]) <= FARTHEST;
        soft->x[v] = somewhere ? soft->x[v] : 0.0f;
        soft->y[v] = somewhere ? soft->y[v] : 0.0f;
        soft->vx[v] = soft->vy[v] = 0.0f;
    }
}

/// A velocity that the next step takes for one.
static float cut(float v) { return sc_max(-FASTEST, sc_min(v, FASTEST)); }

/// Records back to the arrays.
static void unpack(const sc_step *step, sc_soft_body *body)
{
    SC_ASSERT(step->soft->work != NULL && sc_soft_is_live(body));
    sc_soft_bodies *soft = step->soft;
    const sc_soft_work *work = soft->work;
    int32_t begin = body->first_vertex, end = begin + body->vertex_count;
    float per_second = 1.0f / step->h;
    for (int32_t v = begin; v < end; ++v)
    {
        const sc_soft_point *p = &work->points[v];
        bool finite = fabsf(soft->x[v] + p->x) <= FARTHEST &&
                      fabsf(soft->y[v] + p->y) <= FARTHEST &&
                      sc_is_finite(per_second * (p->x - work->previous[v].x)) &&
                      sc_is_finite(per_second * (p->y - work->previous[v].y));
        body->flags |= finite ? 0 : SC_SOFT_NONFINITE;
    }
    for (int32_t v = begin; v < end && sc_soft_is_live(body); ++v)
    {
        const sc_soft_point *p = &work->points[v];
        soft->x[v] += p->x;
        soft->y[v] += p->y;
        soft->vx[v] = cut(per_second * (p->x - work->previous[v].x));
        soft->vy[v] = cut(per_second * (p->y - work->previous[v].y));
    }
}

/// Moves the soft bodies by substeps, in their records. Adds what they do to bodies to
/// step->rows.velocities and step->rows.deltas.
bool sc_move_soft_bodies(sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    const sc_soft_work *work = soft->work;
    if (work == NULL)
    {
        return true;
    }
    context context = {.args = {.points = work->points,
                                .previous = work->previous,
                                .updates = work->updates,
                                .blocks = soft->blocks,
                                .max_displacement = step->h * step->settings->max_linear_speed}};
    sc_pass zone = {"move_soft_points", "vertices", RECORD_BYTES, -1};
    const sc_pass found = {"find_soft_contacts", "contacts", sizeof(sc_soft_contact), -1};
    const sc_pass solved = {"solve_soft_contacts", "contacts",
                            2 * sizeof(sc_soft_contact) + 6 * sizeof(sc_soft_point), -1};
    sc_soft_mark_touching(step);
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        step->profile->substep = substep;
        context.kernel = step->kernels->move_soft_points;
        sc_run_pass(step, &zone, 0, work->padded, SC_ROW_GRAIN, run_range, &context);
        sc_soft_move_rigids(step, substep);
        uint64_t begin = sc_pass_begin(step);
        bool memory = sc_soft_find_contacts(step);
        sc_pass_end(step, &found, begin, work->contact_count);
        if (!memory)
        {
            return false;
        }
        for (int i = 0; i < soft->iterations; ++i)
        {
            project_edges(step, &context);
            begin = sc_pass_begin(step);
            sc_soft_solve_contacts(step);
            sc_pass_end(step, &solved, begin, work->contact_count);
        }
    }
    step->profile->substep = -1;
    sc_soft_give_back(step);
    sc_set_work(step->profile, (int64_t)soft->vertex_count * step->substeps, "vertices", 0);
    return true;
}

void sc_commit_soft_bodies(sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    soft->contact_count = soft->work != NULL ? soft->work->contact_count : 0;
    soft->max_contacts = soft->work != NULL ? soft->work->max_contacts : 0;
    soft->nonfinite_count = 0;
    for (int r = 0; r < soft->body_count; ++r)
    {
        sc_soft_body *body = &soft->bodies[r];
        if (sc_soft_is_live(body))
        {
            unpack(step, body);
        }
        if (body->flags & SC_SOFT_NONFINITE)
        {
            disable(soft, body);
        }
    }
    soft->work = NULL;
}

void sc_rollback_soft_bodies(sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    soft->work = NULL;
    for (int r = 0; r < soft->body_count; ++r)
    {
        sc_soft_body *body = &soft->bodies[r];
        // Edges are in blocks without those of the bodies that were marked.
        soft->coloured = soft->coloured && (body->flags & SC_SOFT_NONFINITE) == 0;
        body->flags &= ~SC_SOFT_NONFINITE;
    }
}
