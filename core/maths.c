#include "core/maths.h"

#include "scree/geometry.h"

#include <stddef.h>

/// Sine and cosine by reduction to [-pi/4, pi/4] in double precision and Taylor polynomials of
/// degree 11 and 12, whose error is below 1e-11 there. The results are almost always the correctly
/// rounded ones. The operations + - * / are as reproducible in double precision as in single
/// precision.
void scree_sincos(float angle, float *sine, float *cosine)
{
    // fmod is exact and as reproducible as a subtraction. Only angles of many turns need it.
    double x = sc_is_finite(angle) ? (double)angle : 0.0;
    x = x > 1e4 || x < -1e4 ? fmod(x, 2.0 * SC_PI) : x;
    double turns = x * (2.0 / SC_PI);
    int64_t quarter = (int64_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    double r = x - (double)quarter * (SC_PI / 2.0);
    double q = r * r;
    double s =
        r * (1.0 + q * (-1.0 / 6 +
                        q * (1.0 / 120 + q * (-1.0 / 5040 + q * (1.0 / 362880 - q / 39916800)))));
    double c =
        1.0 +
        q * (-0.5 + q * (1.0 / 24 + q * (-1.0 / 720 + q * (1.0 / 40320 +
                                                           q * (-1.0 / 3628800 + q / 479001600)))));
    // A quarter turn maps sine to cosine and cosine to minus sine. Half a turn negates both.
    double sines[] = {s, c, -s, -c};
    if (sine != NULL)
    {
        *sine = (float)sines[quarter & 3];
    }
    if (cosine != NULL)
    {
        *cosine = (float)sines[(quarter + 1) & 3];
    }
}

float scree_atan2(float y, float x)
{
    double ax = x < 0.0f ? -(double)x : (double)x, ay = y < 0.0f ? -(double)y : (double)y;
    double big = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
    if (!(big > 0.0) || !sc_is_finite(x) || !sc_is_finite(y))
    {
        return 0.0f;
    }
    // Apply the half-angle formula atan z = 2 atan(z / (1 + sqrt(1 + z^2))) twice, then the Taylor
    // series.
    double z = small / big;
    for (int i = 0; i < 2; ++i)
    {
        z = z / (1.0 + sqrt(1.0 + z * z));
    }
    double q = z * z;
    double series =
        1.0 +
        q * (-1.0 / 3 + q * (1.0 / 5 + q * (-1.0 / 7 + q * (1.0 / 9 + q * (-1.0 / 11 + q / 13)))));
    double angle = 4.0 * z * series;
    angle = ay > ax ? SC_PI / 2.0 - angle : angle;
    angle = x < 0.0f ? SC_PI - angle : angle;
    return (float)(y < 0.0f ? -angle : angle);
}

sc_rotation sc_rotation_of(float angle)
{
    sc_rotation q;
    scree_sincos(angle, &q.sin, &q.cos);
    return q;
}

scree_rotation scree_rotation_from_angle(float angle) { return sc_rotation_of(angle); }

float scree_rotation_angle(scree_rotation rotation)
{
    return scree_atan2(rotation.sin, rotation.cos);
}

scree_transform scree_transform_from_angle(scree_vec2 position, float angle)
{
    return (scree_transform){position, sc_rotation_of(angle)};
}

#ifndef SC_FUSING_TARGET
#define SC_FUSING_TARGET  // the library in one file names the instructions to look for
#define SC_FUSING_RUNS true
#endif

SC_FUSING_TARGET static float multiply_and_add(float a, float b, float c) { return a * b + c; }

bool sc_fuses(void)
{
    // The product ends in 2^-24, which single precision rounds off.
    volatile float factor = 1.0f + 0x1p-12f, term = -(1.0f + 0x1p-11f);
    // Read the factors for this product a second time: compilers do not fuse a product that has two
    // uses.
    volatile float product = factor * factor;
    float a = factor, b = factor, c = term;
    return SC_FUSING_RUNS && multiply_and_add(a, b, c) != product + c;
}
