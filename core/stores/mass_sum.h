/// Exact sums of mass and moments. The result does not depend on the order in which parts were
/// added and removed. A body of thousands of shapes thus need not be summed again after each
/// change.
#ifndef SC_MASS_SUM_H
#define SC_MASS_SUM_H

#include "scree/geometry.h"

#include <stdint.h>

/// The largest number of shapes of a body whose mass is summed again after each change. A body with
/// more shapes has an exact sum.
#define SC_SUMMED_SHAPES 16

/// Mass, first moments (mass times centre) and moment of inertia about an origin. To add two of
/// them, add their fields.
typedef struct sc_moments
{
    double mass, x, y, inertia;
} sc_moments;

/// Adds a part with its centre at (x, y) and `inertia` about its centre.
void sc_moments_add(sc_moments *sum, double mass, double x, double y, double inertia);
void sc_moments_add_part(sc_moments *sum, const scree_mass_data *part);
/// Converts a sum with mass > 0: x, y become its centre and `inertia` that about the centre.
sc_moments sc_moments_at_center(const sc_moments *sum);

enum
{
    SC_EXACT_LIMBS = 14
};

/// A fixed-point number with 32 bits in each limb, from 2^-256 up. Lower bits of each term are cut
/// off. Invariant: all limbs except the last, which carries the sign, are in [0, 2^32). Equal sums
/// thus have equal limbs.
typedef struct sc_exact
{
    int64_t limb[SC_EXACT_LIMBS];
} sc_exact;

/// Adds `value` `times` times. A negative `times` subtracts it.
void sc_exact_add(sc_exact *sum, double value, int32_t times);
double sc_exact_value(const sc_exact *sum);

typedef struct sc_mass_sum
{
    sc_exact mass, x, y, inertia;
} sc_mass_sum;

/// Adds a part of finite mass and inertia `times` times. A negative `times` subtracts it.
void sc_mass_sum_add(sc_mass_sum *sum, const scree_mass_data *part, int32_t times);
sc_moments sc_mass_sum_value(const sc_mass_sum *sum);

#endif
