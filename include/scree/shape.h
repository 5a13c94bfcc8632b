/// Shapes: geometry with a material and a filter, fixed to a body. A body may carry many (a
/// compound).
#ifndef SCREE_SHAPE_H
#define SCREE_SHAPE_H

#include "collision.h"
#include "geometry.h"
#include "id.h"
#include "world.h"

/// How a surface slides, bounces and rolls. The world has the rules by which two surfaces combine:
/// scree_friction_mixing, scree_restitution_mixing, scree_world_set_pair_material and
/// scree_mixing_callback.
typedef struct scree_material
{
    float friction;  ///< dynamic (sliding) coefficient, 0 to 1e6
    /// coefficient while not sliding, -1e6 to 1e6; below `friction` (such as -1) counts as equal to
    /// it
    float static_friction;
    float restitution;  ///< 0: no bounce, 1: full bounce; 0 to 1
    /// torque limit over (normal force * larger radius of the two shapes), 0 to 1e6; acts on round
    /// shapes
    float rolling_resistance;
    /// a conveyor's surface speed, clockwise round the shape, m/s, finite; contacts take the sum of
    /// both, -1e6 to 1e6
    float tangent_speed;
    uint32_t user_id;  ///< for the caller; also the key of scree_world_set_pair_material
} scree_material;

/// A filter lets two shapes of different bodies collide if the category of each has a bit in the
/// mask of the other. A common group other than 0 overrides that: positive lets them collide,
/// negative does not.
typedef struct scree_filter
{
    uint64_t category;
    uint64_t mask;
    int32_t group;
} scree_filter;

typedef struct scree_shape_def
{
    uint32_t version;  ///< set by scree_shape_def_default(); do not write
    float density;  ///< kg/m^2, 0 to 1e12; if all shapes of a body have density 0, it has 1 kg, see
                    ///< body.h
    scree_material material;
    scree_filter filter;
    void *user_data;
    bool enable_contact_events;  ///< its contacts report begin and end: scree/events.h
    bool enable_hit_events;      ///< its contacts report hits
    bool sensor;                 ///< detects overlaps, has no contacts: scree/events.h
    bool enable_sensor_events;   ///< sensors detect it
    bool enable_static_sensing;  ///< as a sensor it detects shapes of static bodies, too
    /// its pairs are passed to the callback of scree_world_set_contact_filter
    bool enable_contact_filter;
    /// its contacts are passed to the callback of scree_world_set_pre_solve
    bool enable_pre_solve;
} scree_shape_def;

/// Density 1, friction 0.6 (static the same), restitution 0, no rolling resistance, category 1,
/// mask all, group 0; no sensor, all flags off.
SCREE_API SCREE_NODISCARD scree_shape_def scree_shape_def_default(void);

/// Each of these calls creates a shape on a body and, if the body is dynamic, computes its mass
/// from its shapes again. A body's velocity is the velocity of its centre of mass, so it changes
/// with the centre if the body turns. Returns a null id on error. It is also an error if the mass
/// or the inertia of a dynamic body becomes infinite, or if the centre of mass, or the velocity of
/// the centre, leaves its range. If the shapes of a body weigh less than 2.94e-39 kg together,
/// their mass counts as 0.
SCREE_API scree_shape_id scree_shape_create_circle(scree_world *world, scree_body_id body,
                                                   const scree_shape_def *def,
                                                   const scree_circle *circle);
SCREE_API scree_shape_id scree_shape_create_capsule(scree_world *world, scree_body_id body,
                                                    const scree_shape_def *def,
                                                    const scree_capsule *capsule);
SCREE_API scree_shape_id scree_shape_create_segment(scree_world *world, scree_body_id body,
                                                    const scree_shape_def *def,
                                                    const scree_segment *segment);
SCREE_API scree_shape_id scree_shape_create_polygon(scree_world *world, scree_body_id body,
                                                    const scree_shape_def *def,
                                                    const scree_polygon *polygon);
/// Static bodies only. The normal points out of the solid, longer than 1e-6 and up to 1e12; the
/// solid is where dot(normal, p) <= offset, -1e8 to 1e8: with a unit normal that is the plane's
/// distance from the body's origin, m.
SCREE_API scree_shape_id scree_shape_create_half_space(scree_world *world, scree_body_id body,
                                                       const scree_shape_def *def,
                                                       const scree_half_space *half_space);

/// Creates the same geometry on each of `count` (>= 0) bodies: all shapes are created or, on error,
/// none. A body may come more than once. `ids` receives `count` shape ids and may be null. A world
/// holds up to 2^24 - 2 shapes; creating more fails with SCREE_ERROR_CAPACITY.
SCREE_API scree_result scree_shapes_create_circle(scree_world *world, const scree_body_id *bodies,
                                                  int count, const scree_shape_def *def,
                                                  const scree_circle *circle, scree_shape_id *ids);
SCREE_API scree_result scree_shapes_create_capsule(scree_world *world, const scree_body_id *bodies,
                                                   int count, const scree_shape_def *def,
                                                   const scree_capsule *capsule,
                                                   scree_shape_id *ids);
SCREE_API scree_result scree_shapes_create_polygon(scree_world *world, const scree_body_id *bodies,
                                                   int count, const scree_shape_def *def,
                                                   const scree_polygon *polygon,
                                                   scree_shape_id *ids);

/// A line of segments over which bodies slide as over one surface: ends that lie between two
/// segments do not push bodies.
///
/// Bodies collide with a chain from one side or from both. With a one-sided chain that is the
/// right-hand side of the direction from the first point to the last: ground runs from right to
/// left with the air above it, and bodies collide with a loop from outside if it is
/// counter-clockwise, from inside if clockwise. A body that comes from the other side passes
/// through: its shapes do not collide as long as their centres are there.
///
///       <-------- points -------     air, bodies        3 <--- 2
///      3 ------ 2 ------ 1 ------ 0                     |      ^   bodies outside
///              no collision                             v      |
///                                                       0 ---> 1
///
/// A chain may cross itself; at a crossing, bodies collide with it as with two chains. At an open
/// end bodies may hit the end of the segment, as with a plain segment, unless the end has a ghost
/// point: then they slide over the end as if the chain continued to that point. Chains that
/// continue each other can be joined without a seam in this way. Particles and soft bodies collide
/// with both sides of a chain.
typedef struct scree_chain_def
{
    uint32_t version;          ///< set by scree_chain_def_default(); do not write
    const scree_vec2 *points;  ///< body coordinates; neighbours at least 1e-4 units apart
    int count;                 ///< 2 (a loop: 3) to 2^24 - 2
    bool loop;                 ///< one more segment leads from the last point to the first
    bool two_sided;
    /// Ghost points of open ends, body coordinates, at least 1e-4 units from the end. A loop checks
    /// their range but does not use them.
    scree_vec2 before, after;
    bool has_before, has_after;  ///< whether there is one before the first point, after the last
    /// one for each segment, in the order of points; null: all have that of the shape definition
    const scree_material *materials;
} scree_chain_def;

/// No points, open, one-sided, without ghost points.
SCREE_API SCREE_NODISCARD scree_chain_def scree_chain_def_default(void);

/// Creates `count` - 1 segments on a body, or `count` segments for a loop, in time linear in their
/// number. Each segment is a shape of type SCREE_SHAPE_CHAIN_SEGMENT without mass. It has the
/// filter, user data and flags of `def`, and the material of `def` unless `chain` gives others. On
/// error no segment is created and the id is null: SCREE_ERROR_CAPACITY if the world has fewer than
/// `count` ids left for shapes.
SCREE_API scree_chain_id scree_chain_create(scree_world *world, scree_body_id body,
                                            const scree_shape_def *def,
                                            const scree_chain_def *chain);
/// Destroys a chain and its segments. A chain is also destroyed with its body and with its last
/// segment. If one segment is destroyed, its neighbours get open ends.
SCREE_API scree_result scree_chain_destroy(scree_world *world, scree_chain_id chain);
SCREE_API SCREE_NODISCARD bool scree_chain_is_valid(const scree_world *world, scree_chain_id chain);
/// Whether the chain was created as a loop; its segments may have been destroyed since.
SCREE_API bool scree_chain_is_loop(const scree_world *world, scree_chain_id chain);
SCREE_API bool scree_chain_is_two_sided(const scree_world *world, scree_chain_id chain);
/// If the value changes, the contacts of the chain end, the next step finds those that still hold,
/// and sleeping bodies in contact with it wake.
SCREE_API scree_result scree_chain_set_two_sided(scree_world *world, scree_chain_id chain,
                                                 bool two_sided);
SCREE_API scree_body_id scree_chain_body(const scree_world *world, scree_chain_id chain);
/// Ids of the segments that exist, in the order of their points. Writes at most `capacity` and
/// returns how many there are.
SCREE_API int scree_chain_shapes(const scree_world *world, scree_chain_id chain,
                                 scree_shape_id *ids, int capacity);
/// The chain of a segment; null of any other shape.
SCREE_API scree_chain_id scree_shape_chain(const scree_world *world, scree_shape_id shape);
/// The number of chains of a world; walks their slots.
SCREE_API int scree_world_chain_count(const scree_world *world);
/// All chains in order of their slots: at most `capacity`. Returns how many there are.
SCREE_API int scree_world_chains(const scree_world *world, scree_chain_id *chains, int capacity);

/// Destroys a shape and computes the mass of a dynamic body from its other shapes.
/// SCREE_ERROR_ARGUMENT if the new centre of mass, or the velocity of the centre, would leave its
/// range.
SCREE_API scree_result scree_shape_destroy(scree_world *world, scree_shape_id shape);
SCREE_API SCREE_NODISCARD bool scree_shape_is_valid(const scree_world *world, scree_shape_id shape);

/// Ids of a body's shapes in order of creation, or of all shapes of the world in order of slots,
/// which is the order of creation as long as no slot was reused. Writes at most `capacity` and
/// returns how many there are.
SCREE_API int scree_body_shapes(const scree_world *world, scree_body_id body, scree_shape_id *ids,
                                int capacity);
SCREE_API int scree_world_shapes(const scree_world *world, scree_shape_id *ids, int capacity);

SCREE_API scree_shape_type scree_shape_get_type(const scree_world *world, scree_shape_id shape);
SCREE_API scree_body_id scree_shape_body(const scree_world *world, scree_shape_id shape);
SCREE_API void *scree_shape_user_data(const scree_world *world, scree_shape_id shape);
SCREE_API float scree_shape_density(const scree_world *world, scree_shape_id shape);  ///< kg/m^2
SCREE_API scree_material scree_shape_material(const scree_world *world, scree_shape_id shape);
SCREE_API scree_filter scree_shape_filter(const scree_world *world, scree_shape_id shape);
/// The geometry in body coordinates; all zero if the shape is of another type.
SCREE_API scree_circle scree_shape_circle(const scree_world *world, scree_shape_id shape);
SCREE_API scree_capsule scree_shape_capsule(const scree_world *world, scree_shape_id shape);
/// Also returns the segment of a shape of a chain.
SCREE_API scree_segment scree_shape_segment(const scree_world *world, scree_shape_id shape);
SCREE_API scree_polygon scree_shape_polygon(const scree_world *world, scree_shape_id shape);
/// The normal has unit length, and the offset is scaled to match.
SCREE_API scree_half_space scree_shape_half_space(const scree_world *world, scree_shape_id shape);
/// The shape's tight AABB in world coordinates at the body's present pose; that of a half-space is
/// -FLT_MAX to FLT_MAX.
SCREE_API scree_aabb scree_shape_aabb(const scree_world *world, scree_shape_id shape);

SCREE_API scree_result scree_shape_set_user_data(scree_world *world, scree_shape_id shape,
                                                 void *user_data);
/// kg/m^2, 0 to 1e12. Computes mass, inertia and centre of a dynamic body again from its shapes, as
/// adding a shape does, and fails under the same conditions. Values set by scree_body_set_mass_data
/// are lost.
SCREE_API scree_result scree_shape_set_density(scree_world *world, scree_shape_id shape,
                                               float density);
/// Sets a geometry of the same or another type, in the ranges of the calls that create. The id,
/// material, filter, density and user data stay. Mass, inertia and centre of a dynamic body are
/// computed again, as scree_shape_set_density does. Queries see it at once. The shape's contacts
/// end, and those that hold with the new geometry are found in the next step, without impulses; the
/// island of its body wakes, and so do islands that slept in contact with the shape.
/// SCREE_ERROR_ARGUMENT for segments of chains, and for half-spaces on bodies that are not static.
SCREE_API scree_result scree_shape_set_circle(scree_world *world, scree_shape_id shape,
                                              const scree_circle *circle);
SCREE_API scree_result scree_shape_set_capsule(scree_world *world, scree_shape_id shape,
                                               const scree_capsule *capsule);
SCREE_API scree_result scree_shape_set_segment(scree_world *world, scree_shape_id shape,
                                               const scree_segment *segment);
SCREE_API scree_result scree_shape_set_polygon(scree_world *world, scree_shape_id shape,
                                               const scree_polygon *polygon);
SCREE_API scree_result scree_shape_set_half_space(scree_world *world, scree_shape_id shape,
                                                  const scree_half_space *half_space);
/// Takes effect on existing contacts in the next step, and wakes bodies in contact with the shape.
SCREE_API scree_result scree_shape_set_material(scree_world *world, scree_shape_id shape,
                                                const scree_material *material);
/// The shape's contacts end, and the next step finds those that the new filter lets collide.
SCREE_API scree_result scree_shape_set_filter(scree_world *world, scree_shape_id shape,
                                              const scree_filter *filter);

/// Creates a shape of any type, in the ranges and with the rules of the calls for that type.
/// scree_shape_geometry returns the geometry bit for bit. A chain segment created by this call
/// belongs to no chain; use it for terrain that is streamed in pieces.
SCREE_API scree_shape_id scree_shape_create(scree_world *world, scree_body_id body,
                                            const scree_shape_def *def,
                                            const scree_geometry *geometry);
SCREE_API scree_shape_id scree_shape_create_chain_segment(scree_world *world, scree_body_id body,
                                                          const scree_shape_def *def,
                                                          const scree_chain_segment *chain_segment);
/// Gives a shape another geometry of any type: see scree_shape_set_circle.
SCREE_API scree_result scree_shape_set_geometry(scree_world *world, scree_shape_id shape,
                                                const scree_geometry *geometry);
SCREE_API scree_result scree_shape_set_chain_segment(scree_world *world, scree_shape_id shape,
                                                     const scree_chain_segment *chain_segment);
/// The geometry in body coordinates, bit for bit as it was set; SCREE_SHAPE_NONE if there is no
/// such shape. Vertices beyond the count of a polygon are 0. A segment of a chain reports the
/// neighbours that are still there.
SCREE_API scree_geometry scree_shape_geometry(const scree_world *world, scree_shape_id shape);
/// All zero if the shape is of another type.
SCREE_API scree_chain_segment scree_shape_chain_segment(const scree_world *world,
                                                        scree_shape_id shape);

/// Creates a shape on each of `count` (>= 0) bodies, each with a geometry of its own: all are
/// created or, on error, none. A body may come more than once: its mass is set once, from all its
/// shapes, so that a compound takes time linear in its parts.
///
/// - `bodies`, `geometries`: `count` of each
/// - `ids`: receives `count` shape ids; may be null
SCREE_API scree_result scree_shapes_create(scree_world *world, const scree_body_id *bodies,
                                           int count, const scree_shape_def *def,
                                           const scree_geometry *geometries, scree_shape_id *ids);
/// Destroys `count` (>= 0) shapes: all or, on error, none. The mass of each body is set once.
/// SCREE_ERROR_STALE_ID also if the array has an id twice; SCREE_ERROR_ARGUMENT as for
/// scree_shape_destroy.
SCREE_API scree_result scree_shapes_destroy(scree_world *world, const scree_shape_id *shapes,
                                            int count);

/// How many shapes a body has.
SCREE_API int scree_body_shape_count(const scree_world *world, scree_body_id body);
/// Mass, kg, and centre, m, in body coordinates, of one shape by its geometry and density; inertia
/// about that centre, kg m^2. All zero for segments and half-spaces.
SCREE_API scree_mass_data scree_shape_mass_data(const scree_world *world, scree_shape_id shape);

/// These calls set or return one member of a material, in the ranges of scree_material; the other
/// members stay. Like scree_shape_set_material, each change acts on existing contacts from the next
/// step on, and wakes the bodies in contact.
SCREE_API scree_result scree_shape_set_friction(scree_world *world, scree_shape_id shape,
                                                float friction);
SCREE_API scree_result scree_shape_set_static_friction(scree_world *world, scree_shape_id shape,
                                                       float static_friction);
SCREE_API scree_result scree_shape_set_restitution(scree_world *world, scree_shape_id shape,
                                                   float restitution);
SCREE_API scree_result scree_shape_set_rolling_resistance(scree_world *world, scree_shape_id shape,
                                                          float rolling_resistance);
SCREE_API scree_result scree_shape_set_tangent_speed(scree_world *world, scree_shape_id shape,
                                                     float tangent_speed);
SCREE_API scree_result scree_shape_set_material_user_id(scree_world *world, scree_shape_id shape,
                                                        uint32_t user_id);
SCREE_API float scree_shape_friction(const scree_world *world, scree_shape_id shape);
SCREE_API float scree_shape_static_friction(const scree_world *world, scree_shape_id shape);
SCREE_API float scree_shape_restitution(const scree_world *world, scree_shape_id shape);
SCREE_API float scree_shape_rolling_resistance(const scree_world *world, scree_shape_id shape);
SCREE_API float scree_shape_tangent_speed(const scree_world *world, scree_shape_id shape);
SCREE_API uint32_t scree_shape_material_user_id(const scree_world *world, scree_shape_id shape);

#endif
