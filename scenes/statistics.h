/// Mean and percentiles, for penetrations here and for times in tools and benches.
#ifndef SCREE_SCENES_STATISTICS_H
#define SCREE_SCENES_STATISTICS_H

#include "linkage.h"

#include <stdbool.h>

typedef struct sc_statistics
{
    int count;
    double sum, mean, median, p99, max;
} sc_statistics;

/// Sorts `values` in place. All zero if there are none. The 99th percentile is the smallest value
/// that no more than one value in a hundred exceeds (the nearest rank): always one that is there,
/// never an interpolated one, and of fewer than 100 values the largest.
SC_SCENES_API sc_statistics sc_statistics_of(double *values, int count);

/// Statistics of all values except the first; `values` keep their order. False:
/// out of memory.
SC_SCENES_API bool sc_statistics_after_first(const double *values, int count,
                                             sc_statistics *statistics);

/// An estimate of times that were measured one after the other, without disturbances: the mean of
/// the lowest deciles of each eighth of them. Sorts each eighth in place; at least one value.
SC_SCENES_API double sc_quiet_mean(double *values, int count);

#endif
