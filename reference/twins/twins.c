#include "reference/twins/twins.h"

const sc_kernels *sc_twins(void)
{
#define X(type, name) .name = sc_twin_##name,
    static const sc_kernels table = {.lanes = 1, SC_KERNEL_LIST(X)};
#undef X
    return &table;
}
