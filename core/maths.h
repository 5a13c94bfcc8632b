/// Small vector algebra and the angle functions of the engine, the same bits on every machine.
#ifndef SC_MATHS_H
#define SC_MATHS_H

#include "scree/base.h"

#include <math.h>

/// A rotation as (cos, sin).
typedef struct sc_rotation
{
    float cos, sin;
} sc_rotation;

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

static inline bool sc_is_finite(float x) { return x - x == 0.0f; }

/// 1 up to `max`, from there on falling with the square: the shorter the lever of a push, the less
/// comes of it. 0 for NaN.
static inline float sc_taper(float x, float max)
{
    return x <= max ? 1.0f : sc_is_finite(x) ? max / x * (max / x) : 0.0f;
}

/// rad: a rotation to first order holds that far. No substep and no push turns a body farther.
#define SC_MAX_TURN (0.25f * 3.14159265358979323846f)

sc_rotation sc_rotation_of(float angle);  ///< rad; see scree_sincos

#endif
