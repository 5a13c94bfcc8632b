/// The geometry of a joint at the present poses: arms, the row of its axis, coordinate, masses.
/// This covers all kinds except RATIO: see joint_ratio.h.
///
/// Notation: rA and rB are the arms from the centres of mass to the points, d = pB - pA leads from
/// a's point to b's, and x is the cross product in the plane. On a body with spin w, an arm r moves
/// at w (-r.y, r.x). For a direction u that turns with a,
///     d/dt (u . d) = u . (vB - vA) + wB (rB x u) - wA ((rA + d) x u),
/// because (w (-u.y, u.x)) . d = -w (d x u). Impulses act on b, and their opposites on a.
#ifndef SC_JOINT_GEOMETRY_H
#define SC_JOINT_GEOMETRY_H

#include "simd/joint_lanes.h"

typedef struct geometry_lanes
{
    wf2 arm_a, arm_b, apart;
    mass_lanes mass;
    row_lanes axis;
    wf axis_mass, coordinate, angle;
} geometry_lanes;

/// Whether the axis of a kind is the angle of b relative to a: d/dt angle = wB - wA.
WIDE bool axis_is_angle(sc_joint_kind kind)
{
    return kind == SC_JOINT_HINGE || kind == SC_JOINT_DRIVE;
}

WIDE bool has_axis(sc_joint_kind kind)
{
    return kind != SC_JOINT_POINT && kind != SC_JOINT_LINK && kind != SC_JOINT_RATIO;
}

/// Whether joints of a kind hold, or drive, their two points in both directions.
WIDE bool joins_points(sc_joint_kind kind)
{
    return kind == SC_JOINT_POINT || kind == SC_JOINT_LINK || kind == SC_JOINT_HINGE ||
           kind == SC_JOINT_DRIVE;
}

WIDE bool has_direction(sc_joint_kind kind)
{
    return kind == SC_JOINT_SLIDER || kind == SC_JOINT_WHEEL || kind == SC_JOINT_ROD;
}

WIDE bool turns_with_a(sc_joint_kind kind)
{
    return kind == SC_JOINT_SLIDER || kind == SC_JOINT_WHEEL;
}

WIDE bool has_angle(sc_joint_kind kind) { return axis_is_angle(kind) || kind == SC_JOINT_SLIDER; }

/// Whether the block may have welds, whose angle and point are held together.
WIDE bool may_hold_angle(const joint_parts *joint)
{
    return joint->kind == SC_JOINT_HINGE && (joint->flags & SC_JOINT_SPRING);
}

/// The lanes in which neither the angle nor the point has a frequency of its own.
WIDE wm held_angles(const joint_parts *joint, int l)
{
    wf rigid = load(joint->axis->soft.rigid + l);
    if (joint->flags & SC_JOINT_SOFT_POINT)
    {
        rigid = mul(rigid, load(joint->start->soft.rigid + l));
    }
    return gt(rigid, zero());
}

WIDE geometry_lanes load_geometry(const joint_parts *joint, int l)
{
    const sc_joint_core *core = joint->core;
    geometry_lanes g = {.arm_a = load2(core->arm_a, l),
                        .arm_b = load2(core->arm_b, l),
                        .apart = load2(core->apart, l),
                        .mass = load_mass(&core->mass, l)};
    if (has_axis(joint->kind))
    {
        const sc_joint_axis *axis = joint->axis;
        g.axis_mass = load(axis->mass + l);
        g.coordinate = load(axis->coordinate + l);
        g.angle = g.coordinate;
    }
    if (has_direction(joint->kind))
    {
        const sc_joint_axis *axis = joint->axis;
        g.axis =
            (row_lanes){load2(axis->direction, l), load(axis->arm_a + l), load(axis->arm_b + l)};
    }
    if (joint->kind == SC_JOINT_SLIDER)
    {
        g.angle = load(joint->axis->angle + l);
    }
    return g;
}

WIDE void store_geometry(const joint_parts *joint, int l, const geometry_lanes *g)
{
    sc_joint_core *core = joint->core;
    store2(core->arm_a, l, g->arm_a);
    store2(core->arm_b, l, g->arm_b);
    store2(core->apart, l, g->apart);
    if (joint->kind != SC_JOINT_ROD)
    {
        store_mass(&core->mass, l, g->mass);
    }
    if (has_axis(joint->kind))
    {
        store(joint->axis->mass + l, g->axis_mass);
        store(joint->axis->coordinate + l, g->coordinate);
    }
    if (has_direction(joint->kind))
    {
        sc_joint_axis *axis = joint->axis;
        store2(axis->direction, l, g->axis.direction);
        store(axis->arm_a + l, g->axis.a);
        store(axis->arm_b + l, g->axis.b);
    }
    if (joint->kind == SC_JOINT_SLIDER)
    {
        store(joint->axis->angle + l, g->angle);
    }
}

typedef struct turned_lanes
{
    wf2 moved;
    wf sine, cosine_less_1;
} turned_lanes;

WIDE turned_lanes load_delta(const sc_joint_args *args, const int32_t *row)
{
    wf4 d = gather_rows(&args->deltas->dx, SC_ROW_STEP_FLOATS, row);
    return (turned_lanes){vec2(d.a, d.b), d.c, d.d};
}

/// The change of a vector that turns with a body. After small turns it is small, so the caller adds
/// it to the vector only at the end, and no digits are lost.
WIDE wf2 turning_of(turned_lanes delta, wf2 v)
{
    return add2(scale2(delta.cosine_less_1, v), scale2(delta.sine, quarter_turn(v)));
}

/// The angle of the turn of b minus that of a.
WIDE wf turned_apart(turned_lanes a, turned_lanes b)
{
    wf cos_a = add(one(), a.cosine_less_1), cos_b = add(one(), b.cosine_less_1);
    return angle_of(add(mul(cos_a, cos_b), mul(a.sine, b.sine)),
                    sub(mul(b.sine, cos_a), mul(a.sine, cos_b)));
}

/// The row along `direction` (u), which turns with a or, for ROD, with the line through the points.
/// For ROD, (rA + d) x u is rA x u, because d is parallel to u.
WIDE row_lanes axis_along(sc_joint_kind kind, const geometry_lanes *g, wf2 direction)
{
    wf2 lever = turns_with_a(kind) ? add2(g->arm_a, g->apart) : g->arm_a;
    return (row_lanes){direction, cross2(lever, direction), cross2(g->arm_b, direction)};
}

/// The row across a direction that turns with a: the direction is t = (-u.y, u.x), and r x t = r .
/// u.
WIDE row_lanes across_axis(const geometry_lanes *g)
{
    return (row_lanes){quarter_turn(g->axis.direction),
                       dot2(add2(g->arm_a, g->apart), g->axis.direction),
                       dot2(g->arm_b, g->axis.direction)};
}

/// ROD: u = d / |d|, and d/dt |d| = u . (velocity of b's point - that of a's). If the points are
/// too close to have a direction, u is the direction at the beginning of the step.
WIDE void find_length(const joint_parts *joint, int l, geometry_lanes *g)
{
    wf length = root(dot2(g->apart, g->apart));
    wm known = ge(length, splat(joint->shortest));
    wf inverse = divide(one(), max2(length, splat(joint->shortest)));
    wf2 direction =
        select2(known, scale2(inverse, g->apart), load2(joint->axis->begin_direction, l));
    g->axis = axis_along(SC_JOINT_ROD, g, direction);
    g->coordinate = length;
}

WIDE void find_axis(const joint_parts *joint, int l, const joined_lanes *p, turned_lanes a,
                    turned_lanes b, geometry_lanes *g)
{
    const sc_joint_kind kind = joint->kind;
    if (has_angle(kind))
    {
        g->angle = add(load(joint->axis->begin_angle + l), turned_apart(a, b));
        g->coordinate = g->angle;
    }
    if (kind == SC_JOINT_ROD)
    {
        find_length(joint, l, g);
    }
    if (turns_with_a(kind))
    {
        wf2 begin = load2(joint->axis->begin_direction, l);
        g->axis = axis_along(kind, g, add2(begin, turning_of(a, begin)));
        g->coordinate = dot2(g->axis.direction, g->apart);
        row_lanes across = across_axis(g);
        if (kind == SC_JOINT_SLIDER)
        {
            g->mass = across_mass(p, across.a, across.b);
        }
        else
        {
            g->mass = (mass_lanes){row_mass(p, across), zero(), zero()};
        }
    }
    g->axis_mass = axis_is_angle(kind)
                       ? inverse_or_zero(add(p->a.inverse_inertia, p->b.inverse_inertia))
                       : row_mass(p, g->axis);
    if (may_hold_angle(joint))
    {
        g->axis_mass =
            select(held_angles(joint, l), held_angle_mass(p, g->arm_a, g->arm_b), g->axis_mass);
    }
}

/// The present geometry from that at the beginning of the step and the motion of the bodies since
/// then.
WIDE geometry_lanes find_joint_geometry(const joint_parts *joint, int l, const joined_lanes *p,
                                        turned_lanes a, turned_lanes b)
{
    const sc_joint_start *start = joint->start;
    wf2 begin_a = load2(start->arm_a, l), begin_b = load2(start->arm_b, l);
    wf2 turning_a = turning_of(a, begin_a), turning_b = turning_of(b, begin_b);
    wf2 moved = add2(sub2(b.moved, a.moved), sub2(turning_b, turning_a));
    geometry_lanes g = {.arm_a = add2(begin_a, turning_a),
                        .arm_b = add2(begin_b, turning_b),
                        .apart = add2(load2(start->apart, l), moved)};
    if (joins_points(joint->kind))
    {
        g.mass = point_mass(p, g.arm_a, g.arm_b);
    }
    if (has_axis(joint->kind))
    {
        find_axis(joint, l, p, a, b, &g);
    }
    return g;
}

WIDE bool has_axis_impulses(const joint_parts *joint)
{
    return joint->kind == SC_JOINT_ROD || joint->kind == SC_JOINT_DRIVE ||
           (has_axis(joint->kind) &&
            (joint->flags & (SC_JOINT_SPRING | SC_JOINT_MOTOR | SC_JOINT_LIMITS)));
}

/// The impulse along the axis: spring, motor and limits.
WIDE wf axis_impulse(const joint_parts *joint, int l)
{
    const sc_joint_axis *axis = joint->axis;
    if (!has_axis_impulses(joint))
    {
        return zero();
    }
    wf limits = sub(load(axis->lower + l), load(axis->upper + l));
    wf sum = add(load(axis->spring + l), limits);
    return joint->kind == SC_JOINT_WHEEL ? sum : add(sum, load(axis->motor + l));
}

/// The impulse of the locked part and of the drive at the two points.
WIDE wf2 impulse_at_points(const joint_parts *joint, int l)
{
    wf2 locked = load2(joint->core->impulse, l);
    if (joint->kind != SC_JOINT_DRIVE)
    {
        return locked;
    }
    return add2(locked, vec2(load(joint->axis->lower + l), load(joint->axis->upper + l)));
}

/// The accumulated impulses along rows that turn with the bodies.
WIDE wrench_lanes turning_wrench(const joint_parts *joint, int l, const geometry_lanes *g)
{
    const sc_joint_kind kind = joint->kind;
    if (joins_points(kind))
    {
        wf2 force = impulse_at_points(joint, l);
        return (wrench_lanes){force, cross2(g->arm_a, force), cross2(g->arm_b, force)};
    }
    wrench_lanes sum = row_wrench(g->axis, axis_impulse(joint, l));
    if (turns_with_a(kind))
    {
        wrench_lanes across = row_wrench(across_axis(g), load(joint->core->impulse[0] + l));
        sum.force = add2(sum.force, across.force);
        sum.turn_a = add(sum.turn_a, across.turn_a);
        sum.turn_b = add(sum.turn_b, across.turn_b);
    }
    return sum;
}

/// The sum of the accumulated angular impulses.
WIDE wf torque_impulse(const joint_parts *joint, int l)
{
    switch (joint->kind)
    {
    case SC_JOINT_HINGE:
        return axis_impulse(joint, l);
    case SC_JOINT_DRIVE:
        return add(load(joint->axis->spring + l), load(joint->axis->motor + l));
    case SC_JOINT_SLIDER:
        return load(joint->core->impulse[1] + l);
    case SC_JOINT_WHEEL:
        return load(joint->axis->motor + l);
    default:
        return zero();
    }
}

/// Replaces the geometry. Records the difference between the effect of the accumulated impulses in
/// the new and in the old geometry.
WIDE void take_geometry(const joint_parts *joint, int l, const geometry_lanes *g)
{
    geometry_lanes old = load_geometry(joint, l);
    if (joins_points(joint->kind))
    {
        wf2 force = impulse_at_points(joint, l);
        store(joint->core->turn_a + l, cross2(sub2(g->arm_a, old.arm_a), force));
        store(joint->core->turn_b + l, cross2(sub2(g->arm_b, old.arm_b), force));
        store_geometry(joint, l, g);
        return;
    }
    wrench_lanes before = turning_wrench(joint, l, &old), now = turning_wrench(joint, l, g);
    store(joint->core->turn_a + l, sub(now.turn_a, before.turn_a));
    store(joint->core->turn_b + l, sub(now.turn_b, before.turn_b));
    store2(joint->axis->shift, l, sub2(now.force, before.force));
    store_geometry(joint, l, g);
}

/// Applies the difference that take_geometry recorded.
WIDE void apply_turning(const joint_parts *joint, int l, joined_lanes *p)
{
    wf turn_a = load(joint->core->turn_a + l), turn_b = load(joint->core->turn_b + l);
    if (has_direction(joint->kind))
    {
        wf2 shift = load2(joint->axis->shift, l);
        apply_wrench(p, (wrench_lanes){shift, turn_a, turn_b});
    }
    else
    {
        apply_turn(p, turn_a, turn_b);
    }
}

WIDE void clear_turning(const joint_parts *joint, int l)
{
    store(joint->core->turn_a + l, zero());
    store(joint->core->turn_b + l, zero());
    if (has_direction(joint->kind))
    {
        store2(joint->axis->shift, l, vec2(zero(), zero()));
    }
}

#endif
