/// Joints: constraints between two bodies.
///
/// A joint joins body a to body b by a frame on each: a point and a direction in coordinates of the
/// body (from its origin). The coordinate of a joint (angle, translation, length) measures b
/// relative to a, except in a pulley; a motor of positive speed pushes b towards larger values and
/// a the other way; forces and torques are those on b. A joint without a dynamic body, or with a
/// disabled one, applies no forces.
///
/// Units: m, rad, s, kg, N. Ranges of arguments: points, translations and their limits -1e8 to 1e8,
/// angles of frames finite; frequencies and damping ratios 0 to 1e6; forces and torques 0 to 1e12;
/// speeds -1e12 to 1e12. Any other value is refused with SCREE_ERROR_ARGUMENT, even in members
/// that are disabled or unused; the error names the member: "def.limits.lower",
/// "defs[3].motor.max". Getters on an id without an object return zero (false, null) and set no
/// error; so do those of a property that the type does not have.
///
/// Stiffness. The rigid part of a joint (for example the point of a hinge) is a soft constraint of
/// frequency `hertz` and damping ratio `damping_ratio`; hertz 0, the default, is as stiff as the
/// step allows, and `damping_ratio` is unused. A `hertz` above 0.16 times the substep rate, 38 Hz
/// at 60 steps of 4 substeps, is as stiff as 0, but hinges with such a `hertz` are not solved as
/// trees (docs/joints.md). A spring whose frequency is above this limit acts like one with the
/// frequency of the limit. For lightly damped springs of bodies with three or more joints the limit
/// is lower.
///
/// Sources: E. Catto, Soft Constraints (2011), Solver2D (2024); docs/joints.md derives each type.
#ifndef SCREE_JOINT_H
#define SCREE_JOINT_H

#include "body.h"
#include "id.h"
#include "world.h"

typedef enum scree_joint_type
{
    SCREE_JOINT_DISTANCE = 0,
    SCREE_JOINT_REVOLUTE,
    SCREE_JOINT_PRISMATIC,
    SCREE_JOINT_WELD,
    SCREE_JOINT_WHEEL,
    SCREE_JOINT_MOTOR,
    SCREE_JOINT_FILTER,
    SCREE_JOINT_GEAR,
    SCREE_JOINT_PULLEY,
    SCREE_JOINT_RACK,
    SCREE_JOINT_RATCHET,
    SCREE_JOINT_TYPE_COUNT
} scree_joint_type;

/// "distance", "revolute" and so on; "unknown" for anything else.
SCREE_API const char *scree_joint_type_name(scree_joint_type type);

/// Where a joint holds a body: body coordinates, from the origin of the body.
typedef struct scree_frame
{
    scree_vec2 position;  ///< m
    float angle;          ///< rad
} scree_frame;

/// The members that all joints have.
typedef struct scree_joint_base
{
    scree_body_id body_a, body_b;  ///< two different bodies, the same as long as the joint exists
    scree_frame frame_a, frame_b;
    float hertz;          ///< 1/s: of the rigid part; 0: as stiff as the step allows
    float damping_ratio;  ///< of the rigid part; unused if `hertz` is 0
    float break_force;    ///< N: a larger force destroys the joint at the end of a step; 0: none
    float break_torque;   ///< N m: a larger torque destroys the joint at the end of a step; 0: none
    /// N and N m: a step that ends above one reports the joint: scree_world_joint_events; 0: none
    float force_threshold, torque_threshold;
    bool collide_connected;  ///< false: shapes of the two bodies do not collide with each other
    void *user_data;
} scree_joint_base;

/// A spring along the coordinate of a joint.
typedef struct scree_axis_spring
{
    bool enable;
    float hertz;          ///< 1/s, of the two bodies alone, undamped; 0: no force
    float damping_ratio;  ///< 1: critical
    float target;         ///< m or rad: where it is at rest
} scree_axis_spring;

/// A motor that drives the coordinate, or the turning of a wheel, at a target speed.
typedef struct scree_axis_motor
{
    bool enable;
    float speed;  ///< m/s or rad/s
    float max;    ///< N or N m, >= 0: the largest force or torque of the motor
} scree_axis_motor;

/// Limits of the coordinate.
typedef struct scree_axis_limits
{
    bool enable;
    float lower, upper;  ///< m or rad, lower <= upper
} scree_axis_limits;

/// A rod, a rope or a spring between two points. Its coordinate is the distance of the points, m,
/// at least 0.005 units. With a spring the coordinate may vary, between the limits if these are
/// enabled, and the motor acts on it; without a spring it is held at `length`, and limits and motor
/// do nothing. For a rope, use a spring of 0 Hz and limits from 0 to its length.
typedef struct scree_distance_joint_def
{
    uint32_t version;  ///< set by scree_distance_joint_def_default(); do not write
    scree_joint_base base;
    /// m, 0.005 units to 1e8 m: the length at rest; the target of the spring is unused
    float length;
    scree_axis_spring spring;
    /// N, -1e12 to 1e12, lower <= upper: limits of the spring's force, < 0: pull, > 0: push
    float lower_spring_force;
    float upper_spring_force;
    scree_axis_limits limits;  ///< 0 to 1e8
    scree_axis_motor motor;
} scree_distance_joint_def;

/// A hinge: the points of the two frames stay together. Its coordinate is the angle of frame b
/// against frame a, -pi to pi.
typedef struct scree_revolute_joint_def
{
    uint32_t version;
    scree_joint_base base;
    scree_axis_spring spring;  ///< target -pi to pi
    scree_axis_limits limits;  ///< -0.99 pi to 0.99 pi
    scree_axis_motor motor;
} scree_revolute_joint_def;

/// A slider: b moves along the direction of frame a and does not turn against it. Its coordinate is
/// the translation of the point of b from that of a along that direction.
typedef struct scree_prismatic_joint_def
{
    uint32_t version;
    scree_joint_base base;
    scree_axis_spring spring;
    scree_axis_limits limits;
    scree_axis_motor motor;
} scree_prismatic_joint_def;

/// The frames stay together in point and angle. base.hertz is the stiffness of the point,
/// angular_hertz, limited like that of a spring, that of the angle; 0: as stiff as the step allows.
typedef struct scree_weld_joint_def
{
    uint32_t version;
    scree_joint_base base;
    float angular_hertz;
    float angular_damping_ratio;
} scree_weld_joint_def;

/// The wheel of a car: body b is the wheel. Its point moves along the direction of frame a, and it
/// turns freely or by the motor. The coordinate of the joint is the translation; the motor turns b
/// against a: a negative speed turns the wheel clockwise and drives a car to the right.
typedef struct scree_wheel_joint_def
{
    uint32_t version;
    scree_joint_base base;
    scree_axis_spring spring;  ///< of the suspension
    scree_axis_limits limits;
    scree_axis_motor motor;  ///< rad/s, N m
} scree_wheel_joint_def;

/// Drives the velocity of b relative to a to a target, and its pose to the frame of a, with bounded
/// force. Use it as a mouse joint, for top-down friction, or for a character. base.hertz and
/// base.damping_ratio are unused.
typedef struct scree_motor_joint_def
{
    uint32_t version;
    scree_joint_base base;
    scree_vec2 linear_velocity;  ///< m/s, world axes, of the point of b against that of a
    float angular_velocity;      ///< rad/s
    float max_velocity_force;    ///< N; 0: linear_velocity has no effect
    float max_velocity_torque;   ///< N m; 0: angular_velocity has no effect
    float linear_hertz, linear_damping_ratio;  ///< spring that pulls b's point to a's; 0 Hz: none
    /// spring that turns frame b to frame a; 0 Hz: none
    float angular_hertz, angular_damping_ratio;
    float max_spring_force;   ///< N
    float max_spring_torque;  ///< N m
} scree_motor_joint_def;

/// Only keeps the shapes of two bodies from colliding, and only if collide_connected is false.
typedef struct scree_filter_joint_def
{
    uint32_t version;
    scree_joint_base base;  ///< frames, stiffness, break values and thresholds are unused
} scree_filter_joint_def;

/// Couples the rotation of two bodies: angle of b * ratio - angle of a keeps its value at the
/// joint's creation, plus phase; whole turns count. It has no coordinate. Its frames affect only
/// drawings.
typedef struct scree_gear_joint_def
{
    uint32_t version;
    scree_joint_base base;
    float ratio;  ///< 1e-6 to 1e6 or its negative; negative: meshing gears
    float phase;  ///< rad, -1e6 to 1e6
} scree_gear_joint_def;

/// Two bodies on a rope over two pulleys: |point of a - anchor a| + ratio |point of b - anchor b|
/// stays at most `length`. The rope pulls and does not push. The coordinate of the joint is that
/// sum. Angles of frames are unused.
typedef struct scree_pulley_joint_def
{
    uint32_t version;
    scree_joint_base base;
    scree_vec2 anchor_a, anchor_b;  ///< m, of the pulleys, world
    float ratio;                    ///< 1e-6 to 1e6
    float length;                   ///< m, 0 to 1e8
} scree_pulley_joint_def;

/// A pinion, a, and a rack, b: the point of b moves along the direction of frame b by radius times
/// the turn of a. Its coordinate is how far b's point has moved relative to a's along that
/// direction since the joint was created. The angle of frame a is unused.
typedef struct scree_rack_joint_def
{
    uint32_t version;
    scree_joint_base base;
    float radius;  ///< m, 1e-6 to 1e6 or its negative
} scree_rack_joint_def;

/// Lets b turn relative to a in one direction, and back only to the last tooth passed; before the
/// first tooth, only to the angle at the joint's creation. The teeth lie `tooth` apart. Its
/// coordinate is how far b has turned relative to a since the joint was created; whole turns count.
/// Its frames affect only drawings.
typedef struct scree_ratchet_joint_def
{
    uint32_t version;
    scree_joint_base base;
    /// rad, 0.001 to pi or its negative; its sign is the direction in which b may turn
    float tooth;
    float phase;  ///< rad, -1e6 to 1e6: of the teeth
} scree_ratchet_joint_def;

/// Definitions with all members set except the bodies: frames at the origins, as stiff as the step
/// allows, never breaking, connected bodies not colliding, no spring, motor or limits; damping
/// ratios 1; spring forces of distance joints up to 1e12 N, all forces of motor joints 0.
SCREE_API SCREE_NODISCARD scree_distance_joint_def
scree_distance_joint_def_default(void);  ///< length 1 m
SCREE_API SCREE_NODISCARD scree_revolute_joint_def scree_revolute_joint_def_default(void);
SCREE_API SCREE_NODISCARD scree_prismatic_joint_def scree_prismatic_joint_def_default(void);
SCREE_API SCREE_NODISCARD scree_weld_joint_def scree_weld_joint_def_default(void);
SCREE_API SCREE_NODISCARD scree_wheel_joint_def
scree_wheel_joint_def_default(void);  ///< spring enabled: 1 Hz, damping ratio 0.7
SCREE_API SCREE_NODISCARD scree_motor_joint_def scree_motor_joint_def_default(void);
SCREE_API SCREE_NODISCARD scree_filter_joint_def scree_filter_joint_def_default(void);
SCREE_API SCREE_NODISCARD scree_gear_joint_def scree_gear_joint_def_default(void);  ///< ratio 1
SCREE_API SCREE_NODISCARD scree_pulley_joint_def
scree_pulley_joint_def_default(void);  ///< ratio 1, length 1 m
SCREE_API SCREE_NODISCARD scree_rack_joint_def scree_rack_joint_def_default(void);  ///< radius 1 m
SCREE_API SCREE_NODISCARD scree_ratchet_joint_def
scree_ratchet_joint_def_default(void);  ///< tooth 0.1 rad

/// Creates a joint, and wakes its bodies, except those created asleep that have not been in a step
/// yet. Null id on error: see scree_error_text.
SCREE_API scree_joint_id scree_joint_create_distance(scree_world *world,
                                                     const scree_distance_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_revolute(scree_world *world,
                                                     const scree_revolute_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_prismatic(scree_world *world,
                                                      const scree_prismatic_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_weld(scree_world *world,
                                                 const scree_weld_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_wheel(scree_world *world,
                                                  const scree_wheel_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_motor(scree_world *world,
                                                  const scree_motor_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_filter(scree_world *world,
                                                   const scree_filter_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_gear(scree_world *world,
                                                 const scree_gear_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_pulley(scree_world *world,
                                                   const scree_pulley_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_rack(scree_world *world,
                                                 const scree_rack_joint_def *def);
SCREE_API scree_joint_id scree_joint_create_ratchet(scree_world *world,
                                                    const scree_ratchet_joint_def *def);

/// Creates `count` (>= 0) joints or, on error, none. `ids` receives `count` ids and may be null.
SCREE_API scree_result scree_joints_create_distance(scree_world *world,
                                                    const scree_distance_joint_def *defs, int count,
                                                    scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_revolute(scree_world *world,
                                                    const scree_revolute_joint_def *defs, int count,
                                                    scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_prismatic(scree_world *world,
                                                     const scree_prismatic_joint_def *defs,
                                                     int count, scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_weld(scree_world *world,
                                                const scree_weld_joint_def *defs, int count,
                                                scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_wheel(scree_world *world,
                                                 const scree_wheel_joint_def *defs, int count,
                                                 scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_motor(scree_world *world,
                                                 const scree_motor_joint_def *defs, int count,
                                                 scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_filter(scree_world *world,
                                                  const scree_filter_joint_def *defs, int count,
                                                  scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_gear(scree_world *world,
                                                const scree_gear_joint_def *defs, int count,
                                                scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_pulley(scree_world *world,
                                                  const scree_pulley_joint_def *defs, int count,
                                                  scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_rack(scree_world *world,
                                                const scree_rack_joint_def *defs, int count,
                                                scree_joint_id *ids);
SCREE_API scree_result scree_joints_create_ratchet(scree_world *world,
                                                   const scree_ratchet_joint_def *defs, int count,
                                                   scree_joint_id *ids);

/// The whole definition of a joint as it is now. All zero if the joint is of another type.
SCREE_API scree_distance_joint_def scree_joint_distance_settings(const scree_world *world,
                                                                 scree_joint_id joint);
SCREE_API scree_revolute_joint_def scree_joint_revolute_settings(const scree_world *world,
                                                                 scree_joint_id joint);
SCREE_API scree_prismatic_joint_def scree_joint_prismatic_settings(const scree_world *world,
                                                                   scree_joint_id joint);
SCREE_API scree_weld_joint_def scree_joint_weld_settings(const scree_world *world,
                                                         scree_joint_id joint);
SCREE_API scree_wheel_joint_def scree_joint_wheel_settings(const scree_world *world,
                                                           scree_joint_id joint);
SCREE_API scree_motor_joint_def scree_joint_motor_settings(const scree_world *world,
                                                           scree_joint_id joint);
SCREE_API scree_filter_joint_def scree_joint_filter_settings(const scree_world *world,
                                                             scree_joint_id joint);
SCREE_API scree_gear_joint_def scree_joint_gear_settings(const scree_world *world,
                                                         scree_joint_id joint);
SCREE_API scree_pulley_joint_def scree_joint_pulley_settings(const scree_world *world,
                                                             scree_joint_id joint);
SCREE_API scree_rack_joint_def scree_joint_rack_settings(const scree_world *world,
                                                         scree_joint_id joint);
SCREE_API scree_ratchet_joint_def scree_joint_ratchet_settings(const scree_world *world,
                                                               scree_joint_id joint);

/// Gives a live joint a new definition of its own type: read it, change it, pass it back. The
/// definition must name the bodies of the joint. Impulses are kept if the frames stay the same,
/// base.hertz does not change from or to 0, and no spring, motor or limits are switched on or off.
/// Turns still count from the joint's creation. Wakes the bodies.
SCREE_API scree_result scree_joint_set_distance_settings(scree_world *world, scree_joint_id joint,
                                                         const scree_distance_joint_def *def);
SCREE_API scree_result scree_joint_set_revolute_settings(scree_world *world, scree_joint_id joint,
                                                         const scree_revolute_joint_def *def);
SCREE_API scree_result scree_joint_set_prismatic_settings(scree_world *world, scree_joint_id joint,
                                                          const scree_prismatic_joint_def *def);
SCREE_API scree_result scree_joint_set_weld_settings(scree_world *world, scree_joint_id joint,
                                                     const scree_weld_joint_def *def);
SCREE_API scree_result scree_joint_set_wheel_settings(scree_world *world, scree_joint_id joint,
                                                      const scree_wheel_joint_def *def);
SCREE_API scree_result scree_joint_set_motor_settings(scree_world *world, scree_joint_id joint,
                                                      const scree_motor_joint_def *def);
SCREE_API scree_result scree_joint_set_filter_settings(scree_world *world, scree_joint_id joint,
                                                       const scree_filter_joint_def *def);
SCREE_API scree_result scree_joint_set_gear_settings(scree_world *world, scree_joint_id joint,
                                                     const scree_gear_joint_def *def);
SCREE_API scree_result scree_joint_set_pulley_settings(scree_world *world, scree_joint_id joint,
                                                       const scree_pulley_joint_def *def);
SCREE_API scree_result scree_joint_set_rack_settings(scree_world *world, scree_joint_id joint,
                                                     const scree_rack_joint_def *def);
SCREE_API scree_result scree_joint_set_ratchet_settings(scree_world *world, scree_joint_id joint,
                                                        const scree_ratchet_joint_def *def);

/// Sets the target speed of the motor of a distance, revolute, prismatic or wheel joint, whether
/// the motor is enabled or not; SCREE_ERROR_ARGUMENT for others. Wakes the bodies if the speed
/// changes.
SCREE_API scree_result scree_joint_set_motor_speed(scree_world *world, scree_joint_id joint,
                                                   float speed);

/// Sets the force (N) or torque (N m), 0 to 1e12, above which steps report the joint in
/// scree_world_joint_events; 0: none. Wakes nothing.
SCREE_API scree_result scree_joint_set_force_threshold(scree_world *world, scree_joint_id joint,
                                                       float threshold);
SCREE_API scree_result scree_joint_set_torque_threshold(scree_world *world, scree_joint_id joint,
                                                        float threshold);
SCREE_API float scree_joint_force_threshold(const scree_world *world, scree_joint_id joint);
SCREE_API float scree_joint_torque_threshold(const scree_world *world, scree_joint_id joint);

/// Destroys a joint and wakes its bodies. Destroying a body destroys its joints.
SCREE_API scree_result scree_joint_destroy(scree_world *world, scree_joint_id joint);
SCREE_API SCREE_NODISCARD bool scree_joint_is_valid(const scree_world *world, scree_joint_id joint);
SCREE_API scree_joint_type scree_joint_get_type(const scree_world *world, scree_joint_id joint);
SCREE_API scree_body_id scree_joint_body_a(const scree_world *world, scree_joint_id joint);
SCREE_API scree_body_id scree_joint_body_b(const scree_world *world, scree_joint_id joint);
SCREE_API void *scree_joint_user_data(const scree_world *world, scree_joint_id joint);
SCREE_API scree_result scree_joint_set_user_data(scree_world *world, scree_joint_id joint,
                                                 void *user_data);

/// Force and torque on b in the last substep of the last step, N and N m, world axes; the torque is
/// about the joint's point on b.
SCREE_API scree_vec2 scree_joint_force(const scree_world *world, scree_joint_id joint);
SCREE_API float scree_joint_torque(const scree_world *world, scree_joint_id joint);
/// Angle, translation or length now, rad or m: see the types. 0 for weld, motor, filter and gear.
SCREE_API float scree_joint_coordinate(const scree_world *world, scree_joint_id joint);
/// The error of the joint, >= 0: how far its points (m) and angles (rad) are from where it holds
/// them, and how far the coordinate is beyond a limit. 0 for motor joints.
SCREE_API float scree_joint_linear_separation(const scree_world *world, scree_joint_id joint);
SCREE_API float scree_joint_angular_separation(const scree_world *world, scree_joint_id joint);

/// Rate of the coordinate now, m/s or rad/s, from the velocities of the bodies.
SCREE_API float scree_joint_speed(const scree_world *world, scree_joint_id joint);
/// The motor's own part of the force or torque on b in the last substep: N along the coordinate in
/// distance and prismatic joints, N m in revolute and wheel joints. 0 while the motor is off.
SCREE_API float scree_joint_motor_force(const scree_world *world, scree_joint_id joint);

/// How many joints the world, or a body, has.
SCREE_API int scree_world_joint_count(const scree_world *world);
SCREE_API int scree_body_joint_count(const scree_world *world, scree_body_id body);
/// Writes the ids of the joints of a body, the newest first, at most `capacity`. Returns how many
/// it has.
SCREE_API int scree_body_joints(const scree_world *world, scree_body_id body,
                                scree_joint_id *joints, int capacity);
/// Writes the ids of all joints in the order of their slots, at most `capacity`. Returns how many
/// joints there are.
SCREE_API int scree_world_joints(const scree_world *world, scree_joint_id *joints, int capacity);

/// Fills `frame_a` and `frame_b` of a base from one point and direction in the world, by the bodies
/// that it names and their poses now. A joint created from it starts with its points together and
/// its angle or translation at 0, up to the rounding of coordinates and about 5e-7 rad. The rest of
/// the base stays. It is not for distance joints, whose two points lie apart: set the position of
/// either frame to scree_body_local_point of its point.
///
/// - `anchor`: m, each coordinate within +-1e8, in the world and in the coordinates of either body
/// - `axis`: longer than 1e-6, up to 1e12; of a prismatic or wheel joint the direction of the slide
/// - `base`: body_a and body_b are read
SCREE_API scree_result scree_joint_frames_at(const scree_world *world, scree_vec2 anchor,
                                             scree_vec2 axis, scree_joint_base *base);

/// These calls set or return one part of a distance, revolute, prismatic or wheel joint: its
/// spring, motor or limits. For joints of other types the setters return SCREE_ERROR_ARGUMENT. The
/// ranges are as in the definition of the type; all other settings stay. Impulses stay unless a
/// part is switched on or off; a spring of 0 Hz counts as off, except in distance joints. Wakes the
/// bodies.
SCREE_API scree_result scree_joint_set_axis_spring(scree_world *world, scree_joint_id joint,
                                                   scree_axis_spring spring);
SCREE_API scree_result scree_joint_set_axis_motor(scree_world *world, scree_joint_id joint,
                                                  scree_axis_motor motor);
SCREE_API scree_result scree_joint_set_axis_limits(scree_world *world, scree_joint_id joint,
                                                   scree_axis_limits limits);
SCREE_API scree_axis_spring scree_joint_axis_spring(const scree_world *world, scree_joint_id joint);
SCREE_API scree_axis_motor scree_joint_axis_motor(const scree_world *world, scree_joint_id joint);
SCREE_API scree_axis_limits scree_joint_axis_limits(const scree_world *world, scree_joint_id joint);
/// The target speed of the motor, whether it is enabled or not.
SCREE_API float scree_joint_motor_speed(const scree_world *world, scree_joint_id joint);

/// The members common to all joints, for any type. Setting these members has the same effects as
/// setting the whole definition; the base must name the bodies of the joint.
SCREE_API scree_joint_base scree_joint_get_base(const scree_world *world, scree_joint_id joint);
SCREE_API scree_result scree_joint_set_base(scree_world *world, scree_joint_id joint,
                                            const scree_joint_base *base);

/// Wakes both bodies and their islands.
SCREE_API scree_result scree_joint_wake_bodies(scree_world *world, scree_joint_id joint);

/// Destroys `count` (>= 0) joints or, on error, none. Returns SCREE_ERROR_STALE_ID also if the
/// array has an id twice.
SCREE_API scree_result scree_joints_destroy(scree_world *world, const scree_joint_id *joints,
                                            int count);

#endif
