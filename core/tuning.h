/// Constants of the collision code and the solver that several folders go by.
#ifndef SC_TUNING_H
#define SC_TUNING_H

#include <float.h>

/// Lengths that the collision code goes by, in length units: sc_lengths has them in the lengths of
/// a world. Contacts keep an overlap of up to the slop, and points closer than the speculative
/// distance make contact constraints before they touch.
#define SC_SLOP 0.005f
#define SC_SPECULATIVE (4.0f * SC_SLOP)
/// A ray hits an end of a segment that it passes within this fraction of the distances that it is
/// computed from, four roundings of a float: it would pass between two segments that share the end.
#define SC_RAY_GRAZE 2.5e-7f
/// Of the distance of a contact point from a centre of mass: a normal that passes the centre nearer
/// than this goes through it, as those of discs do.
#define SC_THROUGH_CENTER 1e-4f
/// Two points of a contact are stopped at once where the determinant of their masses, as a part of
/// that of two that are independent, is larger.
#define SC_BOTH_APART 0.01f

/// The two points of a contact of two dynamic bodies are solved at once if the ratio of their
/// masses is larger.
#define SC_UNEQUAL_MASSES 4.0f
/// Units/s: points that bounce within this of the speed they should have get no more impulse.
#define SC_BOUNCE_ERROR 1e-3f
/// Each AABB is grown by half the speculative distance. Those of steady shapes get
/// SC_AABB_HYSTERESIS more and the way of the SC_AABB_STEPS to come, at the present velocity, so
/// that most of them serve for some steps: a world at rest has no moving AABBs, and one that sinks,
/// sways or is thinly filled has them in few steps.
#define SC_AABB_MARGIN (0.5f * SC_SPECULATIVE)
#define SC_AABB_HYSTERESIS SC_SPECULATIVE
#define SC_AABB_STEPS 4.0f
/// A shape that travels more than this fraction of its inscribed radius in a step is fast: its
/// AABB covers its path, and shapes on the path get contact points before it touches them.
#define SC_FAST_FRACTION 1.0f

/// A body of which a point travels more than this fraction of its least inscribed radius in a step
/// is followed along its path, and its core, which may not pass anything, begins so deep below its
/// surface, but no deeper than SC_MAX_SINK.
#define SC_SAFE_FRACTION 0.5f
#define SC_MAX_SINK 0.25f

/// 1/kg: what has a smaller inverse mass does not move. The largest displacement, 1e8 m, divided by
/// it is still finite.
#define SC_MIN_INVERSE_MASS 1e-30f

/// Separations of faces that differ by less count as equal, and vectors between vertices that are
/// shorter are no normals, units.
#define SC_FACE_TOLERANCE (0.1f * SC_SLOP)
/// Faces lie flat on each other if the cosine between their normals is below minus this (2.6
/// degrees).
#define SC_FLAT_COSINE 0.999f

/// Shapes that travel no more than this in a step are steady, units.
#define SC_SLOW_TRAVEL (0.5f * SC_AABB_HYSTERESIS)
/// Edges that extend no farther along a face are parallel to its normal, and squares of vectors
/// that are shorter than 1e-10 units have no direction.
#define SC_MIN_EXTENT FLT_EPSILON
#define SC_MIN_SQUARE 1e-20f
/// Points of joints that are closer have no direction, units.
#define SC_JOINT_SHORTEST 0.005f
/// How softness_when_open weighs its two fractions by the distance of a joint's points: half of
/// them at this distance, all of them where the points are far apart. Units.
#define SC_JOINT_WIDE 0.01f
/// Shorter edges of soft bodies have no direction and are left alone, units.
#define SC_SHORTEST_EDGE 1e-6f
/// Units/s: the most that a vertex of a soft body does; what callers may set is less.
#define SC_SOFT_FASTEST 1e7f

/// The lengths and speeds of a world, which its length unit scales. With the unit 1 they are the
/// constants, bit for bit. With a unit that is a power of two, a world whose lengths are all scaled
/// by it takes the same steps, bit for bit (tests/scaled/test_length_unit.c).
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
