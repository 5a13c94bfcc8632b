/// Scalar kernels for contacts that no lane kernel takes. They have the conventions and the order
/// of arithmetic of the kernels in simd/, process exactly the contacts [begin, end), and give the
/// same bits with every instruction set.
#ifndef SC_NARROW_SCALAR_H
#define SC_NARROW_SCALAR_H

#include "simd/kernels.h"

/// SC_CLASS_POLYGON: a is a polygon of any number of vertices, b a circle or any polygon.
void sc_narrow_polygon(const sc_narrow_args *args, int begin, int end);

/// SC_CLASS_HALF_SPACE: a is a half-space, b a circle or any polygon.
void sc_narrow_half_space(const sc_narrow_args *args, int begin, int end);

#endif
