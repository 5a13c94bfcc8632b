/// The baseline: a small rigid-body engine as one would write it from the papers. Bodies and shapes
/// are structs in arrays, every pair of AABBs is tried, and contacts are solved one after another
/// in scalar floats. It is a text to be read, the judge of how scree behaves, and the baseline of
/// the bench.
///
/// In the order of a step:
///   engine_mass.c      mass, centre and inertia of a shape from its area
///   engine_pairs.c     AABBs, brute-force pairs, contacts carried over from the step before
///   engine_collide.c   manifolds: separating axes, clipping, closest vertices
///   engine_solve.c     soft contacts in substeps
///   reference_engine.c bodies, shapes and the step that calls these
///   engine_copy.c      the same scene out of a scree world
///
/// E. Catto: Iterative Dynamics with Temporal Coherence (GDC 2005), Fast and Simple Physics using
/// Sequential Impulses (2006), Contact Manifolds (2007), Soft Constraints (2011), Understanding
/// Constraints (2014), Solver2D (2024).
#ifndef REF_ENGINE_H
#define REF_ENGINE_H

#include "scree/scree.h"

typedef struct ref_body
{
    scree_body_type type;
    bool enabled;
    scree_vec2 position;                  ///< of the origin, m
    float cos, sin;                       ///< rotation
    scree_vec2 local_center;              ///< centre of mass, body coordinates, m
    scree_vec2 center;                    ///< centre of mass, world, m
    scree_vec2 velocity;                  ///< of the centre of mass, m/s
    float w;                              ///< rad/s
    float mass, inertia;                  ///< kg, kg m^2 about the centre of mass
    float inverse_mass, inverse_inertia;  ///< 0 for bodies that contacts cannot move
    float gravity_scale, linear_damping, angular_damping;
    bool lock_x, lock_y, lock_angle;
    scree_vec2 force;  ///< N, over the next step
    float torque;      ///< N m

    // During a step: how far the centre went and the body turned since its beginning.
    scree_vec2 moved;
    float turned_cos, turned_sin;
} ref_body;

/// Every convex shape is a core polygon swept by a disc: a circle has one vertex, a capsule and a
/// segment two, a polygon three or more.
typedef struct ref_hull
{
    int count;
    float radius;          ///< m
    scree_vec2 *vertices;  ///< counter-clockwise, body coordinates, m
    scree_vec2 *normals;   ///< of edge i, from vertex i to i + 1, outward
} ref_hull;

typedef struct ref_shape
{
    scree_shape_type type;
    int body;
    ref_hull *hull;          ///< null for a half-space
    scree_half_space plane;  ///< unit normal; for a half-space
    scree_material material;
    scree_filter filter;
    scree_mass_data mass;
    scree_aabb aabb;  ///< world, with the margin; as of the last step
} ref_shape;

typedef struct ref_point
{
    scree_vec2 arm_a, arm_b;  ///< from the centres of mass, world axes, at the step's beginning, m
    float separation;         ///< then, m
    uint32_t feature;         ///< vertex of a and vertex of b
    float normal_impulse, tangent_impulse;  ///< of one substep, N s
    float max_normal_impulse;
    float normal_mass, tangent_mass;  ///< kg
    float approach;                   ///< normal velocity before the step, m/s
} ref_point;

typedef struct ref_contact
{
    int shape_a, shape_b;
    scree_vec2 normal;  ///< from a to b
    int point_count;
    ref_point points[2];
    float friction, static_friction, restitution, tangent_speed;
    float rolling_resistance;  ///< m: torque limit over normal force
    float rolling_impulse, rolling_mass;
} ref_contact;

/// As in scree_world_def.
typedef struct ref_settings
{
    scree_vec2 gravity;
    float contact_hertz, contact_damping_ratio, contact_push_speed;
    float restitution_threshold, max_linear_speed;
    scree_friction_mixing friction_mixing;
    scree_restitution_mixing restitution_mixing;
} ref_settings;

typedef struct ref_engine
{
    ref_settings settings;
    ref_body *bodies;
    int body_count, body_capacity;
    ref_shape *shapes;
    int shape_count, shape_capacity;
    ref_contact *contacts;  ///< pairs whose AABBs overlap, sorted by (shape_a, shape_b)
    int contact_count, contact_capacity;
    ref_contact *previous;  ///< those of the step before
    int previous_count, previous_capacity;
    float last_h;  ///< substep of the step before, s; 0: none
    bool failed;   ///< out of memory: the engine does nothing from then on
} ref_engine;

/// With the settings of scree_world_def_default(). Null if out of memory.
ref_engine *ref_engine_create(scree_vec2 gravity);
void ref_engine_destroy(ref_engine *engine);

/// Copies the bodies and shapes of a world, in row order, as far as the public API tells them:
/// damping, gravity scale, locks and the world's solver settings it does not tell, so these stay as
/// ref_engine_create leaves them and are the caller's to set. Null if out of memory.
ref_engine *ref_engine_from_world(scree_world *world);

/// Index of the new body, or -1 if out of memory. The definition is taken as valid.
int ref_body_add(ref_engine *engine, const scree_body_def *def);

/// Each adds a shape and its mass to a body. Index of the shape, or -1 if out of memory.
int ref_shape_add_circle(ref_engine *engine, int body, const scree_shape_def *def,
                         scree_circle circle);
int ref_shape_add_capsule(ref_engine *engine, int body, const scree_shape_def *def,
                          scree_capsule capsule);
int ref_shape_add_segment(ref_engine *engine, int body, const scree_shape_def *def,
                          scree_segment segment);
int ref_shape_add_polygon(ref_engine *engine, int body, const scree_shape_def *def,
                          const scree_polygon *polygon);
int ref_shape_add_half_space(ref_engine *engine, int body, const scree_shape_def *def,
                             scree_vec2 normal, float offset);

/// Moves all bodies on by `dt` seconds in `substeps` solver steps. False if out of memory.
bool ref_engine_step(ref_engine *engine, float dt, int substeps);

/// Sum over dynamic bodies of m v^2 / 2 + I w^2 / 2, J.
double ref_engine_kinetic_energy(const ref_engine *engine);
/// Deepest overlap of two shapes at the beginning of the last step, m; 0 if none.
double ref_engine_penetration(const ref_engine *engine);

#endif
