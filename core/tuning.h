/// Constants of the collision code and the solver that several folders share.
#ifndef SC_TUNING_H
#define SC_TUNING_H

#include <float.h>

/// Lengths for the collision code, in length units; sc_lengths has them in metres for a world.
/// Contacts keep an overlap of up to the slop. Points closer than the speculative distance get
/// contact constraints before they touch.
#define SC_SLOP 0.005f
#define SC_SPECULATIVE (4.0f * SC_SLOP)
/// A ray hits an end of a segment if it passes the end within this fraction (four roundings of a
/// float) of the distances from which the hit is computed. Otherwise a ray could pass between two
/// segments that share the end.
#define SC_RAY_GRAZE 2.5e-7f
/// As a fraction of the distance of a contact point from a centre of mass: a normal that passes the
/// centre nearer than this is treated as passing through the centre, as normals of discs do.
#define SC_THROUGH_CENTER 1e-4f
/// Two points of a contact are solved together if the determinant of their masses is larger than
/// this fraction of the determinant of two independent points.
#define SC_BOTH_APART 0.01f

/// The two points of a contact of two dynamic bodies are solved together if the ratio of their
/// masses is larger than this.
#define SC_UNEQUAL_MASSES 4.0f
/// Units/s: points whose bounce speed is within this of the required speed get no more impulse.
#define SC_BOUNCE_ERROR 1e-3f
/// Each AABB is grown by half the speculative distance. AABBs of steady shapes also get
/// SC_AABB_HYSTERESIS and the motion of the next SC_AABB_STEPS steps at the present velocity, so
/// most of them serve for several steps. In a world at rest no AABBs change. In a world that sinks,
/// sways or is thinly filled, few change in a step.
#define SC_AABB_MARGIN (0.5f * SC_SPECULATIVE)
#define SC_AABB_HYSTERESIS SC_SPECULATIVE
#define SC_AABB_STEPS 4.0f
/// A shape that travels more than this fraction of its inscribed radius in a step is fast: its
/// AABB covers its path, and shapes on the path get contact points before it touches them.
#define SC_FAST_FRACTION 1.0f

/// A body is followed along its path if a point of it travels more than this fraction of its
/// smallest inscribed radius in a step. Its core, which may not pass through other shapes, begins
/// at this fraction of the inscribed radius below its surface, but no deeper than SC_MAX_SINK.
/// dynamics/continuous/sweep_bodies.c has other limits for bodies with joints or restitution.
#define SC_SAFE_FRACTION 0.5f
#define SC_MAX_SINK 0.25f

/// 1/kg: a body with a smaller inverse mass does not move. The largest displacement, 1e8 m, divided
/// by it is still finite.
#define SC_MIN_INVERSE_MASS 1e-30f

/// Units: separations of faces that differ by less count as equal, and vectors between vertices
/// that are shorter give no normals.
#define SC_FACE_TOLERANCE (0.1f * SC_SLOP)
/// Faces lie flat on each other if the cosine between their normals is below minus this (2.6
/// degrees).
#define SC_FLAT_COSINE 0.999f

/// Units: shapes that travel no more than this in a step are steady (broadphase/broadphase_policy.h
/// has the other limit).
#define SC_SLOW_TRAVEL (0.5f * SC_AABB_HYSTERESIS)
/// An edge that extends no farther than this along a face, in units, counts as parallel to the
/// face's normal. Vectors whose squared length is below SC_MIN_SQUARE (1e-10 units long) have no
/// direction.
#define SC_MIN_EXTENT FLT_EPSILON
#define SC_MIN_SQUARE 1e-20f
/// Points of joints that are closer than this have no direction between them, units.
#define SC_JOINT_SHORTEST 0.005f
/// Units: the distance of a joint's points at which softness_when_open gives both of its fractions
/// the same weight, a half. The weight rises to one where the points are far apart.
#define SC_JOINT_WIDE 0.01f
/// Units: edges of soft bodies shorter than this have no direction and are not solved.
#define SC_SHORTEST_EDGE 1e-6f
/// Units/s: the speed limit of a vertex of a soft body. Callers may only set lower speeds.
#define SC_SOFT_FASTEST 1e7f

/// The lengths and speeds of a world: the constants of this file times its length unit. With the
/// unit 1 they equal the constants bit for bit. With a unit that is a power of two, a world whose
/// lengths are all scaled by it takes the same steps, bit for bit
/// (tests/scaled/test_length_unit.c).
typedef struct sc_lengths
{
    float unit;
    float slop, speculative, face_tolerance, min_extent;
    float min_square;  ///< m^2
    float aabb_margin, aabb_hysteresis, slow_travel;
    float bounce_error;  ///< m/s
    float max_sink;
    float joint_shortest;
    float joint_wide_square;  ///< m^2
    float shortest_edge;
    float soft_fastest;  ///< m/s
} sc_lengths;

static inline sc_lengths sc_lengths_of(float unit)
{
    return (sc_lengths){.unit = unit,
                        .slop = unit * SC_SLOP,
                        .speculative = unit * SC_SPECULATIVE,
                        .face_tolerance = unit * SC_FACE_TOLERANCE,
                        .min_extent = unit * SC_MIN_EXTENT,
                        .min_square = unit * unit * SC_MIN_SQUARE,
                        .aabb_margin = unit * SC_AABB_MARGIN,
                        .aabb_hysteresis = unit * SC_AABB_HYSTERESIS,
                        .slow_travel = unit * SC_SLOW_TRAVEL,
                        .bounce_error = unit * SC_BOUNCE_ERROR,
                        .max_sink = unit * SC_MAX_SINK,
                        .joint_shortest = unit * SC_JOINT_SHORTEST,
                        .joint_wide_square = unit * unit * (SC_JOINT_WIDE * SC_JOINT_WIDE),
                        .shortest_edge = unit * SC_SHORTEST_EDGE,
                        .soft_fastest = unit * SC_SOFT_FASTEST};
}

#endif
