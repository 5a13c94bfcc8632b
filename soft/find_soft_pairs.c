/// The stage find_soft_pairs: finds the shapes and soft bodies that a soft body may touch.
#include "soft/soft_bodies.h"

#include "core/assert.h"
#include "soft/soft_work.h"

/// Copies the vertices of a body into records.
static void pack_vertices(const sc_step *step, const sc_soft_body *body)
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
    // Bodies with vertices that are non-finite or out of reach must not touch their neighbours.
    for (int r = 0; r < soft->body_count; ++r)
    {
        sc_soft_body *body = &soft->bodies[r];
        int32_t was = body->flags;
        bool finite = true;
        for (int32_t v = body->first_vertex; v < body->first_vertex + body->vertex_count; ++v)
        {
            finite &= fabsf(soft->x[v]) <= SC_SOFT_FARTHEST &&
                      fabsf(soft->y[v]) <= SC_SOFT_FARTHEST &&
                      fabsf(soft->vx[v]) <= step->lengths->soft_fastest &&
                      fabsf(soft->vy[v]) <= step->lengths->soft_fastest;
        }
        bool newly_nonfinite = !finite && !(was & SC_SOFT_DISABLED);
        body->flags = (was & ~SC_SOFT_NONFINITE) | (newly_nonfinite ? SC_SOFT_NONFINITE : 0);
        soft->coloured = soft->coloured && body->flags == was;
    }
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
            pack_vertices(step, &soft->bodies[r]);
        }
    }
    // Store the direction of each edge at the beginning of the step.
    SC_ASSERT(soft->coloured);
    for (int32_t i = 0; i < soft->block_count; ++i)
    {
        sc_edge_block *block = &soft->blocks[i];
        // The loop ends at the first empty lane: empty lanes are the last ones of a block.
        for (int l = 0; l < SC_BLOCK && block->a[l] != block->b[l]; ++l)
        {
            block->base_x[l] = soft->x[block->b[l]] - soft->x[block->a[l]];
            block->base_y[l] = soft->y[block->b[l]] - soft->y[block->a[l]];
        }
    }
    if (!sc_soft_find_pairs(step))
    {
        soft->work = NULL;
        return false;
    }
    sc_set_work(step->profile, soft->vertex_count, "vertices",
                (int64_t)soft->vertex_count * (int64_t)(8 * sizeof(float) + SC_SOFT_RECORD_BYTES) +
                    (int64_t)soft->block_count * (int64_t)sizeof(sc_edge_block));
    return true;
}
