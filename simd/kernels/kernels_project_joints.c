/// Joints in lanes: correction of errors in the poses, for iterative solvers.
///
/// Each kernel call solves the rows once for displacements instead of velocities, starting from
/// zero. The axis comes first, then the locked part, which takes the displacement by the axis into
/// account. Springs, motors and drives have no errors to correct.
#include "core/assert.h"
#include "simd/joint_ratio.h"

/// Corrects the row of the axis: a coordinate that is held, or beyond its limits.
WIDE void project_axis(const sc_joint_args *args, const joint_parts *joint, int l, joined_lanes *p,
                       const geometry_lanes *g)
{
    const sc_joint_axis *axis = joint->axis;
    if (joint->kind != SC_JOINT_ROD && !(joint->flags & (SC_JOINT_SPRING | SC_JOINT_LIMITS)))
    {
        return;
    }
    wf below = min2(sub(g->coordinate, load(axis->lower_limit + l)), zero());
    wf above = max2(sub(g->coordinate, load(axis->upper_limit + l)), zero());
    wf error = add(below, above);
    if (joint->kind == SC_JOINT_HINGE || joint->kind == SC_JOINT_ROD)
    {
        wm rigid = gt(load(axis->soft.rigid + l), zero());
        wf held = spring_error(joint, l, g);
        if (joint->kind == SC_JOINT_HINGE)
        {
            wf2 lever = point_per_turn(p, g->arm_a, g->arm_b);
            wf point = keep(held_angles(joint, l), dot2(lever, times_mass(g->mass, g->apart)));
            held = sub(held, point);
        }
        error = select(rigid, held, error);
    }
    apply_axis(joint->kind, p, g, negate(mul(g->axis_mass, mul(splat(args->erp), error))));
}

/// 1 in rigid lanes.
WIDE wf rigid_lanes(const joint_parts *joint, int l)
{
    return joint->flags & SC_JOINT_SOFT_POINT ? load(joint->start->soft.rigid + l) : one();
}

WIDE void project_locked(const sc_joint_args *args, const joint_parts *joint, int l,
                         joined_lanes *p, const geometry_lanes *g)
{
    const sc_joint_kind kind = joint->kind;
    wf rigid = rigid_lanes(joint, l), erp = splat(args->erp);
    if (kind == SC_JOINT_POINT || kind == SC_JOINT_HINGE)
    {
        wf2 push = add2(point_velocity(p, g), scale2(erp, g->apart));
        apply_at_points(p, g, negate2(scale2(rigid, times_mass(g->mass, push))));
    }
    if (turns_with_a(kind))
    {
        row_lanes across = across_axis(g);
        wf push = add(row_velocity(p, across), mul(erp, dot2(across.direction, g->apart)));
        if (kind == SC_JOINT_WHEEL)
        {
            apply_wrench(p, row_wrench(across, negate(mul(rigid, mul(g->mass.first, push)))));
            return;
        }
        wf turn = add(sub(p->b.w, p->a.w), mul(erp, wrap_angle(g->angle)));
        wf2 impulse = negate2(scale2(rigid, times_mass(g->mass, vec2(push, turn))));
        apply_wrench(p, row_wrench(across, impulse.x));
        apply_turn(p, impulse.y, impulse.y);
    }
}

WIDE void project_ratio(const sc_joint_args *args, const joint_parts *joint, int l, joined_lanes *p,
                        const ratio_lanes *r)
{
    wm one_way = is_one_sided(joint, l);
    wf error = select(one_way, min2(r->error, zero()), r->error);
    wf impulse = mul(r->mass, mul(splat(args->erp), error));
    apply_ratio(p, r, negate(mul(rigid_lanes(joint, l), impulse)));
}

/// The change of pose after a displacement by v and w, computed as in position updates.
WIDE wf4 displaced(turned_lanes delta, const body_lanes *body)
{
    wf turn = clamp(body->w, splat(-SC_MAX_TURN), splat(SC_MAX_TURN));
    wf cosine = add(one(), delta.cosine_less_1);
    wf c = sub(cosine, mul(turn, delta.sine)), s = add(delta.sine, mul(turn, cosine));
    wf shrink = divide(one(), root(add(mul(s, s), mul(c, c))));
    return (wf4){add(delta.moved.x, body->v.x), add(delta.moved.y, body->v.y), mul(s, shrink),
                 sub(mul(c, shrink), one())};
}

WIDE void project_kind(const sc_joint_args *args, int i, sc_joint_kind kind, int flags)
{
    if (kind == SC_JOINT_DRIVE)
    {
        return;
    }
    const joint_parts joint = joint_at(args, i, kind, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        joined_lanes p = load_joined(args, &joint, l);
        p.a.v = p.b.v = vec2(zero(), zero());
        p.a.w = p.b.w = zero();
        turned_lanes a = load_delta(args, joint.rows->a + l);
        turned_lanes b = load_delta(args, joint.rows->b + l);
        geometry_lanes g = find_joint_geometry(&joint, l, &p, a, b);
        if (kind == SC_JOINT_RATIO)
        {
            ratio_lanes r = find_ratio(&joint, l, &p, &g, a, b);
            project_ratio(args, &joint, l, &p, &r);
        }
        else
        {
            if (has_axis(kind))
            {
                project_axis(args, &joint, l, &p, &g);
            }
            project_locked(args, &joint, l, &p, &g);
        }
        scatter_rows(args->dynamic_count, args->discard_row, &args->deltas->dx, joint.rows, l,
                     flags & SC_JOINT_FIXED, displaced(a, &p.a), displaced(b, &p.b));
    }
}

void SC_KERNEL(project_joints)(const sc_joint_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    SC_BY_KIND(project_kind, args, begin, end, SC_JOINT_FLAGS_SET);
}
