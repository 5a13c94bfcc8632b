/// The ranges of values that calls accept. The public headers document each of these numbers, and
/// tests/bad_input/test_limits.c checks them.
#ifndef SC_LIMITS_H
#define SC_LIMITS_H

#include <float.h>

/// m: the largest coordinate of a position.
#define SC_WORLD_REACH 1e8f
/// m: the largest x or y of the translation of a ray or cast, which leads from one end of the world
/// to the other.
#define SC_MAX_TRANSLATION (2.0f * SC_WORLD_REACH)

// How far cos^2 + sin^2 of a rotation may be from 1.
#define SC_ROTATION_ERROR 1e-4f

// Lengths of steps, s. Below the minimum, squared intermediate values would no longer be normal
// floats. Besides, soft bodies turn the rounding of their positions into a velocity
// (docs/particles.md), which would exceed all other velocities.
#define SC_MIN_DT 1e-6f
#define SC_MAX_DT 1.0f

// The maximum of those settings of worlds that have no limit of their own (thresholds, speeds,
// frequencies, slop).
#define SC_MAX_SETTING 1e6f
#define SC_MIN_LENGTH_UNIT 1e-6f
#define SC_MAX_LENGTH_UNIT 1e6f

// Bodies, soft bodies and particles.
#define SC_MAX_DAMPING 1e6f  // 1/s

// Materials.
#define SC_MAX_DENSITY 1e12f     // kg/m^2
#define SC_MAX_COEFFICIENT 1e6f  // friction, rolling resistance

// The length of the normal that the caller passes for a half-space.
#define SC_MIN_NORMAL 1e-6f
#define SC_MAX_NORMAL 1e12f

// Particles.
#define SC_MIN_PARTICLE_RADIUS 1e-6f    // units
#define SC_MAX_PARTICLE_RADIUS 1e6f     // units
#define SC_MIN_PARTICLE_DENSITY 1e-12f  // kg/m^2
#define SC_MAX_PARTICLE_SPEED 1e6f      // units/s: the largest cap

// Soft bodies. Masses are multiplied by the square of the length unit.
#define SC_MIN_SOFT_MASS 1e-6f      // kg, of a vertex that is not held
#define SC_MAX_SOFT_MASS 1e9f       // kg, of a vertex
#define SC_MAX_SOFT_SPEED 1e6f      // units/s, of a vertex along each axis; rad/s
#define SC_MAX_SOFT_RADIUS 1e4f     // units, round vertices
#define SC_MAX_SOFT_HALF_SIZE 1e5f  // units: half extents, circumradius
#define SC_MIN_SOFT_LENGTH 1e-4f    // units, of edges
#define SC_MAX_SOFT_LENGTH 1e6f     // units, of edges
#define SC_MAX_SOFT_SPACING 1e4f    // units, of cloth

// Rigid shapes.
#define SC_MIN_LENGTH 1e-4f  // units, of segments, capsules and segments of chains
// The shortest edge of a polygon is this fraction of its width or height, whichever is larger,
// limited to the range SC_LEAST_MIN_EDGE to SC_LARGEST_MIN_EDGE.
#define SC_MIN_EDGE_FRACTION 1e-4
#define SC_LEAST_MIN_EDGE 1e-7    // m
#define SC_LARGEST_MIN_EDGE 5e-3  // m

// Explosions.
#define SC_MAX_BLOW 1e12f  // N s per m

// Joints.
#define SC_MAX_JOINT_FORCE 1e12f    // N, N m
#define SC_MAX_JOINT_SPEED 1e12f    // m/s, rad/s
#define SC_MIN_JOINT_LENGTH 0.005f  // units, of distance joints at rest
#define SC_MIN_JOINT_RATIO 1e-6f    // of gears and pulleys; m, of racks
#define SC_MAX_JOINT_RATIO 1e6f
#define SC_MIN_JOINT_TOOTH 1e-3f  // rad

enum
{
    SC_MAX_SUBSTEPS = 64,
    SC_MAX_WORKERS = 64,
    SC_MAX_CLOCK_STEPS = 1000,
    SC_MAX_ITERATIONS = 1000,
    SC_MAX_CONTACT_CAPACITY = 1 << 28,
    SC_MAX_HULL_POINTS = 4096,
    SC_SOFT_MAX_ITERATIONS = 64,
    SC_SOFT_MAX_VERTICES = 65536,
    SC_SOFT_MAX_EDGES = 1 << 24,
    SC_SOFT_MAX_OUTLINE = 64,
    SC_SOFT_MAX_NET = 256,  ///< vertices of cloth along each side
};

#endif
