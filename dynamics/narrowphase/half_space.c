/// Manifolds of shapes with half-spaces.
#include "core/assert.h"
#include "dynamics/narrowphase/manifold.h"
#include "dynamics/narrowphase/polygon.h"
#include "dynamics/narrowphase/narrow_scalar.h"

/// The boundary of a half-space relative to its centre, world axes: dot(normal, p) = offset.
typedef struct boundary
{
    scree_vec2 normal;
    float offset;
} boundary;

/// The contact of a point of b's core, relative to the centre of a, with the boundary.
static sc_contact_point boundary_point(boundary edge, scree_vec2 point, float radius, int vertex)
{
    SC_ASSERT(vertex >= 0);
    float separation = sc_dot(edge.normal, point) - edge.offset - radius;
    float down = radius + 0.5f * separation;
    return (sc_contact_point){sc_sub(point, sc_scale(down, edge.normal)), separation,
                              sc_feature(0, vertex)};
}

void sc_narrow_half_space(const sc_narrow_args *args, int begin, int end)
{
    for (int i = begin; i < end; i++)
    {
        int32_t slot_a = args->a[i], slot_b = args->b[i];
        SC_ASSERT(args->kinds[slot_a] == SC_KIND_HALF_SPACE &&
                  args->kinds[slot_b] != SC_KIND_HALF_SPACE);
        const sc_shape_pose *a = &args->poses[slot_a], *b = &args->poses[slot_b];
        const float *plane = args->geometry + args->geometry_start[slot_a];
        sc_shape_kind kind_b = (sc_shape_kind)args->kinds[slot_b];
        boundary edge = {sc_rotate((sc_rotation){a->cos, a->sin}, (scree_vec2){plane[0], plane[1]}),
                         plane[2]};
        scree_vec2 between = {b->x - a->x, b->y - a->y};

        sc_contact_points points = {.normal = edge.normal, .count = 1};
        if (kind_b == SC_KIND_CIRCLE)
        {
            points.point[0] = boundary_point(edge, between, b->radius, 0);
        }
        else
        {
            sc_polygon pb;
            sc_polygon_load(&pb, args->geometry + args->geometry_start[slot_b], kind_b);
            sc_polygon_place(&pb, (sc_rotation){b->cos, b->sin}, between);
            // Take the two deepest vertices; the second is always next to the first. Keep them in
            // the order of the edge between them, so that the order does not change while the
            // polygon rocks on that edge.
            SC_ASSERT(pb.count > 0);
            int deepest = 0;
            float min_height = sc_dot(edge.normal, pb.vertex[0]);
            for (int k = 1; k < pb.count; k++)
            {
                float height = sc_dot(edge.normal, pb.vertex[k]);
                deepest = height < min_height ? k : deepest;
                min_height = height < min_height ? height : min_height;
            }
            int next = sc_polygon_next(&pb, deepest),
                previous = deepest > 0 ? deepest - 1 : pb.count - 1;
            bool forward =
                sc_dot(edge.normal, pb.vertex[next]) <= sc_dot(edge.normal, pb.vertex[previous]);
            int first = forward ? deepest : previous, second = forward ? next : deepest;
            points.point[0] = boundary_point(edge, pb.vertex[first], b->radius, first);
            points.point[1] = boundary_point(edge, pb.vertex[second], b->radius, second);
            points.count = 2;
        }
        sc_manifold_replace(&args->manifolds[i], &args->point_count[i], args->margin, a, b,
                            &points);
    }
}
