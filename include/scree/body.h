/// Bodies: objects with a pose, a velocity and a mass.
///
/// Units: m, rad, s, kg, N. Ranges of arguments: coordinates of positions -1e8 to 1e8; angles,
/// velocities, forces, their points, impulses and gravity scales any finite number. Calls that
/// change a world fail with SCREE_ERROR_ARGUMENT for other values, and change nothing. They fail in
/// the same way if impulses add up to an infinite velocity, or if a shape moves the centre of mass
/// beyond 1e8 m or, on a body that turns very fast, gives the new centre an infinite velocity.
/// Getters on an id without an object return zero (false, null) and set no error.
#ifndef SCREE_BODY_H
#define SCREE_BODY_H

#include "geometry.h"
#include "id.h"
#include "world.h"

typedef enum scree_body_type
{
    SCREE_BODY_STATIC = 0,  ///< only calls move it; infinite mass
    SCREE_BODY_KINEMATIC,   ///< moves by its own velocity; infinite mass
    SCREE_BODY_DYNAMIC      ///< moves by forces, contacts and joints
} scree_body_type;

/// Which motions of a body are locked: along the axes of the world, and rotation.
typedef struct scree_motion_locks
{
    bool x, y, angle;
} scree_motion_locks;

typedef struct scree_body_def
{
    uint32_t version;  ///< set by scree_body_def_default(); do not write
    scree_body_type type;
    scree_vec2 position;  ///< of the body's origin, m
    float angle;          ///< rad
    /// used instead of `angle` unless cos and sin are both 0: see scree_body_set_transform
    scree_rotation rotation;
    scree_vec2 linear_velocity;  ///< of the centre of mass, m/s
    float angular_velocity;      ///< rad/s
    float linear_damping;        ///< 1/s, 0 to 1e6
    float angular_damping;       ///< 1/s, 0 to 1e6
    float gravity_scale;         ///< times the world's gravity
    /// length units/s, 0 to 1e6: a body that is slower on average may fall asleep; 0: only by a
    /// call
    float sleep_threshold;
    scree_motion_locks locks;  ///< act on dynamic bodies; other types only store them
    bool enabled;              ///< a disabled body collides with nothing; steps do not move it
    bool bullet;               ///< is stopped by moving bodies, too: see scree_body_set_bullet
    /// an enabled dynamic body begins at rest, whatever velocity is given, and falls asleep after
    /// its first step, with its island, as if scree_body_sleep had been called; ignored in worlds
    /// without sleep
    bool asleep;
    bool enable_force_wake;  ///< forces and impulses wake it: see scree_body_set_force_wake_enabled
    void *user_data;
} scree_body_def;

/// Static, at the origin, at rest, no damping, gravity scale 1, sleep threshold 0.05 units/s,
/// enabled, not asleep, not a bullet; forces wake it.
SCREE_API SCREE_NODISCARD scree_body_def scree_body_def_default(void);

/// Creates a body. Null id on error: see scree_error_text.
SCREE_API scree_body_id scree_body_create(scree_world *world, const scree_body_def *def);
/// The definition of a body as it is now: a body created from it has its pose, bit for bit,
/// velocities and settings, but no shapes, forces, target, name or set mass. To give the copy
/// another angle, set `rotation`, or set its cos and sin to 0 and set `angle`. If a shape moves the
/// centre of mass of a turning copy, the velocity of the centre changes: set the velocity again
/// after you have added the shapes. All zero for a bad id.
SCREE_API scree_body_def scree_body_settings(const scree_world *world, scree_body_id body);

/// Many bodies at once. Every array holds `count` values; the definition's value replaces an absent
/// array. Arrays of the world's own live view are refused, because they move as bodies are created:
/// copy them. A world holds up to 2^24 - 2 bodies; creating more fails with SCREE_ERROR_CAPACITY.
typedef struct scree_body_batch
{
    const scree_body_def *def;
    int count;             ///< >= 0
    const float *x, *y;    ///< position, m
    const float *angle;    ///< rad
    const float *vx, *vy;  ///< m/s
    const float *w;        ///< rad/s
} scree_body_batch;

/// Creates all of a batch or, on error, none. `ids` receives `count` ids and may be null.
SCREE_API scree_result scree_bodies_create(scree_world *world, const scree_body_batch *batch,
                                           scree_body_id *ids);

/// Destroys a body with its shapes, chains and joints.
SCREE_API scree_result scree_body_destroy(scree_world *world, scree_body_id body);

/// Destroys `count` (>= 0) bodies as scree_body_destroy does, from the last to the first: all of
/// them or, on error, none. `bodies` may be part of the live view. The call returns
/// SCREE_ERROR_STALE_ID also if a body is listed twice.
SCREE_API scree_result scree_bodies_destroy(scree_world *world, const scree_body_id *bodies,
                                            int count);

SCREE_API SCREE_NODISCARD bool scree_body_is_valid(const scree_world *world, scree_body_id body);

/// The live state of all bodies, one array per field, 64-byte aligned, in row order: awake dynamic
/// bodies, kinematic bodies, sleeping dynamic bodies, then static and disabled bodies. Valid until
/// the next call that creates, destroys, enables, disables or retypes a body, steps, or restores
/// another state. Writing vx, vy, w of dynamic and kinematic rows [0, moving_count) is allowed
/// (values must be finite); everything else is read-only.
typedef struct scree_body_view
{
    int count;          ///< all bodies
    int dynamic_count;  ///< rows [0, dynamic_count) are dynamic and awake
    int moving_count;   ///< rows [dynamic_count, moving_count) are kinematic
    int asleep_count;   ///< rows [moving_count, moving_count + asleep_count) sleep
    const scree_body_id *id;
    const float *x, *y;      ///< origin, m
    const float *cos, *sin;  ///< rotation
    float *vx, *vy;          ///< centre of mass, m/s
    float *w;                ///< rad/s
} scree_body_view;

SCREE_API scree_body_view scree_world_bodies(scree_world *world);

/// Writes (x, y, cos, sin) of the first `capacity` bodies, in row order (row i is the body
/// scree_world_bodies(world).id[i]), into `instances` (4 * capacity floats), which may be null to
/// count only. Returns how many bodies there are.
SCREE_API int scree_world_write_instances(const scree_world *world, float *instances, int capacity);

SCREE_API scree_body_type scree_body_get_type(const scree_world *world, scree_body_id body);
/// A body with a half-space must stay static: SCREE_ERROR_ARGUMENT. A body that becomes dynamic
/// gets its mass from its shapes; the call may fail for the same reasons as adding a shape, and
/// allocates memory if the body has more than 16 shapes. A body that becomes static stops.
/// Otherwise the body keeps its motion and drops the target of scree_body_set_target_transform: a
/// body that becomes dynamic on its way to a target, or just after the step in which it arrives,
/// flies on. A body that has stood at its target for a step starts at rest.
SCREE_API scree_result scree_body_set_type(scree_world *world, scree_body_id body,
                                           scree_body_type type);
SCREE_API bool scree_body_is_enabled(const scree_world *world, scree_body_id body);
/// A body disabled by this call keeps its velocity, unless a target gave it that velocity.
SCREE_API scree_result scree_body_set_enabled(scree_world *world, scree_body_id body, bool enabled);

SCREE_API scree_vec2 scree_body_position(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_angle(const scree_world *world, scree_body_id body);
SCREE_API scree_rotation scree_body_rotation(const scree_world *world, scree_body_id body);
SCREE_API scree_transform scree_body_transform(const scree_world *world, scree_body_id body);
/// world, m
SCREE_API scree_vec2 scree_body_center_of_mass(const scree_world *world, scree_body_id body);
/// centre, m/s
SCREE_API scree_vec2 scree_body_linear_velocity(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_angular_velocity(const scree_world *world, scree_body_id body);
/// kg; 0: infinite, for bodies that are not dynamic
SCREE_API float scree_body_mass(const scree_world *world, scree_body_id body);
/// kg m^2, about the centre of mass; 0: no force turns it
SCREE_API float scree_body_inertia(const scree_world *world, scree_body_id body);
/// Mass, inertia and centre (body coordinates), in the form of scree_body_set_mass_data. All zero
/// for bodies that are not dynamic.
SCREE_API scree_mass_data scree_body_mass_data(const scree_world *world, scree_body_id body);
/// The AABB of all shapes of a body at its present pose: see scree_shape_aabb. For a body without
/// shapes both corners are its position.
SCREE_API scree_aabb scree_body_aabb(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_linear_damping(const scree_world *world, scree_body_id body);   ///< 1/s
SCREE_API float scree_body_angular_damping(const scree_world *world, scree_body_id body);  ///< 1/s
SCREE_API float scree_body_gravity_scale(const scree_world *world, scree_body_id body);
/// Which motions are locked while the body is dynamic.
SCREE_API scree_motion_locks scree_body_locks(const scree_world *world, scree_body_id body);
SCREE_API void *scree_body_user_data(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_kinetic_energy(const scree_world *world, scree_body_id body);  ///< J

/// These calls convert between world and body coordinates: points (m) by position and rotation,
/// vectors (any unit) by rotation alone. The result is not finite if the argument is not; zero for
/// a bad id.
SCREE_API scree_vec2 scree_body_world_point(const scree_world *world, scree_body_id body,
                                            scree_vec2 local_point);
SCREE_API scree_vec2 scree_body_local_point(const scree_world *world, scree_body_id body,
                                            scree_vec2 world_point);
SCREE_API scree_vec2 scree_body_world_vector(const scree_world *world, scree_body_id body,
                                             scree_vec2 local_vector);
SCREE_API scree_vec2 scree_body_local_vector(const scree_world *world, scree_body_id body,
                                             scree_vec2 world_vector);
/// The velocity of the body's material at a point of the world, m/s; zero for a bad id.
SCREE_API scree_vec2 scree_body_velocity_at(const scree_world *world, scree_body_id body,
                                            scree_vec2 world_point);

/// A substep of h seconds turns a body of angular velocity w by atan(w h), which is close to w h
/// for slow rotation. Steps clamp w to pi / 4 rad per substep (188 rad/s at 60 steps of 4 substeps
/// a second) and linear speeds to the world's max_linear_speed. Both limits also apply to kinematic
/// bodies.

/// Teleports the body. Velocities stay, except that a target of scree_body_set_target_transform is
/// dropped together with the velocity that it gave. The centre of mass must stay within 1e8 m, too.
/// The transform is stored bit for bit. cos^2 + sin^2 of its rotation must be within 1e-4 of 1:
/// take the rotation from scree_body_transform or scree_transform_from_angle, and normalize
/// products of many rotations.
SCREE_API scree_result scree_body_set_transform(scree_world *world, scree_body_id body,
                                                scree_transform transform);
/// Teleports the body and keeps its rotation; otherwise like scree_body_set_transform.
SCREE_API scree_result scree_body_set_position(scree_world *world, scree_body_id body,
                                               scree_vec2 position);
/// Turns the body about its origin to an angle, rad; otherwise like scree_body_set_transform.
SCREE_API scree_result scree_body_set_angle(scree_world *world, scree_body_id body, float angle);
/// Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s; the next two
/// calls set one of them. Static bodies stay at rest, and the call returns SCREE_OK.
SCREE_API scree_result scree_body_set_velocity(scree_world *world, scree_body_id body,
                                               scree_vec2 linear, float angular);
SCREE_API scree_result scree_body_set_linear_velocity(scree_world *world, scree_body_id body,
                                                      scree_vec2 linear);
SCREE_API scree_result scree_body_set_angular_velocity(scree_world *world, scree_body_id body,
                                                       float angular);
/// Gives a kinematic body the velocity that brings it to the pose in `dt` seconds. The body turns
/// the shorter way. The steps on its way may have any number and length. `dt` must be > 0, and long
/// enough that the velocity is finite. If a step is longer than the time left, the body moves more
/// slowly in it. After it has arrived the body stands still, unless it gets another target or
/// velocity. If it is teleported or disabled on its way, it stops and drops its target; a target
/// given to a disabled body waits until the body is enabled. Clamped velocities, and the difference
/// between atan(w h) and w h, leave the body short of the target, by 2 % for a turn of 1 rad in one
/// step of 4 substeps.
SCREE_API scree_result scree_body_set_target_transform(scree_world *world, scree_body_id body,
                                                       scree_vec2 position, float angle, float dt);
/// 1/s, 0 to 1e6.
SCREE_API scree_result scree_body_set_linear_damping(scree_world *world, scree_body_id body,
                                                     float damping);
SCREE_API scree_result scree_body_set_angular_damping(scree_world *world, scree_body_id body,
                                                      float damping);
SCREE_API scree_result scree_body_set_gravity_scale(scree_world *world, scree_body_id body,
                                                    float scale);
SCREE_API scree_result scree_body_set_locks(scree_world *world, scree_body_id body,
                                            scree_motion_locks locks);
SCREE_API scree_result scree_body_set_user_data(scree_world *world, scree_body_id body,
                                                void *user_data);

/// Copies a name for debugging, up to 31 bytes and the zero that ends it; null or "" removes it. A
/// longer name is refused with SCREE_ERROR_ARGUMENT. The first name of a world allocates memory for
/// a name of each body, and later names may do so again for new bodies.
SCREE_API scree_result scree_body_set_name(scree_world *world, scree_body_id body,
                                           const char *name);
/// The name of a body, or null if it has none. Valid until scree_body_set_name is called for any
/// body of the world, or another state is restored.
SCREE_API const char *scree_body_name(const scree_world *world, scree_body_id body);

/// A dynamic body has the mass of its shapes. Without shapes, or with shapes whose mass is zero or
/// has no finite inverse, it has 1 kg and no inertia: no force turns it.
///
/// Overrides the mass, inertia and centre of mass of a dynamic body. Mass and inertia must have
/// finite inverses, and so be at least 2.94e-39; an inertia of 0 is allowed, too: no force turns
/// the body then. The centre is in body coordinates, -1e8 to 1e8 m. The velocity of a body is the
/// velocity of its centre of mass, so moving the centre of a turning body changes its velocity.
/// Mass, inertia and centre are computed from the shapes again when a shape is added or removed,
/// when the density or the geometry of a shape is set, when the body becomes dynamic, and by
/// scree_body_reset_mass.
SCREE_API scree_result scree_body_set_mass_data(scree_world *world, scree_body_id body,
                                                const scree_mass_data *mass);
/// Gives a dynamic body the mass of its shapes again.
SCREE_API scree_result scree_body_reset_mass(scree_world *world, scree_body_id body);

/// Sleep. A body rests while it moves less than its threshold times the world's time_to_sleep in
/// that time, turns by less than 1 rad in a step, and gets no faster than twice its earlier speed
/// plus the threshold. A body that shakes in place counts as resting, and so does one that starts
/// as slowly as a ball on a slope of 1 in 200. Dynamic bodies that touch, or are connected by a
/// joint that is not a filter joint, form an island. Every 8 steps an island falls asleep if all
/// its bodies have rested for time_to_sleep, if it is supported, and if it touches no moving
/// kinematic body. An island is supported by a body that does not move, or by one of its own bodies
/// that is locked along all axes on which gravity acts; an island without weight needs no support.
/// In islands of 100 or more bodies, 1 % of them may still move, at up to 4 times the threshold.
/// The bodies stop, and steps do not solve them until they wake. The whole island wakes in the same
/// step if an awake body, a particle or a soft body touches it, if a soft body is attached to it,
/// if a static shape was placed in it, or if a kinematic body that it touches begins to move. The
/// island wakes in the next step after one of these calls:
/// - a call that gives one of its bodies a non-zero force, impulse or velocity
/// - a call that moves, retypes, destroys or disables one of its bodies or a body that it touches
/// - a call that removes a shape of one of these bodies, or sets the geometry, filter or material
///   of such a shape
/// - a call that adds a shape to one of its bodies, or sets the mass, damping, gravity scale,
///   locks or threshold of one of them
/// - a call that changes the gravity of the world
///
/// A body may fall asleep and wake in one step. A body touched by particles or soft bodies does not
/// rest. Particles and soft bodies do not sleep.

/// Puts the island of a dynamic body to sleep at the beginning of the next step, even in the air:
/// whether or not its bodies rest, are supported, or may sleep by their thresholds. The bodies
/// stop: this body at once, the others when they fall asleep. If a body of the island was created,
/// moved, changed or woken since the last step, the island first takes part in one more step. An
/// island that a moving kinematic body touches stays awake. A later call that wakes the body
/// cancels its sleep. The call does nothing if the body is not dynamic, is disabled or is asleep,
/// or if the world does not use sleep. SCREE_ERROR_OUT_OF_MEMORY: nothing changed.
SCREE_API scree_result scree_body_sleep(scree_world *world, scree_body_id body);
/// Writes the dynamic bodies of the island of a body, itself included, in order of slots, at most
/// `capacity`. The first one is the same for all bodies of the island, and can serve as its name.
/// An island is the set of bodies connected by joints, except filter joints, and by contacts that
/// have points at the moment of the call. Bodies that fell asleep together also belong to one
/// island. Static and kinematic bodies do not connect. Returns how many bodies there are, 0 for a
/// body that is not dynamic or not enabled, -1 on error. Walks all contacts and joints, and
/// allocates memory while the call lasts.
SCREE_API int scree_body_island(scree_world *world, scree_body_id body, scree_body_id *bodies,
                                int capacity);
/// The number of islands, including islands of a single body; -1 on error. Takes as long as
/// scree_body_island.
SCREE_API int scree_world_island_count(scree_world *world);
/// Whether a body is dynamic, enabled and awake. A sleeping body counts as awake after a call that
/// makes this body itself wake in the next step.
SCREE_API bool scree_body_is_awake(const scree_world *world, scree_body_id body);
/// `true` wakes the body's island in the next step. `false` stops the body and counts it as rested:
/// its island falls asleep at the beginning of one of the next 9 steps, if all its other bodies
/// rest and it is supported. `false` does nothing to bodies that are not dynamic, that sleep, or
/// that wake in the next step, or in worlds without sleep.
SCREE_API scree_result scree_body_set_awake(scree_world *world, scree_body_id body, bool awake);
SCREE_API float scree_body_sleep_threshold(const scree_world *world, scree_body_id body);
/// Length units/s, 0 to 1e6. Wakes the body.
SCREE_API scree_result scree_body_set_sleep_threshold(scree_world *world, scree_body_id body,
                                                      float threshold);

SCREE_API bool scree_world_is_sleep_enabled(const scree_world *world);
/// Whether bodies may sleep. If not, sleeping bodies wake in the next step.
SCREE_API scree_result scree_world_set_sleep_enabled(scree_world *world, bool enabled);

/// Whether a body is a bullet.
SCREE_API bool scree_body_is_bullet(const scree_world *world, scree_body_id body);
/// Continuous collision. In worlds with enable_continuous, a dynamic body whose points may move
/// farther in a step than half the smallest inscribed radius of its shapes is swept along its path:
/// a straight line, on which it turns at constant speed. If one of its shapes would sink into a
/// static shape by more than half of its own inscribed radius (0.25 units at most; a quarter of
/// that on long paths), the body stops at the surface for this step; as a rule its velocity stays,
/// and the contact acts in the next step. Bullets are also swept against kinematic and dynamic
/// bodies, awake or asleep; a fast body that a bullet hits on its path stops with the bullet.
/// Filters and joints apply as for contacts. A body with joints stops as well, but is swept only
/// from 1.1 times that radius and 5 mm on; the joints pull the other bodies after it in the next
/// step. Only dynamic bodies use the flag. docs/sleep.md#continuous-collision has guarantees and
/// limits.
SCREE_API scree_result scree_body_set_bullet(scree_world *world, scree_body_id body, bool bullet);
SCREE_API bool scree_world_is_continuous_enabled(const scree_world *world);
SCREE_API scree_result scree_world_set_continuous_enabled(scree_world *world, bool enabled);

/// Whether forces, torques and impulses wake a body. If not, they have no effect on the body while
/// it sleeps, and do not keep it awake: a force field that is applied in every step then lets
/// bodies sleep. Impulses still move a body that is awake. Explosions wake the bodies that they
/// push; wind does if `wake` is set in its definition.
SCREE_API bool scree_body_is_force_wake_enabled(const scree_world *world, scree_body_id body);
SCREE_API scree_result scree_body_set_force_wake_enabled(scree_world *world, scree_body_id body,
                                                         bool enabled);

/// Force (N) and torque (N m) add up, act over the next step and are then cleared; the sums must be
/// finite. Points are in world coordinates. For bodies that are not dynamic these calls do nothing
/// and return SCREE_OK.
SCREE_API scree_result scree_body_apply_force(scree_world *world, scree_body_id body,
                                              scree_vec2 force, scree_vec2 point);
SCREE_API scree_result scree_body_apply_force_to_center(scree_world *world, scree_body_id body,
                                                        scree_vec2 force);
SCREE_API scree_result scree_body_apply_torque(scree_world *world, scree_body_id body,
                                               float torque);
/// The accumulated force (N, at the centre of mass) and torque (N m) for the next step.
SCREE_API scree_vec2 scree_body_force(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_torque(const scree_world *world, scree_body_id body);
/// Clears the accumulated force and torque. A body that they woke stays awake.
SCREE_API scree_result scree_body_clear_forces(scree_world *world, scree_body_id body);
/// Impulses (N s, N m s) change the velocity at once; the result must be finite. For bodies that
/// are disabled or not dynamic these calls do nothing and return SCREE_OK.
SCREE_API scree_result scree_body_apply_impulse(scree_world *world, scree_body_id body,
                                                scree_vec2 impulse, scree_vec2 point);
SCREE_API scree_result scree_body_apply_impulse_to_center(scree_world *world, scree_body_id body,
                                                          scree_vec2 impulse);
SCREE_API scree_result scree_body_apply_angular_impulse(scree_world *world, scree_body_id body,
                                                        float impulse);

/// Bulk writes: `bodies` and every array given hold `count` values; all are checked first, and on
/// error nothing is changed. A body may be listed more than once: values apply in order, as with
/// one call for each. The arrays may belong to scree_world_bodies: they are read before anything is
/// written. If one of vx to w, fx to torque or px to angular is a live array, or if forces or
/// impulses are given for a body listed twice, the call allocates temporary memory and returns
/// SCREE_ERROR_OUT_OF_MEMORY if it gets none.
SCREE_API scree_result scree_bodies_set_velocity(scree_world *world, const scree_body_id *bodies,
                                                 int count, const float *vx, const float *vy,
                                                 const float *w);
SCREE_API scree_result scree_bodies_apply_force(scree_world *world, const scree_body_id *bodies,
                                                int count, const float *fx, const float *fy,
                                                const float *torque);
SCREE_API scree_result scree_bodies_apply_impulse(scree_world *world, const scree_body_id *bodies,
                                                  int count, const float *px, const float *py,
                                                  const float *angular);

#endif
