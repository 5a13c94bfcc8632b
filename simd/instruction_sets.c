#include "simd/cpu.h"
#include "simd/kernels.h"

#include <stddef.h>

/// Declares the kernels of each set in the build and fills its table. The scalar set is always
/// present.
#define X_SCALAR(type, name) type name##_scalar;
SC_KERNEL_LIST(X_SCALAR)
#define X(type, name) .name = name##_scalar,
static const sc_kernels scalar = {.lanes = 1, SC_KERNEL_LIST(X)};
#undef X

#ifdef SC_HAVE_SSE2
#define X_SSE2(type, name) type name##_sse2;
SC_KERNEL_LIST(X_SSE2)
#define X(type, name) .name = name##_sse2,
static const sc_kernels sse2 = {.lanes = 4, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX2
#define X_AVX2(type, name) type name##_avx2;
SC_KERNEL_LIST(X_AVX2)
#define X(type, name) .name = name##_avx2,
static const sc_kernels avx2 = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX512
#define X_AVX512(type, name) type name##_avx512;
SC_KERNEL_LIST(X_AVX512)
#define X(type, name) .name = name##_avx512,
static const sc_kernels avx512 = {.lanes = 16, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_NEON
#define X_NEON(type, name) type name##_neon;
SC_KERNEL_LIST(X_NEON)
#define X(type, name) .name = name##_neon,
static const sc_kernels neon = {.lanes = 4, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_SIMD128
#define X_SIMD128(type, name) type name##_simd128;
SC_KERNEL_LIST(X_SIMD128)
#define X(type, name) .name = name##_simd128,
static const sc_kernels simd128 = {.lanes = 4, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX2_EMULATED
#define X_AVX2_EMULATED(type, name) type name##_avx2_emulated;
SC_KERNEL_LIST(X_AVX2_EMULATED)
#define X(type, name) .name = name##_avx2_emulated,
static const sc_kernels avx2_emulated = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX512_EMULATED
#define X_AVX512_EMULATED(type, name) type name##_avx512_emulated;
SC_KERNEL_LIST(X_AVX512_EMULATED)
#define X(type, name) .name = name##_avx512_emulated,
static const sc_kernels avx512_emulated = {.lanes = 16, SC_KERNEL_LIST(X)};
#undef X
#endif

const sc_kernels *sc_kernels_get(int simd)
{
    static const sc_kernels *const tables[SCREE_SIMD_COUNT] = {
        [SCREE_SIMD_SCALAR] = &scalar,
#ifdef SC_HAVE_SSE2
        [SCREE_SIMD_SSE2] = &sse2,
#endif
#ifdef SC_HAVE_AVX2
        [SCREE_SIMD_AVX2] = &avx2,
#endif
#ifdef SC_HAVE_AVX512
        [SCREE_SIMD_AVX512] = &avx512,
#endif
#ifdef SC_HAVE_NEON
        [SCREE_SIMD_NEON] = &neon,
#endif
#ifdef SC_HAVE_SIMD128
        [SCREE_SIMD_SIMD128] = &simd128,
#endif
#ifdef SC_HAVE_AVX2_EMULATED
        [SCREE_SIMD_AVX2_EMULATED] = &avx2_emulated,
#endif
#ifdef SC_HAVE_AVX512_EMULATED
        [SCREE_SIMD_AVX512_EMULATED] = &avx512_emulated,
#endif
    };
    bool known = simd > SCREE_SIMD_AUTO && simd < SCREE_SIMD_COUNT;
    return known && sc_cpu_runs((scree_simd)simd) ? tables[simd] : NULL;
}
