/// The shapes of the collision functions: convex cores, the hulls of a few points, swept by a disc.
/// All computations are in double precision, relative to the first shape, in world axes. Thus
/// positions far from the origin, and rotations whose length is not exactly 1, cost no accuracy.
#ifndef SC_CONVEX_H
#define SC_CONVEX_H

#include "core/maths.h"
#include "core/shape_records.h"

#include <stddef.h>

enum
{
    SC_CONVEX_MAX = 64  ///< points of a core
};

/// A shape in its own frame.
typedef struct sc_convex
{
    const float *points;  ///< x, y of each, counter-clockwise; of a half-space: unit normal, offset
    int count;            ///< 1 to SC_CONVEX_MAX; 0: the half-space dot(normal, p) <= offset
    float radius;         ///< of the disc, m; a half-space has none
} sc_convex;

/// The shape of an entry of the geometry pool. `radius`: as in the sc_shape_pose of the shape.
static inline sc_convex sc_convex_of_entry(const float *geometry, sc_shape_kind kind, float radius)
{
    static const float origin[2] = {0.0f, 0.0f};
    switch (kind)
    {
    case SC_KIND_CIRCLE:
        return (sc_convex){origin, 1, radius};
    case SC_KIND_HALF_SPACE:
        return (sc_convex){geometry, 0, 0.0f};
    default:
        return (sc_convex){geometry + SC_GEOMETRY_HEADER, (int)geometry[2], radius};
    }
}

/// A point or a direction.
typedef struct sc_vec2d
{
    double x, y;
} sc_vec2d;

static inline sc_vec2d sc_addd(sc_vec2d a, sc_vec2d b) { return (sc_vec2d){a.x + b.x, a.y + b.y}; }

static inline sc_vec2d sc_subd(sc_vec2d a, sc_vec2d b) { return (sc_vec2d){a.x - b.x, a.y - b.y}; }

static inline sc_vec2d sc_scaled(double s, sc_vec2d a) { return (sc_vec2d){s * a.x, s * a.y}; }

static inline double sc_dotd(sc_vec2d a, sc_vec2d b) { return a.x * b.x + a.y * b.y; }

static inline double sc_crossd(sc_vec2d a, sc_vec2d b) { return a.x * b.y - a.y * b.x; }

static inline double sc_lengthd(sc_vec2d a) { return sqrt(sc_dotd(a, a)); }

static inline scree_vec2 sc_narrowed(sc_vec2d a) { return (scree_vec2){(float)a.x, (float)a.y}; }

/// The place of a shape's frame: turned by (cos, sin), then moved to (x, y).
typedef struct sc_frame
{
    double x, y, cos, sin;
} sc_frame;

/// The frame of a pose relative to `from`, the point that both shapes use as origin.
static inline sc_frame sc_frame_at(double x, double y, float cosine, float sine, sc_vec2d from)
{
    return (sc_frame){x - from.x, y - from.y, (double)cosine, (double)sine};
}

static inline sc_vec2d sc_turn_out(const sc_frame *frame, sc_vec2d v)
{
    return (sc_vec2d){frame->cos * v.x - frame->sin * v.y, frame->sin * v.x + frame->cos * v.y};
}

static inline sc_vec2d sc_turn_in(const sc_frame *frame, sc_vec2d v)
{
    return (sc_vec2d){frame->cos * v.x + frame->sin * v.y, frame->cos * v.y - frame->sin * v.x};
}

static inline sc_vec2d sc_convex_point(const sc_convex *shape, int i)
{
    return (sc_vec2d){(double)shape->points[2 * i], (double)shape->points[2 * i + 1]};
}

/// Point i of the core in world axes.
static inline sc_vec2d sc_convex_place(const sc_convex *shape, const sc_frame *frame, int i)
{
    sc_vec2d turned = sc_turn_out(frame, sc_convex_point(shape, i));
    return (sc_vec2d){frame->x + turned.x, frame->y + turned.y};
}

#endif
