/// Twins of the passes over soft bodies: position Verlet, and edges that keep their length.

#include "core/tuning.h"
#include "core/maths.h"
#include "reference/twins/twins.h"
#include "simd/soft_block.h"

/// The displacement of a vertex along one axis: that of the last substep, damped, plus gravity's
/// part.
static float displacement(float now, float before, float damping, float increment, float max)
{
    float wanted = (now - before) * damping + increment;
    return sc_max(-max, sc_min(wanted, max));
}

void sc_twin_move_soft_points(const sc_soft_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        sc_soft_point *p = &args->points[i];
        sc_soft_previous *before = &args->previous[i];
        const sc_soft_velocity_update *update = &args->updates[i];
        float x = displacement(p->x, before->x, update->damping, update->x, args->max_displacement);
        float y = displacement(p->y, before->y, update->damping, update->y, args->max_displacement);
        before->x = p->x;
        before->y = p->y;
        p->x = p->x + x;
        p->y = p->y + y;
    }
}

/// SHAKE: C = (|span|^2 - rest^2) / 2, moved along the span as it was when the substep began. The
/// heavier end moves less; a held one not at all.
static void project(sc_soft_point *a, sc_soft_point *b, scree_vec2 span, scree_vec2 before,
                    float rest, float stiffness)
{
    float mass = a->inverse_mass + b->inverse_mass;
    float along = sc_dot(span, before), squared = sc_dot(span, span);
    if (!(squared > SC_SHORTEST_EDGE * SC_SHORTEST_EDGE) || !(mass > 0.0f))
    {
        return;
    }
    if (along <= 0.5f * squared)
    {
        before = span;
        along = squared;
    }
    float excess = stiffness * (0.5f * (squared - rest * rest));
    scree_vec2 correction = sc_scale(excess / (along * mass), before);
    a->x = a->x + a->inverse_mass * correction.x;
    a->y = a->y + a->inverse_mass * correction.y;
    b->x = b->x - b->inverse_mass * correction.x;
    b->y = b->y - b->inverse_mass * correction.y;
}

/// The vector from a to b: its value at the step's beginning, plus the displacements of both ends.
static scree_vec2 span_of(scree_vec2 base, float ax, float ay, float bx, float by)
{
    scree_vec2 from = {ax, ay}, to = {bx, by};
    return sc_add(base, sc_sub(to, from));
}

void sc_twin_project_soft_edges(const sc_soft_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        const sc_edge_block *block = &args->blocks[i];
        for (int l = 0; l < SC_BLOCK; l++)
        {
            sc_soft_point *a = &args->points[block->a[l]], *b = &args->points[block->b[l]];
            const sc_soft_previous *p = &args->previous[block->a[l]];
            const sc_soft_previous *q = &args->previous[block->b[l]];
            if (a != b)  // empty lanes join a record to itself
            {
                scree_vec2 base = {block->base_x[l], block->base_y[l]};
                project(a, b, span_of(base, a->x, a->y, b->x, b->y),
                        span_of(base, p->x, p->y, q->x, q->y), block->length[l],
                        block->stiffness[l]);
            }
        }
    }
}
