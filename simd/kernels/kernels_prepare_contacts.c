/// Fills lane blocks from contacts before the substeps, and copies impulses back to the manifolds
/// after them.
#include "core/tuning.h"
#include "core/assert.h"
#include "simd/contact_lanes.h"

#include <float.h>

/// The manifolds of one slice of a block.
typedef struct manifold_lanes
{
    wf2 normal, com;
    wf2 anchor[2];
    wf separation[2], normal_impulse[2], tangent_impulse[2];
    wf rolling_impulse;
    wi count;
} manifold_lanes;

WIDE manifold_lanes load_manifolds(const sc_contact_args *args, const int32_t *contact)
{
    const float *base = &args->manifolds->normal_x;
    wf4 frame = gather4(base + SC_MANIFOLD_FRAME, SC_MANIFOLD_FLOATS, contact);
    wf4 anchors = gather4(base + SC_MANIFOLD_ANCHORS, SC_MANIFOLD_FLOATS, contact);
    wf4 depths = gather4(base + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, contact);
    wf4 impulses = gather4(base + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, contact);
    wf warm = splat(args->warm_scale);
    wi count = shift_right(bits_of(depths.c), SC_COUNT_SHIFT);
    return (manifold_lanes){.normal = vec2(frame.a, frame.b),
                            .com = vec2(frame.c, frame.d),
                            .anchor = {vec2(anchors.a, anchors.b), vec2(anchors.c, anchors.d)},
                            .separation = {depths.a, depths.b},
                            .normal_impulse = {mul(warm, impulses.a), mul(warm, impulses.c)},
                            .tangent_impulse = {mul(warm, impulses.b), mul(warm, impulses.d)},
                            .rolling_impulse = mul(warm, depths.d),
                            .count = and_int(count, splat_int(SC_COUNT_MASK))};
}

/// 1 / k, the effective mass of a row of the Jacobian, or 0 where the point does not exist or
/// neither body can move.
WIDE wf effective_mass(const pair_lanes *p, arm_lanes row, wm exists)
{
    wf k = inverse_effective_mass(p, row, row);
    return keep(both(exists, gt(k, zero())), divide(one(), k));
}

/// The lever arm of the normal of a contact of one point. It is exactly 0 if the normal passes
/// through the centre of mass to within rounding, as for a disc.
WIDE wf round_arm(wf across, wf along)
{
    wm through = le(magnitude(across), mul(splat(SC_THROUGH_CENTER), magnitude(along)));
    return select(through, zero(), across);
}

/// Fills point k and adds the angular effect of its impulses to turn_a and turn_b. `single`: some
/// lane has only one point.
WIDE void prepare_point(const sc_contact_args *args, sc_point_block *point, sc_tangent_block *along,
                        const pair_lanes *p, const manifold_lanes *m, bool single, int k, int l,
                        wf *turn_a, wf *turn_b)
{
    wf2 arm_a = m->anchor[k], arm_b = sub2(arm_a, m->com);
    // The anchor of a point with a large gap lies midway in the gap. Friction acts when the
    // surfaces have met, so use the arm to the surface.
    wm far_ahead = gt(m->separation[k], splat(args->speculative));
    wf to_surface = keep(far_ahead, mul(splat(0.5f), m->separation[k]));
    arm_lanes tangent = {sub(dot2(arm_a, p->normal), to_surface),
                         add(dot2(arm_b, p->normal), to_surface)};
    arm_lanes normal = {cross2(arm_a, p->normal), cross2(arm_b, p->normal)};
    if (single)
    {
        wm one_point = eq_int(m->count, splat_int(1));
        normal.a = select(one_point, round_arm(normal.a, tangent.a), normal.a);
        normal.b = select(one_point, round_arm(normal.b, tangent.b), normal.b);
    }
    wm exists = gt_int(m->count, splat_int(k));
    store(point->normal_arm_a + l, normal.a);
    store(point->normal_arm_b + l, normal.b);
    store(point->separation + l, m->separation[k]);
    store(point->normal_mass + l, effective_mass(p, normal, exists));
    store(point->normal_impulse + l, m->normal_impulse[k]);
    store(along->tangent_arm_a + l, tangent.a);
    store(along->tangent_arm_b + l, tangent.b);
    store(along->separation + l, m->separation[k]);
    store(along->tangent_mass + l, effective_mass(p, tangent, exists));
    store(along->tangent_impulse + l, m->tangent_impulse[k]);
    *turn_a = add(*turn_a,
                  sub(mul(normal.a, m->normal_impulse[k]), mul(tangent.a, m->tangent_impulse[k])));
    *turn_b = add(*turn_b,
                  sub(mul(normal.b, m->normal_impulse[k]), mul(tangent.b, m->tangent_impulse[k])));
}

/// Stores the approach velocities before the step, which restitution needs. Returns whether a point
/// bounces if it is pushed.
WIDE bool prepare_bounce(const sc_contact_args *args, const block_parts *block, const pair_lanes *p,
                         const manifold_lanes *m, wf restitution, int l)
{
    wf least_approach = splat(args->takes_back ? FLT_MAX : -args->restitution_threshold);
    wm fast = gt(zero(), zero());
    sc_contact_extra *extra = block->extra;
    wf along = dot2(p->normal, sub2(p->b.v, p->a.v));
    for (int k = 0; k < block->points; ++k)
    {
        wf approach = add(along, angular_velocity_along(p, normal_arms(block, k, l)));
        fast = either(fast, lt(approach, least_approach));
        store(extra->approach[k] + l, approach);
        store(extra->total[k] + l, mul(m->normal_impulse[k], splat(block->substeps_left)));
    }
    store(extra->restitution + l, restitution);
    return any(both(fast, gt(restitution, zero())));
}

WIDE void prepare_surface(sc_contact_extra *extra, const pair_lanes *p, const manifold_lanes *m,
                          wf4 surface, int l)
{
    wf turn = add(p->a.inverse_inertia, p->b.inverse_inertia);
    store(extra->static_friction + l, surface.a);
    store(extra->rolling_resistance + l, surface.c);
    store(extra->tangent_speed + l, surface.d);
    store(extra->rolling_mass + l, select(gt(turn, zero()), divide(one(), turn), zero()));
    store(extra->rolling_impulse + l, m->rolling_impulse);
}

/// The lanes whose bodies are both dynamic and have unequal masses (SC_UNEQUAL_MASSES).
WIDE wm has_unequal_masses(const pair_lanes *p)
{
    wf a = p->a.inverse_mass, b = p->b.inverse_mass;
    wf less = min2(a, b);
    return both(gt(max2(a, b), mul(splat(SC_UNEQUAL_MASSES), less)), gt(less, zero()));
}

/// Marks the lanes whose two points are solved together. Either both points are separated and at
/// least one closes within the step, or one body is much heavier than the other and both centres of
/// mass lie between the points. Returns whether any lane is marked.
WIDE bool mark_landing(const sc_contact_args *args, const block_parts *block, const pair_lanes *p,
                       const manifold_lanes *m, int l)
{
    wm two = gt_int(m->count, splat_int(1));
    wm apart = gt(min2(m->separation[0], m->separation[1]), zero());
    wm unequal = has_unequal_masses(p);
    if (!any(either(apart, unequal)))
    {
        return false;
    }
    // A load whose centre is between the points presses both.
    arm_lanes first = normal_arms(block, 0, l), second = normal_arms(block, 1, l);
    wm between = both(lt(mul(first.a, second.a), zero()), lt(mul(first.b, second.b), zero()));
    unequal = both(unequal, between);
    wf along = dot2(p->normal, sub2(p->b.v, p->a.v));
    wm closes = gt(zero(), zero());
    for (int k = 0; k < 2; ++k)
    {
        // Accelerating bodies may arrive a little sooner.
        wf speed = add(along, angular_velocity_along(p, normal_arms(block, k, l)));
        wf left = add(m->separation[k], mul(splat(1.25f * args->dt), speed));
        closes = either(closes, lt(left, zero()));
    }
    wm lands = both(two, either(unequal, both(apart, closes)));
    float *sliding = block->friction->sliding + l;
    wi mark = keep_int(lands, splat_int(INT32_MIN));
    store(sliding, float_of(or_int(bits_of(load(sliding)), mark)));
    return any(lands);
}

/// Fills one slice of a block. Returns the flags of SC_BLOCK_FOUND that hold for some lane.
WIDE int prepare_slice(const sc_contact_args *args, int i, int l, int flags)
{
    const block_parts block = block_at(args, i, flags);
    const sc_block_rows *rows = block.rows;
    const int32_t *contact = args->contact + (ptrdiff_t)i * SC_BLOCK + l;
    const float *surfaces = &args->surfaces->static_friction;
    manifold_lanes m = load_manifolds(args, contact);
    wf4 sum_a = gather_rows(&args->warm_starts->vx, SC_ROW_STEP_FLOATS, rows->a + l);
    wf4 sum_b = gather_rows(&args->warm_starts->vx, SC_ROW_STEP_FLOATS, rows->b + l);
    pair_lanes p = {load_body(args->velocities, rows->a + l, sum_a.d),
                    load_body(args->velocities, rows->b + l, sum_b.d), m.normal};
    store(block.frame->normal_x + l, p.normal.x);
    store(block.frame->normal_y + l, p.normal.y);
    store(block.frame->inverse_inertia_a + l, p.a.inverse_inertia);
    store(block.frame->inverse_inertia_b + l, p.b.inverse_inertia);
    for (int k = 0; k < SC_LANES; ++k)
    {
        block.friction->sliding[l + k] = args->friction[contact[k]];
    }

    wf turn_a = zero(), turn_b = zero();
    const bool single = block.points == 1 || any(eq_int(m.count, splat_int(1)));
    for (int k = 0; k < block.points; ++k)
    {
        prepare_point(args, &block.point[k], &block.tangent[k], &p, &m, single, k, l, &turn_a,
                      &turn_b);
    }
    bool lands = block.points == 2 && mark_landing(args, &block, &p, &m, l);
    bool bounces = false;
    if (flags & SC_BLOCK_RESTITUTION)
    {
        wf4 surface = gather4(surfaces, SC_SURFACE_FLOATS, contact);
        bounces = prepare_bounce(args, &block, &p, &m, surface.b, l);
    }
    if (flags & SC_BLOCK_SURFACE)
    {
        wf4 surface = gather4(surfaces, SC_SURFACE_FLOATS, contact);
        prepare_surface(block.extra, &p, &m, surface, l);
        turn_a = add(turn_a, m.rolling_impulse);
        turn_b = add(turn_b, m.rolling_impulse);
    }
    wf2 impulse = in_world(p.normal, sum_of_points(m.normal_impulse, block.points),
                           sum_of_points(m.tangent_impulse, block.points));
    // The velocity changes by warm starting are summed separately from the velocities: see
    // sc_warm_start.
    bool fixed = is_fixed(&p);
    scatter_pair(args, &args->warm_starts->vx, rows, l, fixed,
                 (wf4){sub(sum_a.a, mul(p.a.inverse_mass, impulse.x)),
                       sub(sum_a.b, mul(p.a.inverse_mass, impulse.y)),
                       sub(sum_a.c, mul(p.a.inverse_inertia, turn_a)), sum_a.d},
                 (wf4){add(sum_b.a, mul(p.b.inverse_mass, impulse.x)),
                       add(sum_b.b, mul(p.b.inverse_mass, impulse.y)),
                       add(sum_b.c, mul(p.b.inverse_inertia, turn_b)), sum_b.d});
    return (fixed ? SC_BLOCK_FIXED : 0) | (lands ? SC_BLOCK_LANDS : 0) |
           (block.points == 2 && single ? SC_BLOCK_MIXED : 0) | (bounces ? SC_BLOCK_BOUNCES : 0);
}

/// Fills a block, with the `flags` that colouring set, and adds the flags that are found.
WIDE void prepare_block(const sc_contact_args *args, int i, int flags)
{
    int found = 0;
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        found |= prepare_slice(args, i, l, flags);
    }
    args->flags[i] = (uint8_t)(flags | found);
}

/// Manifolds lie in the order of the contacts, so each lane of a block is a cache miss. Friction
/// has an array of its own, so plain blocks need no surfaces.
WIDE void prefetch_contacts(const sc_contact_args *args, int i)
{
    const int32_t *contact = args->contact + (ptrdiff_t)i * SC_BLOCK;
    for (int l = 0; l < SC_BLOCK; ++l)
    {
        __builtin_prefetch(&args->manifolds[contact[l]]);
    }
    if (args->flags[i] & (SC_BLOCK_SURFACE | SC_BLOCK_RESTITUTION))
    {
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            __builtin_prefetch(&args->surfaces[contact[l]]);
        }
    }
}

void SC_KERNEL(prepare_contacts)(const sc_contact_args *shared, int begin, int end)
{
    const sc_contact_args own = *shared, *args = &own;
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        prefetch_contacts(args, i + 2 < end ? i + 2 : i);
        // Clear the flags that were found in an earlier step: they are still there if the colours
        // still hold.
        int flags = args->flags[i] & ~SC_BLOCK_FOUND;
        SC_BY_FLAGS_AND(SC_BLOCK_RESTITUTION, prepare_block, args, i, flags);
    }
}

/// Limits an impulse to +-FLT_MAX: between very heavy bodies the sum of finite impulses may
/// overflow. NaN stays NaN, and the step disables its body.
static inline float in_range(float impulse)
{
    return impulse > FLT_MAX ? FLT_MAX : impulse < -FLT_MAX ? -FLT_MAX : impulse;
}

WIDE wf lanes_in_range(wf impulse) { return max2(splat(-FLT_MAX), min2(splat(FLT_MAX), impulse)); }

/// Stores a slice that ends with empty lanes. Empty lanes refer to null contacts, which other
/// workers read, so nothing is written for them.
WIDE void store_present(const sc_contact_args *args, const block_parts *block,
                        const int32_t *contact, int l)
{
    const bool second = block->points == 2;
    for (int end = l + SC_LANES; l < end; ++l)
    {
        if (contact[l] >= SC_BLOCK)
        {
            sc_manifold *manifold = &args->manifolds[contact[l]];
            manifold->normal_impulse_0 = in_range(block->point[0].normal_impulse[l]);
            manifold->tangent_impulse_0 = in_range(block->tangent[0].tangent_impulse[l]);
            manifold->normal_impulse_1 =
                second ? in_range(block->point[1].normal_impulse[l]) : 0.0f;
            manifold->tangent_impulse_1 =
                second ? in_range(block->tangent[1].tangent_impulse[l]) : 0.0f;
        }
    }
}

/// Copies impulses back to their manifolds, for the next step and for the caller.
void SC_KERNEL(store_impulses)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    float *impulses = &args->manifolds->normal_impulse_0;
    for (int i = begin; i < end; ++i)
    {
        const int32_t *later = args->contact + (ptrdiff_t)(i + 4 < end ? i + 4 : i) * SC_BLOCK;
        for (int l = 0; l < SC_BLOCK; ++l)
        {
            __builtin_prefetch(&args->manifolds[later[l]], 1);
        }
        const int32_t *contact = args->contact + (ptrdiff_t)i * SC_BLOCK;
        const block_parts block = block_at(args, i, args->flags[i]);
        const bool second = block.points == 2;
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            if (contact[l + SC_LANES - 1] < SC_BLOCK)
            {
                store_present(args, &block, contact, l);
                continue;
            }
            scatter4(
                impulses, SC_MANIFOLD_FLOATS, contact + l,
                (wf4){lanes_in_range(load(block.point[0].normal_impulse + l)),
                      lanes_in_range(load(block.tangent[0].tangent_impulse + l)),
                      second ? lanes_in_range(load(block.point[1].normal_impulse + l)) : zero(),
                      second ? lanes_in_range(load(block.tangent[1].tangent_impulse + l))
                             : zero()});
        }
        if (block.flags & SC_BLOCK_SURFACE)
        {
            for (int l = 0; l < SC_BLOCK && contact[l] >= SC_BLOCK; ++l)
            {
                args->manifolds[contact[l]].rolling_impulse =
                    in_range(block.extra->rolling_impulse[l]);
            }
        }
    }
}
