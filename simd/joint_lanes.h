/// Data of joint kernels in lanes: the two bodies, masses, softness, angles.
#ifndef SC_JOINT_LANES_H
#define SC_JOINT_LANES_H

#include "core/maths.h"
#include "simd/contact_lanes.h"
#include "simd/joint_block_layout.h"

/// The kind of a pass, known at compile time.
typedef enum joint_pass
{
    JOINT_SOLVE,    ///< uses the softness of each row
    JOINT_ITERATE,  ///< sets the velocities of all rows except springs to zero
    JOINT_RELAX     ///< like JOINT_ITERATE, without springs
} joint_pass;

WIDE wf2 load2(const float (*pair)[SC_BLOCK], int l)
{
    return vec2(load(pair[0] + l), load(pair[1] + l));
}

WIDE void store2(float (*pair)[SC_BLOCK], int l, wf2 v)
{
    store(pair[0] + l, v.x);
    store(pair[1] + l, v.y);
}

/// The cross product (0, 0, w) x v is w times this vector.
WIDE wf2 quarter_turn(wf2 v) { return vec2(negate(v.y), v.x); }

WIDE wf inverse_or_zero(wf k) { return select(gt(k, zero()), divide(one(), k), zero()); }

/// Wraps an angle to the range -pi to pi. The angle must be at most one turn outside this range.
WIDE wf wrap_angle(wf angle)
{
    wf down = select(gt(angle, splat(SC_JOINT_PI)), sub(angle, splat(SC_JOINT_TURN)), angle);
    return select(lt(angle, splat(-SC_JOINT_PI)), add(angle, splat(SC_JOINT_TURN)), down);
}

/// The angle of the vector (cos, sin) of any length, -pi to pi. The error is below 4e-7 rad and,
/// for small angles, below 4e-7 of the angle. The angle of (0, 0) is 0. With z, the smaller
/// magnitude over the larger one, atan z = z P(z^2) up to tan(pi/8), where P is the Taylor series
/// to degree 7 (the next term is below 1e-7); for larger z, atan z = pi/4 + atan((z - 1) / (z +
/// 1)).
WIDE wf angle_of(wf cosine, wf sine)
{
    wf x = magnitude(cosine), y = magnitude(sine);
    wf big = max2(x, y), small = min2(x, y);
    wm wide = gt(small, mul(splat(0.41421356f), big));
    wf above = select(wide, sub(small, big), small), below = select(wide, add(small, big), big);
    wf z = select(gt(big, zero()), divide(above, below), zero());
    wf q = mul(z, z);
    wf series = splat(-1.0f / 15.0f);
    series = add(mul(series, q), splat(1.0f / 13.0f));
    series = add(mul(series, q), splat(-1.0f / 11.0f));
    series = add(mul(series, q), splat(1.0f / 9.0f));
    series = add(mul(series, q), splat(-1.0f / 7.0f));
    series = add(mul(series, q), splat(1.0f / 5.0f));
    series = add(mul(series, q), splat(-1.0f / 3.0f));
    wf angle = add(z, mul(z, mul(q, series)));
    angle = select(wide, add(splat(0.25f * SC_JOINT_PI), angle), angle);
    angle = select(gt(y, x), sub(splat(0.5f * SC_JOINT_PI), angle), angle);
    angle = select(lt(cosine, zero()), sub(splat(SC_JOINT_PI), angle), angle);
    return select(lt(sine, zero()), negate(angle), angle);
}

/// The addresses of the parts of a block.
typedef struct joint_parts
{
    sc_joint_kind kind;
    int flags;
    const sc_block_rows *rows;
    sc_joint_core *core;
    sc_joint_start *start;
    sc_joint_axis *axis;
    sc_joint_drive *drive;
    sc_joint_ratio *ratio;
    float shortest, wide_square;  ///< of the arguments
} joint_parts;

WIDE joint_parts joint_at(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    sc_joint_start *start = sc_joint_start_of(args, kind, i);
    return (joint_parts){.kind = kind,
                         .flags = flags,
                         .rows = args->rows + i,
                         .core = sc_joint_core_of(args, i),
                         .start = start,
                         .axis = sc_joint_axis_of(start),
                         .drive = sc_joint_drive_of(start),
                         .ratio = sc_joint_ratio_of(start),
                         .shortest = args->shortest,
                         .wide_square = args->wide_square};
}

typedef struct joined_lanes
{
    body_lanes a, b;
} joined_lanes;

WIDE joined_lanes load_joined(const sc_joint_args *args, const joint_parts *joint, int l)
{
    const sc_joint_core *core = joint->core;
    return (joined_lanes){
        load_body(args->velocities, joint->rows->a + l, load(core->inverse_inertia_a + l)),
        load_body(args->velocities, joint->rows->b + l, load(core->inverse_inertia_b + l))};
}

WIDE void store_joined(const sc_joint_args *args, const joint_parts *joint, int l,
                       const joined_lanes *p)
{
    scatter_rows(args->dynamic_count, args->discard_row, &args->velocities->vx, joint->rows, l,
                 joint->flags & SC_JOINT_FIXED,
                 (wf4){p->a.v.x, p->a.v.y, p->a.w, p->a.inverse_mass},
                 (wf4){p->b.v.x, p->b.v.y, p->b.w, p->b.inverse_mass});
}

/// Impulses that are added to b, and impulses that are subtracted from a. Turns are about the
/// centres of mass.
typedef struct wrench_lanes
{
    wf2 force;
    wf turn_a, turn_b;
} wrench_lanes;

WIDE void apply_turn(joined_lanes *p, wf turn_a, wf turn_b)
{
    p->a.w = sub(p->a.w, mul(p->a.inverse_inertia, turn_a));
    p->b.w = add(p->b.w, mul(p->b.inverse_inertia, turn_b));
}

WIDE void apply_wrench(joined_lanes *p, wrench_lanes wrench)
{
    p->a.v = sub2(p->a.v, scale2(p->a.inverse_mass, wrench.force));
    p->b.v = add2(p->b.v, scale2(p->b.inverse_mass, wrench.force));
    apply_turn(p, wrench.turn_a, wrench.turn_b);
}

/// A row of a Jacobian with the same linear part on both bodies.
typedef struct row_lanes
{
    wf2 direction;
    wf a, b;
} row_lanes;

WIDE wf row_velocity(const joined_lanes *p, row_lanes row)
{
    return add(dot2(row.direction, sub2(p->b.v, p->a.v)),
               sub(mul(row.b, p->b.w), mul(row.a, p->a.w)));
}

WIDE wrench_lanes row_wrench(row_lanes row, wf impulse)
{
    return (wrench_lanes){scale2(impulse, row.direction), mul(row.a, impulse), mul(row.b, impulse)};
}

/// The velocity along row s caused by a unit impulse along row r, without the linear part.
WIDE wf turn_coupling(const joined_lanes *p, wf r_a, wf s_a, wf r_b, wf s_b)
{
    return add(mul(p->a.inverse_inertia, mul(r_a, s_a)), mul(p->b.inverse_inertia, mul(r_b, s_b)));
}

/// See sc_joint_mass.
typedef struct mass_lanes
{
    wf first, coupling, second;
} mass_lanes;

WIDE wf2 times_mass(mass_lanes mass, wf2 v)
{
    return vec2(add(mul(mass.first, v.x), mul(mass.coupling, v.y)),
                add(mul(mass.coupling, v.x), mul(mass.second, v.y)));
}

WIDE mass_lanes load_mass(const sc_joint_mass *mass, int l)
{
    return (mass_lanes){load(mass->first + l), load(mass->coupling + l), load(mass->second + l)};
}

WIDE void store_mass(sc_joint_mass *mass, int l, mass_lanes m)
{
    store(mass->first + l, m.first);
    store(mass->coupling + l, m.coupling);
    store(mass->second + l, m.second);
}

/// The inverse of the matrix (k0, k01; k01, k1), from 1 / k0, k01 / k0 and k1 - k01^2 / k0, as (1,
/// -r; 0, 1) (1 / k0, 0; 0, 1 / rest) (1, 0; -r, 1); 0 where nothing can move.
WIDE mass_lanes inverse_of(wf inverse_k0, wf ratio, wf rest)
{
    wf second = inverse_or_zero(rest), coupling = mul(ratio, second);
    return (mass_lanes){add(inverse_k0, mul(ratio, coupling)), negate(coupling), second};
}

/// The mass of two points that are held together. This is the determinant of
///     (linear + turn_x, coupling; coupling, linear + turn_y),
/// written as a sum of non-negative terms, divided by the first element. This avoids small
/// differences of large numbers for long arms, and underflow of a squared inverse mass.
WIDE mass_lanes point_mass(const joined_lanes *p, wf2 arm_a, wf2 arm_b)
{
    wf linear = add(p->a.inverse_mass, p->b.inverse_mass);
    wf turn_x = turn_coupling(p, arm_a.y, arm_a.y, arm_b.y, arm_b.y);
    wf turn_y = turn_coupling(p, arm_a.x, arm_a.x, arm_b.x, arm_b.x);
    wf coupling = negate(turn_coupling(p, arm_a.x, arm_a.y, arm_b.x, arm_b.y));
    wf first = inverse_or_zero(add(linear, turn_x));
    wf crossed = cross2(arm_a, arm_b);
    wf rest = add(
        mul(mul(linear, first), add(add(linear, turn_y), turn_x)),
        mul(mul(mul(p->a.inverse_inertia, crossed), first), mul(p->b.inverse_inertia, crossed)));
    return inverse_of(first, mul(coupling, first), rest);
}

/// The motion of b's point relative to a's for a unit angular impulse on b and its opposite on a.
WIDE wf2 point_per_turn(const joined_lanes *p, wf2 arm_a, wf2 arm_b)
{
    return add2(scale2(p->a.inverse_inertia, quarter_turn(arm_a)),
                scale2(p->b.inverse_inertia, quarter_turn(arm_b)));
}

/// The effective mass of the angle between two bodies whose points are held together. It is the
/// determinant of point_mass divided by that of point and angle. Both determinants are written as
/// sums of non-negative terms and divided by the sum of the inverse masses.
WIDE wf held_angle_mass(const joined_lanes *p, wf2 arm_a, wf2 arm_b)
{
    wf unit = inverse_or_zero(add(p->a.inverse_mass, p->b.inverse_mass));
    wf a = mul(unit, p->a.inverse_inertia), b = mul(unit, p->b.inverse_inertia);
    wf2 across = sub2(arm_b, arm_a);
    wf crossed = cross2(arm_a, arm_b);
    wf turns = add(p->a.inverse_inertia, p->b.inverse_inertia);
    wf inverse =
        inverse_or_zero(add(turns, mul(mul(a, dot2(across, across)), p->b.inverse_inertia)));
    wf alone = add(one(), add(mul(a, dot2(arm_a, arm_a)), mul(b, dot2(arm_b, arm_b))));
    return add(mul(alone, inverse), mul(mul(mul(a, crossed), inverse), mul(b, crossed)));
}

/// The mass of two rows: the one across a direction, and the angle.
WIDE mass_lanes across_mass(const joined_lanes *p, wf across_a, wf across_b)
{
    wf linear = add(p->a.inverse_mass, p->b.inverse_mass);
    wf first =
        inverse_or_zero(add(linear, turn_coupling(p, across_a, across_a, across_b, across_b)));
    wf coupling = turn_coupling(p, across_a, one(), across_b, one());
    wf turn = add(p->a.inverse_inertia, p->b.inverse_inertia);
    wf lever = sub(across_b, across_a);
    wf rest = add(mul(mul(linear, first), turn), mul(mul(mul(p->a.inverse_inertia, lever), first),
                                                     mul(p->b.inverse_inertia, lever)));
    return inverse_of(first, mul(coupling, first), rest);
}

WIDE wf row_mass(const joined_lanes *p, row_lanes row)
{
    return inverse_or_zero(add(add(p->a.inverse_mass, p->b.inverse_mass),
                               turn_coupling(p, row.a, row.a, row.b, row.b)));
}

typedef struct softness_lanes
{
    wf bias_rate, mass_scale, impulse_scale;
} softness_lanes;

/// A spring of frequency f and damping ratio z, with x = 2 pi f h, solved for the velocity v at the
/// end of the substep: dv + (2 z x) v + x^2 (C / h) = 0, where dv is the change of velocity by the
/// impulse of this row alone. With the coordinate at the end, C + h v, in the place of C, x would
/// be added to 2 z. This is unconditionally stable, but damped by more than z. Therefore only as
/// much of x is added as stability requires.
WIDE softness_lanes spring_softness(const sc_joint_args *args, const joint_parts *joint, int l,
                                    wf hertz, wf damping_ratio)
{
    float quickest[SC_LANES];
    for (int k = 0; k < SC_LANES; ++k)
    {
        quickest[k] = sc_min(args->quickest[joint->rows->a[l + k] / SC_ROW_STEP],
                             args->quickest[joint->rows->b[l + k] / SC_ROW_STEP]);
    }
    wf doubled = mul(splat(2.0f), damping_ratio);
    wf most = min2(mul(load(quickest), add(one(), doubled)), splat(SC_JOINT_QUICKEST));
    wf omega = mul(splat(SC_JOINT_TURN), min2(hertz, mul(most, splat(args->inverse_stiff_h))));
    wf x = mul(omega, splat(args->h));
    wf damping = max2(doubled, max2(sub(x, splat(SC_JOINT_LIVELY)), zero()));
    wf resisted = mul(x, damping);
    wf scale = divide(one(), add(one(), resisted));
    return (softness_lanes){mul(mul(omega, x), scale), mul(resisted, scale), scale};
}

WIDE softness_lanes stiff_softness(const sc_joint_args *args)
{
    return (softness_lanes){splat(args->stiff.bias_rate), splat(args->stiff.mass_scale),
                            splat(args->stiff.impulse_scale)};
}

/// The softness of a row in a pass. `own`: a lane has a softness of its own; all others use the
/// stiff one.
WIDE softness_lanes softness_in(const sc_joint_args *args, joint_pass pass,
                                const sc_joint_softness *soft, int l, bool own)
{
    if (!own)
    {
        return pass == JOINT_SOLVE ? stiff_softness(args) : (softness_lanes){zero(), one(), zero()};
    }
    softness_lanes s = {load(soft->bias_rate + l), load(soft->mass_scale + l),
                        load(soft->impulse_scale + l)};
    wf rigid = load(soft->rigid + l);
    if (pass == JOINT_RELAX)
    {
        return (softness_lanes){zero(), rigid, zero()};
    }
    if (pass == JOINT_ITERATE)
    {
        wm is_rigid = gt(rigid, zero());
        return (softness_lanes){select(is_rigid, zero(), s.bias_rate),
                                select(is_rigid, one(), s.mass_scale),
                                select(is_rigid, zero(), s.impulse_scale)};
    }
    return s;
}

WIDE void store_softness(sc_joint_softness *soft, int l, wm rigid, softness_lanes hard,
                         softness_lanes spring)
{
    store(soft->bias_rate + l, select(rigid, hard.bias_rate, spring.bias_rate));
    store(soft->mass_scale + l, select(rigid, hard.mass_scale, spring.mass_scale));
    store(soft->impulse_scale + l, select(rigid, hard.impulse_scale, spring.impulse_scale));
    store(soft->rigid + l, keep(rigid, one()));
}

#define SC_JOINT_FLAGS_SET(args, i) ((args)->flags[i])

/// Calls function(args, i, kind, flags) on blocks [begin, end), with the kind known at compile time
/// and the flags returned by flags_of(args, i). Blocks of points, and blocks of hinges, that have
/// no flag (all their bodies move) use a copy without code for other cases.
#define SC_BY_KIND(function, args, begin, end, flags_of)                                   \
    switch ((args)->kind)                                                                  \
    {                                                                                      \
        SC_KIND_CASE(SC_BY_SWITCHES, function, args, SC_JOINT_POINT, begin, end, flags_of) \
        SC_KIND_CASE(SC_BY_SWITCHES, function, args, SC_JOINT_HINGE, begin, end, flags_of) \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_SLIDER, begin, end, flags_of) \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_WHEEL, begin, end, flags_of)  \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_ROD, begin, end, flags_of)    \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_DRIVE, begin, end, flags_of)  \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_RATIO, begin, end, flags_of)  \
        SC_KIND_CASE(SC_EACH_BLOCK, function, args, SC_JOINT_LINK, begin, end, flags_of)   \
    case SC_JOINT_KIND_COUNT:                                                              \
        break;                                                                             \
    }

#define SC_KIND_CASE(each, function, args, kind, begin, end, flags_of) \
    case kind:                                                         \
        each(function, args, kind, begin, end, flags_of);              \
        break;

#define SC_EACH_BLOCK(function, args, kind, begin, end, flags_of) \
    for (int i = begin; i < end; ++i)                             \
    {                                                             \
        function(args, i, kind, flags_of(args, i));               \
    }

#define SC_BY_SWITCHES(function, args, kind, begin, end, flags_of) \
    for (int i = begin; i < end; ++i)                              \
    {                                                              \
        const int flags = flags_of(args, i);                       \
        if (flags == 0)                                            \
        {                                                          \
            function(args, i, kind, 0);                            \
        }                                                          \
        else                                                       \
        {                                                          \
            function(args, i, kind, flags);                        \
        }                                                          \
    }

#endif
