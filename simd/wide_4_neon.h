/// Four lanes: NEON of 64-bit Arm.
#ifndef SC_WIDE_4_NEON_H
#define SC_WIDE_4_NEON_H

// Include only the headers of the operations in use: the header of all operations takes seconds per
// file.
#include <simde/arm/neon/abs.h>
#include <simde/arm/neon/add.h>
#include <simde/arm/neon/addv.h>
#include <simde/arm/neon/and.h>
#include <simde/arm/neon/bic.h>
#include <simde/arm/neon/bsl.h>
#include <simde/arm/neon/ceq.h>
#include <simde/arm/neon/cgt.h>
#include <simde/arm/neon/cle.h>
#include <simde/arm/neon/clt.h>
#include <simde/arm/neon/dup_n.h>
#include <simde/arm/neon/ext.h>
#include <simde/arm/neon/ld1.h>
#include <simde/arm/neon/maxv.h>
#include <simde/arm/neon/minv.h>
#include <simde/arm/neon/mul.h>
#include <simde/arm/neon/neg.h>
#include <simde/arm/neon/orr.h>
#include <simde/arm/neon/qtbl.h>
#include <simde/arm/neon/reinterpret.h>
#include <simde/arm/neon/shl_n.h>
#include <simde/arm/neon/shr_n.h>
#include <simde/arm/neon/st1.h>
#include <simde/arm/neon/sub.h>
#include <simde/arm/neon/zip1.h>
#include <simde/arm/neon/zip2.h>

typedef simde_float32x4_t wf;
typedef simde_int32x4_t wi;
typedef simde_uint32x4_t wm;

/// Four fields of a 16-byte record, one vector each.
typedef struct wf4
{
    wf a, b, c, d;
} wf4;

WIDE wi bits_of(wf v) { return simde_vreinterpretq_s32_f32(v); }
WIDE wf float_of(wi v) { return simde_vreinterpretq_f32_s32(v); }

WIDE wf splat(float x) { return simde_vdupq_n_f32(x); }
WIDE wf load(const float *p) { return simde_vld1q_f32(p); }
WIDE void store(float *p, wf v) { simde_vst1q_f32(p, v); }
WIDE wf add(wf a, wf b) { return simde_vaddq_f32(a, b); }
WIDE wf sub(wf a, wf b) { return simde_vsubq_f32(a, b); }
WIDE wf mul(wf a, wf b) { return simde_vmulq_f32(a, b); }
// SIMDe 0.7.4 has no names for these two. All other functions on vectors use SIMDe.
WIDE wf divide(wf a, wf b) { return vdivq_f32(a, b); }
WIDE wf root(wf a) { return vsqrtq_f32(a); }

WIDE wm lt(wf a, wf b) { return simde_vcltq_f32(a, b); }
WIDE wm le(wf a, wf b) { return simde_vcleq_f32(a, b); }
WIDE wm eq(wf a, wf b) { return simde_vceqq_f32(a, b); }
WIDE wf select(wm m, wf a, wf b) { return simde_vbslq_f32(m, a, b); }
WIDE wf keep(wm m, wf a)
{
    return float_of(simde_vandq_s32(simde_vreinterpretq_s32_u32(m), bits_of(a)));
}
// vminq and vmaxq are not used: they order the zeros and propagate every NaN.
WIDE wf min2(wf a, wf b) { return select(lt(a, b), a, b); }
WIDE wf max2(wf a, wf b) { return select(lt(b, a), a, b); }

WIDE wm both(wm a, wm b) { return simde_vandq_u32(a, b); }
WIDE wm either(wm a, wm b) { return simde_vorrq_u32(a, b); }
WIDE wm and_not(wm a, wm b) { return simde_vbicq_u32(a, b); }
WIDE unsigned mask_bits(wm m)
{
    static const uint32_t bit[4] = {1, 2, 4, 8};
    return simde_vaddvq_u32(simde_vandq_u32(m, simde_vld1q_u32(bit)));
}

WIDE wi splat_int(int32_t x) { return simde_vdupq_n_s32(x); }
WIDE wi load_int(const int32_t *p) { return simde_vld1q_s32(p); }
WIDE void store_int(int32_t *p, wi v) { simde_vst1q_s32(p, v); }
WIDE wi add_int(wi a, wi b) { return simde_vaddq_s32(a, b); }
WIDE wi and_int(wi a, wi b) { return simde_vandq_s32(a, b); }
WIDE wi or_int(wi a, wi b) { return simde_vorrq_s32(a, b); }
WIDE wm eq_int(wi a, wi b) { return simde_vceqq_s32(a, b); }
WIDE wm gt_int(wi a, wi b) { return simde_vcgtq_s32(a, b); }
WIDE wi select_int(wm m, wi a, wi b) { return simde_vbslq_s32(m, a, b); }
#define shift_left(v, k) simde_vshlq_n_s32(v, k)
#define shift_right(v, k) \
    simde_vreinterpretq_s32_u32(simde_vshrq_n_u32(simde_vreinterpretq_u32_s32(v), k))

WIDE wf magnitude(wf a) { return simde_vabsq_f32(a); }
WIDE wf negate(wf a) { return simde_vnegq_f32(a); }

WIDE wf gather(const float *base, wi at)
{
    int32_t k[4];
    store_int(k, at);
    const float from[4] = {base[k[0]], base[k[1]], base[k[2]], base[k[3]]};
    return load(from);
}

/// A 4x4 transpose, from rows of four fields to fields and back.
WIDE wf4 transpose4(wf4 v)
{
    wf even0 = simde_vzip1q_f32(v.a, v.c), even1 = simde_vzip2q_f32(v.a, v.c);
    wf odd0 = simde_vzip1q_f32(v.b, v.d), odd1 = simde_vzip2q_f32(v.b, v.d);
    return (wf4){simde_vzip1q_f32(even0, odd0), simde_vzip2q_f32(even0, odd0),
                 simde_vzip1q_f32(even1, odd1), simde_vzip2q_f32(even1, odd1)};
}

WIDE wf4 gather4(const float *base, int stride, const int32_t *row)
{
#define SC_ROW(k) load(base + (ptrdiff_t)stride * row[k])
    return transpose4((wf4){SC_ROW(0), SC_ROW(1), SC_ROW(2), SC_ROW(3)});
#undef SC_ROW
}

WIDE void scatter4(float *base, int stride, const int32_t *row, wf4 v)
{
    wf4 rows = transpose4(v);
    store(base + (ptrdiff_t)stride * row[0], rows.a);
    store(base + (ptrdiff_t)stride * row[1], rows.b);
    store(base + (ptrdiff_t)stride * row[2], rows.c);
    store(base + (ptrdiff_t)stride * row[3], rows.d);
}

/// Lanes from i on of eight floats, with the halves of each four exchanged.
WIDE wf load_eight_swapped(const float *p, int i)
{
    wf v = load(p + i);
    return simde_vextq_f32(v, v, 2);
}

/// The order that packs the lanes of a mask at the front, as the bytes of each lane.
typedef simde_uint8x16_t wp;
#define SC_LANE(k) 4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3
static const uint8_t packed_bytes[16][16] = {
    {0},
    {SC_LANE(0)},
    {SC_LANE(1)},
    {SC_LANE(0), SC_LANE(1)},
    {SC_LANE(2)},
    {SC_LANE(0), SC_LANE(2)},
    {SC_LANE(1), SC_LANE(2)},
    {SC_LANE(0), SC_LANE(1), SC_LANE(2)},
    {SC_LANE(3)},
    {SC_LANE(0), SC_LANE(3)},
    {SC_LANE(1), SC_LANE(3)},
    {SC_LANE(0), SC_LANE(1), SC_LANE(3)},
    {SC_LANE(2), SC_LANE(3)},
    {SC_LANE(0), SC_LANE(2), SC_LANE(3)},
    {SC_LANE(1), SC_LANE(2), SC_LANE(3)},
    {SC_LANE(0), SC_LANE(1), SC_LANE(2), SC_LANE(3)},
};
#undef SC_LANE
WIDE wp pack_of(wm m) { return simde_vld1q_u8(packed_bytes[mask_bits(m)]); }
WIDE void store_packed_int(int32_t *p, wp pack, wi v)
{
    simde_uint8x16_t packed = simde_vqtbl1q_u8(simde_vreinterpretq_u8_s32(v), pack);
    store_int(p, simde_vreinterpretq_s32_u8(packed));
}
WIDE void store_packed(float *p, wp pack, wf v)
{
    simde_uint8x16_t packed = simde_vqtbl1q_u8(simde_vreinterpretq_u8_f32(v), pack);
    store(p, simde_vreinterpretq_f32_u8(packed));
}

WIDE float least(wf v) { return simde_vminvq_f32(v); }
WIDE float greatest(wf v) { return simde_vmaxvq_f32(v); }

WIDE wm is_fourth(int flat)
{
    (void)flat;
    static const uint32_t fourth[4] = {0, 0, 0, UINT32_MAX};
    return simde_vld1q_u32(fourth);
}

#endif
