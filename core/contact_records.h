/// The records of a contact that kernels read: its manifold, its surface and its class.
#ifndef SC_CONTACT_RECORDS_H
#define SC_CONTACT_RECORDS_H

#include <stdint.h>

/// The contact of two shapes. Anchors, the contact points, are relative to the centre of mass of
/// body a. The vector (com_x, com_y) leads from that centre to the centre of mass of b, so the arm
/// on b is anchor - com.
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

/// sc_manifold.info: bits 0-13 are the feature of point 0 (the vertex or edge of a in the low 7
/// bits, that of b in the high 7), bits 14-27 the feature of point 1, bits 28-29 the point count.
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

/// Impulses over all points and substeps of a step, N s.
typedef struct sc_contact_sums
{
    float normal, tangent;
} sc_contact_sums;

_Static_assert(sizeof(sc_manifold) == 64, "a manifold is one cache line");
_Static_assert(sizeof(sc_surface) == 16, "");

/// Classes of contacts by the kinds of their shapes. One kernel collides all contacts of a class.
/// The name of a class has the kind of a first.
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
    SC_CLASS_POLYGON,     ///< scalar: a has 9 to 64 vertices; b is any kind except a half-space
    SC_CLASS_HALF_SPACE,  ///< scalar: a is the half-space
    SC_CLASS_COUNT
} sc_contact_class;

#endif
