/// Records of shapes by slot, and the geometry pool. Slot 0 is the null shape.
#ifndef SC_SHAPE_RECORDS_H
#define SC_SHAPE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/// The placement of a shape in its body's frame: the centre relative to the centre of mass, and the
/// rotation.
typedef struct sc_shape_local
{
    _Alignas(32) float x;
    float y, cos, sin;
    float radius;            ///< of the rounding disc (for a circle: its radius), m
    float max_extent;        ///< farthest point from the body's centre of mass, m
    float bounding_radius;   ///< of the smallest disc about the shape's centre that contains it, m
    float inscribed_radius;  ///< of a disc about the shape's centre that lies inside, m
} sc_shape_local;

/// A shape in the world.
typedef struct sc_shape_pose
{
    _Alignas(32) float x;  ///< centre, m
    float y, cos, sin;
    float arm_x, arm_y;  ///< from the body's centre of mass to the shape's centre, world axes, m
    float radius;        ///< m
    int32_t path;        ///< the path of the step from sc_pack_path if the shape is fast; else 0
} sc_shape_pose;

/// The axis-aligned bounds of a shape in the broadphase, including the margin. Empty: lower =
/// FLT_MAX, upper = -FLT_MAX.
typedef struct sc_aabb
{
    _Alignas(16) float lower_x;
    float lower_y, upper_x, upper_y;
} sc_aabb;

_Static_assert(sizeof(sc_shape_pose) == 32 && sizeof(sc_shape_local) == 32 && sizeof(sc_aabb) == 16,
               "");

/// Geometry of a shape in the pool of floats, 16-byte aligned, relative to the shape's centre and
/// rotation. Header: half width, half height (boxes; else 0), vertex count and rounding radius,
/// then the vertices as (x, y) pairs and the outward unit normals of the edges (edge i leads from
/// vertex i to i + 1). Both lists are padded with their element 0 to the length of sc_geometry_pad.
enum
{
    SC_GEOMETRY_HEADER = 4,
    SC_GEOMETRY_MAX_FLOATS = SC_GEOMETRY_HEADER + 6 * 64  ///< of a polygon and its given vertices
};

/// If the values that the caller gave cannot be restored bit for bit from the data for kernels, the
/// entry ends with these values: the vertices (x, y), or the normal and offset of a half-space,
/// padded to a multiple of 4 floats.

/// A chain segment has the entry of two vertices padded to 4, with flags in place of the half
/// width. More vectors follow: the right-hand unit normals of the segments before and after it (its
/// own normal if there is none), its points as they were given, and the far points of its
/// neighbours. No two shapes share such an entry.
enum
{
    SC_CHAIN_NEIGHBOURS = SC_GEOMETRY_HEADER + 4 * 4,  ///< where the normals are
    SC_CHAIN_GIVEN = SC_CHAIN_NEIGHBOURS + 4,          ///< point a, point b, before, after
    SC_CHAIN_FLOATS = SC_CHAIN_GIVEN + 8,

    // Flags.
    SC_CHAIN_BEFORE = 1,  ///< another segment precedes it
    SC_CHAIN_AFTER = 2,
    SC_CHAIN_TWO_SIDED = 4
};

/// Whether a chain segment, by its geometry, collides on one side only.
static inline bool sc_segment_is_one_sided(const float *geometry)
{
    return !((int)geometry[0] & SC_CHAIN_TWO_SIDED);
}

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

#endif
