// Twins of the passes over soft bodies: position Verlet, and edges that keep their length.

#include "core/maths.h"
#include "reference/twins.h"

/// What a vertex moves along one axis: as in the last substep, damped, and what gravity adds.
static float way(float now, float before, float damp, float push, float longest)
{
    float wished = (now - before) * damp + push;
    return sc_max(-longest, sc_min(wished, longest));
}

void sc_twin_move_soft_points(const sc_soft_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        sc_soft_point *p = &args->points[i];
        sc_soft_previous *before = &args->previous[i];
        const sc_soft_drive *drive = &args->drives[i];
        float x = way(p->x, before->x, drive->damp, drive->x, args->longest_way);
        float y = way(p->y, before->y, drive->damp, drive->y, args->longest_way);
        before->x = p->x;
        before->y = p->y;
        p->x = p->x + x;
        p->y = p->y + y;
    }
}

/// The heavier end moves less; a held one not at all.
static void project(sc_soft_point *a, sc_soft_point *b, scree_vec2 base, float rest,
                    float stiffness)
{
    scree_vec2 from = {a->x, a->y}, to = {b->x, b->y};
    scree_vec2 span = sc_add(base, sc_sub(to, from));
    float length = sc_length(span), mass = a->inverse_mass + b->inverse_mass;
    if (!(length > SC_SHORTEST_EDGE) || !(mass > 0.0f))
    {
        return;
    }
    scree_vec2 pull = sc_scale(stiffness * (length - rest) / (length * mass), span);
    a->x = a->x + a->inverse_mass * pull.x;
    a->y = a->y + a->inverse_mass * pull.y;
    b->x = b->x - b->inverse_mass * pull.x;
    b->y = b->y - b->inverse_mass * pull.y;
}

void sc_twin_project_soft_edges(const sc_soft_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        const sc_edge_block *block = &args->blocks[i];
        for (int l = 0; l < SC_BLOCK; l++)
        {
            sc_soft_point *a = &args->points[block->a[l]], *b = &args->points[block->b[l]];
            if (a != b)  // empty lanes join a record to itself
            {
                scree_vec2 base = {block->base_x[l], block->base_y[l]};
                project(a, b, base, block->length[l], block->stiffness[l]);
            }
        }
    }
}
