/// Two profiles beside each other: the rows that got slower or faster beyond the noise.
#ifndef SCREE_TOOLS_PROFILE_COMPARE_H
#define SCREE_TOOLS_PROFILE_COMPARE_H

#include "profile_data.h"

#include <stdio.h>

typedef struct sc_profile_verdict
{
    // The divisor of all times of the new profile before the comparison: above 1 if the machine as
    // a whole was slower. 1 if the times did not shift alike.
    double shift;
    int slower, faster;
} sc_profile_verdict;

/// False, and a line on stderr with the difference, if the two cannot be compared.
bool sc_profile_may_compare(const sc_profile_data *baseline, const sc_profile_data *now);

/// A row is slower if even its smallest quiet time is above the baseline's largest one, by more
/// than half of the sum of both widths, the ratio of the medians is above 1.05 and the difference
/// is above 0.5% of the step; faster the other way round. Names them in `file`.
sc_profile_verdict sc_profile_compare(FILE *file, const sc_profile_data *baseline,
                                      const sc_profile_data *now);

#endif
