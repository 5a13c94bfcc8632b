/// What rays one at a time and in batches share.
#ifndef SC_RAY_CASTS_H
#define SC_RAY_CASTS_H

#include "world/queries/query_calls.h"

/// Casts rays [0, count) of args, of which only rows, filter and room for results are given yet.
void sc_cast(const sc_query_index *index, sc_ray_args *args, int count);

#endif
