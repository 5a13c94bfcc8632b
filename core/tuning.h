/// Constants of the collision code and the solver that several folders go by.
#ifndef SC_TUNING_H
#define SC_TUNING_H

/// Lengths in metres that the collision code goes by: contacts keep an overlap of up to the slop,
/// and points closer than the speculative distance make contact constraints before they touch.
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
/// m/s: points that bounce within this of the speed they should have get no more impulse.
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
/// shorter are no normals, m.
#define SC_FACE_TOLERANCE (0.1f * SC_SLOP)
/// Faces lie flat on each other if the cosine between their normals is below minus this (2.6
/// degrees).
#define SC_FLAT_COSINE 0.999f

#endif
