/// Which bodies are swift and which contacts close within the step, in lanes;
/// solver/graph/impacts.c orders these by time.
#include "core/stores/bodies.h"
#include "core/stores/contacts.h"
#include "simd/kernels.h"
#include "simd/wide.h"

#include <float.h>
#include <string.h>

void SC_KERNEL(find_swift)(const sc_impact_args *args, int begin, int end)
{
    static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        unsigned swift = 0;
        for (int l = 0; l < SC_BLOCK && i + l < end; l += SC_LANES)
        {
            float arms[SC_LANES];
            for (int k = 0; k < SC_LANES; ++k)
            {
                arms[k] = args->reach[i + l + k].arm;
            }
            wf4 v = gather4(&args->velocities[i + l].vx, 4, ramp);
            wf turning = mul(magnitude(v.c), load(arms));
            wm fast = gt(add(add(magnitude(v.a), magnitude(v.b)), turning), splat(args->threshold));
            store(args->turning + i + l, select(fast, turning, splat(-1.0f)));
            swift |= mask_bits(fast) << l;
        }
        args->swift[i / SC_BLOCK] = (uint16_t)swift;
    }
}

/// A bit for each of 16 contacts: it has points, of which there are at most two, and has not
/// settled.
static unsigned unsettled(const sc_impact_args *args, int i)
{
    unsigned bits = 0;
    for (int half = 0; half < SC_BLOCK; half += 8)
    {
        uint64_t counts, states;
        memcpy(&counts, args->point_count + i + half, sizeof counts);
        memcpy(&states, args->state + i + half, sizeof states);
        counts = (counts | counts >> 1) & ~(states / SC_CONTACT_SETTLED);
        counts &= UINT64_C(0x0101010101010101);
        // Brings the lowest bits of the bytes together.
        bits |= (unsigned)(counts * UINT64_C(0x0102040810204080) >> 56) << half;
    }
    return bits;
}

/// The two bodies of each lane: velocities, and how fast turning moves their points.
typedef struct closing_lanes
{
    wf4 a, b;
    wf turning_a, turning_b;
} closing_lanes;

/// Plain loads: gathers of single numbers are slower on many CPUs.
WIDE closing_lanes load_bodies(const sc_impact_args *args, const int32_t *a, const int32_t *b)
{
    int32_t row_a[SC_LANES], row_b[SC_LANES];
    float turning_a[SC_LANES], turning_b[SC_LANES];
    for (int l = 0; l < SC_LANES; ++l)
    {
        const int32_t body_a = args->body_row[a[l]], body_b = args->body_row[b[l]];
        row_a[l] = body_a < args->moving_count ? body_a : args->static_row;
        row_b[l] = body_b < args->moving_count ? body_b : args->static_row;
        turning_a[l] = args->turning[row_a[l]];
        turning_b[l] = args->turning[row_b[l]];
    }
    return (closing_lanes){gather4(&args->velocities->vx, 4, row_a),
                           gather4(&args->velocities->vx, 4, row_b), load(turning_a),
                           load(turning_b)};
}

/// The speed at which points of the two bodies close at most.
WIDE wf greatest_speed(const closing_lanes *v)
{
    wf linear = add(magnitude(sub(v->b.a, v->a.a)), magnitude(sub(v->b.b, v->a.b)));
    return add(add(linear, max2(v->turning_a, zero())), max2(v->turning_b, zero()));
}

static void settle(const sc_impact_args *args, int i) { args->state[i] |= SC_CONTACT_SETTLED; }

/// Lanes of `looked_at` that may close by the speeds of their bodies; of the others, those that
/// pushed settle.
WIDE unsigned find_candidates(const sc_impact_args *args, int i, unsigned looked_at)
{
    static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    closing_lanes v = load_bodies(args, args->a + i, args->b + i);
    looked_at &= mask_bits(either(ge(v.turning_a, zero()), ge(v.turning_b, zero())));
    if (looked_at == 0)
    {
        return 0;
    }
    const float *manifold = &args->manifolds[i].normal_x;
    wf speed = greatest_speed(&v);
    unsigned candidates = looked_at & mask_bits(gt(speed, splat(args->threshold)));
    if (candidates != 0)
    {
        wf4 depths = gather4(manifold + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, ramp);
        wi count =
            and_int(shift_right(bits_of(depths.c), SC_COUNT_SHIFT), splat_int(SC_COUNT_MASK));
        wf nearest = select(eq_int(count, splat_int(2)), min2(depths.a, depths.b), depths.a);
        candidates &= mask_bits(le(nearest, mul(speed, splat(args->reach_time))));
    }
    wf4 impulses = gather4(manifold + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, ramp);
    wm pushed = gt(max2(impulses.a, impulses.c), zero());
    unsigned settled = looked_at & ~candidates & mask_bits(pushed);
    for (; settled != 0; settled &= settled - 1)
    {
        settle(args, i + __builtin_ctz(settled));
    }
    return candidates;
}

/// When the first of a contact's points closes; FLT_MAX: none does, or slowly.
WIDE wf closing_time(const sc_impact_args *args, const int32_t *contact, const closing_lanes *v)
{
    const float *manifolds = &args->manifolds->normal_x;
    wf4 frame = gather4(manifolds + SC_MANIFOLD_FRAME, SC_MANIFOLD_FLOATS, contact);
    wf4 anchors = gather4(manifolds + SC_MANIFOLD_ANCHORS, SC_MANIFOLD_FLOATS, contact);
    wf4 depths = gather4(manifolds + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, contact);
    wi count = and_int(shift_right(bits_of(depths.c), SC_COUNT_SHIFT), splat_int(SC_COUNT_MASK));
    wm two = eq_int(count, splat_int(2));
    wf2 normal = {frame.a, frame.b}, arm[2] = {{anchors.a, anchors.b}, {anchors.c, anchors.d}};
    wf along = dot2(normal, vec2(sub(v->b.a, v->a.a), sub(v->b.b, v->a.b)));
    wf separation[2] = {depths.a, depths.b}, side_a[2], side_b[2];
    wf time = splat(FLT_MAX);
    for (int k = 0; k < 2; ++k)
    {
        side_a[k] = cross2(arm[k], normal);
        side_b[k] = cross2(sub2(arm[k], vec2(frame.c, frame.d)), normal);
        wf parting = add(along, sub(mul(v->b.c, side_b[k]), mul(v->a.c, side_a[k])));
        wf speed = negate(parting);
        wm closes = gt(speed, splat(args->threshold));
        closes = k == 0 ? closes : both(closes, two);
        wf at = divide(separation[k], select(closes, speed, one()));
        time = select(closes, min2(time, at), time);
    }
    wm balanced =
        either(lt(mul(side_a[0], side_a[1]), zero()), lt(mul(side_b[0], side_b[1]), zero()));
    return sub(time, keep(both(two, balanced), splat(args->balanced_earlier)));
}

/// Which of up to SC_LANES contacts close, and when. `list` is filled up with contacts that exist.
WIDE void test_candidates(const sc_impact_args *args, const int32_t *list, int count)
{
    int32_t a[SC_LANES], b[SC_LANES];
    float times[SC_LANES];
    for (int l = 0; l < SC_LANES; ++l)
    {
        a[l] = args->a[list[l]];
        b[l] = args->b[list[l]];
    }
    closing_lanes v = load_bodies(args, a, b);
    wf time = closing_time(args, list, &v);
    unsigned closing = mask_bits(le(time, splat(args->latest)));
    store(times, time);
    for (int l = 0; l < count; ++l)
    {
        const int32_t i = list[l];
        const sc_manifold *m = &args->manifolds[i];
        if (closing >> l & 1)
        {
            args->times[i] = times[l];
            args->closing[i / SC_BLOCK] |= (uint16_t)(1 << i % SC_BLOCK);
        }
        else if (m->normal_impulse_0 > 0.0f || m->normal_impulse_1 > 0.0f)
        {
            settle(args, i);
        }
    }
}

void SC_KERNEL(find_closing)(const sc_impact_args *args, int begin, int end)
{
    const unsigned lanes = (1u << (SC_LANES - 1) << 1) - 1u;
    int32_t list[SC_BLOCK + SC_LANES];
    int count = 0;
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        args->closing[i / SC_BLOCK] = 0;
        const unsigned bits = unsettled(args, i);
        for (int l = 0; bits != 0 && l < SC_BLOCK; l += SC_LANES)
        {
            unsigned looked_at = bits >> l & lanes;
            unsigned candidates = looked_at != 0 ? find_candidates(args, i + l, looked_at) : 0;
            for (; candidates != 0; candidates &= candidates - 1)
            {
                list[count++] = i + l + __builtin_ctz(candidates);
            }
            if (count >= SC_LANES)
            {
                test_candidates(args, list, SC_LANES);
                count -= SC_LANES;
                memmove(list, list + SC_LANES, sizeof *list * (size_t)count);
            }
        }
    }
    if (count > 0)
    {
        for (int l = count; l < SC_LANES; ++l)
        {
            list[l] = list[0];
        }
        test_candidates(args, list, count);
    }
}
