/// Contact points of one pair, on their way into a manifold.
#ifndef SC_MANIFOLD_H
#define SC_MANIFOLD_H

#include "core/shape_records.h"
#include "core/contact_records.h"
#include "core/maths.h"

typedef struct sc_contact_point
{
    scree_vec2 position;  ///< midway between the surfaces, relative to the centre of shape a, world
                          ///< axes, m
    float separation;     ///< m
    int32_t feature;      ///< see sc_feature
} sc_contact_point;

typedef struct sc_contact_points
{
    scree_vec2 normal;  ///< unit, from a to b, world
    sc_contact_point point[2];
    int count;
} sc_contact_points;

/// The feature of a vertex (or edge) of a and one of b, both below 128.
static inline int32_t sc_feature(int a, int b) { return a | b << SC_FEATURE_B_SHIFT; }

/// Replaces the manifold by `points`, without points that are farther apart than `margin`, m, plus
/// the distance by which fast shapes may approach in the step. Points whose feature the old
/// manifold had keep their impulses. Fields of missing points become zero.
void sc_manifold_replace(sc_manifold *manifold, uint8_t *point_count, float margin,
                         const sc_shape_pose *a, const sc_shape_pose *b,
                         const sc_contact_points *points);

#endif
