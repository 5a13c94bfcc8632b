/// Events: the results of the last step, as arrays in order of slots (the low 24 bits of an id).
/// The arrays belong to the world. They are valid until the next step begins, the world is
/// destroyed, or a call gives the world another state: restoring an image or loading a snapshot.
/// Ids in them are safe to keep; ids of objects destroyed since are stale.
///
/// Unused events cost next to nothing: moved bodies are listed only when scree_world_body_events is
/// called, joints are tested only if they have a threshold or can break, and contacts are reported
/// only for shapes that enable their events. docs/events.md has the rules and examples.
#ifndef SCREE_EVENTS_H
#define SCREE_EVENTS_H

#include "body.h"
#include "id.h"
#include "joint.h"
#include "world.h"

/// A body in scree_body_events.moved, and its pose.
typedef struct scree_body_move
{
    scree_body_id body;
    void *user_data;
    scree_vec2 position;  ///< of the origin, m
    float cos, sin;       ///< rotation
} scree_body_move;

typedef struct scree_body_events
{
    /// Dynamic bodies that were awake in the step, and kinematic bodies with a velocity. The first
    /// call after the step or a shift of the origin makes the list from the state at that moment:
    /// bodies created, destroyed, enabled, disabled or retyped since the step are not in it. Empty
    /// after a step that failed with SCREE_ERROR_OUT_OF_MEMORY, because nothing moved.
    const scree_body_move *moved;
    /// Bodies that fell asleep, and bodies that woke. There is no event for a body that is
    /// destroyed, disabled or retyped while asleep.
    const scree_body_id *fell_asleep, *woke;
    int moved_count;  ///< -1: SCREE_ERROR_OUT_OF_MEMORY, no room for the list
    int fell_asleep_count, woke_count;
} scree_body_events;

/// The events of bodies in the last step. During a callback of a step the list of moved bodies is
/// empty.
SCREE_API scree_body_events scree_world_body_events(scree_world *world);

/// A joint that broke in the last step. Its id is stale.
typedef struct scree_joint_break
{
    scree_joint_id joint;
    scree_body_id body_a, body_b;
    void *user_data;
    scree_vec2 force;  ///< N, on b in the last substep
    float torque;      ///< N m, on b
} scree_joint_break;

/// An unbroken joint whose force or torque in the last substep was above its threshold.
typedef struct scree_joint_overload
{
    scree_joint_id joint;
    scree_body_id body_a, body_b;
    void *user_data;
    scree_vec2 force;  ///< N, on b: as scree_joint_force
    float torque;      ///< N m, on b: as scree_joint_torque
} scree_joint_overload;

typedef struct scree_joint_events
{
    const scree_joint_break *breaks;
    /// Joints above scree_joint_base.force_threshold or torque_threshold with at least one awake
    /// dynamic body.
    const scree_joint_overload *overloads;
    int break_count, overload_count;
} scree_joint_events;

/// The events of joints in the last step that did not fail.
SCREE_API scree_joint_events scree_world_joint_events(const scree_world *world);

/// Two shapes that ceased to touch; shape_a has the lower slot (the low 24 bits of an id).
typedef struct scree_contact_event
{
    /// each of the ids may be stale: destroying an object ends its contacts
    scree_shape_id shape_a, shape_b;
    scree_body_id body_a, body_b;
} scree_contact_event;

/// Two shapes that begin to touch, with their contact. shape_a has the lower slot, and the normal
/// points from it to shape_b. The contact is computed at the poses before the step moved the
/// bodies.
typedef struct scree_contact_begin
{
    scree_shape_id shape_a, shape_b;
    scree_body_id body_a, body_b;
    void *shape_user_data_a, *shape_user_data_b;
    void *body_user_data_a, *body_user_data_b;
    scree_vec2 normal;
    int point_count;          ///< 1 or 2
    scree_vec2 positions[2];  ///< midway between the surfaces, m
    float separations[2];     ///< m; negative: overlap
} scree_contact_begin;

/// A hit: a contact of an awake body whose points approach faster than the world's threshold and
/// have an impulse.
typedef struct scree_contact_hit
{
    scree_shape_id shape_a, shape_b;
    scree_body_id body_a, body_b;
    scree_vec2 position;  ///< of the fastest point at the beginning of the step, m
    scree_vec2 normal;    ///< unit, from a to b
    /// of that point along the normal, at the beginning of the step, m/s, at most FLT_MAX
    float approach_speed;
    /// along the normal, over the whole step and all points of the contact, N s, > 0
    float impulse;
} scree_contact_hit;

/// Each array in the order of the slots of shape a, then of shape b.
typedef struct scree_contact_events
{
    const scree_contact_begin *begins;
    const scree_contact_event *ends;
    int begin_count, end_count;
    const scree_contact_hit *hits;
    int hit_count;
} scree_contact_events;

/// The begins and ends of contacts with at least one shape that enables contact events
/// (scree_shape_def.enable_contact_events or scree_shape_set_contact_events_enabled), and the hits
/// of contacts with at least one shape that enables hit events.
///
/// A contact begins when it first has points after a step (scree_world_contacts). It ends when it
/// no longer has points, for example because the shapes part or one of them is destroyed, disabled
/// with its body or filtered out, and when both have their contact events disabled. Ends caused by
/// calls are among the events of the next step. Begins and ends alternate: a contact that began
/// ends once before it can begin again. If a call ends a contact and the next step finds it again,
/// neither an end nor a begin is reported: no pair of ids is in both arrays. Falling asleep and
/// waking end no contact.
SCREE_API scree_contact_events scree_world_contact_events(const scree_world *world);

/// For contacts of the shape that already have points, asleep or awake, the next step reports a
/// begin, or an end if the call disables the events, unless the other shape has events enabled.
SCREE_API scree_result scree_shape_set_contact_events_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_contact_events_enabled(const scree_world *world,
                                                     scree_shape_id shape);
SCREE_API scree_result scree_shape_set_hit_events_enabled(scree_world *world, scree_shape_id shape,
                                                          bool enabled);
SCREE_API bool scree_shape_is_hit_events_enabled(const scree_world *world, scree_shape_id shape);

/// The approach speed above which a contact is a hit, length units/s, 0 to 1e6. 0 for a null world.
SCREE_API float scree_world_hit_event_threshold(const scree_world *world);
SCREE_API scree_result scree_world_set_hit_event_threshold(scree_world *world, float speed);

/// A shape that began or ceased to overlap a sensor. The sensor comes first, whatever the slots.
typedef struct scree_sensor_event
{
    /// at an end each of the ids may be stale
    scree_shape_id sensor, visitor;
    scree_body_id sensor_body, visitor_body;
} scree_sensor_event;

/// Each array in the order of the slots of the sensor, then of the visitor.
typedef struct scree_sensor_events
{
    const scree_sensor_event *begins, *ends;
    int begin_count, end_count;
    /// The step had no memory for sensor overlaps: the overlaps belong to an earlier step, and the
    /// next step that has memory reports the changes since that earlier step.
    bool late;
} scree_sensor_events;

/// Shapes that began and ceased to overlap sensors (scree_shape_def.sensor, scree_shape_set_sensor)
/// in the last step, at the poses after it. A sensor detects shapes of other bodies that set
/// `enable_sensor_events`, if the filters of both agree: shapes of dynamic and kinematic bodies,
/// awake or asleep, and of static bodies if the sensor sets `enable_static_sensing`. It does not
/// detect other sensors, and a sensor that is a half-space does not detect half-spaces. Begins and
/// ends alternate: an overlap that began ends once, when the shapes part, when one of them is
/// destroyed, disabled with its body or filtered out, or when a change of flags or of a body's type
/// means that the sensor no longer detects the shape. Ends caused by calls are among the events of
/// the next step.
SCREE_API scree_sensor_events scree_world_sensor_events(const scree_world *world);

/// Writes the shapes that overlapped a sensor after the last step, in the order of their slots, at
/// most `capacity`. Returns how many there are, 0 for a bad id. Shapes destroyed since the step are
/// left out.
SCREE_API int scree_shape_sensor_overlaps(const scree_world *world, scree_shape_id shape,
                                          scree_shape_id *shapes, int capacity);

/// A sensor has no contacts; queries of the world, particles and soft bodies ignore it. It keeps
/// its mass.
/// Turning a shape into a sensor ends its contacts; turning a sensor into an ordinary shape lets
/// the next step find its contacts.
SCREE_API scree_result scree_shape_set_sensor(scree_world *world, scree_shape_id shape,
                                              bool sensor);
SCREE_API bool scree_shape_is_sensor(const scree_world *world, scree_shape_id shape);
/// Whether sensors detect the shape.
SCREE_API scree_result scree_shape_set_sensor_events_enabled(scree_world *world,
                                                             scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_sensor_events_enabled(const scree_world *world, scree_shape_id shape);
/// Whether a sensor detects shapes of static bodies, too.
SCREE_API scree_result scree_shape_set_static_sensing_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_static_sensing_enabled(const scree_world *world,
                                                     scree_shape_id shape);

/// Decides whether two shapes may collide. Called for pairs with at least one shape that sets
/// scree_shape_def.enable_contact_filter, when their AABBs begin to overlap and filters and joints
/// allow the pair, and for obstacles in the path of fast bodies. The shape with the lower slot
/// comes first. Workers of the step call it, several at a time and in any order, and may call it
/// more than once for a pair: it must return the same value for the same pair. It may read the
/// world by calls that take it const, except queries, drawing and copies of its state; these and
/// calls that change the world are refused, most with SCREE_ERROR_LOCKED.
typedef bool scree_contact_filter_callback(const scree_contact_side *a, const scree_contact_side *b,
                                           void *context);

/// Decides whether a contact acts in this step. Called in each step, before contacts are solved,
/// for each contact of awake bodies with points and at least one shape that sets
/// scree_shape_def.enable_pre_solve, and again for the same contact if the step wakes bodies.
/// Poses and velocities are those at the beginning of the step; impulses come from the step before.
/// A disabled contact has no points: it ends (or does not begin), and neither wakes nor moves a
/// body. Also called, with one point, for a contact that would stop a fast body. Otherwise the
/// rules of scree_contact_filter_callback apply, except that the returned value may change from
/// step to step.
///
/// It may write to contact->surface, which holds the mixed materials: a change acts in this step
/// alone. Values out of range are clamped. The materials of such contacts are mixed before each
/// call, and the mixing callback is called each time, on the same thread as this one.
///
/// It may write to contact->manifold: a changed normal (which is normalised), position or
/// separation of a point acts in this step alone; other members are ignored. Non-finite values, and
/// a normal shorter than 1e-6, leave the step's own values in place. A normal that does not point
/// out of the shapes may add energy.
///
/// If the call is for a contact that would stop a fast body, only the returned value has an effect.
typedef bool scree_pre_solve_callback(const scree_contact_info *contact, void *context);

/// Sets the contact filter; null: none. Shapes that enable the filter lose their contacts, which
/// the next step finds again under the new filter. The callback is not part of the state: to keep
/// two worlds identical, set the same callbacks in both.
SCREE_API scree_result scree_world_set_contact_filter(scree_world *world,
                                                      scree_contact_filter_callback *filter,
                                                      void *context);
/// Sets the pre-solve callback; null: none. Wakes no body: contacts of sleeping bodies stay as they
/// are until the bodies wake.
SCREE_API scree_result scree_world_set_pre_solve(scree_world *world,
                                                 scree_pre_solve_callback *pre_solve,
                                                 void *context);
/// If the value changes, the shape loses its contacts, and the next step finds them again.
SCREE_API scree_result scree_shape_set_contact_filter_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_contact_filter_enabled(const scree_world *world,
                                                     scree_shape_id shape);
SCREE_API scree_result scree_shape_set_pre_solve_enabled(scree_world *world, scree_shape_id shape,
                                                         bool enabled);
SCREE_API bool scree_shape_is_pre_solve_enabled(const scree_world *world, scree_shape_id shape);

#endif
