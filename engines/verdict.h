/// The conclusions that a few repeated measurements allow.
#ifndef SC_ENGINES_VERDICT_H
#define SC_ENGINES_VERDICT_H

#include "engines/engine.h"

/// Differences below this fraction give no verdict, because the speed of a machine drifts by as
/// much.
#define SC_VERDICT_MARGIN 0.05

/// The spread of some values: all zero if there are none.
typedef struct sc_spread
{
    int count;
    double median, min, max;
} sc_spread;

typedef enum sc_verdict
{
    SC_VERDICT_NONE = 0,  ///< the spread allows none
    SC_VERDICT_FASTER,    ///< all ratios well above 1
    SC_VERDICT_SLOWER     ///< all ratios well below 1
} sc_verdict;

/// Values that are not finite are left out.
SC_ENGINES_API sc_spread sc_spread_of(const double *values, int count);

/// The minimum number of rounds for a verdict.
#define SC_VERDICT_MIN_ROUNDS 3

/// Judges by the ratios (time of the other engine) / (time of the judged engine), one for each
/// round. Because there are few rounds, their range is widened by half its width to each side, on a
/// logarithmic scale (1.2 to 1.8 becomes 0.98 to 2.2). If runs scatter like a normal distribution,
/// the widened range of three rounds contains the true ratio nine times in ten, that of five rounds
/// 99 times in 100. There is a verdict if the whole widened range lies outside of 1 with
/// SC_VERDICT_MARGIN on either side.
SC_ENGINES_API sc_verdict sc_verdict_of(const sc_spread *ratios);

#endif
