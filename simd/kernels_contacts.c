/// Contact constraints in lanes: prepare, solve, relax, restitution, store (soft_step).
///
/// Per substep: integrate velocities, solve (soft, pushes overlap apart), integrate positions,
/// relax (no bias: takes out the velocity that the softness put in, and rubs). See
/// contact_block.h for the frame.
#include "simd/kernels.h"
#include "simd/wide.h"

/// Velocity of a body: linear, angular, and its inverse mass.
typedef struct body_lanes
{
    wf2 v;
    wf w, inverse_mass;
} body_lanes;

WIDE body_lanes load_body(const sc_velocity *velocities, const int32_t *row)
{
    wf4 r = gather4(&velocities->vx, 4, row);
    return (body_lanes){{r.a, r.b}, r.c, r.d};
}

/// Rows that lanes may write: dynamic bodies. All others go to the trash row, so that a body
/// shared by many blocks is only ever read.
WIDE void writable_rows(const sc_contact_args *args, const int32_t *row, int32_t *writable)
{
    wi r = load_int(row);
    wm dynamic = gt_int(splat_int(args->dynamic_count), r);
    store_int(writable, select_int(dynamic, r, splat_int(args->trash_row)));
}

WIDE void store_bodies(const sc_contact_args *args, const sc_contact_block *block, int l,
                       body_lanes a, body_lanes b)
{
    int32_t row[SC_LANES];
    writable_rows(args, block->row_a + l, row);
    scatter4(&args->velocities->vx, 4, row, (wf4){a.v.x, a.v.y, a.w, a.inverse_mass});
    writable_rows(args, block->row_b + l, row);
    scatter4(&args->velocities->vx, 4, row, (wf4){b.v.x, b.v.y, b.w, b.inverse_mass});
}

/// 1 / k, the effective mass of a Jacobian row, or 0 where the point does not exist or nothing can
/// give way.
WIDE wf effective_mass(wm exists, wf masses, wf inertia_a, wf arm_a, wf inertia_b, wf arm_b)
{
    wf k = add(masses, add(mul(inertia_a, mul(arm_a, arm_a)), mul(inertia_b, mul(arm_b, arm_b))));
    return select(both(exists, gt(k, zero())), divide(one(), k), zero());
}

void SC_KERNEL(prepare_contacts)(const sc_contact_args *args, int begin, int end)
{
    const float *manifolds = &args->manifolds->normal_x;
    const float *surfaces = &args->surfaces->static_friction;
    wf warm = splat(args->warm_scale);
    for (int i = begin; i < end; ++i)
    {
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            sc_contact_block *block = args->blocks + i;
            const int32_t *contact = args->contact + (ptrdiff_t)i * SC_BLOCK + l;
            wf4 frame = gather4(manifolds + SC_MANIFOLD_FRAME, SC_MANIFOLD_FLOATS, contact);
            wf4 anchors = gather4(manifolds + SC_MANIFOLD_ANCHORS, SC_MANIFOLD_FLOATS, contact);
            wf4 depths = gather4(manifolds + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, contact);
            wf4 impulses = gather4(manifolds + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, contact);
            wf4 surface = gather4(surfaces, SC_SURFACE_FLOATS, contact);
            body_lanes a = load_body(args->velocities, block->row_a + l);
            body_lanes b = load_body(args->velocities, block->row_b + l);
            wf4 sum_a = gather4(&args->saved->vx, 4, block->row_a + l);
            wf4 sum_b = gather4(&args->saved->vx, 4, block->row_b + l);

            wf2 normal = vec2(frame.a, frame.b), com = vec2(frame.c, frame.d);
            wf inertia_a = sum_a.d, inertia_b = sum_b.d;
            wf masses = add(a.inverse_mass, b.inverse_mass);
            wi count =
                and_int(shift_right(bits_of(depths.c), SC_COUNT_SHIFT), splat_int(SC_COUNT_MASK));
            store(block->normal_x + l, normal.x);
            store(block->normal_y + l, normal.y);
            store(block->inverse_inertia_a + l, inertia_a);
            store(block->inverse_inertia_b + l, inertia_b);
            store(block->friction + l, surface.b);

            wf push = zero(), rub = zero(), turn_a = zero(), turn_b = zero();
            for (int k = 0; k < 2; ++k)
            {
                wf2 arm_a = k == 0 ? vec2(anchors.a, anchors.b) : vec2(anchors.c, anchors.d);
                wf2 arm_b = sub2(arm_a, com);
                wf separation = k == 0 ? depths.a : depths.b;
                wf normal_impulse = mul(warm, k == 0 ? impulses.a : impulses.c);
                wf tangent_impulse = mul(warm, k == 0 ? impulses.b : impulses.d);
                wf normal_a = cross2(arm_a, normal), normal_b = cross2(arm_b, normal);
                wf tangent_a = dot2(arm_a, normal), tangent_b = dot2(arm_b, normal);
                wm exists = gt_int(count, splat_int(k));
                store(block->point[k].normal_arm_a + l, normal_a);
                store(block->point[k].normal_arm_b + l, normal_b);
                store(block->point[k].separation + l, separation);
                store(block->point[k].normal_mass + l,
                      effective_mass(exists, masses, inertia_a, normal_a, inertia_b, normal_b));
                store(block->point[k].normal_impulse + l, normal_impulse);
                store(block->rub[k].tangent_arm_a + l, tangent_a);
                store(block->rub[k].tangent_arm_b + l, tangent_b);
                store(block->rub[k].separation + l, separation);
                store(block->rub[k].tangent_mass + l,
                      effective_mass(exists, masses, inertia_a, tangent_a, inertia_b, tangent_b));
                store(block->rub[k].tangent_impulse + l, tangent_impulse);
                push = add(push, normal_impulse);
                rub = add(rub, tangent_impulse);
                turn_a = add(turn_a,
                             sub(mul(normal_a, normal_impulse), mul(tangent_a, tangent_impulse)));
                turn_b = add(turn_b,
                             sub(mul(normal_b, normal_impulse), mul(tangent_b, tangent_impulse)));
                if (args->flags[i] & SC_BLOCK_RESTITUTION)
                {
                    sc_contact_extra *extra = args->extras + i;
                    wf along = dot2(normal, sub2(b.v, a.v));
                    wf spin = sub(mul(b.w, normal_b), mul(a.w, normal_a));
                    store(extra->approach[k] + l, add(along, spin));
                    store(extra->max_impulse[k] + l, normal_impulse);
                    store(extra->restitution + l, surface.c);
                }
            }
            if (args->flags[i] & SC_BLOCK_SURFACE)
            {
                sc_contact_extra *extra = args->extras + i;
                wf4 more = gather4(surfaces + 4, SC_SURFACE_FLOATS, contact);
                wf turn = add(inertia_a, inertia_b);
                wf rolling = mul(warm, depths.d);
                store(extra->static_friction + l, surface.a);
                store(extra->rolling_resistance + l, surface.d);
                store(extra->tangent_speed + l, more.a);
                store(extra->rolling_mass + l,
                      select(gt(turn, zero()), divide(one(), turn), zero()));
                store(extra->rolling_impulse + l, rolling);
                turn_a = add(turn_a, rolling);
                turn_b = add(turn_b, rolling);
            }
            // Warm starting, as a sum beside the velocities: see sc_saved.
            wf2 impulse = vec2(add(mul(push, normal.x), mul(rub, normal.y)),
                               sub(mul(push, normal.y), mul(rub, normal.x)));
            int32_t row[SC_LANES];
            writable_rows(args, block->row_a + l, row);
            scatter4(&args->saved->vx, 4, row,
                     (wf4){sub(sum_a.a, mul(a.inverse_mass, impulse.x)),
                           sub(sum_a.b, mul(a.inverse_mass, impulse.y)),
                           sub(sum_a.c, mul(inertia_a, turn_a)), sum_a.d});
            writable_rows(args, block->row_b + l, row);
            scatter4(&args->saved->vx, 4, row,
                     (wf4){add(sum_b.a, mul(b.inverse_mass, impulse.x)),
                           add(sum_b.b, mul(b.inverse_mass, impulse.y)),
                           add(sum_b.c, mul(inertia_b, turn_b)), sum_b.d});
        }
    }
}

/// The soft normal impulse of one point: its new accumulated value.
typedef struct soft_lanes
{
    wf bias_rate, mass_scale, impulse_scale, inverse_h, slowest;
} soft_lanes;

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

WIDE void raise_max_impulse(sc_contact_extra *extra, int k, int l, wf impulse)
{
    store(extra->max_impulse[k] + l, max2(load(extra->max_impulse[k] + l), impulse));
}

WIDE void solve_block(const sc_contact_args *args, int i, int points)
{
    sc_contact_block *block = args->blocks + i;
    bool bounces = (args->flags[i] & SC_BLOCK_RESTITUTION) != 0;
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        body_lanes a = load_body(args->velocities, block->row_a + l);
        body_lanes b = load_body(args->velocities, block->row_b + l);
        wf2 normal = vec2(load(block->normal_x + l), load(block->normal_y + l));
        wf inertia_a = load(block->inverse_inertia_a + l),
           inertia_b = load(block->inverse_inertia_b + l);
        // What cannot give way on one side is stiffer.
        wm rigid = either(eq(a.inverse_mass, zero()), eq(b.inverse_mass, zero()));
        soft_lanes soft = {
            select(rigid, splat(args->rigid.bias_rate), splat(args->soft.bias_rate)),
            select(rigid, splat(args->rigid.mass_scale), splat(args->soft.mass_scale)),
            select(rigid, splat(args->rigid.impulse_scale), splat(args->soft.impulse_scale)),
            splat(args->inverse_h), splat(-args->push_speed)};

        // Both point velocities first, the second corrected by what the first impulse did to it:
        // shorter than updating the bodies in between.
        wf along = dot2(normal, sub2(b.v, a.v));
        wf arm_a0 = load(block->point[0].normal_arm_a + l),
           arm_b0 = load(block->point[0].normal_arm_b + l);
        wf velocity0 = add(along, sub(mul(b.w, arm_b0), mul(a.w, arm_a0)));
        wf old0 = load(block->point[0].normal_impulse + l);
        wf new0 = soft_impulse(&soft, velocity0, load(block->point[0].separation + l),
                               load(block->point[0].normal_mass + l), old0);
        wf change0 = sub(new0, old0), total = change0;
        wf turn_a = mul(arm_a0, change0), turn_b = mul(arm_b0, change0);
        store(block->point[0].normal_impulse + l, new0);
        if (points == 2)
        {
            wf arm_a1 = load(block->point[1].normal_arm_a + l);
            wf arm_b1 = load(block->point[1].normal_arm_b + l);
            wf coupling =
                add(add(a.inverse_mass, b.inverse_mass),
                    add(mul(inertia_a, mul(arm_a0, arm_a1)), mul(inertia_b, mul(arm_b0, arm_b1))));
            wf velocity1 = add(along, sub(mul(b.w, arm_b1), mul(a.w, arm_a1)));
            velocity1 = add(velocity1, mul(coupling, change0));
            wf old1 = load(block->point[1].normal_impulse + l);
            wf new1 = soft_impulse(&soft, velocity1, load(block->point[1].separation + l),
                                   load(block->point[1].normal_mass + l), old1);
            wf change1 = sub(new1, old1);
            store(block->point[1].normal_impulse + l, new1);
            total = add(total, change1);
            turn_a = add(turn_a, mul(arm_a1, change1));
            turn_b = add(turn_b, mul(arm_b1, change1));
            if (bounces)
            {
                raise_max_impulse(args->extras + i, 1, l, new1);
            }
        }
        if (bounces)
        {
            raise_max_impulse(args->extras + i, 0, l, new0);
        }
        wf2 impulse = scale2(total, normal);
        a.v = sub2(a.v, scale2(a.inverse_mass, impulse));
        a.w = sub(a.w, mul(inertia_a, turn_a));
        b.v = add2(b.v, scale2(b.inverse_mass, impulse));
        b.w = add(b.w, mul(inertia_b, turn_b));
        store_bodies(args, block, l, a, b);
    }
}

void SC_KERNEL(solve_contacts)(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        if (args->flags[i] & SC_BLOCK_TWO_POINTS)
        {
            solve_block(args, i, 2);
        }
        else
        {
            solve_block(args, i, 1);
        }
    }
}

/// What the tangent impulses of a block follow from, with the normal impulses up to date.
typedef struct rub_lanes
{
    wf velocity[2], mass[2], old[2];
    wf coupling;  ///< velocity at point 1 per impulse at point 0
} rub_lanes;

/// Accumulated tangent impulses within the limits, one point after the other. Returns the lanes in
/// which every point wanted more.
WIDE wm rub_points(const rub_lanes *r, int points, const wf *limit, wf *rubbed)
{
    wm slides = eq(zero(), zero());
    for (int k = 0; k < points; ++k)
    {
        wf velocity = r->velocity[k];
        if (k == 1)
        {
            velocity = add(velocity, mul(r->coupling, sub(rubbed[0], r->old[0])));
        }
        wf wanted = sub(r->old[k], mul(r->mass[k], velocity));
        rubbed[k] = clamp(wanted, negate(limit[k]), limit[k]);
        wm beyond = gt(magnitude(wanted), limit[k]);
        slides = both(slides, either(beyond, eq(r->mass[k], zero())));
    }
    return slides;
}

WIDE void relax_block(const sc_contact_args *args, int i, int points)
{
    sc_contact_block *block = args->blocks + i;
    int flags = args->flags[i];
    wf inverse_h = splat(args->inverse_h);
    for (int l = 0; l < SC_BLOCK; l += SC_LANES)
    {
        wf4 moved_a = gather4(&args->deltas->dx, 4, block->row_a + l);
        wf4 moved_b = gather4(&args->deltas->dx, 4, block->row_b + l);
        body_lanes a = load_body(args->velocities, block->row_a + l);
        body_lanes b = load_body(args->velocities, block->row_b + l);
        wf2 normal = vec2(load(block->normal_x + l), load(block->normal_y + l));
        wf inertia_a = load(block->inverse_inertia_a + l),
           inertia_b = load(block->inverse_inertia_b + l);
        wf masses = add(a.inverse_mass, b.inverse_mass);
        wf shift = dot2(normal, sub2(vec2(moved_b.a, moved_b.b), vec2(moved_a.a, moved_a.b)));
        wf2 dv = sub2(b.v, a.v);
        wf along = dot2(normal, dv), across = cross2(dv, normal);

        wf arm_a[2], arm_b[2], rub_a[2], rub_b[2], pushed[2], change[2];
        wf turn_a = zero(), turn_b = zero(), total = zero();
        for (int k = 0; k < points; ++k)
        {
            arm_a[k] = load(block->point[k].normal_arm_a + l);
            arm_b[k] = load(block->point[k].normal_arm_b + l);
            rub_a[k] = load(block->rub[k].tangent_arm_a + l);
            rub_b[k] = load(block->rub[k].tangent_arm_b + l);
            // The poses are at hand here, so this pass leaves the separations for the next solve.
            wf turned_b = add(mul(moved_b.d, rub_b[k]), mul(moved_b.c, arm_b[k]));
            wf turned_a = add(mul(moved_a.d, rub_a[k]), mul(moved_a.c, arm_a[k]));
            wf separation =
                add(add(load(block->rub[k].separation + l), shift), sub(turned_b, turned_a));
            store(block->point[k].separation + l, separation);

            wf velocity = add(along, sub(mul(b.w, arm_b[k]), mul(a.w, arm_a[k])));
            if (k == 1)
            {
                wf coupling = add(masses, add(mul(inertia_a, mul(arm_a[0], arm_a[1])),
                                              mul(inertia_b, mul(arm_b[0], arm_b[1]))));
                velocity = add(velocity, mul(coupling, change[0]));
            }
            wf old = load(block->point[k].normal_impulse + l);
            wf mass = load(block->point[k].normal_mass + l);
            wf known = sub(old, mul(mass, mul(max2(separation, zero()), inverse_h)));
            pushed[k] = max2(sub(known, mul(mass, velocity)), zero());
            change[k] = sub(pushed[k], old);
            store(block->point[k].normal_impulse + l, pushed[k]);
            total = add(total, change[k]);
            turn_a = add(turn_a, mul(arm_a[k], change[k]));
            turn_b = add(turn_b, mul(arm_b[k], change[k]));
            if (flags & SC_BLOCK_RESTITUTION)
            {
                raise_max_impulse(args->extras + i, k, l, pushed[k]);
            }
        }
        a.w = sub(a.w, mul(inertia_a, turn_a));
        b.w = add(b.w, mul(inertia_b, turn_b));

        if (flags & SC_BLOCK_SURFACE)
        {
            sc_contact_extra *extra = args->extras + i;
            wf pressed = points == 2 ? add(pushed[0], pushed[1]) : pushed[0];
            wf limit = mul(load(extra->rolling_resistance + l), pressed);
            wf old = load(extra->rolling_impulse + l);
            wf wanted = sub(old, mul(load(extra->rolling_mass + l), sub(b.w, a.w)));
            wf rolling = clamp(wanted, negate(limit), limit);
            wf turn = sub(rolling, old);
            store(extra->rolling_impulse + l, rolling);
            a.w = sub(a.w, mul(inertia_a, turn));
            b.w = add(b.w, mul(inertia_b, turn));
            across = sub(across, load(extra->tangent_speed + l));
        }

        // Normal impulses have no tangential part but through the angular velocities, which are up
        // to date.
        rub_lanes r;
        wf limit[2], rubbed[2], friction = load(block->friction + l);
        for (int k = 0; k < points; ++k)
        {
            r.velocity[k] = sub(across, sub(mul(b.w, rub_b[k]), mul(a.w, rub_a[k])));
            r.mass[k] = load(block->rub[k].tangent_mass + l);
            r.old[k] = load(block->rub[k].tangent_impulse + l);
            limit[k] = mul(friction, pushed[k]);
        }
        r.coupling = points == 1 ? zero()
                                 : add(masses, add(mul(inertia_a, mul(rub_a[0], rub_a[1])),
                                                   mul(inertia_b, mul(rub_b[0], rub_b[1]))));
        (void)rub_points(&r, points, limit, rubbed);
        if (flags & SC_BLOCK_SURFACE)
        {
            // The surfaces stick until no point has room left below the static limit.
            wf stuck[2], static_limit[2];
            for (int k = 0; k < points; ++k)
            {
                static_limit[k] = mul(load(args->extras[i].static_friction + l), pushed[k]);
            }
            wm slides = rub_points(&r, points, static_limit, stuck);
            for (int k = 0; k < points; ++k)
            {
                rubbed[k] = select(slides, rubbed[k], stuck[k]);
            }
        }
        wf total_rub = zero();
        turn_a = zero();
        turn_b = zero();
        for (int k = 0; k < points; ++k)
        {
            wf rub_change = sub(rubbed[k], r.old[k]);
            store(block->rub[k].tangent_impulse + l, rubbed[k]);
            total_rub = add(total_rub, rub_change);
            turn_a = add(turn_a, mul(rub_a[k], rub_change));
            turn_b = add(turn_b, mul(rub_b[k], rub_change));
        }
        a.w = add(a.w, mul(inertia_a, turn_a));
        b.w = sub(b.w, mul(inertia_b, turn_b));
        wf2 impulse = vec2(add(mul(total, normal.x), mul(total_rub, normal.y)),
                           sub(mul(total, normal.y), mul(total_rub, normal.x)));
        a.v = sub2(a.v, scale2(a.inverse_mass, impulse));
        b.v = add2(b.v, scale2(b.inverse_mass, impulse));
        store_bodies(args, block, l, a, b);
    }
}

void SC_KERNEL(relax_contacts)(const sc_contact_args *args, int begin, int end)
{
    for (int i = begin; i < end; ++i)
    {
        if (args->flags[i] & SC_BLOCK_TWO_POINTS)
        {
            relax_block(args, i, 2);
        }
        else
        {
            relax_block(args, i, 1);
        }
    }
}

/// Bounce: points that came in faster than the threshold and were pushed leave at restitution
/// times that speed.
void SC_KERNEL(restitute_contacts)(const sc_contact_args *args, int begin, int end)
{
    wf threshold = splat(-args->restitution_threshold);
    for (int i = begin; i < end; ++i)
    {
        if (!(args->flags[i] & SC_BLOCK_RESTITUTION))
        {
            continue;
        }
        sc_contact_block *block = args->blocks + i;
        sc_contact_extra *extra = args->extras + i;
        int points = args->flags[i] & SC_BLOCK_TWO_POINTS ? 2 : 1;
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            body_lanes a = load_body(args->velocities, block->row_a + l);
            body_lanes b = load_body(args->velocities, block->row_b + l);
            wf2 normal = vec2(load(block->normal_x + l), load(block->normal_y + l));
            wf inertia_a = load(block->inverse_inertia_a + l);
            wf inertia_b = load(block->inverse_inertia_b + l);
            wf restitution = load(extra->restitution + l);
            for (int k = 0; k < points; ++k)
            {
                wf arm_a = load(block->point[k].normal_arm_a + l);
                wf arm_b = load(block->point[k].normal_arm_b + l);
                wf approach = load(extra->approach[k] + l);
                wm bounces =
                    both(lt(approach, threshold), gt(load(extra->max_impulse[k] + l), zero()));
                bounces = both(bounces, gt(restitution, zero()));
                wf velocity =
                    add(dot2(normal, sub2(b.v, a.v)), sub(mul(b.w, arm_b), mul(a.w, arm_a)));
                wf wanted = add(velocity, mul(restitution, approach));
                wf old = load(block->point[k].normal_impulse + l);
                wf mass = load(block->point[k].normal_mass + l);
                wf pushed = select(bounces, max2(sub(old, mul(mass, wanted)), zero()), old);
                wf change = sub(pushed, old);
                wf2 impulse = scale2(change, normal);
                store(block->point[k].normal_impulse + l, pushed);
                a.v = sub2(a.v, scale2(a.inverse_mass, impulse));
                a.w = sub(a.w, mul(inertia_a, mul(arm_a, change)));
                b.v = add2(b.v, scale2(b.inverse_mass, impulse));
                b.w = add(b.w, mul(inertia_b, mul(arm_b, change)));
            }
            store_bodies(args, block, l, a, b);
        }
    }
}

/// Impulses go back to their manifolds, for the next step and for the caller.
void SC_KERNEL(store_impulses)(const sc_contact_args *args, int begin, int end)
{
    float *impulses = &args->manifolds->normal_impulse_0;
    for (int i = begin; i < end; ++i)
    {
        const sc_contact_block *block = args->blocks + i;
        const int32_t *contact = args->contact + (ptrdiff_t)i * SC_BLOCK;
        for (int l = 0; l < SC_BLOCK; l += SC_LANES)
        {
            scatter4(impulses, SC_MANIFOLD_FLOATS, contact + l,
                     (wf4){load(block->point[0].normal_impulse + l),
                           load(block->rub[0].tangent_impulse + l),
                           load(block->point[1].normal_impulse + l),
                           load(block->rub[1].tangent_impulse + l)});
        }
        if (args->flags[i] & SC_BLOCK_SURFACE)
        {
            for (int l = 0; l < SC_BLOCK; ++l)
            {
                args->manifolds[contact[l]].rolling_impulse = args->extras[i].rolling_impulse[l];
            }
        }
    }
}
