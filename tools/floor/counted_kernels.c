#include "core/block.h"
#include "counted_kernels.h"

// The functions that the counting builds of the kernels define.
#include "simd/wide_counted.h"

#include <stddef.h>

static uint64_t lane_counts[SC_LANE_OPERATION_COUNT];

void sc_count_operations(sc_lane_operation kind, int lanes)
{
    lane_counts[kind] += (uint64_t)lanes;
}

#ifdef SC_HAVE_COUNTED
#define X(type, name) extern type name##_counted;
SC_KERNEL_LIST(X)
#undef X

#define X(type, name) .name = name##_counted,
static const sc_kernels counted = {.lanes = SC_BLOCK, SC_KERNEL_LIST(X)};
#undef X

const sc_kernels *sc_counted_kernels(void) { return &counted; }
#else
const sc_kernels *sc_counted_kernels(void) { return NULL; }
#endif

sc_computed sc_computed_now(void)
{
    return (sc_computed){.adds = (double)lane_counts[SC_LANE_ADD],
                         .products = (double)lane_counts[SC_LANE_MULTIPLY],
                         .quotients = (double)lane_counts[SC_LANE_DIVIDE],
                         .roots = (double)lane_counts[SC_LANE_ROOT],
                         .choices = (double)lane_counts[SC_LANE_CHOOSE]};
}
