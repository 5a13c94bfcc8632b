/// Wide floats: SC_LANES independent runs of one scalar program, one to a lane.
///
/// Kernels are written once over these names and built once per instruction set. The only
/// operations are IEEE single precision + - * / sqrt, comparison and selection, so every width
/// gives the same bits; min2 and max2 are a<b?a:b and a>b?a:b, also for NaN. There is no sum across
/// lanes, because its order would depend on the width. `least` and `greatest` give the minimum and
/// maximum of the lanes, which must not be NaN. Use these only for bounds, because the sign of a
/// zero may depend on the width.
#ifndef SC_WIDE_H
#define SC_WIDE_H

#include "core/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SC_LANES
#error "SC_LANES (1, 4, 8 or 16) and SC_ISA come from the build, per instruction set"
#endif

// `static inline` makes every helper private to its object: a shared symbol could resolve to a copy
// with instructions that the CPU lacks.
#if defined(__has_feature)
#define SC_HAS(feature) __has_feature(feature)
#else
#define SC_HAS(feature) 0
#endif
#if defined(SC_EMULATED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    SC_HAS(address_sanitizer) || SC_HAS(thread_sanitizer)
// Do not inline: with emulated or instrumented vectors, compilers would take minutes for a kernel.
#define WIDE static __attribute__((noinline, unused))
#else
#define WIDE static inline __attribute__((always_inline, unused))
#endif

#if SC_LANES == 1
#include "wide_1.h"
#elif SC_LANES == 4 && defined(__aarch64__)
#include "wide_4_neon.h"
#elif SC_LANES == 4
#include "wide_4.h"
#elif SC_LANES == 8
#include "wide_8.h"
#elif SC_LANES == 16
#include "wide_16.h"
#endif
#ifdef SC_COUNTED
#include "wide_counted.h"
#endif

#define SC_PASTE2(a, b) a##_##b
#define SC_PASTE(a, b) SC_PASTE2(a, b)
/// A name that differs per instruction set: SC_KERNEL(solve) is solve_avx2.
#define SC_KERNEL(name) SC_PASTE(name, SC_ISA)

/// gather4 for row numbers that more than one gather reads. It makes the compiler load the row
/// numbers from memory each time. Otherwise the compiler keeps 16 of them in vector registers,
/// because it has too few others, and relax_contacts takes a tenth longer.
WIDE wf4 gather_rows(const float *base, int stride, const int32_t *row)
{
#if defined(__GNUC__)
    __asm__ volatile("" : "+r"(row));
#endif
    return gather4(base, stride, row);
}

WIDE wm gt(wf a, wf b) { return lt(b, a); }
WIDE wm ge(wf a, wf b) { return le(b, a); }
WIDE bool any(wm m) { return mask_bits(m) != 0; }
WIDE wf zero(void) { return splat(0.0f); }
WIDE wf one(void) { return splat(1.0f); }
WIDE wi keep_int(wm m, wi a) { return bits_of(keep(m, float_of(a))); }
WIDE wf clamp(wf x, wf low, wf high) { return max2(low, min2(x, high)); }

/// Two wide floats: a point or direction per lane.
typedef struct wf2
{
    wf x, y;
} wf2;

WIDE wf2 vec2(wf x, wf y) { return (wf2){x, y}; }
WIDE wf2 add2(wf2 a, wf2 b) { return vec2(add(a.x, b.x), add(a.y, b.y)); }
WIDE wf2 sub2(wf2 a, wf2 b) { return vec2(sub(a.x, b.x), sub(a.y, b.y)); }
WIDE wf2 scale2(wf s, wf2 a) { return vec2(mul(s, a.x), mul(s, a.y)); }
WIDE wf2 negate2(wf2 a) { return vec2(negate(a.x), negate(a.y)); }
WIDE wf2 keep2(wm m, wf2 a) { return vec2(keep(m, a.x), keep(m, a.y)); }
WIDE wf2 select2(wm m, wf2 a, wf2 b) { return vec2(select(m, a.x, b.x), select(m, a.y, b.y)); }
WIDE wf dot2(wf2 a, wf2 b) { return add(mul(a.x, b.x), mul(a.y, b.y)); }
WIDE wf cross2(wf2 a, wf2 b) { return sub(mul(a.x, b.y), mul(a.y, b.x)); }

/// Rotation by (cos, sin) stored as (x, y), and its inverse.
WIDE wf2 rotate2(wf2 q, wf2 v)
{
    return vec2(sub(mul(q.x, v.x), mul(q.y, v.y)), add(mul(q.y, v.x), mul(q.x, v.y)));
}
WIDE wf2 unrotate2(wf2 q, wf2 v)
{
    return vec2(add(mul(q.x, v.x), mul(q.y, v.y)), sub(mul(q.x, v.y), mul(q.y, v.x)));
}

#endif
