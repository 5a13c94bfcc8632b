/// The kernels of the library once more, on 16 lanes, with counters of their operations (see
/// simd/wide_counted.h).
#ifndef SCREE_TOOLS_COUNTED_KERNELS_H
#define SCREE_TOOLS_COUNTED_KERNELS_H

#include "simd/kernels.h"

#include <stdint.h>

/// The numbers of computed operations, in lanes.
typedef struct sc_computed
{
    double adds, products, quotients, roots, choices;
} sc_computed;

/// The same bits as from any other set; null in a build that leaves them out (SCREE_SIMD_SETS).
const sc_kernels *sc_counted_kernels(void);

/// Since the program began.
sc_computed sc_computed_now(void);

#endif
