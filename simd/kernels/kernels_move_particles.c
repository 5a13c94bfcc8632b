/// Circular particles: position Verlet, separation of pairs, container.
#include "core/assert.h"
#include "core/block.h"
#include "core/limits.h"
#include "simd/kernels.h"
#include "simd/particle_records.h"
#include "simd/wide.h"

static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

WIDE wm is_finite(wf x) { return eq(sub(x, x), zero()); }

/// Sixteen bytes of a row: sc_particle and sc_drift.
typedef struct row_lanes
{
    wf4 p, f;
} row_lanes;

WIDE row_lanes load_rows(const sc_particle_args *args, int i)
{
    return (row_lanes){gather4(&args->particles[i].x, 4, ramp),
                       gather4(&args->drifts[i].free_x, 4, ramp)};
}

WIDE void store_rows(const sc_particle_args *args, int i, row_lanes r)
{
    scatter4(&args->particles[i].x, 4, ramp, r.p);
    scatter4(&args->drifts[i].free_x, 4, ramp, r.f);
}

WIDE wm in_reach(wf2 at)
{
    return both(le(magnitude(at.x), splat(SC_WORLD_REACH)),
                le(magnitude(at.y), splat(SC_WORLD_REACH)));
}

/// d = d * damping + gravity * h^2, shortened to at most max_step; then x += d. Fixed particles do
/// not move.
WIDE row_lanes drift_rows(const sc_particle_args *args, int i, row_lanes r)
{
    wf max_step = splat(args->max_step), max_squared = mul(max_step, max_step);
    wf4 p = r.p, f = r.f;
    wm moves = gt(p.d, zero());
    wf2 d = vec2(add(mul(f.c, splat(args->damping)), splat(args->gain_x)),
                 add(mul(f.d, splat(args->damping)), splat(args->gain_y)));
    wf squared = dot2(d, d);
    d = scale2(select(gt(squared, max_squared), divide(max_step, root(squared)), one()), d);
    d = keep2(moves, d);
    wf2 at = add2(vec2(p.a, p.b), d);
    wm good = both(both(is_finite(squared), is_finite(add(d.x, d.y))), in_reach(at));
    // A particle that becomes non-finite or leaves the +-1e8 m bounds keeps its position.
    at = select2(good, at, vec2(p.a, p.b));
    d = keep2(good, d);
    wi nonfinite_result = select_int(either(good, eq(p.d, zero())), splat_int(0), splat_int(1));
    store_int(args->nonfinite_result + i,
              or_int(load_int(args->nonfinite_result + i), nonfinite_result));
    return (row_lanes){{at.x, at.y, p.c, p.d}, {at.x, at.y, d.x, d.y}};
}

/// Begins a substep.
int SC_KERNEL(drift_particles)(const sc_particle_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < end; i += SC_LANES)
    {
        store_rows(args, i, drift_rows(args, i, load_rows(args, i)));
    }
    return 0;
}

/// The part of a tangential slip that Coulomb friction removes: all of it, or as much as the push
/// permits.
WIDE wf held_slip(wf slip, wf limit) { return clamp(slip, negate(limit), limit); }

/// Pushes the particles of overlapping pairs apart along the line of centres, in the ratio of their
/// inverse masses. Limits slip by friction.
int SC_KERNEL(push_particles)(const sc_particle_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    float *base = &args->particles->x;
    for (int i = begin; i < end; i += SC_LANES)
    {
        const int32_t *row_a = args->a + i, *row_b = args->b + i;
        wf4 a = gather4(base, 4, row_a), b = gather4(base, 4, row_b);
        wf2 offset = vec2(sub(b.a, a.a), sub(b.b, a.b));
        wf squared = dot2(offset, offset), sum = add(a.c, b.c);
        wf mass = add(a.d, b.d);
        wm touch = both(lt(squared, mul(sum, sum)), gt(mass, zero()));
        if (!any(touch))
        {
            continue;
        }
        wf distance = root(squared);
        wm apart = gt(distance, zero());
        wf2 normal = scale2(divide(one(), select(apart, distance, one())), offset);
        // Separate coincident centres along x.
        normal = select2(apart, normal, vec2(one(), zero()));
        wf depth = sub(sum, distance), effective_mass = divide(one(), select(touch, mass, one()));
        wf2 correction = scale2(mul(depth, effective_mass), normal);
        if (args->friction > 0.0f)
        {
            float *drifts = &args->drifts->free_x;
            wf4 p = gather4(drifts, 4, row_a), q = gather4(drifts, 4, row_b);
            // The travel of each particle in this substep: its present position less the previous
            // one, free - d.
            wf2 travel_a = vec2(add(sub(a.a, p.a), p.c), add(sub(a.b, p.b), p.d));
            wf2 travel_b = vec2(add(sub(b.a, q.a), q.c), add(sub(b.b, q.b), q.d));
            wf2 slide = sub2(travel_b, travel_a);
            wf2 tangent = vec2(normal.y, negate(normal.x));
            wf held = held_slip(dot2(slide, tangent), mul(splat(args->friction), depth));
            correction = sub2(correction, scale2(mul(held, effective_mass), tangent));
        }
        // Select the lanes, because adding zero would turn -0 in other lanes into +0.
        wf2 to_a = select2(touch, sub2(vec2(a.a, a.b), scale2(a.d, correction)), vec2(a.a, a.b));
        wf2 to_b = select2(touch, add2(vec2(b.a, b.b), scale2(b.d, correction)), vec2(b.a, b.b));
        scatter4(base, 4, row_a, (wf4){to_a.x, to_a.y, a.c, a.d});
        scatter4(base, 4, row_b, (wf4){to_b.x, to_b.y, b.c, b.d});
    }
    return 0;
}

/// The part of a slip along the wall that friction removes; `depth` is 0 if there is no contact.
WIDE wf2 held_at_wall(const sc_particle_args *args, wf2 travel, wf2 normal, wf depth)
{
    wf2 tangent = vec2(normal.y, negate(normal.x));
    return scale2(held_slip(dot2(travel, tangent), mul(splat(args->friction), depth)), tangent);
}

WIDE wf2 keep_in_disc(const sc_particle_args *args, wf2 at, wf radius, wf2 travel)
{
    wf2 offset = sub2(at, vec2(splat(args->center_x), splat(args->center_y)));
    wf limit = max2(sub(splat(args->size_x), radius), zero());
    wf squared = dot2(offset, offset);
    wm out = gt(squared, mul(limit, limit));
    wf distance = select(out, root(squared), one());
    wf2 normal = scale2(divide(one(), distance), offset);
    wf depth = keep(out, sub(distance, limit));
    at = sub2(at, keep2(out, held_at_wall(args, travel, normal, depth)));
    // Friction along the tangent may have moved the particle slightly out of the container, so
    // apply the wall last.
    offset = sub2(at, vec2(splat(args->center_x), splat(args->center_y)));
    squared = dot2(offset, offset);
    distance = select(both(out, gt(squared, zero())), root(squared), one());
    wf2 in = add2(vec2(splat(args->center_x), splat(args->center_y)),
                  scale2(divide(limit, distance), offset));
    return select2(out, in, at);
}

WIDE wf2 keep_in_box(const sc_particle_args *args, wf2 at, wf radius, wf2 travel)
{
    wf limit_x = max2(sub(splat(args->size_x), radius), zero());
    wf limit_y = max2(sub(splat(args->size_y), radius), zero());
    wf2 offset = sub2(at, vec2(splat(args->center_x), splat(args->center_y)));
    wf over_x = max2(sub(magnitude(offset.x), limit_x), zero());
    wf over_y = max2(sub(magnitude(offset.y), limit_y), zero());
    wf friction = splat(args->friction);
    offset.y = sub(offset.y, held_slip(travel.y, mul(friction, over_x)));
    offset.x = sub(offset.x, held_slip(travel.x, mul(friction, over_y)));
    offset =
        vec2(clamp(offset.x, negate(limit_x), limit_x), clamp(offset.y, negate(limit_y), limit_y));
    wm out = either(gt(over_x, zero()), gt(over_y, zero()));
    wf2 in = add2(offset, vec2(splat(args->center_x), splat(args->center_y)));
    return select2(out, in, at);
}

/// Whether a particle at `at` is farther than its skin plus `slack` from its position when pairs
/// were listed.
WIDE wm beyond_skin(const sc_particle_args *args, int i, wf2 at, float slack)
{
    wf2 offset = sub2(at, vec2(load(args->listed_x + i), load(args->listed_y + i)));
    wf skin = add(load(args->skin + i), splat(slack));
    return gt(dot2(offset, offset), mul(skin, skin));
}

/// Applies the container and adds displacements by pushes to the drift. A particle that was pushed
/// out of the +-1e8 m bounds returns to its position after the drift.
WIDE row_lanes finish_rows(const sc_particle_args *args, int i, row_lanes r)
{
    wf4 p = r.p, f = r.f;
    wf2 at = vec2(p.a, p.b), in = at;
    wf2 travel = vec2(add(sub(p.a, f.a), f.c), add(sub(p.b, f.b), f.d));
    if (args->container == SC_CONTAINER_CIRCLE)
    {
        in = keep_in_disc(args, at, p.c, travel);
    }
    else if (args->container == SC_CONTAINER_BOX)
    {
        in = keep_in_box(args, at, p.c, travel);
    }
    at = select2(gt(p.d, zero()), in, at);
    wf2 d = vec2(add(f.c, sub(at.x, f.a)), add(f.d, sub(at.y, f.b)));
    wm good = in_reach(at), lost = and_not(eq(zero(), zero()), good);
    if (any(lost))
    {
        at = select2(good, at, vec2(f.a, f.b));
        d = keep2(good, d);
        wi nonfinite_result = select_int(both(lost, gt(p.d, zero())), splat_int(1), splat_int(0));
        store_int(args->nonfinite_result + i,
                  or_int(load_int(args->nonfinite_result + i), nonfinite_result));
    }
    return (row_lanes){{at.x, at.y, p.c, p.d}, {at.x, at.y, d.x, d.y}};
}

/// Ends a step.
int SC_KERNEL(finish_particles)(const sc_particle_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    for (int i = begin; i < end; i += SC_LANES)
    {
        store_rows(args, i, finish_rows(args, i, load_rows(args, i)));
    }
    return 0;
}

/// Ends a substep and begins the next one. Returns whether a particle is then outside its skin.
int SC_KERNEL(finish_and_drift)(const sc_particle_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    unsigned far = 0;
    for (int i = begin; i < end; i += SC_LANES)
    {
        row_lanes r = drift_rows(args, i, finish_rows(args, i, load_rows(args, i)));
        wf2 at = vec2(r.p.a, r.p.b);
        far |= mask_bits(both(gt(r.p.d, zero()), beyond_skin(args, i, at, args->slack)));
        store_rows(args, i, r);
    }
    return far != 0;
}

/// Returns whether a particle will be outside its skin after `ahead` substeps at its present speed.
int SC_KERNEL(test_skins)(const sc_particle_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    unsigned far = 0;
    for (int i = begin; i < end; i += SC_LANES)
    {
        wf4 p = gather4(&args->particles[i].x, 4, ramp);
        wf4 f = gather4(&args->drifts[i].free_x, 4, ramp);
        wf2 at = add2(vec2(p.a, p.b), scale2(splat(args->ahead), vec2(f.c, f.d)));
        far |= mask_bits(both(gt(p.d, zero()), beyond_skin(args, i, at, 0.0f)));
    }
    return far != 0;
}
