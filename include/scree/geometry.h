/// Geometry that shapes are made of. Coordinates are relative to the body's origin, m, -1e8 to 1e8.
/// These calls return codes and store no errors.
#ifndef SCREE_GEOMETRY_H
#define SCREE_GEOMETRY_H

#include "base.h"

/// The maximum number of vertices of a polygon. Polygons of up to 8 collide with each other in SIMD
/// lanes, others by a scalar path.
#define SCREE_POLYGON_MAX_VERTICES 64

/// A disc; 0 < radius <= 1e8.
typedef struct scree_circle
{
    scree_vec2 center;
    float radius;
} scree_circle;

/// A segment swept by a disc; the end points at least 1e-4 units apart, 0 < radius <= 1e8.
typedef struct scree_capsule
{
    scree_vec2 point_a, point_b;
    float radius;
} scree_capsule;

/// A two-sided line segment without thickness or mass; the end points at least 1e-4 units apart.
typedef struct scree_segment
{
    scree_vec2 point_a, point_b;
} scree_segment;

/// A convex polygon, counter-clockwise, swept by a disc of `radius` (0 to 1e8; 0: sharp corners).
/// Only the first `count` vertices are read.
typedef struct scree_polygon
{
    int count;
    float radius;
    scree_vec2 vertices[SCREE_POLYGON_MAX_VERTICES];
} scree_polygon;

/// All points with dot(normal, p) <= offset: a static plane, for static bodies only.
/// `normal` points out of the solid and need not be of unit length: longer than 1e-6, up to 1e12.
/// `offset`: -1e8 to 1e8.
typedef struct scree_half_space
{
    scree_vec2 normal;
    float offset;
} scree_half_space;

typedef enum scree_shape_type
{
    SCREE_SHAPE_NONE = 0,
    SCREE_SHAPE_CIRCLE,
    SCREE_SHAPE_CAPSULE,
    SCREE_SHAPE_SEGMENT,
    SCREE_SHAPE_POLYGON,
    SCREE_SHAPE_HALF_SPACE,
    SCREE_SHAPE_CHAIN_SEGMENT  ///< of a chain: scree_chain_create
} scree_shape_type;

/// Mass, kg; inertia about the centre of mass, kg m^2; centre of mass, m.
typedef struct scree_mass_data
{
    float mass;
    float inertia;
    scree_vec2 center;
} scree_mass_data;

/// A box centred on the origin; half_width and half_height are above 0 and at most 1e8. Bad input
/// gives a polygon without vertices, which other calls refuse. A world accepts a box whose shorter
/// side is at least 1e-4 times the longer side, a limit that is itself clamped to 1e-7 to 0.005 m.
/// The shorter side of a box longer than 50 km must also be more than 1e-7 times the longer side:
/// see scree_polygon_check.
SCREE_API scree_polygon scree_polygon_box(float half_width, float half_height);

/// A box anywhere, with rounded corners; otherwise like scree_polygon_box.
///
/// - `center`: m
/// - `angle`: rotation of the box, rad, finite
/// - `radius`: radius of the round corners, by which the box grows beyond its half extents, m, 0 to
///   1e8
SCREE_API scree_polygon scree_polygon_box_at(float half_width, float half_height, scree_vec2 center,
                                             float angle, float radius);

/// The convex hull of `count` points (3 to 4096; monotone chain, A. M. Andrew 1979) without near-
/// collinear points and near-duplicates, whose edges scree_polygon_check would refuse. If more than
/// 64 vertices are left, those on edges of less than 0.005 m are dropped, too.
/// SCREE_ERROR_ARGUMENT: a count, point or radius is out of range, the hull has no area, or more
/// than 64 vertices are still left. On error `out` is unchanged.
SCREE_API scree_result scree_polygon_hull(const scree_vec2 *points, int count, float radius,
                                          scree_polygon *out);

/// Returns SCREE_OK if a world accepts this polygon. The polygon has 3 to 64 vertices,
/// counter-clockwise, and a radius of 0 to 1e8. No edge is shorter than 1e-4 times the width or
/// height of the polygon, whichever is larger; this limit is clamped to 1e-7 to 0.005 m, and
/// lowered by the rounding of the vertices (2.5e-7 of the largest coordinate, but at most 1 % of
/// the limit). The polygon is strictly convex: the distance of each vertex from the line of every
/// edge that does not end there is more than 1e-7 times the length of that edge.
SCREE_API scree_result scree_polygon_check(const scree_polygon *polygon);

/// The maximum number of points in an outline to be split into convex parts.
#define SCREE_OUTLINE_MAX_POINTS 2048

/// Splits the area within a simple outline, of either direction, into convex polygons of 3 to 8
/// vertices that a world accepts: ear clipping, then diagonals are removed if the two parts they
/// separate are convex together (S. Hertel, K. Mehlhorn 1983). Without the limits on parts this
/// would make at most four times the minimum number. `parts` has room for `capacity` (>= 0) of
/// them; count - 2 is always enough. `part_count` receives their number.
///
/// Points nearer than 0.005 m to the one before, and points that lie between their neighbours to
/// within 5e-7 m of the line through them, are dropped before crossings are looked for. For an
/// outline that measures less than 1 m, both limits are smaller in proportion to its size. Parts
/// too thin for a world are dropped, too. Time grows with the square of `count`; nothing is
/// allocated, up to 170 KB of stack are used.
///
/// SCREE_ERROR_ARGUMENT: fewer than 3 points, before or after points are dropped, or more than
/// 2048; a point out of range; edges that cross or touch; no part. SCREE_ERROR_CAPACITY: there are
/// more than `capacity` parts; `part_count` is set. On error no part is written.
SCREE_API scree_result scree_outline_decompose(const scree_vec2 *points, int count,
                                               scree_polygon *parts, int capacity, int *part_count);

/// Mass properties for a density in kg/m^2, finite and >= 0; all zero for bad input, infinite where
/// a float cannot hold them. A rounded polygon counts as the exact Minkowski sum with its disc.
SCREE_API scree_mass_data scree_circle_mass(const scree_circle *circle, float density);
SCREE_API scree_mass_data scree_capsule_mass(const scree_capsule *capsule, float density);
SCREE_API scree_mass_data scree_polygon_mass(const scree_polygon *polygon, float density);

/// Sine and cosine used by the engine (error below 2e-7 for |angle| <= 1000 rad): the same bits on
/// every machine; 0 and 1 for an angle that is not finite. Either output may be null.
SCREE_API void scree_sincos(float angle, float *sine, float *cosine);

/// Angle of the direction (x, y), -pi to pi, error below 5e-7 rad; 0 for vectors that are zero or
/// not finite.
SCREE_API float scree_atan2(float y, float x);

#endif
