/// Counts the operations of kernels. In builds that define SC_COUNTED, wide.h includes this before
/// anything uses the names below, and each use of one of them counts its lanes.
///
/// The operations in the source are counted, not the instructions of a compiler, which may reuse a
/// product that is written twice. Moves between registers and memory and operations on bits of
/// integers do not count.
#ifndef SC_WIDE_COUNTED_H
#define SC_WIDE_COUNTED_H

typedef enum sc_lane_operation
{
    SC_LANE_ADD = 0,  ///< and subtract
    SC_LANE_MULTIPLY,
    SC_LANE_DIVIDE,
    SC_LANE_ROOT,
    SC_LANE_CHOOSE,  ///< compare, select, minimum and maximum
    SC_LANE_OPERATION_COUNT
} sc_lane_operation;

/// A function is used because operations may be arguments of other operations. Only one thread at a
/// time may call it.
void sc_count_operations(sc_lane_operation kind, int lanes);

#define SC_COUNT(kind, call) (sc_count_operations(SC_LANE_##kind, SC_LANES), call)
#define add(a, b) SC_COUNT(ADD, add(a, b))
#define sub(a, b) SC_COUNT(ADD, sub(a, b))
#define mul(a, b) SC_COUNT(MULTIPLY, mul(a, b))
#define divide(a, b) SC_COUNT(DIVIDE, divide(a, b))
#define root(a) SC_COUNT(ROOT, root(a))
#define min2(a, b) SC_COUNT(CHOOSE, min2(a, b))
#define max2(a, b) SC_COUNT(CHOOSE, max2(a, b))
#define lt(a, b) SC_COUNT(CHOOSE, lt(a, b))
#define le(a, b) SC_COUNT(CHOOSE, le(a, b))
#define eq(a, b) SC_COUNT(CHOOSE, eq(a, b))
#define select(m, a, b) SC_COUNT(CHOOSE, select(m, a, b))
#define keep(m, a) SC_COUNT(CHOOSE, keep(m, a))

#endif
