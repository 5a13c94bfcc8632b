/// Records that kernels gather by 128-bit loads, and the constants of the contact geometry.
///
/// Rows: dynamic bodies first, then kinematic, then (for gathers) one static record that
/// stands for every body that does not move, then for each worker one discard record that takes the
/// writes of lanes whose body no lane may write. Slots: shapes; slot 0 is the null shape.
#ifndef SC_RECORDS_H
#define SC_RECORDS_H

#include "scree/base.h"

#include <stddef.h>
#include <stdint.h>

/// Lanes of a block in memory, on every CPU; arrays that kernels walk are padded to a multiple of
/// it.
#define SC_BLOCK 16

/// Records of 16 bytes from one worker's discard record to the next: a cache line. The first is as
/// far from the static or padding record before it, which all workers read.
#define SC_DISCARD_STRIDE 4

/// Records before the first row, one for each lane of a block whose lanes share a body.
#define SC_HUB_ROWS SC_BLOCK

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
/// AABB covers its path, and what lies on the path makes points before it is touched.
#define SC_FAST_FRACTION 1.0f

/// A body of which a point travels more than this fraction of its least inscribed radius in a step
/// is followed along its path, and its core, which may not pass anything, begins so deep below its
/// surface, but no deeper than SC_MAX_SINK.
#define SC_SAFE_FRACTION 0.5f
#define SC_MAX_SINK 0.25f

/// 1/kg: what has a smaller inverse mass does not move. The largest displacement, 1e8 m, divided by
/// it is still finite.
#define SC_MIN_INVERSE_MASS 1e-30f

typedef struct sc_velocity
{
    _Alignas(16) float vx;  ///< m/s
    float vy, w;            ///< m/s, rad/s
    float inverse_mass;     ///< 1/kg; 0 for kinematic bodies and the static row
} sc_velocity;

/// Change of pose since the beginning of the step.
typedef struct sc_delta
{
    _Alignas(16) float dx;  ///< m
    float dy, sin, cos_minus_1;
} sc_delta;

/// What warm starting adds in the next substep equals (velocity now) - (velocity stored here after
/// gravity was applied). Before the first substep it holds the impulses carried over, summed by
/// prepare; the fourth field is then the inverse inertia.
typedef struct sc_warm_start
{
    _Alignas(16) float vx;
    float vy, w;
    float inverse_inertia;  ///< 1/(kg m^2)
} sc_warm_start;

/// v = v * damping + increment in every substep; the fourth fields are 1 and 0.
typedef struct sc_velocity_update
{
    _Alignas(16) float x;
    float y, w, unit;
} sc_velocity_update;

/// Centre of mass and rotation of a body, world.
typedef struct sc_pose
{
    _Alignas(16) float x;
    float y, cos, sin;
} sc_pose;

/// What a shape has fixed to its body: centre relative to the centre of mass and rotation (body
/// frame).
typedef struct sc_shape_local
{
    _Alignas(32) float x;
    float y, cos, sin;
    float radius;            ///< of the rounding disc (a circle's radius), m
    float max_extent;        ///< farthest point from the body's centre of mass, m
    float bounding_radius;   ///< of the smallest disc round the shape's centre that holds it, m
    float inscribed_radius;  ///< of a disc round the shape's centre that lies inside, m
} sc_shape_local;

/// A shape in the world.
typedef struct sc_shape_pose
{
    _Alignas(32) float x;  ///< centre, m
    float y, cos, sin;
    float arm_x, arm_y;  ///< from the body's centre of mass to the shape's centre, world axes, m
    float radius;        ///< m
    int32_t path;        ///< of the step, if the shape is fast, as sc_pack_path packs it; else 0
} sc_shape_pose;

/// The axis-aligned bounds of a shape as the broadphase holds them, margin included. Empty: lower =
/// FLT_MAX, upper = -FLT_MAX.
typedef struct sc_aabb
{
    _Alignas(16) float lower_x;
    float lower_y, upper_x, upper_y;
} sc_aabb;

/// The contact of two shapes. Anchors are relative to the centre of mass of body a; the vector
/// (com_x, com_y) leads from there to the centre of mass of b, so the arm on b is anchor - com.
typedef struct sc_manifold
{
    _Alignas(64) float normal_x;  ///< unit, from a to b
    float normal_y;
    float com_x, com_y;
    float anchor[2][2];     ///< [point][x, y], m
    float separation[2];    ///< m; negative: overlap
    int32_t info;           ///< feature ids and count, see SC_FEATURE_*
    float rolling_impulse;  ///< N m s
    float normal_impulse_0, tangent_impulse_0, normal_impulse_1, tangent_impulse_1;  ///< N s
} sc_manifold;

/// sc_manifold.info: bits 0-13 the feature of point 0 (vertex or edge of a in the low 7 bits, of
/// b in the high 7), bits 14-27 that of point 1, bits 28-29 the point count.
#define SC_FEATURE_B_SHIFT 7
#define SC_FEATURE_BITS 14
#define SC_FEATURE_MASK 0x3fff
#define SC_COUNT_SHIFT 28
#define SC_COUNT_MASK 3

/// Offsets of a manifold's 16-byte quarters, in floats.
enum
{
    SC_MANIFOLD_FRAME = 0,      ///< normal, com
    SC_MANIFOLD_ANCHORS = 4,    ///< both points
    SC_MANIFOLD_DEPTHS = 8,     ///< separations, info, rolling impulse
    SC_MANIFOLD_IMPULSES = 12,  ///< normal 0, tangent 0, normal 1, tangent 1
    SC_MANIFOLD_FLOATS = 16
};

/// The mixed surface of a pair.
typedef struct sc_surface
{
    _Alignas(16) float static_friction;
    float restitution;
    float rolling_resistance;  ///< m: torque limit over normal force
    float tangent_speed;       ///< m/s
} sc_surface;

enum
{
    SC_SURFACE_FLOATS = 4
};

_Static_assert(sizeof(sc_manifold) == 64, "a manifold is one cache line");
_Static_assert(sizeof(sc_surface) == 16 && sizeof(sc_shape_pose) == 32 &&
                   sizeof(sc_shape_local) == 32,
               "");
_Static_assert(sizeof(sc_velocity_update) == 16 && sizeof(sc_aabb) == 16 && sizeof(sc_pose) == 16 &&
                   sizeof(sc_velocity) == 16,
               "");

/// Geometry of a shape in the pool of floats, 16-byte aligned, relative to the shape's centre and
/// rotation. Header: half width, half height (boxes; else 0), vertex count and rounding radius,
/// then the vertices as (x, y) pairs and the outward unit edge normals (edge i from vertex i to i
/// + 1), each list padded with entry 0 by sc_geometry_pad.
enum
{
    SC_GEOMETRY_HEADER = 4
};

/// The entry of a chain's segment is that of two vertices padded to 4, with flags in place of the
/// half width, and two more vectors at its end: the right-hand unit normals of the segments before
/// and after it, or its own where there is none. No two shapes share such an entry.
enum
{
    SC_CHAIN_NEIGHBOURS = SC_GEOMETRY_HEADER + 4 * 4,  ///< where these are
    SC_CHAIN_FLOATS = SC_CHAIN_NEIGHBOURS + 4,

    // Flags.
    SC_CHAIN_BEFORE = 1,  ///< a segment goes before it
    SC_CHAIN_AFTER = 2,
    SC_CHAIN_TWO_SIDED = 4
};

/// Shape kinds as the narrowphase sees them. Segments and capsules are polygons of two vertices.
typedef enum sc_shape_kind
{
    SC_KIND_CIRCLE = 0,
    SC_KIND_BOX,         ///< four vertices, also readable as SC_KIND_CONVEX4
    SC_KIND_CONVEX4,     ///< 2 to 4 vertices, padded to 4
    SC_KIND_CONVEX8,     ///< 5 to 8 vertices, padded to 8
    SC_KIND_POLYGON,     ///< 9 to 64 vertices, not padded
    SC_KIND_HALF_SPACE,  ///< header: normal x, normal y, offset, 0 in body coordinates
    SC_KIND_COUNT
} sc_shape_kind;

/// Classes of contacts: one batch kernel each. In a class the kind of a is the one named first.
typedef enum sc_contact_class
{
    SC_CLASS_NONE = 0,  ///< the null contacts 0..15 that empty lanes point at
    SC_CLASS_CIRCLE_CIRCLE,
    SC_CLASS_BOX_CIRCLE,
    SC_CLASS_CONVEX4_CIRCLE,
    SC_CLASS_CONVEX8_CIRCLE,
    SC_CLASS_BOX_BOX,
    SC_CLASS_CONVEX4_CONVEX4,  ///< boxes too
    SC_CLASS_CONVEX8_CONVEX8,  ///< a has 5 to 8 vertices; b is any kind up to 8
    SC_CLASS_POLYGON,          ///< scalar: a has 9 to 64 vertices; b is anything but a half-space
    SC_CLASS_HALF_SPACE,       ///< scalar: a is the half-space
    SC_CLASS_COUNT
} sc_contact_class;

#endif
