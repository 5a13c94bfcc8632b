/// Sixteen lanes: AVX-512 F, DQ, BW and VL. Masks live in mask registers.
#ifndef SC_WIDE_16_H
#define SC_WIDE_16_H

#include <simde/x86/avx512.h>

typedef simde__m512 wf;
typedef simde__m512i wi;
typedef simde__mmask16 wm;

#define SC_MM(name) simde_mm512_##name
#define SC_MM_SI(name) simde_mm512_##name##_si512

WIDE wf float_of(wi v) { return simde_mm512_castsi512_ps(v); }

/// Loads the rows of four floats with the numbers row[0], row[4], row[8] and row[12].
WIDE wf load_parts(const float *base, int stride, const int32_t *row)
{
#define SC_ROW(k) simde_mm_loadu_ps(base + (ptrdiff_t)stride * row[k])
#define SC_INSERT(v, part) simde_mm512_insertf32x4(v, SC_ROW(4 * (part)), part)
    return SC_INSERT(SC_INSERT(SC_INSERT(simde_mm512_castps128_ps512(SC_ROW(0)), 1), 2), 3);
#undef SC_INSERT
#undef SC_ROW
}

WIDE void store_parts(float *base, int stride, const int32_t *row, wf v)
{
#define SC_ROW(k) (base + (ptrdiff_t)stride * row[k])
    simde_mm_storeu_ps(SC_ROW(0), simde_mm512_castps512_ps128(v));
    simde_mm_storeu_ps(SC_ROW(4), simde_mm512_extractf32x4_ps(v, 1));
    simde_mm_storeu_ps(SC_ROW(8), simde_mm512_extractf32x4_ps(v, 2));
    simde_mm_storeu_ps(SC_ROW(12), simde_mm512_extractf32x4_ps(v, 3));
#undef SC_ROW
}

#include "wide_ops.h"

WIDE wm lt(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ); }
WIDE wm le(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LE_OQ); }
WIDE wm eq(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_EQ_OQ); }
WIDE wf select(wm m, wf a, wf b) { return simde_mm512_mask_blend_ps(m, b, a); }
WIDE wf keep(wm m, wf a) { return simde_mm512_maskz_mov_ps(m, a); }

WIDE wm both(wm a, wm b) { return (wm)(a & b); }
WIDE wm either(wm a, wm b) { return (wm)(a | b); }
WIDE wm and_not(wm a, wm b) { return (wm)(a & ~b); }
WIDE unsigned mask_bits(wm m) { return m; }

WIDE wm eq_int(wi a, wi b) { return simde_mm512_cmpeq_epi32_mask(a, b); }
WIDE wm gt_int(wi a, wi b) { return simde_mm512_cmpgt_epi32_mask(a, b); }
WIDE wi select_int(wm m, wi a, wi b) { return simde_mm512_mask_blend_epi32(m, b, a); }

WIDE wf gather(const float *base, wi at)
{
#ifdef SIMDE_X86_AVX512F_NATIVE
    return _mm512_i32gather_ps(at, base, 4);
#else
    int32_t k[16];
    float to[16];
    store_int(k, at);
    for (int i = 0; i < 16; ++i)
    {
        to[i] = base[k[i]];
    }
    return load(to);
#endif
}

/// Eight floats, repeated, with the halves of each four exchanged.
WIDE wf load_eight_swapped(const float *p, int i)
{
    (void)i;
    wf v = simde_mm512_broadcast_f32x8(simde_mm256_loadu_ps(p));
    return simde_mm512_shuffle_ps(v, v, 0x4e);
}

/// The order that packs the lanes of a mask at the front.
typedef wm wp;
WIDE wp pack_of(wm m) { return m; }
WIDE void store_packed(float *p, wp pack, wf v)
{
    store(p, simde_mm512_maskz_compress_ps(pack, v));
}
WIDE void store_packed_int(int32_t *p, wp pack, wi v)
{
    store_int(p, simde_mm512_maskz_compress_epi32(pack, v));
}

WIDE float least(wf v)
{
    v = min2(v, simde_mm512_shuffle_f32x4(v, v, 0x4e));
    v = min2(v, simde_mm512_shuffle_f32x4(v, v, 0xb1));
    simde__m128 a = simde_mm512_castps512_ps128(v);
    a = simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}
WIDE float greatest(wf v)
{
    v = max2(v, simde_mm512_shuffle_f32x4(v, v, 0x4e));
    v = max2(v, simde_mm512_shuffle_f32x4(v, v, 0xb1));
    simde__m128 a = simde_mm512_castps512_ps128(v);
    a = simde_mm_max_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_max_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}

WIDE wf negate(wf a) { return float_of(simde_mm512_xor_si512(bits_of(a), bits_of(splat(-0.0f)))); }

WIDE wm is_fourth(int flat)
{
    (void)flat;
    return (wm)0x8888;
}

#endif
