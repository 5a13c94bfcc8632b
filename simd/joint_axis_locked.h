/// The rows of joints: along the axis, and the locked part.
///
/// An equality C = 0 with velocity Cdot, effective mass m and impulse L so far:
///     L <- L - m (mass_scale Cdot + bias_rate C) - impulse_scale L
/// where a spring clamps L to its range. A motor: L <- clamp(L - m (Cdot - speed)). A limit, C >=
/// 0, is like a contact: L >= 0, and while open it may close within the substep. Order: spring,
/// motor, lower and upper limit, locked part. The locked part is solved last and thus best.
#ifndef SC_JOINT_AXIS_LOCKED_H
#define SC_JOINT_AXIS_LOCKED_H

#include "simd/joint_geometry.h"

/// Position updates move an arm r along its tangent and then restore its length. This moves the
/// point less far than its velocity would, by h^2 w^2 r / 2. Returns the loss as a velocity, that
/// of b minus that of a. Turns are limited as in position updates. Only the pass `iterate` uses
/// this velocity: with it in `solve`, a single pass that `relax` undoes only in part, chains of
/// three links gained energy.
WIDE wf2 chord_velocity(const sc_joint_args *args, const joined_lanes *p, const geometry_lanes *g)
{
    wf half = splat(0.5f * args->inverse_h), most = splat(SC_MAX_TURN * SC_MAX_TURN);
    wf turn_a = mul(splat(args->h), p->a.w), turn_b = mul(splat(args->h), p->b.w);
    wf rate_a = mul(half, min2(mul(turn_a, turn_a), most));
    wf rate_b = mul(half, min2(mul(turn_b, turn_b), most));
    return sub2(scale2(rate_b, g->arm_b), scale2(rate_a, g->arm_a));
}

/// The velocity of b's point relative to a's: vB + wB x rB - vA - wA x rA.
WIDE wf2 point_velocity(const joined_lanes *p, const geometry_lanes *g)
{
    wf2 linear = sub2(p->b.v, p->a.v);
    return vec2(add(linear.x, sub(mul(p->a.w, g->arm_a.y), mul(p->b.w, g->arm_b.y))),
                add(linear.y, sub(mul(p->b.w, g->arm_b.x), mul(p->a.w, g->arm_a.x))));
}

WIDE wf axis_velocity(sc_joint_kind kind, const joined_lanes *p, const geometry_lanes *g)
{
    return axis_is_angle(kind) ? sub(p->b.w, p->a.w) : row_velocity(p, g->axis);
}

WIDE void apply_axis(sc_joint_kind kind, joined_lanes *p, const geometry_lanes *g, wf impulse)
{
    if (axis_is_angle(kind))
    {
        apply_turn(p, impulse, impulse);
    }
    else
    {
        apply_wrench(p, row_wrench(g->axis, impulse));
    }
}

/// The difference between the coordinate and the rest position of the spring.
WIDE wf spring_error(const joint_parts *joint, int l, const geometry_lanes *g)
{
    wf error = sub(g->coordinate, load(joint->axis->target + l));
    return axis_is_angle(joint->kind) ? wrap_angle(error) : error;
}

/// The growth of a rod in a substep: if its points move across it at v, it grows by h^2 v^2 / (2
/// length).
WIDE wf rod_growth(const sc_joint_args *args, const joined_lanes *p, const geometry_lanes *g)
{
    wf along = dot2(chord_velocity(args, p, g), g->axis.direction);
    wf length = max2(g->coordinate, splat(args->shortest));
    wf turn = divide(mul(splat(args->h), cross2(g->axis.direction, point_velocity(p, g))), length);
    wf squared = min2(mul(turn, turn), splat(SC_MAX_TURN * SC_MAX_TURN));
    return sub(mul(mul(splat(0.5f * args->inverse_h), squared), length), along);
}

WIDE void solve_spring(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                       joined_lanes *p, const geometry_lanes *g)
{
    sc_joint_axis *axis = joint->axis;
    softness_lanes soft = softness_in(args, pass, &axis->soft, l, true);
    wf velocity = axis_velocity(joint->kind, p, g);
    if (joint->kind == SC_JOINT_ROD && pass == JOINT_ITERATE)
    {
        wf growth = rod_growth(args, p, g);
        velocity = add(velocity, mul(load(axis->soft.rigid + l), growth));
    }
    wf old = load(axis->spring + l);
    wf push = add(mul(soft.mass_scale, velocity), mul(soft.bias_rate, spring_error(joint, l, g)));
    wf wanted = sub(sub(old, mul(soft.impulse_scale, old)), mul(g->axis_mass, push));
    wf impulse = clamp(wanted, load(axis->least + l), load(axis->most + l));
    if (may_hold_angle(joint))
    {
        impulse = select(held_angles(joint, l), old, impulse);
    }
    store(axis->spring + l, impulse);
    apply_axis(joint->kind, p, g, sub(impulse, old));
}

/// WHEEL: the motor turns b relative to a.
WIDE void solve_motor(const joint_parts *joint, int l, joined_lanes *p, const geometry_lanes *g)
{
    sc_joint_axis *axis = joint->axis;
    const bool turns = joint->kind == SC_JOINT_WHEEL || axis_is_angle(joint->kind);
    wf velocity = turns ? sub(p->b.w, p->a.w) : row_velocity(p, g->axis);
    wf mass = joint->kind == SC_JOINT_WHEEL
                  ? inverse_or_zero(add(p->a.inverse_inertia, p->b.inverse_inertia))
                  : g->axis_mass;
    wf old = load(axis->motor + l), most = load(axis->motor_max + l);
    wf wanted = sub(old, mul(mass, sub(velocity, load(axis->motor_speed + l))));
    wf impulse = clamp(wanted, negate(most), most);
    wf change = sub(impulse, old);
    store(axis->motor + l, impulse);
    if (turns)
    {
        apply_turn(p, change, change);
    }
    else
    {
        apply_wrench(p, row_wrench(g->axis, change));
    }
}

/// The new impulse of a row C >= 0, where `gap` is C and `velocity` its rate.
WIDE wf one_sided(const sc_joint_args *args, joint_pass pass, wf gap, wf velocity, wf mass, wf old)
{
    wf closing = mul(max2(gap, zero()), splat(args->inverse_h));
    if (pass != JOINT_SOLVE)
    {
        return max2(sub(old, mul(mass, add(velocity, closing))), zero());
    }
    wm apart = gt(gap, zero());
    softness_lanes stiff = stiff_softness(args);
    wf bias = select(apart, closing, mul(stiff.bias_rate, gap));
    wf mass_scale = select(apart, one(), stiff.mass_scale);
    wf impulse_scale = select(apart, zero(), stiff.impulse_scale);
    wf push = add(mul(mass_scale, velocity), bias);
    return max2(sub(sub(old, mul(impulse_scale, old)), mul(mass, push)), zero());
}

WIDE void solve_limits(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                       joined_lanes *p, const geometry_lanes *g)
{
    sc_joint_axis *axis = joint->axis;
    wf old = load(axis->lower + l);
    wf impulse = one_sided(args, pass, sub(g->coordinate, load(axis->lower_limit + l)),
                           axis_velocity(joint->kind, p, g), g->axis_mass, old);
    store(axis->lower + l, impulse);
    apply_axis(joint->kind, p, g, sub(impulse, old));

    old = load(axis->upper + l);
    impulse = one_sided(args, pass, sub(load(axis->upper_limit + l), g->coordinate),
                        negate(axis_velocity(joint->kind, p, g)), g->axis_mass, old);
    store(axis->upper + l, impulse);
    apply_axis(joint->kind, p, g, sub(old, impulse));
}

WIDE void solve_axis(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                     joined_lanes *p, const geometry_lanes *g)
{
    if (joint->kind == SC_JOINT_ROD || (joint->flags & SC_JOINT_SPRING))
    {
        solve_spring(args, joint, l, pass, p, g);
    }
    if (joint->flags & SC_JOINT_MOTOR)
    {
        solve_motor(joint, l, p, g);
    }
    if (joint->flags & SC_JOINT_LIMITS)
    {
        solve_limits(args, joint, l, pass, p, g);
    }
}

/// Solves two rows at once. Returns the change of impulse.
WIDE wf2 solve_both(const joint_parts *joint, int l, softness_lanes soft, const geometry_lanes *g,
                    wf2 velocity, wf2 error)
{
    wf2 old = load2(joint->core->impulse, l);
    wf2 push = add2(scale2(soft.mass_scale, velocity), scale2(soft.bias_rate, error));
    wf2 change = negate2(add2(times_mass(g->mass, push), scale2(soft.impulse_scale, old)));
    store2(joint->core->impulse, l, add2(old, change));
    return change;
}

/// The lanes whose arm is too long for softness_when_open.
WIDE wm has_long_arm(const body_lanes *body, wf2 arm)
{
    return gt(mul(body->inverse_inertia, dot2(arm, arm)),
              mul(splat(SC_JOINT_WIDE_ARM), body->inverse_mass));
}

/// The softness of a joint whose points are apart. Joints that an impact tears open, or that are
/// created open, thus close in a few substeps: the pass `solve` removes more of their error, and
/// releases more of their impulse so that they do not swing. Joints on long arms, which would
/// swing, and joints with a frequency of their own are excepted.
WIDE softness_lanes softness_when_open(const joint_parts *joint, int l, joint_pass pass,
                                       const joined_lanes *p, const geometry_lanes *g,
                                       softness_lanes soft)
{
    if (pass != JOINT_SOLVE)
    {
        return soft;
    }
    wf unit = splat(joint->wide_square);
    wf wide = sub(one(), divide(unit, add(dot2(g->apart, g->apart), unit)));
    wm is_long = either(has_long_arm(&p->a, g->arm_a), has_long_arm(&p->b, g->arm_b));
    wide = select(is_long, zero(), wide);
    if (joint->flags & SC_JOINT_SOFT_POINT)
    {
        wide = mul(wide, load(joint->start->soft.rigid + l));
    }
    wf leak = mul(splat(SC_JOINT_WIDE_LEAK), wide);
    wf bias_scale = add(one(), mul(splat(SC_JOINT_WIDE_BIAS), wide));
    return (softness_lanes){mul(soft.bias_rate, bias_scale), sub(soft.mass_scale, leak),
                            add(soft.impulse_scale, leak)};
}

WIDE void apply_at_points(joined_lanes *p, const geometry_lanes *g, wf2 impulse)
{
    apply_wrench(p, (wrench_lanes){impulse, cross2(g->arm_a, impulse), cross2(g->arm_b, impulse)});
}

/// C = d, K = (mA + mB) 1 + iA (rA turned)(rA turned)^T + the same for b; m are inverse masses.
/// Free hinges do not become stiffer when they are open, because the scene joint_grid then opened
/// at least as far (docs/joints.md).
WIDE void solve_point(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                      joined_lanes *p, const geometry_lanes *g)
{
    softness_lanes soft =
        softness_in(args, pass, &joint->start->soft, l, joint->flags & SC_JOINT_SOFT_POINT);
    if (joint->kind != SC_JOINT_POINT)
    {
        soft = softness_when_open(joint, l, pass, p, g, soft);
    }
    wf2 velocity = point_velocity(p, g);
    if (pass == JOINT_ITERATE)
    {
        velocity = sub2(velocity, chord_velocity(args, p, g));
    }
    apply_at_points(p, g, solve_both(joint, l, soft, g, velocity, g->apart));
}

/// HINGE with springs: solves the point and, in lanes of welds, the angle together with it. If they
/// were solved one after the other, they would converge by 1 - r^2 / (r^2 + k^2) in a pass, r the
/// arm and k the radius of gyration, which is very slow for long arms. With c the point's velocity
/// per angular impulse and M the mass of the point, solving the point changes the angle's velocity
/// by -c M times the point's velocity.
WIDE void solve_frame(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                      joined_lanes *p, const geometry_lanes *g)
{
    softness_lanes soft =
        softness_in(args, pass, &joint->start->soft, l, joint->flags & SC_JOINT_SOFT_POINT);
    soft = softness_when_open(joint, l, pass, p, g, soft);
    softness_lanes stiff = softness_in(args, pass, &joint->axis->soft, l, true);
    wf2 velocity = point_velocity(p, g);
    if (pass == JOINT_ITERATE)
    {
        velocity = sub2(velocity, chord_velocity(args, p, g));
    }
    wf2 push = add2(scale2(soft.mass_scale, velocity), scale2(soft.bias_rate, g->apart));
    wf angle_push = add(mul(stiff.mass_scale, sub(p->b.w, p->a.w)),
                        mul(stiff.bias_rate, spring_error(joint, l, g)));
    wm held = held_angles(joint, l);
    wf2 lever = point_per_turn(p, g->arm_a, g->arm_b);
    wf rest = sub(angle_push, dot2(lever, times_mass(g->mass, push)));
    wf turn = keep(held, negate(mul(g->axis_mass, rest)));

    wf2 old = load2(joint->core->impulse, l);
    wf2 back = times_mass(g->mass, add2(push, scale2(turn, lever)));
    wf2 change = negate2(add2(back, scale2(soft.impulse_scale, old)));
    store2(joint->core->impulse, l, add2(old, change));
    apply_at_points(p, g, change);

    wf old_turn = load(joint->axis->spring + l);
    turn = sub(turn, keep(held, mul(stiff.impulse_scale, old_turn)));
    store(joint->axis->spring + l, add(old_turn, turn));
    apply_turn(p, turn, turn);
}

/// The second-order part of the change of t . d: by the chords of d, by the chord of t, and by both
/// together, because d moves along u while t turns.
WIDE wf across_chord(const sc_joint_args *args, const joined_lanes *p, const geometry_lanes *g,
                     wf2 across)
{
    wf along = dot2(g->axis.direction, point_velocity(p, g));
    wf turn = clamp(mul(splat(args->h), p->a.w), splat(-SC_MAX_TURN), splat(SC_MAX_TURN));
    return add(dot2(across, chord_velocity(args, p, g)), mul(turn, along));
}

/// SLIDER: C = (t . d, angle), t across the axis. WHEEL: only the first row.
WIDE void solve_across(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                       joined_lanes *p, const geometry_lanes *g)
{
    softness_lanes soft =
        softness_in(args, pass, &joint->start->soft, l, joint->flags & SC_JOINT_SOFT_POINT);
    row_lanes across = across_axis(g);
    wf velocity = row_velocity(p, across), error = dot2(across.direction, g->apart);
    if (pass == JOINT_ITERATE)
    {
        velocity = sub(velocity, across_chord(args, p, g, across.direction));
    }
    if (joint->kind == SC_JOINT_SLIDER)
    {
        wf2 change = solve_both(joint, l, soft, g, vec2(velocity, sub(p->b.w, p->a.w)),
                                vec2(error, wrap_angle(g->angle)));
        apply_wrench(p, row_wrench(across, change.x));
        apply_turn(p, change.y, change.y);
        return;
    }
    wf old = load(joint->core->impulse[0] + l);
    wf push = add(mul(soft.mass_scale, velocity), mul(soft.bias_rate, error));
    wf change = negate(add(mul(g->mass.first, push), mul(soft.impulse_scale, old)));
    store(joint->core->impulse[0] + l, add(old, change));
    apply_wrench(p, row_wrench(across, change));
}

/// A vector shortened to the length `most`.
WIDE wf2 shorten(wf2 v, wf most)
{
    wf length = root(dot2(v, v));
    return scale2(select(gt(length, most), divide(most, length), one()), v);
}

/// Solves the drive: its springs first, the linear velocity last.
WIDE void solve_drive(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                      joined_lanes *p, const geometry_lanes *g)
{
    sc_joint_axis *axis = joint->axis;
    sc_joint_drive *drive = joint->drive;
    solve_spring(args, joint, l, pass, p, g);
    solve_motor(joint, l, p, g);

    softness_lanes soft = softness_in(args, pass, &joint->start->soft, l, true);
    wf2 old = vec2(load(axis->lower + l), load(axis->upper + l));
    wf2 push =
        add2(scale2(soft.mass_scale, point_velocity(p, g)), scale2(soft.bias_rate, g->apart));
    wf2 rest = sub2(old, scale2(soft.impulse_scale, old));
    wf2 impulse = shorten(sub2(rest, times_mass(g->mass, push)), load(drive->spring_max + l));
    store(axis->lower + l, impulse.x);
    store(axis->upper + l, impulse.y);
    apply_at_points(p, g, sub2(impulse, old));

    old = load2(joint->core->impulse, l);
    wf2 excess = sub2(point_velocity(p, g), load2(drive->speed, l));
    impulse = shorten(sub2(old, times_mass(g->mass, excess)), load(drive->speed_max + l));
    store2(joint->core->impulse, l, impulse);
    apply_at_points(p, g, sub2(impulse, old));
}

WIDE void solve_rows(const sc_joint_args *args, const joint_parts *joint, int l, joint_pass pass,
                     joined_lanes *p, const geometry_lanes *g)
{
    switch (joint->kind)
    {
    case SC_JOINT_LINK:
        break;
    case SC_JOINT_POINT:
        solve_point(args, joint, l, pass, p, g);
        break;
    case SC_JOINT_HINGE:
        solve_axis(args, joint, l, pass, p, g);
        if (may_hold_angle(joint))
        {
            solve_frame(args, joint, l, pass, p, g);
            break;
        }
        solve_point(args, joint, l, pass, p, g);
        break;
    case SC_JOINT_SLIDER:
    case SC_JOINT_WHEEL:
        solve_axis(args, joint, l, pass, p, g);
        solve_across(args, joint, l, pass, p, g);
        break;
    case SC_JOINT_ROD:
        solve_axis(args, joint, l, pass, p, g);
        break;
    case SC_JOINT_DRIVE:
        solve_drive(args, joint, l, pass, p, g);
        break;
    default:
        break;
    }
}

#endif
