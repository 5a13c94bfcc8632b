/// Finds swift bodies and the contacts that close within the step, in lanes.
/// dynamics/solver/impact_order.c sorts these by time.
#include "core/assert.h"
#include "core/contact_records.h"
#include "core/row_records.h"
#include "core/stores/bodies.h"
#include "core/stores/contacts.h"
#include "simd/kernels.h"
#include "simd/wide.h"

#include <float.h>
#include <string.h>

void SC_KERNEL(find_swift)(const sc_impact_args *args, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        unsigned swift = 0;
        for (int l = 0; l < SC_BLOCK && i + l < end; l += SC_LANES)
        {
            wf4 v = gather4(&args->velocities[i + l].vx, 4, ramp);
            wf turning = mul(magnitude(v.c), load(args->arm + i + l));
            wm fast = gt(add(add(magnitude(v.a), magnitude(v.b)), turning), splat(args->threshold));
            v.d = select(fast, turning, splat(-1.0f));
            scatter4(&args->motions[i + l].vx, 4, ramp, v);
            swift |= mask_bits(fast) << l;
        }
        args->swift[i / SC_BLOCK] = (uint16_t)swift;
    }
}

/// The motions of both bodies of each lane.
typedef struct closing_lanes
{
    wf4 a, b;
} closing_lanes;

/// The row of the motion of a shape's body.
static inline int32_t motion_row(const sc_impact_args *args, int32_t slot)
{
    const int32_t row = args->body_row[slot];
    return row < args->moving_count ? row : args->static_row;
}

/// Loads the bodies of the contacts at first + contact[lane].
WIDE closing_lanes load_bodies(const sc_impact_args *args, int first, const int32_t *contact)
{
    // Use plain loads, because gathers of single numbers are slower on many CPUs.
    const int32_t *const a = args->a + first, *const b = args->b + first;
    int32_t row_a[SC_LANES], row_b[SC_LANES];
    for (int l = 0; l < SC_LANES; ++l)
    {
        row_a[l] = motion_row(args, a[contact[l]]);
        row_b[l] = motion_row(args, b[contact[l]]);
    }
    return (closing_lanes){gather4(&args->motions->vx, 4, row_a),
                           gather4(&args->motions->vx, 4, row_b)};
}

/// An upper bound of the speed at which points of the two bodies approach each other.
WIDE wf greatest_speed(const closing_lanes *v)
{
    wf linear = add(magnitude(sub(v->b.a, v->a.a)), magnitude(sub(v->b.b, v->a.b)));
    return add(add(linear, max2(v->a.d, zero())), max2(v->b.d, zero()));
}

static void settle(const sc_impact_args *args, int i) { args->state[i] |= SC_CONTACT_SETTLED; }

/// Returns those lanes of `looked_at` whose contacts may close at the speeds of their bodies. Other
/// contacts become settled if they have pushed. The contacts are first + contact[lane].
WIDE unsigned find_candidates(const sc_impact_args *args, int first, const int32_t *contact,
                              unsigned looked_at)
{
    closing_lanes v = load_bodies(args, first, contact);
    looked_at &= mask_bits(ge(max2(v.a.d, v.b.d), zero()));
    if (looked_at == 0)
    {
        return 0;
    }
    const float *manifold = &args->manifolds[first].normal_x;
    wf speed = greatest_speed(&v);
    unsigned candidates = looked_at & mask_bits(gt(speed, splat(args->threshold)));
    if (candidates != 0)
    {
        wf4 depths = gather4(manifold + SC_MANIFOLD_DEPTHS, SC_MANIFOLD_FLOATS, contact);
        wi count =
            and_int(shift_right(bits_of(depths.c), SC_COUNT_SHIFT), splat_int(SC_COUNT_MASK));
        wf nearest = select(eq_int(count, splat_int(2)), min2(depths.a, depths.b), depths.a);
        candidates &= mask_bits(le(nearest, mul(speed, splat(args->reach_time))));
    }
    if (candidates == looked_at)
    {
        return candidates;
    }
    wf4 impulses = gather4(manifold + SC_MANIFOLD_IMPULSES, SC_MANIFOLD_FLOATS, contact);
    wm pushed = gt(max2(impulses.a, impulses.c), zero());
    unsigned settled = looked_at & ~candidates & mask_bits(pushed);
    for (; settled != 0; settled &= settled - 1)
    {
        settle(args, first + contact[__builtin_ctz(settled)]);
    }
    return candidates;
}

/// The time when the first point of a contact closes; FLT_MAX if no point closes fast enough.
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
    const wm one_swift = lt(min2(v->a.d, v->b.d), zero());
    const wf threshold = select(one_swift, splat(args->slow_threshold), splat(args->threshold));
    wf time = splat(FLT_MAX);
    for (int k = 0; k < 2; ++k)
    {
        side_a[k] = cross2(arm[k], normal);
        side_b[k] = cross2(sub2(arm[k], vec2(frame.c, frame.d)), normal);
        wf parting = add(along, sub(mul(v->b.c, side_b[k]), mul(v->a.c, side_a[k])));
        wf speed = negate(parting);
        wm closes = gt(speed, threshold);
        closes = k == 0 ? closes : both(closes, two);
        wf at = divide(separation[k], select(closes, speed, one()));
        time = select(closes, min2(time, at), time);
    }
    wm balanced =
        either(lt(mul(side_a[0], side_a[1]), zero()), lt(mul(side_b[0], side_b[1]), zero()));
    return sub(time, keep(both(two, balanced), splat(args->balanced_earlier)));
}

/// Contacts that wait until they fill all lanes.
typedef struct waiting_list
{
    int32_t contact[2 * SC_LANES];
    unsigned count;
} waiting_list;

/// Adds first + contact[lane] for each bit.
static inline void add_lanes(waiting_list *list, int first, const int32_t *contact, unsigned bits)
{
    unsigned count = list->count;
#pragma GCC unroll 1
    for (; bits != 0; bits &= bits - 1)
    {
        list->contact[count++] = first + contact[__builtin_ctz(bits)];
    }
    list->count = count;
}

/// Removes up to SC_LANES contacts from the end of a list and fills the other lanes with valid
/// contacts. Returns a bit for each contact removed.
static inline unsigned take_waiting_lanes(waiting_list *list, int32_t *contact)
{
    const unsigned count = list->count < SC_LANES ? list->count : SC_LANES;
    list->count -= count;
    memcpy(contact, list->contact + list->count, sizeof *contact * SC_LANES);
    for (unsigned l = count; l < SC_LANES; ++l)
    {
        contact[l] = contact[0];
    }
    return (2u << (count - 1)) - 1u;
}

/// Finds which of the contacts of `lanes` close, and when.
WIDE void test_candidates(const sc_impact_args *args, const int32_t *contact, unsigned lanes)
{
    float times[SC_LANES];
    closing_lanes v = load_bodies(args, 0, contact);
    wf time = closing_time(args, contact, &v);
    unsigned closing = mask_bits(le(time, splat(args->latest)));
    store(times, time);
    for (; lanes != 0; lanes &= lanes - 1)
    {
        const int l = __builtin_ctz(lanes);
        const int32_t i = contact[l];
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

WIDE void test_waiting(const sc_impact_args *args, waiting_list *points)
{
    int32_t contact[SC_LANES];
    const unsigned lanes = take_waiting_lanes(points, contact);
    test_candidates(args, contact, lanes);
}

/// Tests the bodies of the contacts at first + contact[lane]. Contacts that may close are appended
/// to `points`, which has fewer than SC_LANES before and after.
WIDE void look_at_bodies(const sc_impact_args *args, int first, const int32_t *contact,
                         unsigned lanes, waiting_list *points)
{
    add_lanes(points, first, contact, find_candidates(args, first, contact, lanes));
    if (points->count >= SC_LANES)
    {
        test_waiting(args, points);
    }
}

WIDE void look_at_waiting(const sc_impact_args *args, waiting_list *bodies, waiting_list *points)
{
    int32_t contact[SC_LANES];
    const unsigned lanes = take_waiting_lanes(bodies, contact);
    look_at_bodies(args, 0, contact, lanes, points);
}

void SC_KERNEL(find_closing)(const sc_impact_args *shared, int begin, int end)
{
    SC_ASSERT(begin % SC_BLOCK == 0 && begin <= end);
    static const int32_t ramp[SC_BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const sc_impact_args own = *shared, *const args = &own;
    const unsigned all = (2u << (SC_LANES - 1)) - 1u;
    waiting_list bodies = {.count = 0}, points = {.count = 0};
    for (int i = begin; i < end; i += SC_BLOCK)
    {
        args->closing[i / SC_BLOCK] = 0;
        // A bit for each of 16 contacts, set if the contact has points (one or two) and has not
        // settled.
        unsigned bits = 0;
        for (int half = 0; half < SC_BLOCK; half += 8)
        {
            uint64_t counts, states;
            memcpy(&counts, args->point_count + i + half, sizeof counts);
            memcpy(&states, args->state + i + half, sizeof states);
            counts = (counts | counts >> 1) & ~(states / SC_CONTACT_SETTLED);
            counts &= UINT64_C(0x0101010101010101);
            // Collects the lowest bits of the bytes.
            bits |= (unsigned)(counts * UINT64_C(0x0102040810204080) >> 56) << half;
        }
        for (int l = 0; bits >> l != 0; l += SC_LANES)
        {
            const unsigned lanes = bits >> l & all;
            // If at least 3/4 of SC_LANES consecutive contacts are needed, load all of them at
            // once, because their addresses are known.
            if (4 * __builtin_popcount(lanes) >= 3 * SC_LANES)
            {
                look_at_bodies(args, i + l, ramp, lanes, &points);
                continue;
            }
            add_lanes(&bodies, i + l, ramp, lanes);
            if (bodies.count >= SC_LANES)
            {
                look_at_waiting(args, &bodies, &points);
            }
        }
    }
    if (bodies.count > 0)
    {
        look_at_waiting(args, &bodies, &points);
    }
    if (points.count > 0)
    {
        test_waiting(args, &points);
    }
}
