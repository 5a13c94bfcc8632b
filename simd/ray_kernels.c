/// A program that refers to this file links the kernels of rays in batches.
#include "simd/kernels.h"

#ifdef SC_HAVE_SCALAR
#define X_SCALAR(type, name) type name##_scalar;
SC_RAY_KERNEL_LIST(X_SCALAR)
#endif
#ifdef SC_HAVE_SSE2
#define X_SSE2(type, name) type name##_sse2;
SC_RAY_KERNEL_LIST(X_SSE2)
#endif
#ifdef SC_HAVE_AVX2
#define X_AVX2(type, name) type name##_avx2;
SC_RAY_KERNEL_LIST(X_AVX2)
#endif
#ifdef SC_HAVE_AVX512
#define X_AVX512(type, name) type name##_avx512;
SC_RAY_KERNEL_LIST(X_AVX512)
#endif
#ifdef SC_HAVE_NEON
#define X_NEON(type, name) type name##_neon;
SC_RAY_KERNEL_LIST(X_NEON)
#endif
#ifdef SC_HAVE_AVX2_EMULATED
#define X_AVX2_EMULATED(type, name) type name##_avx2_emulated;
SC_RAY_KERNEL_LIST(X_AVX2_EMULATED)
#endif
#ifdef SC_HAVE_AVX512_EMULATED
#define X_AVX512_EMULATED(type, name) type name##_avx512_emulated;
SC_RAY_KERNEL_LIST(X_AVX512_EMULATED)
#endif

/// Refers to each kernel, so that a linker includes all of them.
extern sc_ray_kernel *const sc_ray_kernels[];
sc_ray_kernel *const sc_ray_kernels[] = {
#ifdef SC_HAVE_SCALAR
#define R_SCALAR(type, name) name##_scalar,
    SC_RAY_KERNEL_LIST(R_SCALAR)
#endif
#ifdef SC_HAVE_SSE2
#define R_SSE2(type, name) name##_sse2,
        SC_RAY_KERNEL_LIST(R_SSE2)
#endif
#ifdef SC_HAVE_AVX2
#define R_AVX2(type, name) name##_avx2,
            SC_RAY_KERNEL_LIST(R_AVX2)
#endif
#ifdef SC_HAVE_AVX512
#define R_AVX512(type, name) name##_avx512,
                SC_RAY_KERNEL_LIST(R_AVX512)
#endif
#ifdef SC_HAVE_NEON
#define R_NEON(type, name) name##_neon,
                    SC_RAY_KERNEL_LIST(R_NEON)
#endif
#ifdef SC_HAVE_AVX2_EMULATED
#define R_AVX2_EMULATED(type, name) name##_avx2_emulated,
                        SC_RAY_KERNEL_LIST(R_AVX2_EMULATED)
#endif
#ifdef SC_HAVE_AVX512_EMULATED
#define R_AVX512_EMULATED(type, name) name##_avx512_emulated,
                            SC_RAY_KERNEL_LIST(R_AVX512_EMULATED)
#endif
                                0};

void sc_link_ray_kernels(void) {}
