/// Plain twins of all kernels: one body, pair or contact at a time, with structs and branches.
///
/// They are the text to read when a kernel is hard to follow, and every instruction set is compared
/// with them, bit for bit: so they use the kernels' order of float arithmetic. Twins write existing
/// entries alone: no padding and no discard row.
#ifndef SC_TWINS_H
#define SC_TWINS_H

#include "simd/kernels.h"

/// Twin of solve_contacts: sc_twin_solve_contacts, and so on.
#define X(type, name) type sc_twin_##name;
SC_KERNEL_LIST(X)
#undef X

/// All of them as a table; never null.
const sc_kernels *sc_twins(void);

#endif
