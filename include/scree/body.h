/// Bodies: what has a pose, a velocity and a mass.
///
/// Units: m, rad, s, kg, N. Ranges, for what is handed in: coordinates of positions -1e8 to 1e8;
/// angles, velocities, forces, impulses and gravity scales any finite number. Anything else is
/// SCREE_ERROR_ARGUMENT and changes nothing. So is what leads out of these ranges: impulses that
/// add up to an infinite velocity, a shape that moves the centre of mass beyond 1e8 m, or that of a
/// body which turns so fast that the velocity of the new centre is infinite. Getters on an id that
/// names nothing return zero (false, null) and set no error.
#ifndef SCREE_BODY_H
#define SCREE_BODY_H

#include "geometry.h"
#include "id.h"
#include "world.h"

typedef enum scree_body_type
{
    SCREE_BODY_STATIC = 0,  ///< never moves; infinite mass
    SCREE_BODY_KINEMATIC,   ///< moves by its velocity alone; infinite mass
    SCREE_BODY_DYNAMIC      ///< moves by forces and contacts
} scree_body_type;

/// Motions that a body does not make: along the axes of the world, and turning.
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
    /// instead of the angle unless both are 0: see scree_body_set_transform
    scree_rotation rotation;
    scree_vec2 linear_velocity;  ///< of the centre of mass, m/s
    float angular_velocity;      ///< rad/s
    float linear_damping;        ///< 1/s, 0 to 1e6
    float angular_damping;       ///< 1/s, 0 to 1e6
    float gravity_scale;         ///< times the world's gravity
    /// m/s, 0 to 1e6: a body that is slower on average may fall asleep; 0: it never does
    float sleep_threshold;
    scree_motion_locks locks;  ///< of a dynamic body; others keep them unused
    bool enabled;              ///< a disabled body collides with nothing and does not move
    bool bullet;               ///< passes no moving body either: see scree_body_set_bullet
    /// a dynamic body begins at rest and falls asleep after the first step, with its island, as if
    /// scree_body_sleep had been called; without use in worlds without sleep
    bool asleep;
    bool enable_force_wake;  ///< forces and impulses wake it: see scree_body_set_force_wake_enabled
    void *user_data;
} scree_body_def;

/// Static, at the origin, at rest, gravity scale 1, sleep threshold 0.05 m/s, enabled, not asleep;
/// forces wake it.
SCREE_API scree_body_def scree_body_def_default(void);

/// Creates a body. Null id on error: see scree_error_text.
SCREE_API scree_body_id scree_body_create(scree_world *world, const scree_body_def *def);
/// The whole definition of a body as it is now: a body created from it has its pose, bit for bit,
/// velocities and settings, but no shapes. To turn the copy, set `rotation` or clear it. A shape
/// that moves the centre of mass of a turning copy changes the velocity of the centre: set it again
/// after the shapes. All zero for a bad id.
SCREE_API scree_body_def scree_body_settings(const scree_world *world, scree_body_id body);

/// Many bodies at once. Every array holds `count` values; an absent one takes the definition's
/// value. None may be of the world's own live view, which moves as bodies are created: copy it. A
/// world holds up to 2^24 - 2 bodies: one more is SCREE_ERROR_CAPACITY.
typedef struct scree_body_batch
{
    const scree_body_def *def;
    int count;             ///< >= 0
    const float *x, *y;    ///< position, m
    const float *angle;    ///< rad
    const float *vx, *vy;  ///< m/s
    const float *w;        ///< rad/s
} scree_body_batch;

/// Creates all of a batch or, on error, none. `ids` takes `count` ids and may be null.
SCREE_API scree_result scree_bodies_create(scree_world *world, const scree_body_batch *batch,
                                           scree_body_id *ids);

/// Destroys a body and its shapes.
SCREE_API scree_result scree_body_destroy(scree_world *world, scree_body_id body);

/// Destroys `count` (>= 0) bodies and their shapes: all of them, or, on error, none. As if they
/// were destroyed one by one from the last to the first; `bodies` may be part of the live view. A
/// body that comes twice is SCREE_ERROR_STALE_ID, as one that is gone.
SCREE_API scree_result scree_bodies_destroy(scree_world *world, const scree_body_id *bodies,
                                            int count);

SCREE_API bool scree_body_is_valid(const scree_world *world, scree_body_id body);

/// The live state of all bodies, one array per field, 64-byte aligned, in row order: dynamic ones
/// that are awake, kinematic ones, dynamic ones that sleep, then static and disabled bodies. Valid
/// until the next call that creates, destroys, enables or retypes a body, or steps. Writing vx, vy,
/// w of dynamic and kinematic rows [0, moving_count) is allowed (values must be finite); everything
/// else is read-only.
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

/// Writes (x, y, cos, sin) of the first `capacity` bodies, in row order, into `instances`
/// (4 * capacity floats), which may be null to count only. Returns how many bodies there are.
SCREE_API int scree_world_write_instances(const scree_world *world, float *instances, int capacity);

SCREE_API scree_body_type scree_body_get_type(const scree_world *world, scree_body_id body);
/// A body with a half-space stays static. What becomes dynamic gets its mass from its shapes, which
/// may be refused as adding a shape is; of very many shapes it takes memory. What becomes static
/// stops. Otherwise the body keeps its velocity and forgets the target of
/// scree_body_set_target_transform: a body that is dragged to targets and becomes dynamic on its
/// way, or in the step in which it arrives, is thrown, as in Box2D. One that has stood at its
/// target for a step begins at rest.
SCREE_API scree_result scree_body_set_type(scree_world *world, scree_body_id body,
                                           scree_body_type type);
SCREE_API bool scree_body_is_enabled(const scree_world *world, scree_body_id body);
/// A disabled body keeps its velocity, unless a target set it.
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
/// kg; 0: infinite
SCREE_API float scree_body_mass(const scree_world *world, scree_body_id body);
/// about the centre of mass
SCREE_API float scree_body_inertia(const scree_world *world, scree_body_id body);
/// Mass, inertia and centre (body coordinates) as scree_body_set_mass_data takes them. Of bodies
/// that are not dynamic all zero.
SCREE_API scree_mass_data scree_body_mass_data(const scree_world *world, scree_body_id body);
/// The AABB of all shapes of a body at its present pose: see scree_shape_aabb. Of a body without
/// shapes its position.
SCREE_API scree_aabb scree_body_aabb(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_linear_damping(const scree_world *world, scree_body_id body);   ///< 1/s
SCREE_API float scree_body_angular_damping(const scree_world *world, scree_body_id body);  ///< 1/s
SCREE_API float scree_body_gravity_scale(const scree_world *world, scree_body_id body);
/// Which motions are locked while the body is dynamic.
SCREE_API scree_motion_locks scree_body_locks(const scree_world *world, scree_body_id body);
SCREE_API void *scree_body_user_data(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_kinetic_energy(const scree_world *world, scree_body_id body);  ///< J

/// Between world and body: points (m) go by origin and rotation, vectors (any unit) by rotation
/// alone. Not finite where the argument is not; zero for a bad id.
SCREE_API scree_vec2 scree_body_world_point(const scree_world *world, scree_body_id body,
                                            scree_vec2 local_point);
SCREE_API scree_vec2 scree_body_local_point(const scree_world *world, scree_body_id body,
                                            scree_vec2 world_point);
SCREE_API scree_vec2 scree_body_world_vector(const scree_world *world, scree_body_id body,
                                             scree_vec2 local_vector);
SCREE_API scree_vec2 scree_body_local_vector(const scree_world *world, scree_body_id body,
                                             scree_vec2 world_vector);
/// Of the body's material at a point of the world, m/s; zero for a bad id.
SCREE_API scree_vec2 scree_body_velocity_at(const scree_world *world, scree_body_id body,
                                            scree_vec2 world_point);

/// A substep of h seconds turns a body by atan(w h), which is w h for what turns slowly, and w is
/// cut to pi / 4 rad a substep (188 rad/s at 60 steps of 4 substeps a second), kinematic bodies'
/// too. Speeds are cut to the world's max_linear_speed.

/// Teleports the body; velocities stay, but a target of scree_body_set_target_transform, and the
/// velocity that it gave, do not. The transform is kept bit for bit. cos^2 + sin^2 of its rotation
/// must be within 1e-4 of 1: take it from scree_body_transform or scree_transform_from_angle, and
/// normalize products of many rotations.
SCREE_API scree_result scree_body_set_transform(scree_world *world, scree_body_id body,
                                                scree_transform transform);
/// The same; the rotation stays.
SCREE_API scree_result scree_body_set_position(scree_world *world, scree_body_id body,
                                               scree_vec2 position);
/// Turns the body about its origin, which stays. rad.
SCREE_API scree_result scree_body_set_angle(scree_world *world, scree_body_id body, float angle);
/// m/s, of the centre of mass, and rad/s: both at once, or each alone.
SCREE_API scree_result scree_body_set_velocity(scree_world *world, scree_body_id body,
                                               scree_vec2 linear, float angular);
SCREE_API scree_result scree_body_set_linear_velocity(scree_world *world, scree_body_id body,
                                                      scree_vec2 linear);
SCREE_API scree_result scree_body_set_angular_velocity(scree_world *world, scree_body_id body,
                                                       float angular);
/// Gives a kinematic body the velocity that brings it to the pose in `dt` seconds (> 0; not so
/// short that the velocity overflows), in any number of steps of any length: in a step that is
/// longer than the time left it is slower, and after it has arrived it stands still, unless it is
/// given another target or velocity. If it is teleported or disabled on its way, it stops and
/// forgets its target; a target given to a disabled body waits until it is enabled. What a step
/// cuts from velocities, and the difference between atan(w h) and w h, is missing at the end: of
/// 1 rad in one step of 4 substeps 2 %.
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

/// A name for debugging, up to 31 bytes and the zero that ends it, which is copied; null or ""
/// takes it away. Longer ones are SCREE_ERROR_ARGUMENT. The first name of a world takes memory for
/// a name of each body.
SCREE_API scree_result scree_body_set_name(scree_world *world, scree_body_id body,
                                           const char *name);
/// Null: none. Valid until the next call that names a body or restores an image.
SCREE_API const char *scree_body_name(const scree_world *world, scree_body_id body);

/// A dynamic body has the mass of its shapes. Without shapes, or with shapes whose mass is zero or
/// has no finite inverse, it has 1 kg and no inertia: it moves as a point does and does not turn.
///
/// Overrides mass (> 0) and inertia (>= 0, 0: does not turn) of a dynamic body, both with a finite
/// inverse, so at least 2.94e-39; the centre is in body coordinates, -1e8 to 1e8 m. The velocity is
/// that of the centre, and changes with it if the body turns. Adding or removing a shape,
/// another density of one, and becoming dynamic compute mass, inertia and centre again.
SCREE_API scree_result scree_body_set_mass_data(scree_world *world, scree_body_id body,
                                                const scree_mass_data *mass);
/// Gives a dynamic body the mass of its shapes again.
SCREE_API scree_result scree_body_reset_mass(scree_world *world, scree_body_id body);

/// Sleep. A body rests while it moves no farther than its threshold times the world's time_to_sleep
/// in that time, and gets no faster than twice its speed before plus the threshold; what shakes in
/// place rests, too, and so does what sets off as slowly as a ball on a slope of 1 in 200. The
/// dynamic bodies that touch each other are an island, which falls asleep at the beginning of a
/// step when all of them have rested for time_to_sleep, it is held up, and it touches no kinematic
/// body that moves. A body that does not move holds it up, or locks of one of its bodies along all
/// axes on which gravity acts; an island that gravity does not pull at need not be held up. Of
/// islands of 100 bodies and more one in a hundred may still stir, up to 4 times as fast. The
/// bodies stop, and cost nothing until they wake. The whole island wakes, in the step that finds
/// it, when something that is awake, a particle or a soft body touches it, a soft body is attached
/// to it, a static shape was put into it, or a kinematic body that it touches begins to move; and
/// in the next step after a call gave one of its bodies a force, an impulse or a velocity other
/// than zero, moved or changed it or its shapes, or those of a body that it touches, destroyed or
/// disabled one of these, or changed the world's gravity. A body may do both in one step. What
/// particles or soft bodies touch does not rest; they themselves do not sleep.

/// Puts the island of a dynamic body to sleep at the beginning of the next step, even in the air:
/// whether or not its bodies rest, may sleep by their thresholds, and are held up. They stop, this
/// body at once. An island with a body that was created, moved or changed since the last step, by
/// any call that would wake it, takes part in one more step before; an island that a moving
/// kinematic body touches stays awake. A later call that wakes the body cancels its sleep. The
/// island wakes as others do. Does nothing to bodies that are not dynamic and awake, and in worlds
/// without sleep. SCREE_ERROR_OUT_OF_MEMORY: nothing changed.
SCREE_API scree_result scree_body_sleep(scree_world *world, scree_body_id body);
/// The dynamic bodies of the island of a body, in order of slots, the body itself among them; the
/// first one is the same for all of the island, and so names it. They are those
/// that contacts with points and joints tie together as of now, and those that fell asleep
/// together. Static and kinematic bodies tie nothing. At most `capacity`. Returns how many there
/// are, 0 of a body that is not dynamic or not enabled, -1 on error. Walks all contacts and joints,
/// and takes memory while it lasts.
SCREE_API int scree_body_island(scree_world *world, scree_body_id body, scree_body_id *bodies,
                                int capacity);
/// How many islands there are, those of single bodies too; -1 on error. Takes as long as
/// scree_body_island.
SCREE_API int scree_world_island_count(scree_world *world);
/// Whether a body is dynamic, enabled and awake, or was itself made to wake in the next step.
SCREE_API bool scree_body_is_awake(const scree_world *world, scree_body_id body);
/// True: wakes the body's island in the next step. False: stops the body, which counts as rested:
/// at the beginning of one of the next 9 steps its island falls asleep, if all of it rests. Does
/// nothing to bodies that are not dynamic, and in worlds whose bodies may not sleep.
SCREE_API scree_result scree_body_set_awake(scree_world *world, scree_body_id body, bool awake);
SCREE_API float scree_body_sleep_threshold(const scree_world *world, scree_body_id body);
/// m/s, 0 to 1e6. Wakes the body.
SCREE_API scree_result scree_body_set_sleep_threshold(scree_world *world, scree_body_id body,
                                                      float threshold);

SCREE_API bool scree_world_is_sleep_enabled(const scree_world *world);
/// Whether bodies may sleep. If not, those that do wake in the next step.
SCREE_API scree_result scree_world_set_sleep_enabled(scree_world *world, bool enabled);

/// Whether a body is a bullet.
SCREE_API bool scree_body_is_bullet(const scree_world *world, scree_body_id body);
/// Continuous collision. In worlds with enable_continuous a dynamic body that goes farther in a
/// step than half the least inscribed radius of its shapes is followed along its path, as a line
/// and an even turn. Where it would sink into a static shape by more than that half (0.25 m at
/// most), the step ends for it at the surface; its velocity stays, and the contact acts in the next
/// step. Bullets are followed past kinematic and dynamic bodies, awake or asleep, as well; a fast
/// body that a bullet meets is stopped with it. Filters and joints count as for contacts. A body
/// that joints hold is stopped all the same; they pull the others after it in the next step.
/// docs/continuous.md has what this holds and what not.
/// Only dynamic bodies act on the flag.
SCREE_API scree_result scree_body_set_bullet(scree_world *world, scree_body_id body, bool bullet);
SCREE_API bool scree_world_is_continuous_enabled(const scree_world *world);
SCREE_API scree_result scree_world_set_continuous_enabled(scree_world *world, bool enabled);

/// Whether forces, torques and impulses wake a body. If not, they do nothing to it while it sleeps,
/// and while it is awake they do not keep it from falling asleep: a force in every step, as of a
/// field, then costs nothing where all rests. Impulses still move a body that is awake. Explosions,
/// and wind by its own switch, wake bodies all the same.
SCREE_API bool scree_body_is_force_wake_enabled(const scree_world *world, scree_body_id body);
SCREE_API scree_result scree_body_set_force_wake_enabled(scree_world *world, scree_body_id body,
                                                         bool enabled);

/// Force (N) and torque (N m) add up, act over the next step and are then cleared; the sums must be
/// finite. Points are in world coordinates. On bodies that are not dynamic these do nothing and
/// return SCREE_OK.
SCREE_API scree_result scree_body_apply_force(scree_world *world, scree_body_id body,
                                              scree_vec2 force, scree_vec2 point);
SCREE_API scree_result scree_body_apply_force_to_center(scree_world *world, scree_body_id body,
                                                        scree_vec2 force);
SCREE_API scree_result scree_body_apply_torque(scree_world *world, scree_body_id body,
                                               float torque);
/// What waits for the next step: N at the centre of mass, and N m.
SCREE_API scree_vec2 scree_body_force(const scree_world *world, scree_body_id body);
SCREE_API float scree_body_torque(const scree_world *world, scree_body_id body);
/// Takes away the force and torque that wait for the next step. A body that they woke stays awake.
SCREE_API scree_result scree_body_clear_forces(scree_world *world, scree_body_id body);
/// Impulses (N s, N m s) change the velocity at once; the result must be finite. On bodies that are
/// not dynamic, or disabled, these do nothing and return SCREE_OK.
SCREE_API scree_result scree_body_apply_impulse(scree_world *world, scree_body_id body,
                                                scree_vec2 impulse, scree_vec2 point);
SCREE_API scree_result scree_body_apply_impulse_to_center(scree_world *world, scree_body_id body,
                                                          scree_vec2 impulse);
SCREE_API scree_result scree_body_apply_angular_impulse(scree_world *world, scree_body_id body,
                                                        float impulse);

/// Bulk writes: `bodies` and every array given hold `count` values; all are checked first, and on
/// error nothing is changed. A body may come more than once: values are taken in order, as by one
/// call for each. Arrays may be those of scree_world_bodies: they are read before anything is
/// written. Live arrays, and forces and impulses on a body that comes twice, take memory while the
/// call lasts: SCREE_ERROR_OUT_OF_MEMORY without.
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
