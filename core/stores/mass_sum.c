#include "core/stores/mass_sum.h"

#include "core/assert.h"

#include <string.h>

enum
{
    LOWEST_BIT = -256,
    LIMB_BITS = 32
};

#define LIMB_MASK INT64_C(0xffffffff)

void sc_moments_add(sc_moments *sum, double mass, double x, double y, double inertia)
{
    sum->mass += mass;
    sum->x += mass * x;
    sum->y += mass * y;
    sum->inertia += inertia + mass * (x * x + y * y);
}

sc_moments sc_moments_at_center(const sc_moments *sum)
{
    SC_ASSERT(sum->mass != 0.0);
    double x = sum->x / sum->mass, y = sum->y / sum->mass;
    return (sc_moments){sum->mass, x, y, sum->inertia - sum->mass * (x * x + y * y)};
}

void sc_moments_add_part(sc_moments *sum, const scree_mass_data *part)
{
    sc_moments_add(sum, (double)part->mass, (double)part->center.x, (double)part->center.y,
                   (double)part->inertia);
}

static void carry_limbs(sc_exact *sum)
{
    for (int i = 0; i + 1 < SC_EXACT_LIMBS; ++i)
    {
        int64_t low = sum->limb[i] & LIMB_MASK;
        // The division is exact, so it does not matter how a compiler rounds the quotient of a
        // negative limb.
        sum->limb[i + 1] += (sum->limb[i] - low) / (LIMB_MASK + 1);
        sum->limb[i] = low;
    }
}

void sc_exact_add(sc_exact *sum, double value, int32_t times)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    SC_ASSERT(exponent != 0x7ff);
    uint64_t mantissa = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(1) << 52;
    // The place of the mantissa's last bit in the sum. Denormal numbers are far below the lowest
    // bit of the sum.
    int place = exponent - 1075 - LOWEST_BIT;
    if (place <= -53)
    {
        return;
    }
    if (place < 0)
    {
        mantissa >>= -place;
        place = 0;
    }
    SC_ASSERT(place / LIMB_BITS + 2 < SC_EXACT_LIMBS);
    int limb = place / LIMB_BITS, shift = place % LIMB_BITS;
    uint64_t low = (mantissa & (uint64_t)LIMB_MASK) << shift, high = mantissa >> 32 << shift;
    int64_t sign = (bits >> 63 != 0 ? -1 : 1) * (int64_t)times;
    sum->limb[limb] += sign * (int64_t)(low & (uint64_t)LIMB_MASK);
    sum->limb[limb + 1] += sign * (int64_t)((low >> 32) + (high & (uint64_t)LIMB_MASK));
    sum->limb[limb + 2] += sign * (int64_t)(high >> 32);
    carry_limbs(sum);
}

double sc_exact_value(const sc_exact *sum)
{
    sc_exact size = *sum;
    bool negative = sum->limb[SC_EXACT_LIMBS - 1] < 0;
    for (int i = 0; negative && i < SC_EXACT_LIMBS; ++i)
    {
        size.limb[i] = -size.limb[i];
    }
    carry_limbs(&size);
    double value = 0.0;
    for (int i = SC_EXACT_LIMBS - 1; i >= 0; --i)
    {
        value = value * 0x1p32 + (double)size.limb[i];
    }
    return (negative ? -value : value) * 0x1p-256;
}

void sc_mass_sum_add(sc_mass_sum *sum, const scree_mass_data *part, int32_t times)
{
    sc_moments moments = {0};
    sc_moments_add_part(&moments, part);
    sc_exact_add(&sum->mass, moments.mass, times);
    sc_exact_add(&sum->x, moments.x, times);
    sc_exact_add(&sum->y, moments.y, times);
    sc_exact_add(&sum->inertia, moments.inertia, times);
}

sc_moments sc_mass_sum_value(const sc_mass_sum *sum)
{
    return (sc_moments){sc_exact_value(&sum->mass), sc_exact_value(&sum->x),
                        sc_exact_value(&sum->y), sc_exact_value(&sum->inertia)};
}
