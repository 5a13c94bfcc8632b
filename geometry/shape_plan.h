/// Geometry of public calls, checked and ready to be stored (a plan). A plan also has the kind of
/// the shape: a polygon whose corners form a rectangle becomes a box.
#ifndef SC_SHAPE_PLAN_H
#define SC_SHAPE_PLAN_H

#include "core/errors.h"
#include "core/stores/shapes.h"
#include "scree/collision.h"

/// A shape ready to be stored: its geometry in its own frame, and that frame in the body's.
typedef struct sc_shape_plan
{
    const char *argument;  ///< by which errors name it
    sc_shape_kind kind;
    scree_shape_type type;
    int count;
    float radius, bounding_radius, inscribed_radius;
    scree_vec2 center;
    sc_rotation rotation;
    int floats;
    float geometry[SC_GEOMETRY_MAX_FLOATS];
} sc_shape_plan;

// Checks the geometry of a call, and plans it.
scree_result sc_check_circle(scree_world *world, const scree_circle *circle, const char *function,
                             sc_shape_plan *plan);
scree_result sc_check_capsule(scree_world *world, const scree_capsule *capsule,
                              const char *function, sc_shape_plan *plan);
scree_result sc_check_segment(scree_world *world, const scree_segment *segment,
                              const char *function, sc_shape_plan *plan);
scree_result sc_check_polygon(scree_world *world, const scree_polygon *polygon,
                              const char *function, sc_shape_plan *plan);
scree_result sc_check_half_space(scree_world *world, const scree_half_space *half_space,
                                 const char *function, sc_shape_plan *plan);

/// Appends the original points to the entry, if they cannot be restored bit for bit from the stored
/// ones.
void sc_keep_given(sc_shape_plan *plan, const scree_vec2 *points, int count);
/// Original point k of a live shape: the ends of a line, the vertices of a polygon, the centre of a
/// circle.
scree_vec2 sc_given_point(const sc_shapes *shapes, int32_t slot, int k);
scree_half_space sc_given_half_space(const sc_shapes *shapes, int32_t slot);

/// These functions check and plan segments of chains, and loose ones. The name of the argument in
/// errors is `chain_segment`.
scree_result sc_check_chain_segment(scree_world *world, const scree_chain_segment *segment,
                                    const char *function, sc_shape_plan *plan);
void sc_plan_chain_segment(sc_shape_plan *plan, const scree_chain_segment *segment);

/// A vertex of a geometry, and the whole polygon, in the body's frame. `origin`: centre and
/// rotation of the geometry in the body's frame.
scree_vec2 sc_vertex_of(const float origin[4], const float *geometry, int i);
scree_polygon sc_polygon_of(const float origin[4], const float *geometry, float radius);
scree_mass_data sc_geometry_mass(scree_shape_type type, const float origin[4],
                                 const float *geometry, float radius, float density);
scree_mass_data sc_plan_mass(const sc_shape_plan *plan, float density);
/// Writes all data of a shape that are derived from its geometry, except its kind and its lists.
void sc_apply_plan(sc_shapes *shapes, int32_t slot, const sc_shape_plan *plan,
                   int32_t geometry_start);

/// These functions plan geometry that was checked. Capsules and segments get two vertices round
/// their midpoint; rectangles become boxes.
void sc_plan_circle(sc_shape_plan *plan, const scree_circle *circle);
void sc_plan_line(sc_shape_plan *plan, scree_shape_type type, scree_vec2 a, scree_vec2 b,
                  float radius);
void sc_plan_polygon(sc_shape_plan *plan, const scree_polygon *polygon);
void sc_plan_half_space(sc_shape_plan *plan, scree_vec2 normal, float offset);
/// Writes the geometry and the data derived from it.
void sc_finish_plan(sc_shape_plan *plan, const scree_vec2 *vertices, float half_width,
                    float half_height);

#endif
