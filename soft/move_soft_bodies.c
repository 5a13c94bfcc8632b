/// The stage move_soft_bodies. Edges are solved in simd/kernels/kernels_move_soft_bodies.c,
/// contacts in soft_solve_contacts.c.
#include "soft/soft_bodies.h"

#include "core/assert.h"
#include "core/pass.h"
#include "soft/soft_work.h"

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

/// Limits a velocity to the largest one that the next step accepts.
static float cut(float v, float fastest) { return sc_max(-fastest, sc_min(v, fastest)); }

/// Moves the soft bodies by substeps, in their records. Adds their effect on rigid bodies to
/// step->rows.velocities and step->rows.deltas.
bool sc_move_soft_bodies(sc_step *step)
{
    sc_soft_bodies *soft = step->soft;
    const sc_soft_work *work = soft->work;
    if (work == NULL)
    {
        return true;
    }
    context context = {
        .args = {.points = work->points,
                 .previous = work->previous,
                 .updates = work->updates,
                 .blocks = soft->blocks,
                 .max_displacement = step->h * sc_max_speed(step),
                 .shortest_square = step->lengths->shortest_edge * step->lengths->shortest_edge}};
    sc_pass moved = {"move_soft_points", "vertices", SC_SOFT_RECORD_BYTES, -1};
    sc_pass projected = {"project_soft_edges", "blocks",
                         (int)(sizeof(sc_edge_block) + SC_BLOCK * (4 * sizeof(sc_soft_point) +
                                                                   2 * sizeof(sc_soft_previous))),
                         0};
    const sc_pass found = {"find_soft_contacts", "contacts", sizeof(sc_soft_contact), -1};
    const sc_pass solved = {"solve_soft_contacts", "contacts",
                            2 * sizeof(sc_soft_contact) + 6 * sizeof(sc_soft_point), -1};
    sc_soft_mark_touching(step);
    for (int substep = 0; substep < step->substeps; ++substep)
    {
        step->profile->substep = substep;
        context.kernel = step->kernels->move_soft_points;
        sc_run_pass(step, &moved, 0, work->padded, SC_ROW_GRAIN, run_range, &context);
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
            // Only edges of one colour may run at the same time.
            context.kernel = step->kernels->project_soft_edges;
            for (int colour = 0; sc_has_colours_from(&soft->batch, colour); ++colour)
            {
                sc_run_colour(step, &projected, &soft->batch, colour, run_range, &context);
            }
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
    const sc_soft_work *work = soft->work;
    const float per_second = 1.0f / step->h, fastest = step->lengths->soft_fastest;
    soft->contact_count = work != NULL ? work->contact_count : 0;
    soft->max_contacts = work != NULL ? work->max_contacts : 0;
    soft->nonfinite_count = 0;
    for (int r = 0; r < soft->body_count; ++r)
    {
        sc_soft_body *body = &soft->bodies[r];
        const int32_t begin = body->first_vertex, end = begin + body->vertex_count;
        const bool live = sc_soft_is_live(body);
        SC_ASSERT(work != NULL || !live);
        bool finite = true;
        for (int32_t v = begin; v < end && live; ++v)
        {
            const sc_soft_point *p = &work->points[v];
            finite &= fabsf(soft->x[v] + p->x) <= SC_SOFT_FARTHEST &&
                      fabsf(soft->y[v] + p->y) <= SC_SOFT_FARTHEST &&
                      sc_is_finite(per_second * (p->x - work->previous[v].x)) &&
                      sc_is_finite(per_second * (p->y - work->previous[v].y));
        }
        body->flags |= finite ? 0 : SC_SOFT_NONFINITE;
        for (int32_t v = begin; v < end && live && finite; ++v)
        {
            const sc_soft_point *p = &work->points[v];
            soft->x[v] += p->x;
            soft->y[v] += p->y;
            soft->vx[v] = cut(per_second * (p->x - work->previous[v].x), fastest);
            soft->vy[v] = cut(per_second * (p->y - work->previous[v].y), fastest);
        }
        if (!(body->flags & SC_SOFT_NONFINITE))
        {
            continue;
        }
        // The body is disabled and stops at its positions at the beginning of the step. Vertices
        // that had no finite position then move to the origin.
        ++soft->nonfinite_count;
        body->flags = SC_SOFT_DISABLED;
        soft->coloured = false;
        for (int32_t v = begin; v < end; ++v)
        {
            bool somewhere =
                fabsf(soft->x[v]) <= SC_SOFT_FARTHEST && fabsf(soft->y[v]) <= SC_SOFT_FARTHEST;
            soft->x[v] = somewhere ? soft->x[v] : 0.0f;
            soft->y[v] = somewhere ? soft->y[v] : 0.0f;
            soft->vx[v] = soft->vy[v] = 0.0f;
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
        // Colour again if the body was marked, because the blocks then do not contain its edges.
        soft->coloured = soft->coloured && (body->flags & SC_SOFT_NONFINITE) == 0;
        body->flags &= ~SC_SOFT_NONFINITE;
    }
}
