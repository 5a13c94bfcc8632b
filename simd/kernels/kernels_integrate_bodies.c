/// Packs, integrates and finishes bodies in lanes, over contiguous rows. finish_bodies also finds
/// bodies whose result is not finite or out of bounds.
#include "core/assert.h"
#include "core/limits.h"
#include "core/stores/bodies.h"
#include "simd/kernels.h"
#include "simd/wide.h"

static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// 0 in the lanes of bodies that have this lock, else 1.
WIDE wf unless_locked(wi flags, int32_t lock)
{
    return keep(eq_int(and_int(flags, splat_int(lock)), splat_int(0)), one());
}

/// Whether x is within +-limit; false for NaN.
WIDE wm is_within(wf x, wf limit) { return le(magnitude(x), limit); }

void SC_KERNEL(pack_bodies)(const sc_pack_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    wf h = splat(args->h), half_linear = splat(args->half_linear);
    wf max_angular = splat(args->max_angular);
    for (int i = begin; i < end; i += SC_LANES)
    {
        int32_t bytes[SC_LANES];
        for (int l = 0; l < SC_LANES; ++l)
        {
            bytes[l] = args->flags[i + l];
        }
        wi flags = load_int(bytes);
        wf keep_x = unless_locked(flags, SC_BODY_LOCK_X);
        wf keep_y = unless_locked(flags, SC_BODY_LOCK_Y);
        wf keep_w = unless_locked(flags, SC_BODY_LOCK_ANGLE);
        // Implicit Euler for damping: stable for any coefficient.
        wf linear = divide(one(), add(one(), mul(h, load(args->linear_damping + i))));
        wf angular = divide(one(), add(one(), mul(h, load(args->angular_damping + i))));
        wf scale = load(args->gravity_scale + i), inverse_mass = load(args->inverse_mass + i);
        wf inverse_inertia = load(args->inverse_inertia + i);
        wf x = mul(
            h, add(mul(scale, splat(args->gravity_x)), mul(load(args->force_x + i), inverse_mass)));
        wf y = mul(
            h, add(mul(scale, splat(args->gravity_y)), mul(load(args->force_y + i), inverse_mass)));
        wf w = mul(h, mul(load(args->torque + i), inverse_inertia));
        wf4 v = {load(args->vx + i), load(args->vy + i), load(args->w + i), inverse_mass};
        wf4 damping = {mul(keep_x, linear), mul(keep_y, linear), mul(keep_w, angular), one()};
        wf4 increment = {mul(keep_x, x), mul(keep_y, y), mul(keep_w, w), zero()};
        scatter4(&args->velocities[i].vx, 4, ramp, v);
        scatter4(&args->warm_starts[i].vx, 4, ramp, (wf4){zero(), zero(), zero(), inverse_inertia});
        scatter4(&args->damping[i].x, 4, ramp, damping);
        scatter4(&args->increment[i].x, 4, ramp, increment);
        for (int k = 0; k < 4; ++k)
        {
            store(&args->deltas[i].dx + k * SC_LANES, zero());
        }
        wm plain = both(both(is_within(v.a, half_linear), is_within(v.b, half_linear)),
                        is_within(v.c, max_angular));
        wm steady =
            both(both(is_within(increment.a, half_linear), is_within(increment.b, half_linear)),
                 is_within(increment.c, max_angular));
        store_int(args->extreme + i, select_int(both(plain, steady), splat_int(0), splat_int(1)));
    }
}

/// v = v * damping + increment + change by warm starting. Records are read as one flat array of
/// floats, in which every fourth float is the inverse mass, which does not change.
void SC_KERNEL(integrate_velocities)(const sc_integrate_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    float *velocity = &args->velocities->vx, *warm_start = &args->warm_starts->vx;
    const float *damping = &args->damping->x, *increment = &args->increment->x;
    for (ptrdiff_t i = (ptrdiff_t)begin * 4; i < (ptrdiff_t)end * 4; i += SC_LANES)
    {
        wf v = load(velocity + i), s = load(warm_start + i);
        wf warm = args->first ? s : sub(v, s);
        wf free_velocity = add(mul(v, load(damping + i)), load(increment + i));
        store(warm_start + i, free_velocity);
        store(velocity + i,
              select(is_fourth((int)(i & 3)), free_velocity, add(free_velocity, warm)));
    }
}

/// Limits speeds to the caps, also in the warm-start record: otherwise warm starting would restore
/// the higher speeds.
WIDE void cap_speed(const sc_integrate_args *args, int i, wf4 *v, wf speed_squared, wm fast,
                    wm spins)
{
    wf4 s = gather4(&args->warm_starts[i].vx, 4, ramp);
    wf keep = select(fast, divide(splat(args->max_linear), root(speed_squared)), one());
    wf keep_spin = select(spins, divide(splat(args->max_angular), magnitude(v->c)), one());
    wf x = mul(v->a, keep), y = mul(v->b, keep), w = mul(v->c, keep_spin);
    // Select the lanes, because adding zero would turn -0 in other lanes into +0.
    s.a = select(fast, add(s.a, sub(x, v->a)), s.a);
    s.b = select(fast, add(s.b, sub(y, v->b)), s.b);
    s.c = select(spins, add(s.c, sub(w, v->c)), s.c);
    v->a = x;
    v->b = y;
    v->c = w;
    scatter4(&args->velocities[i].vx, 4, ramp, *v);
    scatter4(&args->warm_starts[i].vx, 4, ramp, s);
}

/// Symplectic Euler. The rotation is changed by a first-order step and normalized.
void SC_KERNEL(integrate_positions)(const sc_integrate_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    wf h = splat(args->h);
    wf max_squared = mul(splat(args->max_linear), splat(args->max_linear));
    for (int i = begin; i < end; i += SC_LANES)
    {
        wf4 v = gather4(&args->velocities[i].vx, 4, ramp);
        wf4 d = gather4(&args->deltas[i].dx, 4, ramp);
        wf speed_squared = add(mul(v.a, v.a), mul(v.b, v.b));
        wm fast = gt(speed_squared, max_squared);
        wm spins = gt(magnitude(v.c), splat(args->max_angular));
        if (any(either(fast, spins)))
        {
            cap_speed(args, i, &v, speed_squared, fast, spins);
        }
        wf turn = mul(h, v.c), cosine = add(one(), d.d);
        wf c = sub(cosine, mul(turn, d.c)), s = add(d.c, mul(turn, cosine));
        wf shrink = divide(one(), root(add(mul(s, s), mul(c, c))));
        d.a = add(d.a, mul(h, v.a));
        d.b = add(d.b, mul(h, v.b));
        d.c = mul(s, shrink);
        d.d = sub(mul(c, shrink), one());
        scatter4(&args->deltas[i].dx, 4, ramp, d);
    }
}

WIDE wm is_finite(wf x) { return eq(sub(x, x), zero()); }

void SC_KERNEL(finish_bodies)(const sc_finish_args *args, int begin, int end)
{
    SC_ASSERT(begin >= 0 && begin <= end);
    // Farther out, a float no longer resolves a metre.
    wf limit = splat(SC_WORLD_REACH);
    for (int i = begin; i < end; i += SC_LANES)
    {
        wf4 v = gather4(&args->velocities[i].vx, 4, ramp);
        wf4 d = gather4(&args->deltas[i].dx, 4, ramp);
        wf4 p = gather4(&args->poses[i].x, 4, ramp);
        wf2 com = add2(vec2(p.a, p.b), vec2(d.a, d.b));
        wf2 q = rotate2(vec2(add(one(), d.d), d.c), vec2(p.c, p.d));
        wf2 rotation = scale2(divide(one(), root(dot2(q, q))), q);
        wf2 center = vec2(load(args->center_x + i), load(args->center_y + i));
        wf2 origin = sub2(com, rotate2(rotation, center));

        wm good = both(le(magnitude(com.x), limit), le(magnitude(com.y), limit));
        good = both(good, both(is_finite(rotation.x), is_finite(rotation.y)));
        good = both(good, both(is_finite(v.a), both(is_finite(v.b), is_finite(v.c))));
        good = both(good, both(le(magnitude(origin.x), limit), le(magnitude(origin.y), limit)));
        store_int(args->nonfinite_result + i, select_int(good, splat_int(0), splat_int(1)));

        store(args->x + i, select(good, origin.x, load(args->x + i)));
        store(args->y + i, select(good, origin.y, load(args->y + i)));
        store(args->cos + i, select(good, rotation.x, load(args->cos + i)));
        store(args->sin + i, select(good, rotation.y, load(args->sin + i)));
        store(args->vx + i, select(good, v.a, load(args->vx + i)));
        store(args->vy + i, select(good, v.b, load(args->vy + i)));
        store(args->w + i, select(good, v.c, load(args->w + i)));
        scatter4(&args->poses[i].x, 4, ramp,
                 (wf4){select(good, com.x, p.a), select(good, com.y, p.b),
                       select(good, rotation.x, p.c), select(good, rotation.y, p.d)});
    }
}
