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

/// Loads the rows of four floats with the numbers row[0] and row[4].
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

#if defined(SIMDE_X86_AVX_NATIVE) && defined(__GNUC__)
// GCC splits the results of cmp_ps at each blend, but treats results of operators as masks.
WIDE wm lt(wf a, wf b) { return (wm)(a < b); }
WIDE wm le(wf a, wf b) { return (wm)(a <= b); }
WIDE wm eq(wf a, wf b) { return (wm)(a == b); }
#else
WIDE wm lt(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ); }
WIDE wm le(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ); }
WIDE wm eq(wf a, wf b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ); }
#endif
WIDE wf select(wm m, wf a, wf b) { return simde_mm256_blendv_ps(b, a, m); }
WIDE wf keep(wm m, wf a) { return simde_mm256_and_ps(m, a); }

WIDE wm both(wm a, wm b) { return simde_mm256_and_ps(a, b); }
WIDE wm either(wm a, wm b) { return simde_mm256_or_ps(a, b); }
WIDE wm and_not(wm a, wm b) { return simde_mm256_andnot_ps(b, a); }
WIDE unsigned mask_bits(wm m) { return (unsigned)simde_mm256_movemask_ps(m); }

WIDE wm eq_int(wi a, wi b) { return float_of(simde_mm256_cmpeq_epi32(a, b)); }
WIDE wm gt_int(wi a, wi b) { return float_of(simde_mm256_cmpgt_epi32(a, b)); }
WIDE wi select_int(wm m, wi a, wi b) { return bits_of(select(m, float_of(a), float_of(b))); }

WIDE wf gather(const float *base, wi at) { return simde_mm256_i32gather_ps(base, at, 4); }

/// By the bits of a mask: bits 4k to 4k + 3 of an entry hold the lane that moves to place k.
static const uint32_t packed_lanes[256] = {
    0x0,      0x0,       0x1,       0x10,      0x2,       0x20,      0x21,     0x210,     0x3,
    0x30,     0x31,      0x310,     0x32,      0x320,     0x321,     0x3210,   0x4,       0x40,
    0x41,     0x410,     0x42,      0x420,     0x421,     0x4210,    0x43,     0x430,     0x431,
    0x4310,   0x432,     0x4320,    0x4321,    0x43210,   0x5,       0x50,     0x51,      0x510,
    0x52,     0x520,     0x521,     0x5210,    0x53,      0x530,     0x531,    0x5310,    0x532,
    0x5320,   0x5321,    0x53210,   0x54,      0x540,     0x541,     0x5410,   0x542,     0x5420,
    0x5421,   0x54210,   0x543,     0x5430,    0x5431,    0x54310,   0x5432,   0x54320,   0x54321,
    0x543210, 0x6,       0x60,      0x61,      0x610,     0x62,      0x620,    0x621,     0x6210,
    0x63,     0x630,     0x631,     0x6310,    0x632,     0x6320,    0x6321,   0x63210,   0x64,
    0x640,    0x641,     0x6410,    0x642,     0x6420,    0x6421,    0x64210,  0x643,     0x6430,
    0x6431,   0x64310,   0x6432,    0x64320,   0x64321,   0x643210,  0x65,     0x650,     0x651,
    0x6510,   0x652,     0x6520,    0x6521,    0x65210,   0x653,     0x6530,   0x6531,    0x65310,
    0x6532,   0x65320,   0x65321,   0x653210,  0x654,     0x6540,    0x6541,   0x65410,   0x6542,
    0x65420,  0x65421,   0x654210,  0x6543,    0x65430,   0x65431,   0x654310, 0x65432,   0x654320,
    0x654321, 0x6543210, 0x7,       0x70,      0x71,      0x710,     0x72,     0x720,     0x721,
    0x7210,   0x73,      0x730,     0x731,     0x7310,    0x732,     0x7320,   0x7321,    0x73210,
    0x74,     0x740,     0x741,     0x7410,    0x742,     0x7420,    0x7421,   0x74210,   0x743,
    0x7430,   0x7431,    0x74310,   0x7432,    0x74320,   0x74321,   0x743210, 0x75,      0x750,
    0x751,    0x7510,    0x752,     0x7520,    0x7521,    0x75210,   0x753,    0x7530,    0x7531,
    0x75310,  0x7532,    0x75320,   0x75321,   0x753210,  0x754,     0x7540,   0x7541,    0x75410,
    0x7542,   0x75420,   0x75421,   0x754210,  0x7543,    0x75430,   0x75431,  0x754310,  0x75432,
    0x754320, 0x754321,  0x7543210, 0x76,      0x760,     0x761,     0x7610,   0x762,     0x7620,
    0x7621,   0x76210,   0x763,     0x7630,    0x7631,    0x76310,   0x7632,   0x76320,   0x76321,
    0x763210, 0x764,     0x7640,    0x7641,    0x76410,   0x7642,    0x76420,  0x76421,   0x764210,
    0x7643,   0x76430,   0x76431,   0x764310,  0x76432,   0x764320,  0x764321, 0x7643210, 0x765,
    0x7650,   0x7651,    0x76510,   0x7652,    0x76520,   0x76521,   0x765210, 0x7653,    0x76530,
    0x76531,  0x765310,  0x76532,   0x765320,  0x765321,  0x7653210, 0x7654,   0x76540,   0x76541,
    0x765410, 0x76542,   0x765420,  0x765421,  0x7654210, 0x76543,   0x765430, 0x765431,  0x7654310,
    0x765432, 0x7654320, 0x7654321, 0x76543210};

/// Eight floats, with the halves of each four exchanged.
WIDE wf load_eight_swapped(const float *p, int i)
{
    (void)i;
    wf v = load(p);
    return simde_mm256_shuffle_ps(v, v, 0x4e);
}

/// The order that packs the lanes of a mask at the front.
typedef wi wp;
WIDE wp pack_of(wm m)
{
    wi shifts = simde_mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    return simde_mm256_srlv_epi32(splat_int((int32_t)packed_lanes[mask_bits(m)]), shifts);
}
WIDE void store_packed(float *p, wp pack, wf v)
{
    store(p, simde_mm256_permutevar8x32_ps(v, pack));
}
WIDE void store_packed_int(int32_t *p, wp pack, wi v)
{
    store_int(p, simde_mm256_permutevar8x32_epi32(v, pack));
}

WIDE float least(wf v)
{
    simde__m128 a =
        simde_mm_min_ps(simde_mm256_castps256_ps128(v), simde_mm256_extractf128_ps(v, 1));
    a = simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_min_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}
WIDE float greatest(wf v)
{
    simde__m128 a =
        simde_mm_max_ps(simde_mm256_castps256_ps128(v), simde_mm256_extractf128_ps(v, 1));
    a = simde_mm_max_ps(a, simde_mm_shuffle_ps(a, a, 0x4e));
    return simde_mm_cvtss_f32(simde_mm_max_ps(a, simde_mm_shuffle_ps(a, a, 0xb1)));
}

WIDE wf negate(wf a) { return simde_mm256_xor_ps(a, splat(-0.0f)); }

WIDE wm is_fourth(int flat)
{
    (void)flat;
    return float_of(simde_mm256_set_epi32(-1, 0, 0, 0, -1, 0, 0, 0));
}

#endif
