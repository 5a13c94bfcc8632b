/// The rows of contact constraints in lanes, shared by the solvers: normal impulses towards a bias,
/// friction, rolling resistance.
#ifndef SC_CONTACT_NORMAL_FRICTION_H
#define SC_CONTACT_NORMAL_FRICTION_H

#include "core/tuning.h"
#include "simd/contact_lanes.h"

/// Stores the accumulated normal impulse of a point and returns its change.
WIDE wf accumulate(const block_parts *block, int k, int l, wf impulse)
{
    wf change = sub(impulse, load(block->point[k].normal_impulse + l));
    store(block->point[k].normal_impulse + l, impulse);
    if (block->flags & SC_BLOCK_BOUNCES)
    {
        float *total = block->extra->total[k] + l;
        store(total, add(load(total), mul(change, splat(block->substeps_left))));
    }
    return change;
}

/// The lanes of contacts of one point whose normal passes through the centre of mass of the body of
/// `normal_arm`, as for discs. prepare_contacts sets these arms to exactly 0. Missing points, whose
/// arm is 0 too, have no mass.
WIDE wm is_round(const block_parts *block, int l, wf normal_arm)
{
    wm round = eq(normal_arm, zero());
    return block->points == 1 ? round
                              : both(round, eq(load(block->point[1].normal_mass + l), zero()));
}

/// Computes the separations at the present poses. The rotation of a disc does not change its
/// separation.
WIDE void separations_now(const sc_contact_args *args, const block_parts *block, int l, wf2 normal,
                          wf *separation)
{
    wf4 a = gather_rows(&args->deltas->dx, SC_ROW_STEP_FLOATS, block->rows->a + l);
    wf4 b = gather_rows(&args->deltas->dx, SC_ROW_STEP_FLOATS, block->rows->b + l);
    wf shift = dot2(normal, sub2(vec2(b.a, b.b), vec2(a.a, a.b)));
    for (int k = 0; k < block->points; ++k)
    {
        arm_lanes along = normal_arms(block, k, l), across = tangent_arms(block, k, l);
        wf lifted_b = mul(b.d, across.b), lifted_a = mul(a.d, across.a);
        if (block->points == 1 || block->flags & SC_BLOCK_MIXED)
        {
            lifted_b = select(is_round(block, l, along.b), zero(), lifted_b);
            lifted_a = select(is_round(block, l, along.a), zero(), lifted_a);
        }
        wf turned_b = add(lifted_b, mul(b.c, along.b));
        wf turned_a = add(lifted_a, mul(a.c, along.a));
        separation[k] =
            add(add(load(block->tangent[k].separation + l), shift), sub(turned_b, turned_a));
    }
}

/// Computes the impulses that stop both points of a contact at once. Points that are solved one
/// after the other would turn a body that lands flat, and later passes do not undo this completely.
/// `error`: the sum of separating velocity and bias of each point. Returns those of `lanes` in
/// which both impulses push; only there they are valid.
WIDE wm stop_both(const block_parts *block, int l, const pair_lanes *p, const wf *error, wm lanes,
                  wf *impulse)
{
    wf mass0 = load(block->point[0].normal_mass + l), mass1 = load(block->point[1].normal_mass + l);
    wf coupling = inverse_effective_mass(p, normal_arms(block, 0, l), normal_arms(block, 1, l));
    wf coupled0 = mul(mass0, coupling), coupled1 = mul(mass1, coupling);
    wf apart = sub(one(), mul(coupled0, coupled1));
    wm solvable = both(both(gt(mass0, zero()), gt(mass1, zero())), gt(apart, splat(SC_BOTH_APART)));
    wf scale = divide(one(), select(solvable, apart, one()));
    wf change0 = mul(scale, mul(mass0, sub(mul(coupled1, error[1]), error[0])));
    wf change1 = mul(scale, mul(mass1, sub(mul(coupled0, error[0]), error[1])));
    impulse[0] = add(load(block->point[0].normal_impulse + l), change0);
    impulse[1] = add(load(block->point[1].normal_impulse + l), change1);
    wm push = both(gt(impulse[0], zero()), gt(impulse[1], zero()));
    return both(both(lanes, solvable), push);
}

/// Solves the normal impulses with which the points separate at -bias, point `first` first. Applies
/// their angular part to the pair. Returns the change of their sum, whose linear part the caller
/// applies.
WIDE wf solve_normals(const block_parts *block, int first, int l, pair_lanes *p, wf along,
                      const wf *bias, wf *normal_impulse)
{
    arm_lanes arm[2];
    wf change[2], turn_a = zero(), turn_b = zero(), total = zero();
    wm at_once = gt(zero(), zero());
    wf stopping[2] = {zero(), zero()};
    wm lands = at_once;
    if (block->points == 2 && (block->flags & SC_BLOCK_LANDS))
    {
        lands = landing_lanes(block, l);
    }
    if (block->points == 2 && (block->flags & SC_BLOCK_LANDS) && any(lands))
    {
        wf error[2];
        for (int k = 0; k < 2; ++k)
        {
            wf turning = angular_velocity_along(p, normal_arms(block, k, l));
            error[k] = add(add(along, turning), bias[k]);
        }
        at_once = stop_both(block, l, p, error, lands, stopping);
    }
    for (int n = 0; n < block->points; ++n)
    {
        int k = n == 0 ? first : 1 - first;
        arm[k] = normal_arms(block, k, l);
        wf velocity = add(along, angular_velocity_along(p, arm[k]));
        if (n == 1)
        {
            velocity =
                add(velocity, mul(inverse_effective_mass(p, arm[first], arm[k]), change[first]));
        }
        wf mass = load(block->point[k].normal_mass + l);
        wf known = sub(load(block->point[k].normal_impulse + l), mul(mass, bias[k]));
        normal_impulse[k] = max2(sub(known, mul(mass, velocity)), zero());
        if (block->flags & SC_BLOCK_LANDS)
        {
            normal_impulse[k] = select(at_once, stopping[k], normal_impulse[k]);
        }
        change[k] = accumulate(block, k, l, normal_impulse[k]);
        total = add(total, change[k]);
        turn_a = add(turn_a, mul(arm[k].a, change[k]));
        turn_b = add(turn_b, mul(arm[k].b, change[k]));
    }
    apply_angular_impulse(p, turn_a, turn_b);
    return total;
}

/// Applies a torque against the relative spin, up to a multiple of the normal force.
WIDE void solve_rolling(sc_contact_extra *extra, int l, pair_lanes *p, wf pressed)
{
    // Lanes without resistance keep their bits, even the sign of a zero: results must not depend on
    // the other lanes of a block.
    wm resists = gt(load(extra->rolling_resistance + l), zero());
    wf w_a = p->a.w, w_b = p->b.w;
    wf limit = mul(load(extra->rolling_resistance + l), pressed);
    wf old = load(extra->rolling_impulse + l);
    wf wanted = sub(old, mul(load(extra->rolling_mass + l), sub(p->b.w, p->a.w)));
    wf rolling = clamp(wanted, negate(limit), limit);
    wf turn = sub(rolling, old);
    store(extra->rolling_impulse + l, keep(resists, rolling));
    apply_angular_impulse(p, turn, turn);
    p->a.w = select(resists, p->a.w, w_a);
    p->b.w = select(resists, p->b.w, w_b);
}

/// The inputs for the tangent impulses of a block. The normal impulses are up to date.
typedef struct friction_lanes
{
    wf velocity[2], mass[2], old[2], normal_impulse[2];
    wf coupling;  ///< velocity at one point for a unit impulse at the other
} friction_lanes;

/// Updates the accumulated tangent impulses within the friction cones, point `first` first. Returns
/// the lanes in which every point exceeds its cone.
WIDE wm clamp_to_friction_cone(const friction_lanes *r, int points, int first, wf friction,
                               wf *tangent_impulse)
{
    wm slides = eq(zero(), zero());
    for (int n = 0; n < points; ++n)
    {
        int k = n == 0 ? first : 1 - first;
        wf velocity = r->velocity[k], limit = mul(friction, r->normal_impulse[k]);
        if (n == 1)
        {
            velocity = add(velocity, mul(r->coupling, sub(tangent_impulse[first], r->old[first])));
        }
        wf wanted = sub(r->old[k], mul(r->mass[k], velocity));
        tangent_impulse[k] = clamp(wanted, negate(limit), limit);
        wm beyond = gt(magnitude(wanted), limit);
        slides = both(slides, either(beyond, eq(r->mass[k], zero())));
    }
    return slides;
}

/// Solves friction for these normal impulses, point `first` first. Applies the angular part to the
/// pair. `across`: the relative velocity along the tangent without the part of the spins. Returns
/// the change of the sum of the tangent impulses, whose linear part the caller applies.
WIDE wf solve_friction(const block_parts *block, int first, int l, pair_lanes *p, wf across,
                       const wf *normal_impulse)
{
    const int points = block->points;
    arm_lanes arm[2];
    friction_lanes r = {.coupling = zero()};
    wf tangent_impulse[2];
    for (int k = 0; k < points; ++k)
    {
        arm[k] = tangent_arms(block, k, l);
        r.velocity[k] = sub(across, angular_velocity_along(p, arm[k]));
        r.mass[k] = load(block->tangent[k].tangent_mass + l);
        r.old[k] = load(block->tangent[k].tangent_impulse + l);
        r.normal_impulse[k] = normal_impulse[k];
    }
    if (points == 2)
    {
        r.coupling = inverse_effective_mass(p, arm[0], arm[1]);
    }
    wf sliding = load(block->friction->sliding + l);
    sliding = block->flags & SC_BLOCK_LANDS ? magnitude(sliding) : sliding;
    clamp_to_friction_cone(&r, points, first, sliding, tangent_impulse);
    if (block->flags & SC_BLOCK_SURFACE)
    {
        // The surfaces stick unless all points exceed the limit of static friction.
        wf stuck[2];
        wm slides = clamp_to_friction_cone(&r, points, first,
                                           load(block->extra->static_friction + l), stuck);
        for (int k = 0; k < points; ++k)
        {
            tangent_impulse[k] = select(slides, tangent_impulse[k], stuck[k]);
        }
    }
    wf total = zero(), turn_a = zero(), turn_b = zero();
    for (int k = 0; k < points; ++k)
    {
        wf change = sub(tangent_impulse[k], r.old[k]);
        store(block->tangent[k].tangent_impulse + l, tangent_impulse[k]);
        total = add(total, change);
        turn_a = add(turn_a, mul(arm[k].a, change));
        turn_b = add(turn_b, mul(arm[k].b, change));
    }
    // The arm of the tangent is minus r . n: see contact_block.h.
    p->a.w = add(p->a.w, mul(p->a.inverse_inertia, turn_a));
    p->b.w = sub(p->b.w, mul(p->b.inverse_inertia, turn_b));
    return total;
}

#endif
