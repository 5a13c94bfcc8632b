#include "simd/cpu.h"
#include "simd/kernels.h"

#include <stddef.h>

/// Declares the kernels of one set and fills its table.
#define X_SCALAR(type, name) type name##_scalar;
#define X_SSE2(type, name) type name##_sse2;
#define X_AVX2(type, name) type name##_avx2;
#define X_AVX512(type, name) type name##_avx512;
#define X_AVX2_EMULATED(type, name) type name##_avx2_emulated;
#define X_AVX512_EMULATED(type, name) type name##_avx512_emulated;
SC_KERNEL_LIST(X_SCALAR)
SC_KERNEL_LIST(X_SSE2)
SC_KERNEL_LIST(X_AVX2_EMULATED)
SC_KERNEL_LIST(X_AVX512_EMULATED)

#define X(type, name) .name = name##_scalar,
static const sc_kernels scalar = {.lanes = 1, SC_KERNEL_LIST(X)};
#undef X
#define X(type, name) .name = name##_sse2,
static const sc_kernels sse2 = {.lanes = 4, SC_KERNEL_LIST(X)};
#undef X
#define X(type, name) .name = name##_avx2_emulated,
static const sc_kernels avx2_emulated = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#define X(type, name) .name = name##_avx512_emulated,
static const sc_kernels avx512_emulated = {.lanes = 16, SC_KERNEL_LIST(X)};
#undef X

#ifdef SC_X86
SC_KERNEL_LIST(X_AVX2)
SC_KERNEL_LIST(X_AVX512)
#define X(type, name) .name = name##_avx2,
static const sc_kernels avx2 = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#define X(type, name) .name = name##_avx512,
static const sc_kernels avx512 = {.lanes = 16, SC_KERNEL_LIST(X)};
#undef X
#endif

const sc_kernels *sc_kernels_get(int simd)
{
    static const sc_kernels *const tables[SCREE_SIMD_COUNT] = {
        [SCREE_SIMD_SCALAR] = &scalar,
        [SCREE_SIMD_SSE2] = &sse2,
        [SCREE_SIMD_AVX2_EMULATED] = &avx2_emulated,
        [SCREE_SIMD_AVX512_EMULATED] = &avx512_emulated,
#ifdef SC_X86
        [SCREE_SIMD_AVX2] = &avx2,
        [SCREE_SIMD_AVX512] = &avx512,
#endif
    };
    bool known = simd > SCREE_SIMD_AUTO && simd < SCREE_SIMD_COUNT;
    return known && sc_cpu_runs((scree_simd)simd) ? tables[simd] : NULL;
}
