/// Passes over the vertices and edges of soft bodies, in lanes.
#include "core/assert.h"
#include "simd/kernels.h"
#include "simd/soft_block.h"
#include "simd/wide.h"

static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// Position Verlet. The displacement is limited along each axis, which also keeps sums finite.
void SC_KERNEL(move_soft_points)(const sc_soft_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    wf max = splat(args->max_displacement), min = negate(max);
    for (int i = begin; i < end; i += SC_LANES)
    {
        wf4 p = gather4(&args->points[i].x, 4, ramp);
        wf4 q = gather4(&args->previous[i].x, 4, ramp);
        wf4 update = gather4(&args->updates[i].damping, 4, ramp);
        wf x = clamp(add(mul(sub(p.a, q.a), update.a), update.b), min, max);
        wf y = clamp(add(mul(sub(p.b, q.b), update.a), update.c), min, max);
        scatter4(&args->previous[i].x, 4, ramp, (wf4){p.a, p.b, q.c, q.d});
        scatter4(&args->points[i].x, 4, ramp, (wf4){add(p.a, x), add(p.b, y), p.c, p.d});
    }
}

/// C = (|b - a|^2 - length^2) / 2. Both ends move in proportion to their inverse mass along the
/// direction that the edge had at the beginning of the substep, as forces at that time would move
/// them (SHAKE, J.-P. Ryckaert et al., 1977). If they moved along the present direction, a spinning
/// body would lose spin. An edge that has turned by more than 60 degrees in the substep, or is
/// stretched to twice its projection, uses its present direction.
void SC_KERNEL(project_soft_edges)(const sc_soft_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        const sc_edge_block *block = &args->blocks[i];
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            wf4 a = gather4(&args->points->x, 4, block->a + l);
            wf4 b = gather4(&args->points->x, 4, block->b + l);
            wf2 base = vec2(load(block->base_x + l), load(block->base_y + l));
            wf2 edge = add2(base, sub2(vec2(b.a, b.b), vec2(a.a, a.b)));
            wf4 qa = gather4(&args->previous->x, 4, block->a + l);
            wf4 qb = gather4(&args->previous->x, 4, block->b + l);
            wf2 before = add2(base, sub2(vec2(qb.a, qb.b), vec2(qa.a, qa.b)));
            wf rest = load(block->length + l), mass = add(a.c, b.c);
            wf along = dot2(edge, before), squared = dot2(edge, edge);
            wm turned = le(along, mul(splat(0.5f), squared));
            before = select2(turned, edge, before);
            along = select(turned, squared, along);
            wm moves = both(gt(squared, splat(args->shortest_square)), gt(mass, zero()));
            wf excess = mul(splat(0.5f), sub(squared, mul(rest, rest)));
            excess = mul(load(block->stiffness + l), excess);
            wf2 correction = scale2(divide(excess, mul(along, mass)), before);
            wf2 p = vec2(a.a, a.b), q = vec2(b.a, b.b);
            p = select2(moves, add2(p, scale2(a.c, correction)), p);
            q = select2(moves, sub2(q, scale2(b.c, correction)), q);
            scatter4(&args->points->x, 4, block->a + l, (wf4){p.x, p.y, a.c, a.d});
            scatter4(&args->points->x, 4, block->b + l, (wf4){q.x, q.y, b.c, b.d});
        }
    }
}
