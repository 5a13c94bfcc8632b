/// The interface between the parts of the baseline engine.
#ifndef REF_ENGINE_PARTS_H
#define REF_ENGINE_PARTS_H

#include "reference/engine/reference_engine.h"

#include <math.h>
#include <stdlib.h>

/// Contacts are made this long before shapes touch, m: fast bodies then stop at the surface.
#define REF_SPECULATIVE 0.02f
/// AABBs are grown by half of it on each side.
#define REF_AABB_MARGIN 0.01f
/// Below this much, m, two axes separate equally well, and the first one is kept.
#define REF_TOLERANCE 0.0005f

static inline scree_vec2 vec(float x, float y) { return (scree_vec2){x, y}; }
static inline scree_vec2 plus(scree_vec2 a, scree_vec2 b) { return vec(a.x + b.x, a.y + b.y); }
static inline scree_vec2 minus(scree_vec2 a, scree_vec2 b) { return vec(a.x - b.x, a.y - b.y); }
static inline scree_vec2 times(float s, scree_vec2 a) { return vec(s * a.x, s * a.y); }
static inline float dot(scree_vec2 a, scree_vec2 b) { return a.x * b.x + a.y * b.y; }
static inline float cross(scree_vec2 a, scree_vec2 b) { return a.x * b.y - a.y * b.x; }
static inline float length(scree_vec2 a) { return sqrtf(dot(a, a)); }
/// w x r for a turn about the z axis.
static inline scree_vec2 spin(float w, scree_vec2 r) { return vec(-w * r.y, w * r.x); }
/// The vector turned by a quarter to the right.
static inline scree_vec2 right(scree_vec2 a) { return vec(a.y, -a.x); }
static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a > b ? a : b; }
static inline float within(float x, float low, float high) { return smaller(larger(x, low), high); }

static inline scree_vec2 turn(const ref_body *body, scree_vec2 v)
{
    return vec(body->cos * v.x - body->sin * v.y, body->sin * v.x + body->cos * v.y);
}

/// Mass properties of a core polygon swept by a disc, for a density in kg/m^2.
scree_mass_data ref_hull_mass(const ref_hull *hull, float density);

/// Finds the pairs whose AABBs overlap. The contacts of the step before become `previous`.
bool ref_find_contacts(ref_engine *engine);

/// Fills normal and points of each contact from the poses; impulses are carried over by feature.
void ref_collide(ref_engine *engine);

/// Takes velocities and poses of all bodies over a step.
void ref_solve(ref_engine *engine, float dt, int substeps);

/// Makes room for one more element; false if out of memory.
static inline bool ref_grow(void **array, int *capacity, int count, size_t element)
{
    if (count < *capacity)
    {
        return true;
    }
    int grown = *capacity > 0 ? 2 * *capacity : 64;
    void *memory = realloc(*array, element * (size_t)grown);
    if (memory == NULL)
    {
        return false;
    }
    *array = memory;
    *capacity = grown;
    return true;
}

#endif
