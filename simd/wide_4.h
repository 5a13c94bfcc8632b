/// Four lanes: SSE2.
#ifndef SC_WIDE_4_H
#define SC_WIDE_4_H

#include <simde/x86/sse2.h>

typedef simde__m128 wf;
typedef simde__m128i wi;
typedef simde__m128 wm;

#define SC_MM(name) simde_mm_##name
#define SC_MM_SI(name) simde_mm_##name##_si128

WIDE wf float_of(wi v) { return simde_mm_castsi128_ps(v); }

/// Loads the row of four floats with the number row[0].
WIDE wf load_parts(const float *base, int stride, const int32_t *row)
{
    return simde_mm_loadu_ps(base + (ptrdiff_t)stride * row[0]);
}

WIDE void store_parts(float *base, int stride, const int32_t *row, wf v)
{
    simde_mm_storeu_ps(base + (ptrdiff_t)stride * row[0], v);
}

#include "wide_ops.h"

WIDE wm lt(wf a, wf b) { return simde_mm_cmplt_ps(a, b); }
WIDE wm le(wf a, wf b) { return simde_mm_cmple_ps(a, b); }
WIDE wm eq(wf a, wf b) { return simde_mm_cmpeq_ps(a, b); }
WIDE wf select(wm m, wf a, wf b)
{
    return simde_mm_or_ps(simde_mm_and_ps(m, a), simde_mm_andnot_ps(m, b));
}
WIDE wf keep(wm m, wf a) { return simde_mm_and_ps(m, a); }

WIDE wm both(wm a, wm b) { return simde_mm_and_ps(a, b); }
WIDE wm either(wm a, wm b) { return simde_mm_or_ps(a, b); }
WIDE wm and_not(wm a, wm b) { return simde_mm_andnot_ps(b, a); }
WIDE unsigned mask_bits(wm m) { return (unsigned)simde_mm_movemask_ps(m); }

WIDE wm eq_int(wi a, wi b) { return float_of(simde_mm_cmpeq_epi32(a, b)); }
WIDE wm gt_int(wi a, wi b) { return float_of(simde_mm_cmpgt_epi32(a, b)); }
WIDE wi select_int(wm m, wi a, wi b) { return bits_of(select(m, float_of(a), float_of(b))); }

WIDE wf gather(const float *base, wi at)
{
    int32_t k[4];
    store_int(k, at);
    return simde_mm_setr_ps(base[k[0]], base[k[1]], base[k[2]], base[k[3]]);
}

/// Lanes from i on of eight floats, with the halves of each four exchanged.
WIDE wf load_eight_swapped(const float *p, int i)
{
    wf v = load(p + i);
    return simde_mm_shuffle_ps(v, v, 0x4e);
}

/// The order that packs the lanes of a mask at the front.
typedef unsigned wp;
WIDE wp pack_of(wm m) { return mask_bits(m); }
WIDE void store_packed(float *p, wp pack, wf v)
{
    float from[4];
    store(from, v);
    for (int k = 0; k < 4; ++k)
    {
        *p = from[k];
        p += pack >> k & 1u;
    }
}

WIDE void store_packed_int(int32_t *p, wp pack, wi v)
{
    int32_t from[4];
    store_int(from, v);
    for (int k = 0; k < 4; ++k)
    {
        *p = from[k];
        p += pack >> k & 1u;
    }
}

WIDE float least(wf v)
{
    wf halves = min2(v, simde_mm_shuffle_ps(v, v, 0x4e));
    return simde_mm_cvtss_f32(min2(halves, simde_mm_shuffle_ps(halves, halves, 0xb1)));
}
WIDE float greatest(wf v)
{
    wf halves = max2(v, simde_mm_shuffle_ps(v, v, 0x4e));
    return simde_mm_cvtss_f32(max2(halves, simde_mm_shuffle_ps(halves, halves, 0xb1)));
}

WIDE wf negate(wf a) { return simde_mm_xor_ps(a, splat(-0.0f)); }

WIDE wm is_fourth(int flat)
{
    (void)flat;
    return float_of(simde_mm_set_epi32(-1, 0, 0, 0));
}

#endif
