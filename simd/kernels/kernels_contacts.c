/// Contact constraints in lanes: solve, relax, restitution (soft_step).
///
/// Per substep: integrate velocities, solve (soft, pushes overlap apart), integrate positions,
/// relax (no bias: takes out the velocity that the softness put in; and friction).
#include "simd/contact_rows.h"

/// How a lane's contact answers overlap: like a spring and damper, stiffer where one side cannot
/// move.
typedef struct soft_lanes
{
    wf bias_rate, mass_scale, impulse_scale, inverse_h, slowest;
} soft_lanes;

WIDE soft_lanes choose_softness(const sc_contact_args *args, const pair_lanes *p, int flags)
{
    const sc_softness *hard = &args->rigid, *soft = &args->soft;
    if (!(flags & SC_BLOCK_FIXED))
    {
        return (soft_lanes){splat(soft->bias_rate), splat(soft->mass_scale),
                            splat(soft->impulse_scale), splat(args->inverse_h),
                            splat(-args->push_speed)};
    }
    wm rigid = either(eq(p->a.inverse_mass, zero()), eq(p->b.inverse_mass, zero()));
    return (soft_lanes){select(rigid, splat(hard->bias_rate), splat(soft->bias_rate)),
                        select(rigid, splat(hard->mass_scale), splat(soft->mass_scale)),
                        select(rigid, splat(hard->impulse_scale), splat(soft->impulse_scale)),
                        splat(args->inverse_h), splat(-args->push_speed)};
}

/// The new accumulated normal impulse of a point with this velocity along the normal.
WIDE wf soft_impulse(const soft_lanes *soft, wf velocity, wf separation, wf mass, wf accumulated)
{
    // Apart: let the gap close within the substep, without softness.
    wm apart = gt(separation, zero());
    wf bias = select(apart, mul(separation, soft->inverse_h),
                     max2(mul(soft->bias_rate, separation), soft->slowest));
    wf mass_scale = select(apart, one(), soft->mass_scale);
    wf impulse_scale = select(apart, zero(), soft->impulse_scale);
    // Grouped so that only the last subtraction waits for the velocity.
    wf known = sub(sub(accumulated, mul(impulse_scale, accumulated)), mul(mass, bias));
    return max2(sub(known, mul(mul(mass, mass_scale), velocity)), zero());
}

WIDE void solve_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        pair_lanes p = load_pair(args, &block, l);
        soft_lanes soft = choose_softness(args, &p, flags);
        wf along = dot2(p.normal, sub2(p.b.v, p.a.v));
        arm_lanes arm[2];
        wf change[2], turn_a = zero(), turn_b = zero(), total = zero();
        wm at_once = gt(zero(), zero());
        wf stopping[2] = {zero(), zero()};
        if (block.points == 2 && (flags & SC_BLOCK_LANDS))
        {
            wf gap[2] = {load(block.point[0].separation + l), load(block.point[1].separation + l)};
            wm apart = both(gt(gap[0], zero()), gt(gap[1], zero()));
            wm lands = both(apart, landing_lanes(&block, l));
            if (any(lands))
            {
                wf error[2];
                for (int k = 0; k < 2; ++k)
                {
                    wf turning = angular_velocity_along(&p, normal_arms(&block, k, l));
                    error[k] = add(add(along, turning), mul(gap[k], soft.inverse_h));
                }
                at_once = stop_both(&block, l, &p, error, lands, stopping);
            }
        }
        for (int k = 0; k < block.points; ++k)
        {
            // Both points see the bodies as they were; the second velocity is corrected by what the
            // first impulse did to it: a shorter chain than updating the bodies in between.
            arm[k] = normal_arms(&block, k, l);
            wf velocity = add(along, angular_velocity_along(&p, arm[k]));
            if (k == 1)
            {
                velocity =
                    add(velocity, mul(inverse_effective_mass(&p, arm[0], arm[1]), change[0]));
            }
            wf impulse = soft_impulse(&soft, velocity, load(block.point[k].separation + l),
                                      load(block.point[k].normal_mass + l),
                                      load(block.point[k].normal_impulse + l));
            if (flags & SC_BLOCK_LANDS)
            {
                impulse = select(at_once, stopping[k], impulse);
            }
            change[k] = accumulate(&block, k, l, impulse);
            total = k == 0 ? change[0] : add(total, change[k]);
            turn_a = k == 0 ? mul(arm[0].a, change[0]) : add(turn_a, mul(arm[k].a, change[k]));
            turn_b = k == 0 ? mul(arm[0].b, change[0]) : add(turn_b, mul(arm[k].b, change[k]));
        }
        apply_linear_impulse(&p, scale2(total, p.normal));
        apply_angular_impulse(&p, turn_a, turn_b);
        store_pair(args, &block, l, &p);
    }
}

void SC_KERNEL(solve_contacts)(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS(solve_block, args, i, args->flags[i]);
    }
}

WIDE void relax_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        pair_lanes p = load_pair(args, &block, l);
        wf separation[2], bias[2] = {zero(), zero()}, normal_impulse[2];
        separations_now(args, &block, l, p.normal, separation);
        for (int k = 0; k < block.points; ++k)
        {
            // For the next solve, which then needs only velocities: relax has the poses at hand.
            store(block.point[k].separation + l, separation[k]);
            bias[k] = mul(max2(separation[k], zero()), splat(args->inverse_h));
        }
        wf2 dv = sub2(p.b.v, p.a.v);
        wf along = dot2(p.normal, dv), across = cross2(dv, p.normal);
        // solve took the first point first: turn about, or piles drift to one side.
        int first = block.points - 1;
        wf total = solve_normals(&block, first, l, &p, along, bias, normal_impulse);
        if (flags & SC_BLOCK_SURFACE)
        {
            solve_rolling(block.extra, l, &p, sum_of_points(normal_impulse, block.points));
            across = sub(across, load(block.extra->tangent_speed + l));
        }
        // Normal impulses reach the tangent velocity through the spins only, which are up to date.
        wf total_tangent = solve_friction(&block, first, l, &p, across, normal_impulse);
        apply_linear_impulse(&p, in_world(p.normal, total, total_tangent));
        store_pair(args, &block, l, &p);
    }
}

void SC_KERNEL(relax_contacts)(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS(relax_block, args, i, args->flags[i]);
    }
}

/// Lanes that do not bounce stay as they were, to the sign of a zero: which lanes share a block
/// with one that bounces must not show.
WIDE void keep_where(wm changes, pair_lanes *p, const pair_lanes *before)
{
    p->a.v = select2(changes, p->a.v, before->a.v);
    p->b.v = select2(changes, p->b.v, before->b.v);
    p->a.w = select(changes, p->a.w, before->a.w);
    p->b.w = select(changes, p->b.w, before->b.w);
}

/// Friction of the lanes that bounce: the cones have grown with the normal impulses.
WIDE void restitute_friction(const block_parts *block, int l, pair_lanes *p, wm bounces,
                             const wf *normal_impulse)
{
    wf across = cross2(sub2(p->b.v, p->a.v), p->normal);
    if (block->flags & SC_BLOCK_SURFACE)
    {
        across = sub(across, load(block->extra->tangent_speed + l));
    }
    pair_lanes before = *p;
    wf old[2];
    for (int k = 0; k < block->points; ++k)
    {
        old[k] = load(block->tangent[k].tangent_impulse + l);
    }
    wf total = solve_friction(block, 0, l, p, across, normal_impulse);
    apply_linear_impulse(p, in_world(p->normal, zero(), total));
    keep_where(bounces, p, &before);
    for (int k = 0; k < block->points; ++k)
    {
        float *stored = block->tangent[k].tangent_impulse + l;
        store(stored, select(bounces, load(stored), old[k]));
    }
}

/// Bounce: points that came in faster than the threshold and took an impulse leave at restitution
/// times that speed. What stops their slip may be the larger for it.
WIDE void restitute_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    const sc_contact_extra *extra = block.extra;
    wf threshold = splat(-args->restitution_threshold);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        wf restitution = load(extra->restitution + l), normal_impulse[2];
        wm bouncing[2], some = gt(zero(), zero());
        for (int k = 0; k < block.points; ++k)
        {
            wf approach = load(extra->approach[k] + l);
            wm pushed = gt(load(extra->max_impulse[k] + l), zero());
            bouncing[k] = both(both(lt(approach, threshold), pushed), gt(restitution, zero()));
            some = either(some, bouncing[k]);
        }
        if (!any(some))
        {
            continue;
        }
        pair_lanes p = load_pair(args, &block, l);
        for (int k = 0; k < block.points; ++k)
        {
            arm_lanes arm = normal_arms(&block, k, l);
            wf approach = load(extra->approach[k] + l);
            wm bounces = bouncing[k];
            wf velocity = add(dot2(p.normal, sub2(p.b.v, p.a.v)), angular_velocity_along(&p, arm));
            wf wanted = add(velocity, mul(restitution, approach));
            wf old = load(block.point[k].normal_impulse + l);
            wf mass = load(block.point[k].normal_mass + l);
            normal_impulse[k] = select(bounces, max2(sub(old, mul(mass, wanted)), zero()), old);
            wf change = sub(normal_impulse[k], old);
            store(block.point[k].normal_impulse + l, normal_impulse[k]);
            pair_lanes before = p;
            apply_linear_impulse(&p, scale2(change, p.normal));
            apply_angular_impulse(&p, mul(arm.a, change), mul(arm.b, change));
            keep_where(bounces, &p, &before);
        }
        restitute_friction(&block, l, &p, some, normal_impulse);
        store_pair(args, &block, l, &p);
    }
}

void SC_KERNEL(restitute_contacts)(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        if (args->flags[i] & SC_BLOCK_RESTITUTION)
        {
            restitute_block(args, i, args->flags[i]);
        }
    }
}
