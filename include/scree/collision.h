/// Collision functions that need no world: distance, ray, cast, time of impact and manifold of any
/// two shapes. They hold no state and may be called from many threads at a time.
///
/// A shape is passed as a scree_geometry and a scree_pose. These calls refuse the geometries that
/// scree_geometry_check refuses: SCREE_ERROR_NULL for a null pointer, SCREE_ERROR_ARGUMENT for
/// anything else, and the result is not written. No error is stored. Two shapes must not both be
/// half-spaces. Results have the same bits on every machine.
/// docs/sleep.md#functions-without-a-world has methods and accuracy.
#ifndef SCREE_COLLISION_H
#define SCREE_COLLISION_H

#include "geometry.h"

/// A segment of a chain with the far points of its neighbours: bodies slide over the join with a
/// neighbour as over one surface. It runs from a to b, and bodies collide with it from its
/// right-hand side, unless it is two-sided, as with chains (scree_chain_def). Points are in body
/// coordinates, m, within +-1e8; each point that exists is at least 1e-4 length units from the
/// next.
typedef struct scree_chain_segment
{
    scree_vec2 point_a, point_b;
    scree_vec2 before;           ///< begin of the segment that ends at a
    scree_vec2 after;            ///< end of the segment that begins at b
    bool has_before, has_after;  ///< whether these segments exist
    bool two_sided;
} scree_chain_segment;

/// Any convex geometry. Only the member that `type` names is read. The functions of this header,
/// and queries that take a geometry, treat a chain's segment as a segment from a to b: its other
/// members are not read.
typedef struct scree_geometry
{
    scree_shape_type type;
    union
    {
        scree_circle circle;
        scree_capsule capsule;
        scree_segment segment;
        scree_polygon polygon;
        scree_half_space half_space;
        scree_chain_segment chain_segment;
    };
} scree_geometry;

/// The pose of a geometry, which is turned by `angle` (rad, finite), then moved to `position` (m,
/// within +-1e8).
typedef struct scree_pose
{
    scree_vec2 position;
    float angle;
} scree_pose;

/// Checks a geometry for worlds of any length unit. Segments and capsules may be as short as 1e-10
/// m here; a world requires at least 1e-4 units.
SCREE_API scree_result scree_geometry_check(const scree_geometry *geometry);

/// How far two shapes are from each other.
typedef struct scree_distance
{
    float distance;  ///< m; 0 where they touch or overlap
    /// unit, from a to b; zero where the cores overlap: the shapes without their radii
    scree_vec2 normal;
    scree_vec2 point_a, point_b;  ///< closest points of the surfaces; where the shapes overlap, a
                                  ///< point of both, twice
} scree_distance;

/// The distance of two shapes and their closest points, by Gilbert, Johnson and Keerthi (1988) in
/// double precision. The error of a distance is the rounding to float, plus 2e-7 times the distance
/// of the geometry from its pose's origin, the error of the pose's sine and cosine.
SCREE_API scree_result scree_geometry_distance(const scree_geometry *a, const scree_pose *pose_a,
                                               const scree_geometry *b, const scree_pose *pose_b,
                                               scree_distance *out);

/// The point of a shape nearest to `point`, which is `point` itself where that lies inside, and how
/// far it is, m. Either result may be null.
SCREE_API scree_result scree_geometry_closest_point(const scree_geometry *geometry,
                                                    const scree_pose *pose, scree_vec2 point,
                                                    scree_vec2 *closest, float *distance);
/// Whether a point lies in a shape or on its surface; false for bad input.
SCREE_API bool scree_geometry_contains(const scree_geometry *geometry, const scree_pose *pose,
                                       scree_vec2 point);

/// The first hit of a ray or a cast.
typedef struct scree_cast
{
    bool hit;           ///< if not, the fraction is 1 and all other members are zero
    float fraction;     ///< of the translation, 0 to 1
    scree_vec2 point;   ///< where they touch
    scree_vec2 normal;  ///< unit, out of the shape that was hit; zero if it began inside
} scree_cast;

/// The point at which a ray enters a shape, in closed form. A ray that begins inside a shape hits
/// it at fraction 0, at the point `origin`.
///
/// - `origin`: m, -1e8 to 1e8 in each coordinate
/// - `translation`: m, -2e8 to 2e8 in each coordinate
///
/// A ray along the line of a segment does not hit it; a ray that passes an end of a segment within
/// rounding hits that end.
SCREE_API scree_result scree_geometry_cast_ray(const scree_geometry *geometry,
                                               const scree_pose *pose, scree_vec2 origin,
                                               scree_vec2 translation, scree_cast *out);

/// Moves b without turning it until it touches a, in closed form: a ray against the Minkowski sum.
/// If they overlap at the beginning, the fraction is 0, the normal zero and `point` lies in both.
///
/// - `b`: not a half-space
/// - `translation`: m, -2e8 to 2e8 in each coordinate
SCREE_API scree_result scree_geometry_cast_shape(const scree_geometry *a, const scree_pose *pose_a,
                                                 const scree_geometry *b, const scree_pose *pose_b,
                                                 scree_vec2 translation, scree_cast *out);

/// A path from one pose to another: `center` (of mass, in the geometry's coordinates) moves along a
/// line, and the geometry turns about it, both at constant speed. Angles are not reduced: from 0 to
/// 7 rad is more than a turn; up to 1000 rad of difference.
typedef struct scree_sweep
{
    scree_pose begin, end;
    scree_vec2 center;
} scree_sweep;

typedef enum scree_impact_state
{
    SCREE_IMPACT_NONE = 0,  ///< they do not touch
    SCREE_IMPACT_BEGINS,    ///< they touch or overlap at the beginning
    SCREE_IMPACT_HIT,  ///< they come within the tolerance at `fraction`, and do not touch before
    SCREE_IMPACT_UNDECIDED,  ///< they do not touch before `fraction`; not decided after
} scree_impact_state;

typedef struct scree_impact
{
    scree_impact_state state;
    float fraction;     ///< 0 to 1; 1 for SCREE_IMPACT_NONE
    scree_vec2 point;   ///< midway between the surfaces there; zero if NONE or UNDECIDED
    scree_vec2 normal;  ///< unit, from a to b; zero if NONE or UNDECIDED, or where cores overlap
} scree_impact;

/// When two shapes that move and turn touch, to within `tolerance` (m, 1e-6 to 1): conservative
/// advancement (B. Mirtich, 1996), at most 64 iterations. Each one advances time by the distance
/// divided by the maximum speed at which it can shrink. Paths that graze each other for long may be
/// undecided. A half-space must not turn. Rotation causes an error of up to 2e-7 times the largest
/// distance of the geometry from its centre.
SCREE_API scree_result scree_geometry_time_of_impact(const scree_geometry *a,
                                                     const scree_sweep *sweep_a,
                                                     const scree_geometry *b,
                                                     const scree_sweep *sweep_b, float tolerance,
                                                     scree_impact *out);

typedef struct scree_manifold_point
{
    scree_vec2 position;  ///< midway between the surfaces, m
    float separation;     ///< negative: overlap, m
    uint32_t feature;     ///< unchanged while the same corner touches the same edge
} scree_manifold_point;

typedef struct scree_manifold
{
    scree_vec2 normal;  ///< unit, from a to b; zero if there are no points
    int point_count;    ///< 0 to 2
    scree_manifold_point points[2];
} scree_manifold;

/// Finds the points, at most two, at which two shapes touch, overlap or are nearer than `reach` (m,
/// 0 to 1e6). They are the points that the narrowphase of a world of length unit 1 finds, except
/// that shapes of less than 5 cm have finer tolerances.
SCREE_API scree_result scree_geometry_manifold(const scree_geometry *a, const scree_pose *pose_a,
                                               const scree_geometry *b, const scree_pose *pose_b,
                                               float reach, scree_manifold *out);

#endif
