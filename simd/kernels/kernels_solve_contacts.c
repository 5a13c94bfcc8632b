/// Contact constraints in lanes: solve, relax, restitution (soft_step).
///
/// Per substep: integrate velocities, solve (soft, corrects overlap), integrate positions, relax
/// (no bias: removes the velocity that the softness added; applies friction).
#include "core/tuning.h"
#include "core/assert.h"
#include "simd/contact_normal_friction.h"

/// The response of a contact to overlap, by lane: that of a spring and damper, which are stiffer if
/// one body cannot move.
typedef struct soft_lanes
{
    wf bias_rate, mass_scale, impulse_scale, inverse_h, slowest;
    wm bears;  ///< both bodies move: the push speed does not bound the force
} soft_lanes;

WIDE soft_lanes choose_softness(const sc_contact_args *args, const pair_lanes *p, int flags)
{
    const sc_softness *hard = &args->rigid, *soft = &args->soft;
    if (!(flags & SC_BLOCK_FIXED))
    {
        return (soft_lanes){splat(soft->bias_rate),     splat(soft->mass_scale),
                            splat(soft->impulse_scale), splat(args->inverse_h),
                            splat(-args->push_speed),   eq(zero(), zero())};
    }
    wm rigid = either(eq(p->a.inverse_mass, zero()), eq(p->b.inverse_mass, zero()));
    return (soft_lanes){select(rigid, splat(hard->bias_rate), splat(soft->bias_rate)),
                        select(rigid, splat(hard->mass_scale), splat(soft->mass_scale)),
                        select(rigid, splat(hard->impulse_scale), splat(soft->impulse_scale)),
                        splat(args->inverse_h),
                        splat(-args->push_speed),
                        and_not(eq(zero(), zero()), rigid)};
}

/// Computes the impulse scale of each point. The push speed limits the speed at which overlap is
/// corrected. Between bodies that both move it must not limit the force, which grows with the
/// overlap: otherwise a crowd could be squeezed flat.
WIDE void scale_impulses(const soft_lanes *soft, const block_parts *block, int l, wf *scale)
{
    wf wanted[2];
    for (int k = 0; k < block->points; ++k)
    {
        scale[k] = soft->impulse_scale;
        wanted[k] = mul(soft->bias_rate, load(block->point[k].separation + l));
    }
    wf fastest = block->points == 2 ? min2(wanted[0], wanted[1]) : wanted[0];
    if (any(gt(soft->slowest, fastest)))
    {
        for (int k = 0; k < block->points; ++k)
        {
            wm bounded = both(soft->bears, gt(soft->slowest, wanted[k]));
            wf fraction = divide(soft->slowest, select(bounded, wanted[k], one()));
            scale[k] = select(bounded, mul(scale[k], fraction), scale[k]);
        }
    }
}

/// The new accumulated normal impulse of a point with this velocity along the normal.
WIDE wf soft_impulse(const soft_lanes *soft, wf yielding, wf velocity, wf separation, wf mass,
                     wf accumulated)
{
    // If a point has a gap, let the gap close within the substep, without softness.
    wm apart = gt(separation, zero());
    wf bias = select(apart, mul(separation, soft->inverse_h),
                     max2(mul(soft->bias_rate, separation), soft->slowest));
    wf mass_scale = select(apart, one(), soft->mass_scale);
    wf impulse_scale = select(apart, zero(), yielding);
    // Group the terms such that only the last subtraction needs the velocity.
    wf known = sub(sub(accumulated, mul(impulse_scale, accumulated)), mul(mass, bias));
    return max2(sub(known, mul(mul(mass, mass_scale), velocity)), zero());
}

WIDE void solve_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        if (flags & SC_BLOCK_FIXED && no_pairs(block.rows, l))
        {
            break;
        }
        pair_lanes p = load_pair(args, &block, l);
        soft_lanes soft = choose_softness(args, &p, flags);
        wf yielding[2];
        scale_impulses(&soft, &block, l, yielding);
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
            // Both points use the initial velocities of the bodies. The second velocity is then
            // corrected by the effect of the first impulse: this dependency chain is shorter than
            // updating the bodies in between.
            arm[k] = normal_arms(&block, k, l);
            wf velocity = add(along, angular_velocity_along(&p, arm[k]));
            if (k == 1)
            {
                velocity =
                    add(velocity, mul(inverse_effective_mass(&p, arm[0], arm[1]), change[0]));
            }
            wf impulse = soft_impulse(
                &soft, yielding[k], velocity, load(block.point[k].separation + l),
                load(block.point[k].normal_mass + l), load(block.point[k].normal_impulse + l));
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
    const sc_contact_args own = *args;
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS_AND(SC_BLOCK_BOUNCES, solve_block, &own, i, solving_flags(args, i));
    }
}

WIDE void relax_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        if (flags & SC_BLOCK_FIXED && no_pairs(block.rows, l))
        {
            break;
        }
        pair_lanes p = load_pair(args, &block, l);
        wf separation[2], bias[2] = {zero(), zero()}, normal_impulse[2];
        separations_now(args, &block, l, p.normal, separation);
        for (int k = 0; k < block.points; ++k)
        {
            // Store the separations for the next solve_contacts. The poses are loaded here anyway,
            // and that pass then needs only velocities.
            store(block.point[k].separation + l, separation[k]);
            bias[k] = mul(max2(separation[k], zero()), splat(args->inverse_h));
        }
        wf2 dv = sub2(p.b.v, p.a.v);
        wf along = dot2(p.normal, dv), across = cross2(dv, p.normal);
        // solve_contacts takes the first point first, so begin with the other one here: otherwise
        // piles drift to one side.
        int first = block.points - 1;
        wf total = solve_normals(&block, first, l, &p, along, bias, normal_impulse);
        if (flags & SC_BLOCK_SURFACE)
        {
            solve_rolling(block.extra, l, &p, sum_of_points(normal_impulse, block.points));
            across = sub(across, load(block.extra->tangent_speed + l));
        }
        // Normal impulses change the tangent velocity only through the spins, which are up to date.
        wf total_tangent = solve_friction(&block, first, l, &p, across, normal_impulse);
        apply_linear_impulse(&p, in_world(p.normal, total, total_tangent));
        store_pair(args, &block, l, &p);
    }
}

void SC_KERNEL(relax_contacts)(const sc_contact_args *args, int begin, int end)
{
    const sc_contact_args own = *args;
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS_AND(SC_BLOCK_BOUNCES, relax_block, &own, i, solving_flags(args, i));
    }
}

/// Keeps the bits of lanes that do not bounce, even the sign of a zero: results must not depend on
/// the other lanes of a block.
WIDE void keep_where(wm changes, pair_lanes *p, const pair_lanes *before)
{
    p->a.v = select2(changes, p->a.v, before->a.v);
    p->b.v = select2(changes, p->b.v, before->b.v);
    p->a.w = select(changes, p->a.w, before->a.w);
    p->b.w = select(changes, p->b.w, before->b.w);
}

/// Applies friction in the lanes that bounce, because the cones have grown with the normal
/// impulses.
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

/// The points of a contact that bounces.
typedef struct bounce_lanes
{
    wm fast[2];    ///< points that came in faster than the threshold
    wm pushed[2];  ///< points whose impulse may change
    wf error[2];   ///< excess of the separating speed, m/s
    wf mass[2];    ///< effective masses, kg
    wf total[2];   ///< normal impulses of all substeps, N s
} bounce_lanes;

/// Returns the lanes with a point that came in fast and was pushed.
WIDE wm bouncing_lanes(const sc_contact_args *args, const block_parts *block, int l,
                       bounce_lanes *out)
{
    const sc_contact_extra *extra = block->extra;
    wm bounces = gt(zero(), zero()), all = eq(zero(), zero());
    wm slow_too = args->takes_back ? all : bounces;
    for (int k = 0; k < block->points; ++k)
    {
        out->total[k] = load(extra->total[k] + l);
        out->fast[k] = lt(load(extra->approach[k] + l), splat(-args->restitution_threshold));
        out->pushed[k] = both(gt(out->total[k], zero()), gt(load(extra->restitution + l), zero()));
        bounces = either(bounces, both(out->pushed[k], either(out->fast[k], slow_too)));
    }
    return bounces;
}

/// Points that approached fast separate at restitution times that speed. Other pushed points
/// separate no faster than they approached. Returns the lanes in which a point has another speed.
WIDE wm find_errors(const sc_contact_args *args, const block_parts *block, int l,
                    const pair_lanes *p, wm lanes, bounce_lanes *out)
{
    const sc_contact_extra *extra = block->extra;
    wf along = dot2(p->normal, sub2(p->b.v, p->a.v));
    wm wrong = gt(zero(), zero());
    for (int k = 0; k < block->points; ++k)
    {
        wf velocity = add(along, angular_velocity_along(p, normal_arms(block, k, l)));
        wf approach = load(extra->approach[k] + l);
        wf leave = mul(load(extra->restitution + l), approach);
        wf slow = max2(add(velocity, approach), zero());
        out->error[k] = select(out->fast[k], add(velocity, leave), slow);
        out->mass[k] = load(block->point[k].normal_mass + l);
        wm off = gt(magnitude(out->error[k]), splat(args->bounce_error));
        wrong = either(wrong, both(out->pushed[k], off));
    }
    wrong = both(wrong, lanes);
    for (int k = 0; k < block->points; ++k)
    {
        out->pushed[k] = both(out->pushed[k], wrong);
    }
    return wrong;
}

/// The impulse that removes the error of a point, limited so that its total remains a push.
WIDE wf push_or_pull(const bounce_lanes *bounce, int k, wf error)
{
    return max2(negate(mul(bounce->mass[k], error)), negate(bounce->total[k]));
}

/// Solves the linear complementarity problem of two pushed points: neither separates more slowly
/// than it should, and a point that keeps an impulse separates no faster. If they were solved one
/// after the other, they would gain energy.
WIDE void bounce_both(const block_parts *block, int l, const pair_lanes *p,
                      const bounce_lanes *bounce, wf *change)
{
    const wf *mass = bounce->mass, *error = bounce->error, *total = bounce->total;
    arm_lanes arm0 = normal_arms(block, 0, l), arm1 = normal_arms(block, 1, l);
    wf coupling = inverse_effective_mass(p, arm0, arm1);
    wf coupled0 = mul(mass[0], coupling), coupled1 = mul(mass[1], coupling);
    wf apart = sub(one(), mul(coupled0, coupled1));
    wm solvable = gt(apart, splat(SC_BOTH_APART));
    wf scale = divide(one(), select(solvable, apart, one()));
    wf both0 = mul(scale, mul(mass[0], sub(mul(coupled1, error[1]), error[0])));
    wf both1 = mul(scale, mul(mass[1], sub(mul(coupled0, error[0]), error[1])));
    wm push = both(gt(add(total[0], both0), zero()), gt(add(total[1], both1), zero()));
    // Compute the other cases, in which one of the points has no impulse.
    wf none0 = negate(total[0]), none1 = negate(total[1]);
    wf first = push_or_pull(bounce, 0, add(error[0], mul(coupling, none1)));
    wf parting = add(mul(coupling, first), mul(inverse_effective_mass(p, arm1, arm1), none1));
    wm first_only = ge(add(error[1], parting), zero());
    wf second = push_or_pull(bounce, 1, add(error[1], mul(coupling, none0)));
    wm two = both(both(bounce->pushed[0], bounce->pushed[1]), solvable);
    wf alone0 = keep(bounce->pushed[0], push_or_pull(bounce, 0, error[0]));
    wf left1 = add(error[1], mul(coupling, alone0));
    wf alone1 = keep(bounce->pushed[1], push_or_pull(bounce, 1, left1));
    change[0] = select(two, select(push, both0, select(first_only, first, none0)), alone0);
    change[1] = select(two, select(push, both1, select(first_only, none1, second)), alone1);
}

/// Restitution: points that approached faster than the threshold and were pushed separate at
/// restitution times that speed. The friction cones grow with the impulses, so friction is applied
/// again.
WIDE void restitute_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        bounce_lanes bounce;
        wm bounces = bouncing_lanes(args, &block, l, &bounce);
        if (!any(bounces))
        {
            continue;
        }
        pair_lanes p = load_pair(args, &block, l);
        const pair_lanes before = p;
        bounces = find_errors(args, &block, l, &p, bounces, &bounce);
        if (!any(bounces))
        {
            continue;
        }
        wf change[2], normal_impulse[2];
        if (block.points == 2)
        {
            bounce_both(&block, l, &p, &bounce, change);
        }
        else
        {
            change[0] = keep(bounce.pushed[0], push_or_pull(&bounce, 0, bounce.error[0]));
        }
        for (int k = 0; k < block.points; ++k)
        {
            normal_impulse[k] = add(load(block.point[k].normal_impulse + l), change[k]);
        }
        if (block.points == 2)
        {
            // `change` may take back impulses of all substeps, but the impulses here are only those
            // of the last substep. The excess of one point is taken from the other.
            wf over0 = min2(normal_impulse[0], zero()), over1 = min2(normal_impulse[1], zero());
            normal_impulse[0] = add(normal_impulse[0], over1);
            normal_impulse[1] = add(normal_impulse[1], over0);
        }
        for (int k = 0; k < block.points; ++k)
        {
            arm_lanes arm = normal_arms(&block, k, l);
            store(block.extra->total[k] + l, add(bounce.total[k], change[k]));
            normal_impulse[k] = max2(normal_impulse[k], zero());
            store(block.point[k].normal_impulse + l, normal_impulse[k]);
            apply_linear_impulse(&p, scale2(change[k], p.normal));
            apply_angular_impulse(&p, mul(arm.a, change[k]), mul(arm.b, change[k]));
        }
        keep_where(bounces, &p, &before);
        restitute_friction(&block, l, &p, bounces, normal_impulse);
        store_pair(args, &block, l, &p);
    }
}

void SC_KERNEL(restitute_contacts)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        if (args->flags[i] & SC_BLOCK_BOUNCES)
        {
            restitute_block(args, i, args->flags[i]);
        }
    }
}

/// Finds the lanes that bounce, after all impulses are known and before any bounce.
void SC_KERNEL(find_bounces)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        const int flags = args->flags[i];
        unsigned bouncing = 0;
        for (int l = 0; flags & SC_BLOCK_BOUNCES && l < SC_BLOCK; l += SC_LANES)
        {
            const block_parts block = block_at(args, i, flags);
            bounce_lanes bounce;
            bouncing |= mask_bits(bouncing_lanes(args, &block, l, &bounce)) << l;
        }
        args->bouncing[i] = (uint16_t)bouncing;
    }
}
