/// The tables of kernels, one for each instruction set in the build.
#include "simd/cpu.h"
#include "simd/kernels.h"

#include <stddef.h>

/// The kernels of SC_OPTIONAL_KERNEL_LIST: null in programs without them.
#ifdef __ELF__
#define SC_WEAK __attribute__((weak))
#else
#define SC_WEAK
#endif

// Declares the kernels of each set in the build, and fills its table.

#define X_SCALAR(type, name) type name##_scalar;
SC_TAIL_KERNEL_LIST(X_SCALAR)
#define X(type, name) .name = name##_scalar,
static const sc_kernels tails = {.lanes = 1, SC_TAIL_KERNEL_LIST(X)};
#undef X

#ifdef SC_HAVE_SCALAR
#define X_WEAK_SCALAR(type, name) SC_WEAK type name##_scalar;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_SCALAR)
SC_KERNEL_LIST(X_SCALAR)
#define X(type, name) .name = name##_scalar,
static const sc_kernels scalar = {.lanes = 1, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_SSE2
#define X_SSE2(type, name) type name##_sse2;
#define X_WEAK_SSE2(type, name) SC_WEAK type name##_sse2;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_SSE2)
SC_KERNEL_LIST(X_SSE2)
#define X(type, name) .name = name##_sse2,
static const sc_kernels sse2 = {.lanes = 4, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX2
#define X_AVX2(type, name) type name##_avx2;
#define X_WEAK_AVX2(type, name) SC_WEAK type name##_avx2;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_AVX2)
SC_KERNEL_LIST(X_AVX2)
#define X(type, name) .name = name##_avx2,
static const sc_kernels avx2 = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX512
#define X_AVX512(type, name) type name##_avx512;
#define X_WEAK_AVX512(type, name) SC_WEAK type name##_avx512;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_AVX512)
SC_KERNEL_LIST(X_AVX512)
#define X(type, name) .name = name##_avx512,
#ifdef SC_HAVE_AVX2
#define X_NARROW(type, name) .name = name##_avx2,
#else
#define X_NARROW X
#endif
static const sc_kernels avx512 = {
    .lanes = 16, SC_WIDE_KERNEL_LIST(X) SC_NARROW_KERNEL_LIST(X_NARROW) SC_QUERY_KERNEL_LIST(X)};
#undef X_NARROW
#undef X
#endif

#ifdef SC_HAVE_NEON
#define X_NEON(type, name) type name##_neon;
#define X_WEAK_NEON(type, name) SC_WEAK type name##_neon;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_NEON)
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
#define X_WEAK_AVX2_EMULATED(type, name) SC_WEAK type name##_avx2_emulated;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_AVX2_EMULATED)
SC_KERNEL_LIST(X_AVX2_EMULATED)
#define X(type, name) .name = name##_avx2_emulated,
static const sc_kernels avx2_emulated = {.lanes = 8, SC_KERNEL_LIST(X)};
#undef X
#endif

#ifdef SC_HAVE_AVX512_EMULATED
#define X_AVX512_EMULATED(type, name) type name##_avx512_emulated;
#define X_WEAK_AVX512_EMULATED(type, name) SC_WEAK type name##_avx512_emulated;
SC_OPTIONAL_KERNEL_LIST(X_WEAK_AVX512_EMULATED)
SC_KERNEL_LIST(X_AVX512_EMULATED)
#define X(type, name) .name = name##_avx512_emulated,
static const sc_kernels avx512_emulated = {.lanes = 16, SC_KERNEL_LIST(X)};
#undef X
#endif

const sc_kernels *sc_kernels_tails(void) { return &tails; }

const sc_kernels *sc_kernels_get(int simd)
{
    static const sc_kernels *const tables[SCREE_SIMD_COUNT] = {
#ifdef SC_HAVE_SCALAR
        [SCREE_SIMD_SCALAR] = &scalar,
#endif
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
