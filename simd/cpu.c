#include "simd/cpu.h"

bool sc_cpu_runs(scree_simd simd)
{
    switch (simd)
    {
    case SCREE_SIMD_SCALAR:
    case SCREE_SIMD_AVX2_EMULATED:
    case SCREE_SIMD_AVX512_EMULATED:
        return true;
        // Every processor for which the build makes these kernels has the instruction set.
#if defined(SC_X86)
    case SCREE_SIMD_SSE2:
        return true;
#elif defined(__aarch64__)
    case SCREE_SIMD_NEON:
        return true;
#elif defined(__wasm__)
    // A host without SIMD128 refuses to load the module.
    case SCREE_SIMD_SIMD128:
        return true;
#endif
#ifdef SC_X86
    // The compiler's runtime reads CPUID and XGETBV, because wide registers may be used only if the
    // operating system saves them.
    case SCREE_SIMD_AVX2:
        return __builtin_cpu_supports("avx2");
    case SCREE_SIMD_AVX512:
        // The set avx512 has kernels with AVX2, too.
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl");
#endif
    default:
        return false;
    }
}
