#include "simd/cpu.h"

bool sc_cpu_runs(scree_simd simd)
{
    switch (simd)
    {
    case SCREE_SIMD_SCALAR:
    case SCREE_SIMD_AVX2_EMULATED:
    case SCREE_SIMD_AVX512_EMULATED:
        return true;
        // Every target for which the build makes these kernels has it.
#if defined(SC_X86)
    case SCREE_SIMD_SSE2:
        return true;
#elif defined(__aarch64__)
    case SCREE_SIMD_NEON:
        return true;
#elif defined(__wasm__)
    // A host that lacks it refuses the module.
    case SCREE_SIMD_SIMD128:
        return true;
#endif
#ifdef SC_X86
    // The compiler's runtime reads CPUID and XGETBV: wide registers count only if the system saves
    // them.
    case SCREE_SIMD_AVX2:
        return __builtin_cpu_supports("avx2");
    case SCREE_SIMD_AVX512:
        // The set has kernels with AVX2, too.
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl");
#endif
    default:
        return false;
    }
}
