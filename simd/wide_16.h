/// Sixteen lanes: AVX-512 F, DQ, BW and VL. Masks live in mask registers.
#ifndef SC_WIDE_16_H
#define SC_WIDE_16_H

#include <simde/x86/avx512.h>

typedef simde__m512 wf;
typedef simde__m512i wi;
typedef simde__mmask16 wm;

/// Four fields of a 16-byte record, one vector each.
typedef struct wf4
{
    wf a, b, c, d;
} wf4;

WIDE wi bits_of(wf v) { return simde_mm512_castps_si512(v); }
WIDE wf float_of(wi v) { return simde_mm512_castsi512_ps(v); }

WIDE wf splat(float x) { return simde_mm512_set1_ps(x); }
WIDE wf load(const float *p) { return simde_mm512_loadu_ps(p); }
WIDE void store(float *p, wf v) { simde_mm512_storeu_ps(p, v); }
WIDE wf add(wf a, wf b) { return simde_mm512_add_ps(a, b); }
WIDE wf sub(wf a, wf b) { return simde_mm512_sub_ps(a, b); }
WIDE wf mul(wf a, wf b) { return simde_mm512_mul_ps(a, b); }
WIDE wf divide(wf a, wf b) { return simde_mm512_div_ps(a, b); }
WIDE wf root(wf a) { return simde_mm512_sqrt_ps(a); }
WIDE wf min2(wf a, wf b) { return simde_mm512_min_ps(a, b); }
WIDE wf max2(wf a, wf b) { return simde_mm512_max_ps(a, b); }
WIDE wm lt(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LT_OQ); }
WIDE wm le(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_LE_OQ); }
WIDE wm eq(wf a, wf b) { return simde_mm512_cmp_ps_mask(a, b, SIMDE_CMP_EQ_OQ); }
WIDE wf select(wm m, wf a, wf b) { return simde_mm512_mask_blend_ps(m, b, a); }
WIDE wf keep(wm m, wf a) { return simde_mm512_maskz_mov_ps(m, a); }

WIDE wm both(wm a, wm b) { return (wm)(a & b); }
WIDE wm either(wm a, wm b) { return (wm)(a | b); }
WIDE wm and_not(wm a, wm b) { return (wm)(a & ~b); }
WIDE unsigned mask_bits(wm m) { return m; }

WIDE wi splat_int(int32_t x) { return simde_mm512_set1_epi32(x); }
WIDE wi load_int(const int32_t *p) { return simde_mm512_loadu_si512((const void *)p); }
WIDE void store_int(int32_t *p, wi v) { simde_mm512_storeu_si512((void *)p, v); }
WIDE wi add_int(wi a, wi b) { return simde_mm512_add_epi32(a, b); }
WIDE wi and_int(wi a, wi b) { return simde_mm512_and_si512(a, b); }
WIDE wi or_int(wi a, wi b) { return simde_mm512_or_si512(a, b); }
WIDE wm eq_int(wi a, wi b) { return simde_mm512_cmpeq_epi32_mask(a, b); }
WIDE wm gt_int(wi a, wi b) { return simde_mm512_cmpgt_epi32_mask(a, b); }
WIDE wi select_int(wm m, wi a, wi b) { return simde_mm512_mask_blend_epi32(m, b, a); }
#define shift_left(v, k) simde_mm512_slli_epi32(v, k)
#define shift_right(v, k) simde_mm512_srli_epi32(v, k)

WIDE wf magnitude(wf a) { return float_of(and_int(bits_of(a), splat_int(0x7fffffff))); }
WIDE wf negate(wf a) { return float_of(simde_mm512_xor_si512(bits_of(a), bits_of(splat(-0.0f)))); }

/// Lane 4j + k comes from 128-bit part j of vector k; a 4x4 transpose within each part does the
/// rest.
WIDE wf4 gather4(const float *base, int stride, const int32_t *row)
{
#define SC_ROW(k) simde_mm_loadu_ps(base + (size_t)stride * (size_t)row[k])
#define SC_INSERT(v, k, part) simde_mm512_insertf32x4(v, SC_ROW(k), part)
#define SC_ROWS(k)                                                                              \
    SC_INSERT(SC_INSERT(SC_INSERT(simde_mm512_castps128_ps512(SC_ROW(k)), 4 + k, 1), 8 + k, 2), \
              12 + k, 3)
    wf r0 = SC_ROWS(0), r1 = SC_ROWS(1), r2 = SC_ROWS(2), r3 = SC_ROWS(3);
#undef SC_ROWS
#undef SC_INSERT
#undef SC_ROW
    wf t0 = simde_mm512_unpacklo_ps(r0, r1), t1 = simde_mm512_unpackhi_ps(r0, r1);
    wf t2 = simde_mm512_unpacklo_ps(r2, r3), t3 = simde_mm512_unpackhi_ps(r2, r3);
    return (wf4){simde_mm512_shuffle_ps(t0, t2, 0x44), simde_mm512_shuffle_ps(t0, t2, 0xee),
                 simde_mm512_shuffle_ps(t1, t3, 0x44), simde_mm512_shuffle_ps(t1, t3, 0xee)};
}

WIDE void scatter4(float *base, int stride, const int32_t *row, wf4 v)
{
    wf t0 = simde_mm512_unpacklo_ps(v.a, v.b), t1 = simde_mm512_unpackhi_ps(v.a, v.b);
    wf t2 = simde_mm512_unpacklo_ps(v.c, v.d), t3 = simde_mm512_unpackhi_ps(v.c, v.d);
    wf r0 = simde_mm512_shuffle_ps(t0, t2, 0x44), r1 = simde_mm512_shuffle_ps(t0, t2, 0xee);
    wf r2 = simde_mm512_shuffle_ps(t1, t3, 0x44), r3 = simde_mm512_shuffle_ps(t1, t3, 0xee);
#define SC_ROW(k) (base + (size_t)stride * (size_t)row[k])
#define SC_ROWS(k, r)                                                     \
    simde_mm_storeu_ps(SC_ROW(k), simde_mm512_castps512_ps128(r));        \
    simde_mm_storeu_ps(SC_ROW(4 + k), simde_mm512_extractf32x4_ps(r, 1)); \
    simde_mm_storeu_ps(SC_ROW(8 + k), simde_mm512_extractf32x4_ps(r, 2)); \
    simde_mm_storeu_ps(SC_ROW(12 + k), simde_mm512_extractf32x4_ps(r, 3))
    SC_ROWS(0, r0);
    SC_ROWS(1, r1);
    SC_ROWS(2, r2);
    SC_ROWS(3, r3);
#undef SC_ROWS
#undef SC_ROW
}

WIDE wm is_fourth(int flat)
{
    (void)flat;
    return (wm)0x8888;
}

#endif
