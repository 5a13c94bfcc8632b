/// Eight lanes: AVX2.
#ifndef SC_WIDE_8_H
#define SC_WIDE_8_H

#include <simde/x86/avx2.h>

typedef simde__m256 wf;
typedef simde__m256i wi;
typedef simde__m256 wm;

#define SC_MM(name) simde_mm256_##name
#define SC_MM_SI(name) simde_mm256_##name##_si256

WIDE wf float_of(wi v) { return simde_mm256_castsi256_ps(v); }

/// The rows of four floats that row[0] and row[4] name.
WIDE wf load_parts(const float *base, int stride, const int32_t *row)
{
#define SC_ROW(k) simde_mm_loadu_ps(base + (ptrdiff_t)stride * row[k])
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(SC_ROW(0)), SC_ROW(4), 1);
#undef SC_ROW
}

WIDE void store_parts(float *base, int stride, const int32_t *row, wf v)
{
    simde_mm_storeu_ps(base + (ptrdiff_t)stride * row[0], simde_mm256_castps256_ps128(v));
    simde_mm_storeu_ps(base + (ptrdiff_t)stride * row[4], simde_mm256_extractf128_ps(v, 1));
}

#include "wide_ops.h"

WIDE wm lt(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ); }
WIDE wm le(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ); }
WIDE wm eq(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ); }
WIDE wf select(wm m, wf a, wf b) { return simde_mm256_blendv_ps(b, a, m); }
WIDE wf keep(wm m, wf a) { return simde_mm256_and_ps(m, a); }

WIDE wm both(wm a, wm b) { return simde_mm256_and_ps(a, b); }
WIDE wm either(wm a, wm b) { return simde_mm256_or_ps(a, b); }
WIDE wm and_not(wm a, wm b) { return simde_mm256_andnot_ps(b, a); }
WIDE unsigned mask_bits(wm m) { return (unsigned)simde_mm256_movemask_ps(m); }

WIDE wm eq_int(wi a, wi b) { return float_of(simde_mm256_cmpeq_epi32(a, b)); }
WIDE wm gt_int(wi a, wi b) { return float_of(simde_mm256_cmpgt_epi32(a, b)); }
WIDE wi select_int(wm m, wi a, wi b) { return bits_of(select(m, float_of(a), float_of(b))); }

WIDE wf negate(wf a) { return simde_mm256_xor_ps(a, splat(-0.0f)); }

WIDE wm is_fourth(int flat)
{
    (void)flat;
    return float_of(simde_mm256_set_epi32(-1, 0, 0, 0, -1, 0, 0, 0));
}

#endif
