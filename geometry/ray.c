#include "geometry/ray.h"

#include "core/assert.h"

/// A ray by its unit direction. It hits an end of a segment that it passes within `graze`, m.
typedef struct ray
{
    sc_vec2d origin, direction;
    double length, graze;
} ray;

static const sc_ray_hit miss;

static sc_ray_hit ray_meets_line(const ray *r, double along, sc_vec2d normal)
{
    double fraction = r->length > 0.0 ? along / r->length : 0.0;
    return (sc_ray_hit){.hit = true, .fraction = fraction < 1.0 ? fraction : 1.0, .normal = normal};
}

static sc_ray_hit begin_inside(void) { return (sc_ray_hit){.hit = true, .inside = true}; }

/// The unit vector to the right of an edge.
static sc_vec2d outward_normal(sc_vec2d edge)
{
    double length = sc_lengthd(edge);
    return (sc_vec2d){edge.y / length, -edge.x / length};
}

/// The point where the ray enters a disc. The ray begins outside the disc.
static sc_ray_hit meet_disc(const ray *r, sc_vec2d center, double radius)
{
    sc_vec2d to = sc_subd(center, r->origin);
    double along = sc_dotd(to, r->direction), aside = sc_crossd(r->direction, to);
    double square = radius * radius - aside * aside;
    if (square < 0.0 || !(radius > 0.0))
    {
        return miss;
    }
    double at = along - sqrt(square);
    if (along < 0.0 || at > r->length)
    {
        return miss;
    }
    at = at > 0.0 ? at : 0.0;  // it begins on the surface, except for rounding
    sc_vec2d out = sc_subd(sc_scaled(at, r->direction), to);
    double length = sc_lengthd(out);
    return ray_meets_line(r, at, sc_scaled(1.0 / length, out));
}

/// The point where the ray crosses the segment from a to b, coming from its right, or is nearest to
/// an end that it grazes. On which side of the ray an end lies is computed from that end and the
/// ray only, so that no ray passes between two segments at their common point.
static sc_ray_hit meet_edge(const ray *r, sc_vec2d a, sc_vec2d b)
{
    sc_vec2d edge = sc_subd(b, a), to = sc_subd(a, r->origin), to_b = sc_subd(b, r->origin);
    double across = sc_crossd(edge, r->direction);  // > 0: inwards
    if (!(across > 0.0))
    {
        return miss;
    }
    double at = sc_crossd(edge, to) / across;
    // A ray that begins behind the edge by no more than rounding begins on the edge.
    double depth = -at * across / sc_lengthd(edge);
    double rounding = 1e-15 * (fabs(to.x) + fabs(to.y) + fabs(a.x) + fabs(a.y));
    if (depth > rounding)
    {
        return miss;
    }
    double beside_a = -sc_crossd(r->direction, to), beside_b = sc_crossd(r->direction, to_b);
    sc_vec2d way = sc_scaled(at > 0.0 ? at : 0.0, r->direction);
    // Check that the crossing is on the segment, because the computed crossing of a ray nearly
    // parallel to it may be far off.
    double slack = 1e-9 * sc_dotd(edge, edge);
    if (beside_a <= 0.0 && beside_b <= 0.0 && sc_dotd(edge, sc_subd(to, way)) <= slack &&
        sc_dotd(edge, sc_subd(to_b, way)) >= -slack)
    {
        return at > r->length ? miss : ray_meets_line(r, at > 0.0 ? at : 0.0, outward_normal(edge));
    }
    double aside = beside_a > beside_b ? beside_a : beside_b;
    double nearest = sc_dotd(r->direction, beside_a > beside_b ? to : to_b);
    bool grazes = r->graze > 0.0 && fabs(aside) <= r->graze;
    return grazes && nearest >= 0.0 && nearest <= r->length
               ? ray_meets_line(r, nearest, outward_normal(edge))
               : miss;
}

/// Tests a polygon without rounding. The ray hits the edge of the last half-plane that it enters,
/// if it enters that before it leaves any.
static sc_ray_hit meet_polygon(const ray *r, const sc_vec2d *points, int count)
{
    SC_ASSERT(count > 2);
    double enter = -1.0, leave = r->length, size = 0.0;
    sc_vec2d face = {0.0, 0.0};
    for (int i = 0; i < count; ++i)
    {
        sc_vec2d a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        sc_vec2d edge = sc_subd(b, a), to = sc_subd(a, r->origin);
        double height = sc_crossd(to, edge), across = sc_crossd(edge, r->direction);
        size = fabs(to.x) + fabs(to.y) > size ? fabs(to.x) + fabs(to.y) : size;
        if (across == 0.0)
        {
            if (height < 0.0)
            {
                return miss;
            }
            continue;
        }
        double at = -height / across;
        if (across > 0.0 && at > enter)
        {
            enter = at;
            face = edge;
        }
        else if (across < 0.0 && at < leave)
        {
            leave = at;
        }
    }
    // For a ray through a corner of a thin polygon, `enter` and `leave` are equal except for
    // rounding.
    bool hit = enter >= 0.0 && enter <= r->length && enter <= leave + 1e-15 * size;
    return hit ? ray_meets_line(r, enter, outward_normal(face)) : miss;
}

static sc_ray_hit meet_core(const sc_vec2d *points, int count, double radius, sc_vec2d origin,
                            sc_vec2d translation, double graze)
{
    SC_ASSERT(count > 0 && radius >= 0.0);
    ray r = {.origin = origin, .length = sc_lengthd(translation), .graze = graze};
    bool inside = count > 2;
    double nearest = INFINITY;
    for (int i = 0; i < count; ++i)
    {
        sc_vec2d a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        sc_vec2d edge = sc_subd(b, a), from = sc_subd(origin, a);
        inside = inside && sc_crossd(edge, from) >= 0.0;
        double along = sc_dotd(from, edge), length_squared = sc_dotd(edge, edge);
        double part = along <= 0.0 ? 0.0 : along >= length_squared ? 1.0 : along / length_squared;
        sc_vec2d off = sc_subd(from, sc_scaled(part, edge));
        double square = sc_dotd(off, off);
        nearest = square < nearest ? square : nearest;
    }
    // The ray begins in the core, or within the radius of its outline.
    if (inside || (radius > 0.0 && nearest <= radius * radius))
    {
        return begin_inside();
    }
    if (!(r.length > 0.0))
    {
        return miss;
    }
    r.direction = sc_scaled(1.0 / r.length, translation);
    if (!(radius > 0.0) && count >= 3)
    {
        return meet_polygon(&r, points, count);
    }
    // For a rounded core or a segment, find the first hit among its edges, moved outwards, and the
    // discs of its corners. A ray from outside can enter the shape only through these.
    sc_ray_hit first = miss;
    for (int i = 0; i < count; ++i)
    {
        sc_vec2d a = points[i], b = points[i + 1 < count ? i + 1 : 0];
        sc_ray_hit found[2] = {miss, meet_disc(&r, a, radius)};
        if (count > 1)
        {
            sc_vec2d out = sc_scaled(radius, outward_normal(sc_subd(b, a)));
            found[0] = meet_edge(&r, sc_addd(a, out), sc_addd(b, out));
        }
        for (int k = 0; k < 2; ++k)
        {
            bool nearer = found[k].hit && (!first.hit || found[k].fraction < first.fraction);
            first = nearer ? found[k] : first;
        }
    }
    return first;
}

sc_ray_hit sc_core_ray(const sc_vec2d *points, int count, double radius, sc_vec2d origin,
                       sc_vec2d translation)
{
    return meet_core(points, count, radius, origin, translation, 0.0);
}

sc_ray_hit sc_convex_ray(const sc_convex *shape, const sc_frame *frame, sc_vec2d origin,
                         sc_vec2d translation, double graze)
{
    if (shape->count == 0)
    {
        sc_vec2d normal = sc_turn_out(frame, sc_convex_point(shape, 0));
        sc_vec2d from = sc_subd(origin, (sc_vec2d){frame->x, frame->y});
        double height = sc_dotd(normal, from) - (double)shape->points[2];
        if (height <= 0.0)
        {
            return begin_inside();
        }
        double sinks = -sc_dotd(normal, translation);
        return sinks >= height ? (sc_ray_hit){true, false, height / sinks, normal} : miss;
    }
    sc_vec2d points[SC_CONVEX_MAX];
    int i = 0;
    do
    {
        points[i] = sc_convex_place(shape, frame, i);
    } while (++i < shape->count);
    // The discs at the ends of a rounded segment overlap.
    graze = shape->radius > 0.0f ? 0.0 : graze;
    return meet_core(points, shape->count, (double)shape->radius, origin, translation, graze);
}
