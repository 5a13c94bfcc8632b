#include "dynamics/continuous/path_from_contact.h"

#include "core/tuning.h"
#include "geometry/ray.h"

#define SLIM 2.0        // slops: the core of a slimmer shape cannot hold it back
#define NOTHING 1e-5    // units: shorter distances are rounding
#define BACK_OFF 0.001  // units: the smallest distance that a centre keeps
#define ROUNDING 1e-7   // units: rounding along arcs

sc_distance sc_distance_to_point(const sc_convex *shape, const sc_frame *at, sc_vec2d p)
{
    const float origin[2] = {0.0f, 0.0f};
    const sc_convex point = {.points = origin, .count = 1};
    const sc_frame there = {.x = p.x, .y = p.y, .cos = 1.0, .sin = 0.0};
    return sc_convex_distance(shape, at, &point, &there);
}

/// The distance of a point from the surface of another shape, m.
static double gap_of_point(const sc_convex *shape, const sc_frame *at, sc_vec2d p)
{
    return sc_distance_to_point(shape, at, p).distance - (double)shape->radius;
}

double sc_center_fraction(const sc_lengths *lengths, const sc_flight *flight, double inscribed,
                          const sc_flight *other)
{
    const sc_sweep *own = &flight->sweep;
    if (own->turn != 0.0f && sc_lengthd(own->center) > SC_NEAREST * inscribed)
    {
        static const float origin[2] = {0.0f, 0.0f};
        const sc_convex center = {.points = origin, .count = 1};
        const sc_frame center_frame = sc_sweep_frame(&flight->sweep, 0.0);
        const sc_frame frame = sc_sweep_frame(&other->sweep, 0.0);
        const double gap =
            gap_of_point(&other->shape, &frame, (sc_vec2d){center_frame.x, center_frame.y});
        // A centre that is already closer than `least` may approach the surface to half its
        // distance.
        const double least = SC_NEAREST * inscribed, nearest = gap < least ? gap : least;
        // The fraction of the step during which the shape's centre may follow its arc about the
        // body's centre of mass. Negative: unknown, because the centre begins too close to the
        // surface.
        double part = -1.0;
        if (nearest > ROUNDING * (double)lengths->unit)
        {
            sc_impact met = sc_time_of_impact(&other->shape, &other->sweep, &center, &flight->sweep,
                                              0.5 * nearest, 0.25 * nearest);
            part = met.state == SC_IMPACT_NONE ? 1.0 : met.fraction > 0.0 ? met.fraction : -1.0;
        }
        if (part >= 0.0)
        {
            return part;
        }
    }
    sc_frame begin = sc_sweep_frame(&flight->sweep, 0.0);
    sc_frame end = sc_sweep_frame(&flight->sweep, 1.0);
    sc_frame at = sc_sweep_frame(&other->sweep, 0.0);
    sc_vec2d from = {begin.x, begin.y};
    sc_vec2d way = sc_subd(sc_subd((sc_vec2d){end.x, end.y}, from), other->sweep.travel);
    sc_ray_hit hit = sc_convex_ray(&other->shape, &at, from, way, 0.0);
    if (hit.inside)
    {
        return 1.0;
    }
    double part = 1.0;
    if (hit.hit)
    {
        const double back_off = BACK_OFF * (double)lengths->unit;
        double least = inscribed < back_off ? inscribed : back_off;
        double back = (0.25 * inscribed + least) / sc_lengthd(way);
        part = hit.fraction > back ? hit.fraction - back : 0.0;
    }
    // A path that grazes the surface stays close to it.
    const double nearest = SC_NEAREST * inscribed;
    double gap = gap_of_point(&other->shape, &at, sc_addd(from, sc_scaled(part, way)));
    if (gap >= nearest)
    {
        return part;
    }
    double before = gap_of_point(&other->shape, &at, from);
    return gap >= before       ? part
           : before <= nearest ? 0.0
                               : part * (before - nearest) / (before - gap);
}

double sc_held_fraction(const sc_lengths *lengths, const sc_flight *flight, const sc_convex *core,
                        double inscribed, const sc_flight *other, const sc_impact *deep)
{
    double gap = sc_surface_distance(&deep->at, &other->shape, core);
    if (inscribed < SLIM * (double)lengths->slop || !(gap > NOTHING * (double)lengths->unit))
    {
        return sc_center_fraction(lengths, flight, inscribed, other);
    }
    sc_impact deeper =
        sc_time_of_impact(&other->shape, &other->sweep, core, &flight->sweep, 0.0, 0.25 * gap);
    return deeper.state == SC_IMPACT_NONE ? 1.0 : 0.0;
}

sc_vec2d sc_push_after(const sc_flight *flight, const sc_flight *other, double fraction)
{
    const sc_frame at = sc_sweep_frame(&other->sweep, fraction);
    const sc_frame end = sc_sweep_frame(&other->sweep, 1.0);
    const sc_frame own = sc_sweep_frame(&flight->sweep, fraction);
    const sc_distance d = sc_convex_distance(&other->shape, &at, &flight->shape, &own);
    const sc_vec2d from =
        sc_subd(sc_middle_point(&d, &other->shape, &flight->shape), (sc_vec2d){at.x, at.y});
    const double cosine = at.cos * end.cos + at.sin * end.sin;
    const double sine = at.cos * end.sin - at.sin * end.cos;
    const sc_vec2d to = {cosine * from.x - sine * from.y, sine * from.x + cosine * from.y};
    const sc_vec2d way = {end.x - at.x + to.x - from.x, end.y - at.y + to.y - from.y};
    const double push = sc_dotd(way, d.normal);
    return push > 0.0 ? sc_scaled(push, d.normal) : (sc_vec2d){0.0, 0.0};
}

void sc_stop_along(sc_velocity *velocity, sc_vec2d path)
{
    const double length = sc_lengthd(path);
    if (length > 0.0)
    {
        const scree_vec2 along = sc_narrowed(sc_scaled(1.0 / length, path));
        const float speed = sc_max(0.0f, velocity->vx * along.x + velocity->vy * along.y);
        velocity->vx -= speed * along.x;
        velocity->vy -= speed * along.y;
    }
}
