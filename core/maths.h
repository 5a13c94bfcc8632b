/// Small vector algebra and angle functions, which give the same bits on every machine.
#ifndef SC_MATHS_H
#define SC_MATHS_H

#include "core/target.h"
#include "scree/base.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#define SC_PI 3.14159265358979323846

/// A rotation as (cos, sin).
typedef scree_rotation sc_rotation;

static inline scree_vec2 sc_add(scree_vec2 a, scree_vec2 b)
{
    return (scree_vec2){a.x + b.x, a.y + b.y};
}

static inline scree_vec2 sc_sub(scree_vec2 a, scree_vec2 b)
{
    return (scree_vec2){a.x - b.x, a.y - b.y};
}

static inline scree_vec2 sc_scale(float s, scree_vec2 a) { return (scree_vec2){s * a.x, s * a.y}; }

static inline float sc_dot(scree_vec2 a, scree_vec2 b) { return a.x * b.x + a.y * b.y; }

static inline float sc_cross(scree_vec2 a, scree_vec2 b) { return a.x * b.y - a.y * b.x; }

static inline float sc_length(scree_vec2 a) { return sqrtf(sc_dot(a, a)); }

static inline scree_vec2 sc_rotate(sc_rotation q, scree_vec2 v)
{
    return (scree_vec2){q.cos * v.x - q.sin * v.y, q.sin * v.x + q.cos * v.y};
}

static inline scree_vec2 sc_unrotate(sc_rotation q, scree_vec2 v)
{
    return (scree_vec2){q.cos * v.x + q.sin * v.y, q.cos * v.y - q.sin * v.x};
}

static inline float sc_min(float a, float b) { return a < b ? a : b; }

static inline float sc_max(float a, float b) { return a > b ? a : b; }

/// Packs a path, m, into 32 bits: the upper 16 bits of each coordinate, rounded away from 0.
static inline int32_t sc_pack_path(scree_vec2 path)
{
    union
    {
        scree_vec2 path;
        uint32_t bits[2];
    } packed = {path};
    uint32_t x = packed.bits[0] + 0xffffu, y = packed.bits[1] + 0xffffu;
    return (int32_t)((x & 0xffff0000u) | y >> 16);
}

static inline scree_vec2 sc_unpack_path(int32_t packed)
{
    union
    {
        uint32_t bits[2];
        scree_vec2 path;
    } path = {{(uint32_t)packed & 0xffff0000u, (uint32_t)packed << 16}};
    return path.path;
}

/// The distance, in addition to the margin, at which a fast shape gets contact points, m. It holds
/// for other shapes in any direction.
static inline float sc_path_length(int32_t packed)
{
    scree_vec2 path = sc_unpack_path(packed);
    return fabsf(path.x) + fabsf(path.y);
}

/// The distance by which two shapes may approach each other in a step, m, along a normal from a to
/// b. If both are fast, each one is assumed to keep its velocity or to stop. If only one is fast,
/// it is assumed to move in any direction, because other contacts may deflect it.
static inline float sc_approach(int32_t path_a, int32_t path_b, scree_vec2 normal)
{
    if (path_a == 0 || path_b == 0)
    {
        return sc_path_length(path_a) + sc_path_length(path_b);
    }
    float a = sc_dot(sc_unpack_path(path_a), normal), b = sc_dot(sc_unpack_path(path_b), normal);
    return sc_max(a, 0.0f) + sc_max(-b, 0.0f);
}

static inline bool sc_is_finite(float x) { return x - x == 0.0f; }

/// Maps a float to bits that increase with the number, negative numbers included. -0 comes before
/// 0.
static inline uint32_t sc_rising_bits(float x)
{
    union
    {
        float number;
        uint32_t bits;
    } u = {x};
    return u.bits & 0x80000000u ? ~u.bits : u.bits | 0x80000000u;
}

/// Returns 1 for x up to `max`, (max / x)^2 above it, and 0 for NaN. This factor weakens a push
/// that would move or turn a body by x; x is large if the lever is short.
static inline float sc_taper(float x, float max)
{
    return x <= max ? 1.0f : sc_is_finite(x) ? max / x * (max / x) : 0.0f;
}

/// rad: the largest turn for which a rotation is linearized. No substep and no push turns a body
/// farther.
#define SC_MAX_TURN (0.25f * (float)SC_PI)

sc_rotation sc_rotation_of(float angle);  ///< rad; see scree_sincos

/// Whether the compiler fuses multiplications and additions, which -ffp-contract=fast permits. Such
/// a build would compute other bits than all others.
bool sc_fuses(void);

/// A sum of impulses between very heavy bodies may exceed the range of floats: limits it to
/// +-FLT_MAX. NaN, the sum of opposite infinite impulses, becomes 0.
static inline float sc_in_range_of_floats(float sum)
{
    return sum > FLT_MAX ? FLT_MAX : sum < -FLT_MAX ? -FLT_MAX : sum == sum ? sum : 0.0f;
}

#endif
