#include "engines/verdict.h"

#include <math.h>

// Counts the values that are smaller than `limit`, and those that equal it.
static void rank(const double *values, int count, double limit, int *below, int *equal)
{
    *below = *equal = 0;
    for (int i = 0; i < count; ++i)
    {
        *below += isfinite(values[i]) && values[i] < limit ? 1 : 0;
        *equal += isfinite(values[i]) && values[i] == limit ? 1 : 0;
    }
}

// The value at `place` in sorted order. It is found without memory and without sorting, because
// there are few values.
static double value_at(const double *values, int count, int place)
{
    for (int i = 0; i < count; ++i)
    {
        int below, equal;
        rank(values, count, values[i], &below, &equal);
        if (isfinite(values[i]) && below <= place && place < below + equal)
            return values[i];
    }
    return 0.0;
}

sc_spread sc_spread_of(const double *values, int count)
{
    int n = 0;
    for (int i = 0; i < count; ++i)
        n += isfinite(values[i]) ? 1 : 0;
    if (n == 0)
        return (sc_spread){0};
    return (sc_spread){
        .count = n,
        .median = 0.5 * (value_at(values, count, (n - 1) / 2) + value_at(values, count, n / 2)),
        .min = value_at(values, count, 0),
        .max = value_at(values, count, n - 1),
    };
}

sc_verdict sc_verdict_of(const sc_spread *ratios)
{
    if (ratios->count < SC_VERDICT_MIN_ROUNDS || ratios->min <= 0.0)
        return SC_VERDICT_NONE;
    double low = log(ratios->min), high = log(ratios->max);
    double widening = 0.5 * (high - low), margin = log(1.0 + SC_VERDICT_MARGIN);
    if (low - widening > margin)
        return SC_VERDICT_FASTER;
    return high + widening < -margin ? SC_VERDICT_SLOWER : SC_VERDICT_NONE;
}
