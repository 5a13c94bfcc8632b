#include "geometry/distance.h"

#include "core/assert.h"

/// The difference w of a point of b and a point of a. `weight` is its part in the closest point of
/// the simplex.
typedef struct difference
{
    sc_vec2d a, b, w;
    double weight;
    int index_a, index_b;
} difference;

typedef struct simplex
{
    difference v[3];
    int count;
} simplex;

typedef struct pair
{
    const sc_convex *a, *b;
    const sc_frame *frame_a, *frame_b;
} pair;

/// The point of a core farthest along a direction, the first of equal ones.
static int support_point(const sc_convex *shape, const sc_frame *frame, sc_vec2d direction)
{
    sc_vec2d local = sc_turn_in(frame, direction);
    int best = 0;
    double farthest = sc_dotd(sc_convex_point(shape, 0), local);
    for (int i = 1; i < shape->count; ++i)
    {
        double along = sc_dotd(sc_convex_point(shape, i), local);
        best = along > farthest ? i : best;
        farthest = along > farthest ? along : farthest;
    }
    return best;
}

static difference difference_of(const pair *p, int index_a, int index_b)
{
    SC_ASSERT(index_a >= 0 && index_a < p->a->count && index_b >= 0 && index_b < p->b->count);
    difference d = {.index_a = index_a, .index_b = index_b, .weight = 1.0};
    d.a = sc_convex_place(p->a, p->frame_a, index_a);
    d.b = sc_convex_place(p->b, p->frame_b, index_b);
    d.w = sc_subd(d.b, d.a);
    return d;
}

/// Reduces the simplex, a segment, to its part nearest to the origin.
static void reduce_segment(simplex *s)
{
    SC_ASSERT(s->count == 2);
    sc_vec2d edge = sc_subd(s->v[1].w, s->v[0].w);
    double to_0 = sc_dotd(s->v[1].w, edge), to_1 = -sc_dotd(s->v[0].w, edge);
    if (to_1 <= 0.0)
    {
        s->count = 1;
    }
    else if (to_0 <= 0.0)
    {
        s->v[0] = s->v[1];
        s->count = 1;
    }
    else
    {
        s->v[0].weight = to_0 / (to_0 + to_1);
        s->v[1].weight = to_1 / (to_0 + to_1);
        return;
    }
    s->v[0].weight = 1.0;
}

/// Reduces the simplex, a triangle, to its part nearest to the origin: the whole triangle if the
/// origin is inside by more than rounding, else the nearest of its edges. All three edges are
/// tested, because if shapes touch, rounding may hide beyond which edge the origin lies.
static void reduce_triangle(simplex *s)
{
    SC_ASSERT(s->count == 3);
    sc_vec2d w0 = s->v[0].w, w1 = s->v[1].w, w2 = s->v[2].w;
    double part[3] = {sc_crossd(w1, w2), sc_crossd(w2, w0), sc_crossd(w0, w1)};
    double sum = part[0] + part[1] + part[2], sign = sum < 0.0 ? -1.0 : 1.0;
    double size = sc_dotd(w0, w0) + sc_dotd(w1, w1) + sc_dotd(w2, w2);
    bool thin = fabs(sum) <= 1e-14 * size;
    if (!thin && sign * part[0] >= 0.0 && sign * part[1] >= 0.0 && sign * part[2] >= 0.0)
    {
        for (int i = 0; i < 3; ++i)
        {
            s->v[i].weight = part[i] / sum;
        }
        return;
    }
    const simplex triangle = *s;
    double least = INFINITY;
    for (int i = 0; i < 3; ++i)
    {
        simplex edge = {{triangle.v[i], triangle.v[(i + 1) % 3]}, 2};
        reduce_segment(&edge);
        sc_vec2d closest = {0.0, 0.0};
        for (int k = 0; k < edge.count; ++k)
        {
            closest = sc_addd(closest, sc_scaled(edge.v[k].weight, edge.v[k].w));
        }
        double square = sc_dotd(closest, closest);
        if (square < least)
        {
            least = square;
            *s = edge;
        }
    }
}

/// The direction from the closest point of the simplex to the origin, of any length.
static sc_vec2d direction_to_origin(const simplex *s)
{
    SC_ASSERT(s->count > 0);
    sc_vec2d w = s->v[0].w;
    if (s->count == 1)
    {
        return sc_scaled(-1.0, w);
    }
    // Use the direction perpendicular to the segment, which is more accurate than the difference to
    // its closest point.
    sc_vec2d edge = sc_subd(s->v[1].w, w);
    return sc_crossd(edge, w) < 0.0 ? (sc_vec2d){-edge.y, edge.x} : (sc_vec2d){edge.y, -edge.x};
}

static sc_distance result_of(const simplex *s, int rounds)
{
    SC_ASSERT(s->count > 0 && s->count <= 3 && rounds <= SC_DISTANCE_ROUNDS);
    sc_distance out = {.overlap = s->count == 3, .rounds = rounds};
    for (int i = 0; i < s->count; ++i)
    {
        out.a = sc_addd(out.a, sc_scaled(s->v[i].weight, s->v[i].a));
        out.b = sc_addd(out.b, sc_scaled(s->v[i].weight, s->v[i].b));
    }
    out.index_a = s->v[0].index_a;
    out.index_b = s->v[0].index_b;
    sc_vec2d direction = direction_to_origin(s);
    double length = sc_lengthd(direction);
    if (!out.overlap && length > 0.0)
    {
        out.normal = sc_scaled(-1.0 / length, direction);
        double along = sc_dotd(out.normal, s->v[0].w);
        out.distance = along > 0.0 ? along : 0.0;
        return out;
    }
    out.overlap = true;
    out.a = out.b = sc_scaled(0.5, sc_addd(out.a, out.b));
    return out;
}

static sc_distance find_distance(const pair *p, int index_a, int index_b)
{
    simplex s = {{difference_of(p, index_a, index_b)}, 1};
    int round = 0;
    for (; round < SC_DISTANCE_ROUNDS; ++round)
    {
        sc_vec2d direction = direction_to_origin(&s);
        double length = sc_lengthd(direction);
        if (!(length > 0.0))
        {
            break;
        }
        int next_a = support_point(p->a, p->frame_a, sc_scaled(-1.0, direction));
        int next_b = support_point(p->b, p->frame_b, direction);
        difference next = difference_of(p, next_a, next_b);
        // The rounding error of w is up to 4e-16 times the size of the coordinates whose difference
        // it is.
        double size = fabs(next.a.x) + fabs(next.a.y) + fabs(next.b.x) + fabs(next.b.y);
        double gain = sc_dotd(direction, sc_subd(next.w, s.v[0].w));
        bool ends = !(gain > 4e-16 * size * length);
        for (int i = 0; !ends && i < s.count; ++i)
        {
            ends = s.v[i].index_a == next_a && s.v[i].index_b == next_b;
        }
        if (ends)
        {
            break;
        }
        SC_ASSERT(s.count < 3);
        s.v[s.count++] = next;
        if (s.count == 2)
        {
            reduce_segment(&s);
        }
        else
        {
            reduce_triangle(&s);
        }
        if (s.count == 3)
        {
            break;
        }
    }
    return result_of(&s, round);
}

/// The distance of b from the boundary of the half-space a. It is negative if b reaches inside.
static sc_distance half_space_distance(const pair *p)
{
    SC_ASSERT(p->a->count == 0 && p->b->count > 0);
    sc_vec2d normal = sc_turn_out(p->frame_a, sc_convex_point(p->a, 0));
    int deepest = support_point(p->b, p->frame_b, sc_scaled(-1.0, normal));
    sc_vec2d place = sc_convex_place(p->b, p->frame_b, deepest);
    sc_vec2d from = {p->frame_a->x, p->frame_a->y};
    double height = sc_dotd(normal, sc_subd(place, from)) - (double)p->a->points[2];
    sc_distance out = {.distance = height, .normal = normal, .b = place, .index_b = deepest};
    out.a = sc_subd(place, sc_scaled(height, normal));
    return out;
}

sc_distance sc_convex_distance_from(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                                    const sc_frame *frame_b, int index_a, int index_b)
{
    SC_ASSERT(a->count > 0 || b->count > 0);
    if (b->count == 0)
    {
        sc_distance d = half_space_distance(&(pair){b, a, frame_b, frame_a});
        sc_vec2d on_b = d.a;
        d.a = d.b;
        d.b = on_b;
        d.normal = sc_scaled(-1.0, d.normal);
        d.index_a = d.index_b;
        d.index_b = 0;
        return d;
    }
    pair p = {a, b, frame_a, frame_b};
    return a->count == 0 ? half_space_distance(&p) : find_distance(&p, index_a, index_b);
}

sc_distance sc_convex_distance(const sc_convex *a, const sc_frame *frame_a, const sc_convex *b,
                               const sc_frame *frame_b)
{
    return sc_convex_distance_from(a, frame_a, b, frame_b, 0, 0);
}

sc_vec2d sc_middle_point(const sc_distance *d, const sc_convex *a, const sc_convex *b)
{
    // Distances along the normal from a's core: `low` where b begins, `high` where a ends. Limit
    // them to the extents of both shapes.
    double ra = (double)a->radius, rb = (double)b->radius;
    double low = d->distance - rb, high = ra;
    low = a->count > 0 && low < -ra ? -ra : low;
    high = b->count > 0 && high > d->distance + rb ? d->distance + rb : high;
    return sc_addd(d->a, sc_scaled(0.5 * (low + high), d->normal));
}
