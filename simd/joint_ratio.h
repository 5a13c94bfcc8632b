/// Gears, pulleys, racks and ratchets: one row
///     Cdot = uB . vB + jB wB - uA . vA - jA wA,
/// each with error C, directions u and arms j as follows; TA and TB are the turns of the bodies
/// since the first step of the joint, including whole turns; q is the ratio.
///   gear     C = q TB - TA - phase = 0;  u = 0, jA = 1, jB = q
///   pulley   C = length - |a| - q |b| >= 0, a and b from the pulleys to the points;
///            uA = a / |a|, jA = rA x uA, uB = -q b / |b|, jB = rB x uB: a positive impulse pulls
///            both towards their pulleys; at its pulley a point is not pulled
///   rack     C = x - q TA = 0, x the distance that b's point has moved relative to a's along u,
///            the direction of frame b: d/dt (u . d) = u . (vB - vA) + wB ((rB - d) x u) - wA (rA x
///            u); jA = rA x u + q, jB = (rB - d) x u
///   ratchet  C = s (TB - TA - stop) >= 0, s the sign of the tooth; u = 0, jA = jB = s. The stop
///            is the last tooth passed, at first where the joint was made.
#ifndef SC_JOINT_RATIO_H
#define SC_JOINT_RATIO_H

#include "simd/joint_geometry.h"
#include "simd/joint_axis_locked.h"

typedef struct ratio_lanes
{
    wf2 direction_a, direction_b;
    wf a, b, error, mass;
} ratio_lanes;

WIDE wm is_type(const joint_parts *joint, int l, int type)
{
    return eq_int(load_int(joint->ratio->type + l), splat_int(type));
}

/// The lanes whose rows are one-sided: C >= 0.
WIDE wm is_one_sided(const joint_parts *joint, int l)
{
    return either(is_type(joint, l, SC_RATIO_PULLEY), is_type(joint, l, SC_RATIO_RATCHET));
}

WIDE ratio_lanes load_ratio(const joint_parts *joint, int l)
{
    const sc_joint_ratio *ratio = joint->ratio;
    return (ratio_lanes){load2(ratio->direction_a, l), load2(ratio->direction_b, l),
                         load(ratio->arm_a + l),       load(ratio->arm_b + l),
                         load(ratio->error + l),       load(joint->core->mass.first + l)};
}

WIDE wf ratio_velocity(const joined_lanes *p, const ratio_lanes *r)
{
    wf linear = sub(dot2(r->direction_b, p->b.v), dot2(r->direction_a, p->a.v));
    return add(linear, sub(mul(r->b, p->b.w), mul(r->a, p->a.w)));
}

WIDE void apply_ratio(joined_lanes *p, const ratio_lanes *r, wf impulse)
{
    p->a.v = sub2(p->a.v, scale2(mul(p->a.inverse_mass, impulse), r->direction_a));
    p->b.v = add2(p->b.v, scale2(mul(p->b.inverse_mass, impulse), r->direction_b));
    apply_turn(p, mul(r->a, impulse), mul(r->b, impulse));
}

WIDE wf ratio_mass(const joined_lanes *p, const ratio_lanes *r)
{
    wf linear = add(mul(p->a.inverse_mass, dot2(r->direction_a, r->direction_a)),
                    mul(p->b.inverse_mass, dot2(r->direction_b, r->direction_b)));
    return inverse_or_zero(add(linear, turn_coupling(p, r->a, r->a, r->b, r->b)));
}

/// The last of the teeth, at the angles phase + k tooth, at or before `angle`. Beyond 2^22 teeth,
/// which floats cannot count, returns `angle`.
WIDE wf tooth_before(wf angle, wf tooth, wf phase)
{
    wf count = divide(sub(angle, phase), tooth), shift = splat(12582912.0f);
    wf rounded = sub(add(count, shift), shift);
    wf whole = select(gt(rounded, count), sub(rounded, one()), rounded);
    wm few = lt(magnitude(count), splat(4194304.0f));
    return select(few, add(mul(whole, tooth), phase), angle);
}

/// Counts the travel of the bodies and computes the row and error of gear, rack and ratchet.
WIDE ratio_lanes count_travel(const joint_parts *joint, int l, const geometry_lanes *g,
                              turned_lanes a, turned_lanes b)
{
    sc_joint_ratio *ratio = joint->ratio;
    wm rack = is_type(joint, l, SC_RATIO_RACK), ratchet = is_type(joint, l, SC_RATIO_RATCHET);
    wf q = load(ratio->ratio + l), phase = load(ratio->phase + l);
    wf2 begin = load2(ratio->begin_b, l);
    wf2 along = add2(begin, turning_of(b, begin));

    wf angle_a = wrap_angle(
        add(load(ratio->begin_angle_a + l), angle_of(add(one(), a.cosine_less_1), a.sine)));
    wf angle_b = wrap_angle(
        add(load(ratio->begin_angle_b + l), angle_of(add(one(), b.cosine_less_1), b.sine)));
    angle_b = select(rack, dot2(along, g->apart), angle_b);
    wf came_a = wrap_angle(sub(angle_a, load(ratio->last_a + l)));
    wf came_b = sub(angle_b, load(ratio->last_b + l));
    came_b = select(rack, came_b, wrap_angle(came_b));
    wf travel_a = add(load(ratio->travel_a + l), select(ratchet, sub(came_b, came_a), came_a));
    wf old_b = load(ratio->travel_b + l);
    wf passed = tooth_before(travel_a, select(ratchet, q, one()), phase);
    wf stop = select(gt(q, zero()), max2(old_b, passed), min2(old_b, passed));
    wf travel_b = select(ratchet, stop, add(old_b, came_b));
    store(ratio->last_a + l, angle_a);
    store(ratio->last_b + l, angle_b);
    store(ratio->travel_a + l, travel_a);
    store(ratio->travel_b + l, travel_b);

    wf sign = select(gt(q, zero()), one(), splat(-1.0f));
    wf gear_error = sub(sub(mul(q, travel_b), travel_a), phase);
    wf rack_error = sub(travel_b, mul(q, travel_a));
    wf ratchet_error = mul(sign, sub(travel_a, travel_b));
    wf rack_a = add(cross2(g->arm_a, along), q);
    wf rack_b = cross2(sub2(g->arm_b, g->apart), along);
    return (ratio_lanes){.direction_a = keep2(rack, along),
                         .direction_b = keep2(rack, along),
                         .a = select(rack, rack_a, select(ratchet, sign, one())),
                         .b = select(rack, rack_b, select(ratchet, sign, q)),
                         .error =
                             select(rack, rack_error, select(ratchet, ratchet_error, gear_error))};
}

/// A unit vector, or zero if v is too short to have a direction.
WIDE wf2 direction_or_zero(wf2 v, wf length, float shortest)
{
    wm known = ge(length, splat(shortest));
    wf inverse = divide(one(), max2(length, splat(shortest)));
    return keep2(known, scale2(inverse, v));
}

/// Computes the row of a pulley, in its lanes.
WIDE void find_rope(const joint_parts *joint, int l, const geometry_lanes *g, turned_lanes a,
                    turned_lanes b, ratio_lanes *r)
{
    const sc_joint_ratio *ratio = joint->ratio;
    const sc_joint_start *start = joint->start;
    wm pulley = is_type(joint, l, SC_RATIO_PULLEY);
    wf q = load(ratio->ratio + l);
    wf2 begin_a = load2(start->arm_a, l), begin_b = load2(start->arm_b, l);
    wf2 rope_a = add2(load2(ratio->begin_a, l), add2(a.moved, turning_of(a, begin_a)));
    wf2 rope_b = add2(load2(ratio->begin_b, l), add2(b.moved, turning_of(b, begin_b)));
    wf length_a = root(dot2(rope_a, rope_a)), length_b = root(dot2(rope_b, rope_b));
    wf2 direction_a = direction_or_zero(rope_a, length_a, joint->shortest);
    wf2 direction_b = scale2(negate(q), direction_or_zero(rope_b, length_b, joint->shortest));
    wf error = sub(sub(load(ratio->phase + l), length_a), mul(q, length_b));
    r->direction_a = select2(pulley, direction_a, r->direction_a);
    r->direction_b = select2(pulley, direction_b, r->direction_b);
    r->a = select(pulley, cross2(g->arm_a, direction_a), r->a);
    r->b = select(pulley, cross2(g->arm_b, direction_b), r->b);
    r->error = select(pulley, error, r->error);
}

/// Computes the row at the present poses and counts the travel of the bodies.
WIDE ratio_lanes find_ratio(const joint_parts *joint, int l, const joined_lanes *p,
                            const geometry_lanes *g, turned_lanes a, turned_lanes b)
{
    ratio_lanes r = count_travel(joint, l, g, a, b);
    find_rope(joint, l, g, a, b, &r);
    r.mass = ratio_mass(p, &r);
    return r;
}

WIDE void store_ratio(const joint_parts *joint, int l, const geometry_lanes *g,
                      const ratio_lanes *r)
{
    sc_joint_ratio *ratio = joint->ratio;
    store2(joint->core->arm_a, l, g->arm_a);
    store2(joint->core->arm_b, l, g->arm_b);
    store2(joint->core->apart, l, g->apart);
    store(joint->core->mass.first + l, r->mass);
    store2(ratio->direction_a, l, r->direction_a);
    store2(ratio->direction_b, l, r->direction_b);
    store(ratio->arm_a + l, r->a);
    store(ratio->arm_b + l, r->b);
    store(ratio->error + l, r->error);
}

/// Like take_geometry, for a ratio.
WIDE void take_ratio(const joint_parts *joint, int l, const geometry_lanes *g, const ratio_lanes *r)
{
    ratio_lanes old = load_ratio(joint, l);
    wf impulse = load(joint->core->impulse[0] + l);
    store(joint->core->turn_a + l, mul(impulse, sub(r->a, old.a)));
    store(joint->core->turn_b + l, mul(impulse, sub(r->b, old.b)));
    store2(joint->ratio->shift_a, l, scale2(impulse, sub2(r->direction_a, old.direction_a)));
    store2(joint->ratio->shift_b, l, scale2(impulse, sub2(r->direction_b, old.direction_b)));
    store_ratio(joint, l, g, r);
}

WIDE void apply_ratio_turning(const joint_parts *joint, int l, joined_lanes *p)
{
    const sc_joint_ratio *ratio = joint->ratio;
    p->a.v = sub2(p->a.v, scale2(p->a.inverse_mass, load2(ratio->shift_a, l)));
    p->b.v = add2(p->b.v, scale2(p->b.inverse_mass, load2(ratio->shift_b, l)));
    apply_turn(p, load(joint->core->turn_a + l), load(joint->core->turn_b + l));
}

WIDE void clear_ratio_turning(const joint_parts *joint, int l)
{
    store(joint->core->turn_a + l, zero());
    store(joint->core->turn_b + l, zero());
    store2(joint->ratio->shift_a, l, vec2(zero(), zero()));
    store2(joint->ratio->shift_b, l, vec2(zero(), zero()));
}

WIDE void solve_ratio(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                      joined_lanes *p, const ratio_lanes *r)
{
    softness_lanes soft =
        softness_in(args, pass, &joint->start->soft, l, joint->flags & SC_JOINT_SOFT_POINT);
    wm one_way = is_one_sided(joint, l), apart = both(one_way, gt(r->error, zero()));
    wf bias = select(apart, mul(r->error, splat(args->inverse_h)), mul(soft.bias_rate, r->error));
    wf mass_scale = select(apart, one(), soft.mass_scale);
    wf impulse_scale = select(apart, zero(), soft.impulse_scale);
    wf old = load(joint->core->impulse[0] + l);
    wf push = add(mul(mass_scale, ratio_velocity(p, r)), bias);
    wf wanted = sub(sub(old, mul(impulse_scale, old)), mul(r->mass, push));
    wf impulse = select(one_way, max2(wanted, zero()), wanted);
    store(joint->core->impulse[0] + l, impulse);
    apply_ratio(p, r, sub(impulse, old));
}

#endif
