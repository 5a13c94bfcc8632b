/// Vectors, rotations and transforms, inline: small functions that programs otherwise write by
/// hand. The library does not use them. Their results depend on the program's own compiler flags;
/// with -ffp-contract=off and without -ffast-math they have the same bits everywhere.
#ifndef SCREE_VECTOR_H
#define SCREE_VECTOR_H

#include "base.h"

#include <math.h>

static inline scree_vec2 scree_vec2_from(float x, float y)
{
    scree_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

static inline scree_vec2 scree_vec2_add(scree_vec2 a, scree_vec2 b)
{
    return scree_vec2_from(a.x + b.x, a.y + b.y);
}

static inline scree_vec2 scree_vec2_subtract(scree_vec2 a, scree_vec2 b)
{
    return scree_vec2_from(a.x - b.x, a.y - b.y);
}

static inline scree_vec2 scree_vec2_negate(scree_vec2 a) { return scree_vec2_from(-a.x, -a.y); }

static inline scree_vec2 scree_vec2_scale(scree_vec2 a, float factor)
{
    return scree_vec2_from(factor * a.x, factor * a.y);
}

static inline float scree_vec2_dot(scree_vec2 a, scree_vec2 b) { return a.x * b.x + a.y * b.y; }

/// Positive if b lies counter-clockwise of a.
static inline float scree_vec2_cross(scree_vec2 a, scree_vec2 b) { return a.x * b.y - a.y * b.x; }

/// The vector turned by 90 degrees, counter-clockwise.
static inline scree_vec2 scree_vec2_perpendicular(scree_vec2 a)
{
    return scree_vec2_from(-a.y, a.x);
}

static inline float scree_vec2_length(scree_vec2 a) { return sqrtf(scree_vec2_dot(a, a)); }

static inline float scree_vec2_distance(scree_vec2 a, scree_vec2 b)
{
    return scree_vec2_length(scree_vec2_subtract(a, b));
}

/// The vector scaled to length 1; zero if the length of `a` is 0 or not finite.
static inline scree_vec2 scree_vec2_normalize(scree_vec2 a)
{
    const float length = scree_vec2_length(a);
    const bool fits = length > 0.0f && length <= 3.402823466e38f;
    return fits ? scree_vec2_from(a.x / length, a.y / length) : scree_vec2_from(0.0f, 0.0f);
}

/// Interpolates linearly from a, at `fraction` 0, to b, at `fraction` 1.
static inline scree_vec2 scree_vec2_interpolate(scree_vec2 a, scree_vec2 b, float fraction)
{
    return scree_vec2_from((1.0f - fraction) * a.x + fraction * b.x,
                           (1.0f - fraction) * a.y + fraction * b.y);
}

/// The rotation by 0.
static inline scree_rotation scree_rotation_identity(void)
{
    scree_rotation q;
    q.cos = 1.0f;
    q.sin = 0.0f;
    return q;
}

static inline scree_rotation scree_rotation_inverse(scree_rotation q)
{
    q.sin = -q.sin;
    return q;
}

/// The rotation by b, then by a.
static inline scree_rotation scree_rotation_multiply(scree_rotation a, scree_rotation b)
{
    scree_rotation q;
    q.cos = a.cos * b.cos - a.sin * b.sin;
    q.sin = a.sin * b.cos + a.cos * b.sin;
    return q;
}

/// The rotation scaled to cos^2 + sin^2 = 1: products of many rotations drift from that by
/// rounding; the identity if cos^2 + sin^2 is 0 or not finite.
static inline scree_rotation scree_rotation_normalize(scree_rotation q)
{
    const scree_vec2 unit = scree_vec2_normalize(scree_vec2_from(q.cos, q.sin));
    if (unit.x == 0.0f && unit.y == 0.0f)
    {
        return scree_rotation_identity();
    }
    q.cos = unit.x;
    q.sin = unit.y;
    return q;
}

static inline scree_vec2 scree_rotation_apply(scree_rotation q, scree_vec2 v)
{
    return scree_vec2_from(q.cos * v.x - q.sin * v.y, q.sin * v.x + q.cos * v.y);
}

/// Turns by the inverse.
static inline scree_vec2 scree_rotation_apply_inverse(scree_rotation q, scree_vec2 v)
{
    return scree_vec2_from(q.cos * v.x + q.sin * v.y, q.cos * v.y - q.sin * v.x);
}

static inline scree_transform scree_transform_identity(void)
{
    scree_transform t;
    t.position = scree_vec2_from(0.0f, 0.0f);
    t.rotation = scree_rotation_identity();
    return t;
}

/// From body to world coordinates.
static inline scree_vec2 scree_transform_apply(scree_transform t, scree_vec2 point)
{
    return scree_vec2_add(t.position, scree_rotation_apply(t.rotation, point));
}

/// From world to body coordinates.
static inline scree_vec2 scree_transform_apply_inverse(scree_transform t, scree_vec2 point)
{
    return scree_rotation_apply_inverse(t.rotation, scree_vec2_subtract(point, t.position));
}

/// First b, then a: the transform of an object at b in the coordinates of a.
static inline scree_transform scree_transform_multiply(scree_transform a, scree_transform b)
{
    scree_transform t;
    t.position = scree_transform_apply(a, b.position);
    t.rotation = scree_rotation_multiply(a.rotation, b.rotation);
    return t;
}

static inline scree_transform scree_transform_inverse(scree_transform t)
{
    scree_transform inverse;
    inverse.position = scree_rotation_apply_inverse(t.rotation, scree_vec2_negate(t.position));
    inverse.rotation = scree_rotation_inverse(t.rotation);
    return inverse;
}

#endif
