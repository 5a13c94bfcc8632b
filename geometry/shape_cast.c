#include "geometry/shape_cast.h"

/// An outline, counter-clockwise from its lowest point, or the leftmost of several. Its edges are
/// then in the order of their directions, from 0 to a full turn.
typedef struct outline
{
    sc_vec2d point[SC_CONVEX_MAX + 1];  ///< the first one comes again at the end
    int count;
} outline;

/// Fills an outline with the points of a core, turned and multiplied by `sign`, but not moved.
static void walk_outline(outline *out, const sc_convex *shape, const sc_frame *frame, double sign)
{
    sc_vec2d point[SC_CONVEX_MAX];
    int lowest = 0, i = 0;
    do
    {
        point[i] = sc_scaled(sign, sc_turn_out(frame, sc_convex_point(shape, i)));
        bool lower = point[i].y < point[lowest].y ||
                     (point[i].y == point[lowest].y && point[i].x < point[lowest].x);
        lowest = lower ? i : lowest;
    } while (++i < shape->count);
    out->count = shape->count;
    for (i = 0; i <= shape->count; ++i)
    {
        out->point[i] = point[(lowest + i) % shape->count];
    }
}

static bool points_down(sc_vec2d edge) { return edge.y < 0.0 || (edge.y == 0.0 && edge.x < 0.0); }

sc_ray_hit sc_shape_cast(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                         const sc_frame *frame_b, sc_vec2d translation)
{
    if (a->count == 0)
    {
        sc_vec2d normal = sc_turn_out(frame_a, sc_convex_point(a, 0));
        sc_vec2d deepest = sc_convex_place(b, frame_b, 0);
        for (int i = 1; i < b->count; ++i)
        {
            sc_vec2d point = sc_convex_place(b, frame_b, i);
            deepest = sc_dotd(normal, point) < sc_dotd(normal, deepest) ? point : deepest;
        }
        sc_vec2d lowest = sc_subd(deepest, sc_scaled((double)b->radius, normal));
        return sc_convex_ray(a, frame_a, lowest, translation, 0.0);
    }
    outline of_a, of_b;
    walk_outline(&of_a, a, frame_a, 1.0);
    walk_outline(&of_b, b, frame_b, -1.0);
    sc_vec2d sum[2 * SC_CONVEX_MAX];
    int i = 0, k = 0, count = 0, edges_a = of_a.count > 1 ? of_a.count : 0,
        edges_b = of_b.count > 1 ? of_b.count : 0;
    do
    {
        sum[count++] = sc_addd(of_a.point[i], of_b.point[k]);
        int order = i >= edges_a ? -1 : 1;
        if (i < edges_a && k < edges_b)
        {
            // The sign of the turn from one direction to the other, within the same half turn.
            const sc_vec2d edge_a = sc_subd(of_a.point[i + 1], of_a.point[i]);
            const sc_vec2d edge_b = sc_subd(of_b.point[k + 1], of_b.point[k]);
            order = points_down(edge_b) ? 1 : -1;
            if (points_down(edge_a) == points_down(edge_b))
            {
                double turn = sc_crossd(edge_a, edge_b);
                order = turn > 0.0 ? 1 : turn < 0.0 ? -1 : 0;
            }
        }
        i += order >= 0 && i < edges_a;
        k += order <= 0 && k < edges_b;
    } while (i < edges_a || k < edges_b);
    sc_vec2d from = {frame_b->x - frame_a->x, frame_b->y - frame_a->y};
    return sc_core_ray(sum, count, (double)a->radius + (double)b->radius, from, translation);
}
