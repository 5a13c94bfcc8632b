/// The helpers that the twins of the narrowphase share: shapes in, clipped edges, manifolds out.
#ifndef SC_TWINS_NARROW_H
#define SC_TWINS_NARROW_H

#include "core/block.h"
#include "core/contact_records.h"
#include "core/shape_records.h"
#include "core/tuning.h"
#include "core/maths.h"
#include "simd/kernels.h"

/// A shape in the world: a core (a point or a polygon) rounded by a disc.
typedef struct sc_twin_shape
{
    scree_vec2 center;
    sc_rotation rotation;
    scree_vec2 arm;  ///< from the body's centre of mass
    float radius;
    int32_t path;           ///< see sc_shape_pose
    const float *geometry;  ///< header, vertices, normals
} sc_twin_shape;

typedef struct sc_twin_pair
{
    int index;  ///< of the contact
    sc_twin_shape a, b;
} sc_twin_pair;

/// Points of a pair that are farther apart are not stored, which way ever it lies, and along a
/// normal.
static inline float sc_twin_reach(const sc_narrow_args *args, const sc_twin_pair *pair)
{
    return args->margin + (sc_path_length(pair->a.path) + sc_path_length(pair->b.path));
}

static inline float sc_twin_reach_along(const sc_narrow_args *args, const sc_twin_pair *pair,
                                        scree_vec2 normal)
{
    return args->margin + sc_approach(pair->a.path, pair->b.path, normal);
}

sc_twin_pair sc_twin_pair_at(const sc_narrow_args *args, int index);

/// A point between the surfaces of two shapes.
typedef struct sc_twin_point
{
    scree_vec2 position;
    float separation;
    int feature;  ///< see SC_FEATURE_*
} sc_twin_point;

/// The manifold of shapes that are apart: all zero.
void sc_twin_store_nothing(const sc_narrow_args *args, const sc_twin_pair *pair);

/// The manifold of a disc against something: its point keeps one feature id, 0.
void sc_twin_store_single(const sc_narrow_args *args, const sc_twin_pair *pair, scree_vec2 normal,
                          scree_vec2 anchor, float separation);

/// The edge whose face separates best, and the edge of the other shape that faces it, in the frame
/// of the first: x along its outward normal, y along the edge. The incident edge runs the other
/// way.
typedef struct sc_twin_edges
{
    float face;             ///< x of the reference edge
    float low, high;        ///< y of its start and end
    scree_vec2 start, end;  ///< of the incident edge: start has the larger y
    int reference_start, reference_end, incident_start, incident_end;  ///< vertex indices
    float reference_radius, incident_radius;
    float separation;  ///< of the two cores along the reference normal
    bool flip;         ///< the reference edge belongs to b
} sc_twin_edges;

/// Clips the incident edge against the reference edge and stores the points within reach. `frame`
/// is the reference normal as a rotation (its x axis), world; `origin` leads from the centre of
/// mass of a to the origin of that frame.
void sc_twin_store_clipped(const sc_narrow_args *args, const sc_twin_pair *pair,
                           const sc_twin_edges *edges, sc_rotation frame, scree_vec2 origin);

/// Whether the faces of b lead. Where the faces lie flat on each other those of b must be clearly
/// better, so that resting contacts do not alternate; elsewhere the lesser face can miss the
/// closest points.
static inline bool sc_twin_b_leads(float separation_a, float separation_b, bool flat)
{
    float hysteresis = flat ? SC_FACE_TOLERANCE : 0.0f;
    return separation_b > separation_a + hysteresis;
}

/// Whether the incident edge lies wholly beside the slab over the reference edge.
static inline bool sc_twin_edges_miss(const sc_twin_edges *e)
{
    return e->start.y < e->low || e->high < e->end.y;
}

#endif
