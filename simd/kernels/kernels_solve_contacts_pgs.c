/// Contact constraints in lanes: the kernels of the iterative solvers (pgs, pgs_split, projection),
/// and the residual of any solver. The equations are in pgs*.c, projection.c and residual.c of
/// dynamics/solver/.
#include "core/assert.h"
#include "simd/contact_normal_friction.h"

/// The bias of a point, m/s: the point may approach at up to this speed, or must separate if it is
/// negative. A gap may close within the substep; a fraction of the overlap beyond the slop is
/// corrected.
WIDE wf bias_at(const sc_contact_args *args, wf separation)
{
    wf gap = mul(separation, splat(args->inverse_h));
    wf depth = min2(add(separation, splat(args->slop)), zero());
    wf opening = max2(mul(splat(args->push_rate), depth), splat(-args->push_speed));
    return select(gt(separation, zero()), gap, opening);
}

/// One iteration over a block. Friction comes first, limited by the normal impulses so far. Normals
/// are solved last, because overlap is worse than slip; piles then drift only a third as far.
WIDE void iterate_block(const sc_contact_args *args, int i, int flags, int first_point)
{
    const block_parts block = block_at(args, i, flags);
    const int first = block.points == 2 ? first_point : 0;
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        pair_lanes p = load_pair(args, &block, l);
        wf bias[2] = {zero(), zero()}, normal_impulse[2];
        for (int k = 0; k < block.points; ++k)
        {
            bias[k] = bias_at(args, load(block.point[k].separation + l));
            normal_impulse[k] = load(block.point[k].normal_impulse + l);
        }
        wf2 dv = sub2(p.b.v, p.a.v);
        wf along = dot2(p.normal, dv), across = cross2(dv, p.normal);
        if (flags & SC_BLOCK_SURFACE)
        {
            solve_rolling(block.extra, l, &p, sum_of_points(normal_impulse, block.points));
            across = sub(across, load(block.extra->tangent_speed + l));
        }
        wf total_tangent = solve_friction(&block, 0, l, &p, across, normal_impulse);
        // Friction changes the normal velocity only through the spins, which are up to date.
        wf total = solve_normals(&block, first, l, &p, along, bias, normal_impulse);
        apply_linear_impulse(&p, in_world(p.normal, total, total_tangent));
        store_pair(args, &block, l, &p);
    }
}

WIDE void iterate_first(const sc_contact_args *args, int i, int flags)
{
    iterate_block(args, i, flags, 0);
}

WIDE void iterate_last(const sc_contact_args *args, int i, int flags)
{
    iterate_block(args, i, flags, 1);
}

void SC_KERNEL(iterate_contacts)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    if (args->first_point == 0)
    {
        for (int i = begin; i < end; ++i)
        {
            SC_BY_FLAGS(iterate_first, args, i, solving_flags(args, i));
        }
        return;
    }
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS(iterate_last, args, i, solving_flags(args, i));
    }
}

/// Solves normal impulses on pseudo-velocities, which are passed in args->velocities.
WIDE void push_block(const sc_contact_args *args, int i, int flags, int first_point)
{
    const block_parts block = block_at(args, i, flags);
    const int first = block.points == 2 ? first_point : 0;
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        pair_lanes p = load_pair(args, &block, l);
        for (int n = 0; n < block.points; ++n)
        {
            int k = n == 0 ? first : 1 - first;
            arm_lanes arm = normal_arms(&block, k, l);
            float *accumulated = args->pushes[i].impulse[k] + l;
            wf velocity = add(dot2(p.normal, sub2(p.b.v, p.a.v)), angular_velocity_along(&p, arm));
            wf bias = bias_at(args, load(block.point[k].separation + l));
            wf mass = load(block.point[k].normal_mass + l), old = load(accumulated);
            wf impulse = max2(sub(old, mul(mass, add(velocity, bias))), zero());
            wf change = sub(impulse, old);
            store(accumulated, impulse);
            apply_linear_impulse(&p, scale2(change, p.normal));
            apply_angular_impulse(&p, mul(arm.a, change), mul(arm.b, change));
        }
        store_pair(args, &block, l, &p);
    }
}

WIDE void push_first(const sc_contact_args *args, int i, int flags)
{
    push_block(args, i, flags, 0);
}

WIDE void push_last(const sc_contact_args *args, int i, int flags)
{
    push_block(args, i, flags, 1);
}

void SC_KERNEL(push_contacts)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    if (args->first_point == 0)
    {
        for (int i = begin; i < end; ++i)
        {
            SC_BY_FLAGS(push_first, args, i, solving_flags(args, i));
        }
        return;
    }
    for (int i = begin; i < end; ++i)
    {
        SC_BY_FLAGS(push_last, args, i, solving_flags(args, i));
    }
}

WIDE void project_block(const sc_contact_args *args, int i, int flags)
{
    const block_parts block = block_at(args, i, flags);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        pair_lanes p = load_pair(args, &block, l);
        wf4 a = gather_rows(&args->deltas->dx, SC_ROW_STEP_FLOATS, block.rows->a + l);
        wf4 b = gather_rows(&args->deltas->dx, SC_ROW_STEP_FLOATS, block.rows->b + l);
        wf separation[2], deepest = zero();
        separations_now(args, &block, l, p.normal, separation);
        for (int k = 0; k < block.points; ++k)
        {
            wm exists = gt(load(block.point[k].normal_mass + l), zero());
            deepest = select(exists, min2(deepest, separation[k]), deepest);
        }
        wf depth = max2(negate(add(deepest, splat(args->slop))), zero());
        wf wanted =
            min2(mul(splat(args->position_correction), depth), splat(args->h * args->push_speed));
        wf inverse_mass = add(p.a.inverse_mass, p.b.inverse_mass);
        wf impulse = select(gt(inverse_mass, zero()), divide(wanted, inverse_mass), zero());
        wf2 shift_a = scale2(mul(impulse, p.a.inverse_mass), p.normal);
        wf2 shift_b = scale2(mul(impulse, p.b.inverse_mass), p.normal);
        // Rotations are not changed.
        scatter_pair(args, &args->deltas->dx, block.rows, l, flags & SC_BLOCK_FIXED,
                     (wf4){sub(a.a, shift_a.x), sub(a.b, shift_a.y), a.c, a.d},
                     (wf4){add(b.a, shift_b.x), add(b.b, shift_b.y), b.c, b.d});
    }
}

void SC_KERNEL(project_contacts)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        project_block(args, i, solving_flags(args, i));
    }
}

/// Computes the separations at the present poses, for the next substep.
void SC_KERNEL(update_separations)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        const block_parts block = block_at(args, i, solving_flags(args, i));
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            wf2 normal = load_normal(&block, l);
            wf separation[2];
            separations_now(args, &block, l, normal, separation);
            for (int k = 0; k < block.points; ++k)
            {
                store(block.point[k].separation + l, separation[k]);
            }
        }
    }
}

/// Computes min(L / m, vn + bias) of each point.
void SC_KERNEL(measure_residuals)(const sc_contact_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    for (int i = begin; i < end; ++i)
    {
        const block_parts block = block_at(args, i, solving_flags(args, i));
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            pair_lanes p = load_pair(args, &block, l);
            wf along = dot2(p.normal, sub2(p.b.v, p.a.v));
            for (int k = 0; k < block.points; ++k)
            {
                wf mass = load(block.point[k].normal_mass + l);
                wf bias = bias_at(args, load(block.point[k].separation + l));
                wf error =
                    add(add(along, angular_velocity_along(&p, normal_arms(&block, k, l))), bias);
                wf spare = divide(load(block.point[k].normal_impulse + l), mass);
                wf residual = select(gt(mass, zero()), min2(spare, error), zero());
                store(args->residuals[i].speed[k] + l, residual);
            }
        }
    }
}
