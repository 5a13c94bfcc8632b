/// Rejects compilers and processors that would not give the same bits as all others.
#ifndef SC_TARGET_H
#define SC_TARGET_H

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "scree needs arithmetic in single precision: compile with -msse2 -mfpmath=sse"
#endif

#if defined(__FAST_MATH__)
#error "scree gives the same bits everywhere, which -ffast-math and -Ofast rule out"
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "scree does not run on big-endian processors"
#endif

#endif
