// For the self-check of instructions.py: a reciprocal and a reciprocal square root, approximated.
typedef float lanes __attribute__((vector_size(16)));

lanes approximate(lanes x)
{
#ifdef RECIPROCAL
    return __builtin_ia32_rcpps(x);
#else
    return __builtin_ia32_rsqrtps(x);
#endif
}
