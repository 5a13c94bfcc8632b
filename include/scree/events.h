/// Events: what the last step did, as arrays in order of slots (the low 24 bits of an id). They are
/// the world's, and valid until the next step begins. Ids in them are safe to keep; those of what a
/// call destroyed since are stale.
///
/// Nothing here is collected for who does not ask: what moved is listed by the call, thresholds of
/// joints cost the joints that have one, contacts tell of shapes that ask. docs/events.md has the
/// rules and examples.
#ifndef SCREE_EVENTS_H
#define SCREE_EVENTS_H

#include "body.h"
#include "id.h"
#include "joint.h"
#include "world.h"

/// A body that the last step moved, and where it is.
typedef struct scree_body_move
{
    scree_body_id body;
    void *user_data;
    scree_vec2 position;  ///< of the origin, m
    float cos, sin;       ///< rotation
} scree_body_move;

typedef struct scree_body_events
{
    /// Dynamic bodies that took part in the step awake, and kinematic ones that have a velocity.
    /// Listed by the first call after the step, as they are then: a body that was destroyed,
    /// disabled or retyped since is not there, nor is one that is new. After a step that failed
    /// with SCREE_ERROR_OUT_OF_MEMORY there are none, for nothing moved.
    const scree_body_move *moved;
    /// Bodies that fell asleep and woke. One that was destroyed, disabled or given another type in
    /// its sleep left it without an event.
    const scree_body_id *fell_asleep, *woke;
    int moved_count;  ///< -1: SCREE_ERROR_OUT_OF_MEMORY, no room for the list
    int fell_asleep_count, woke_count;
} scree_body_events;

/// What happened to bodies in the last step. Within a callback of a step nothing is listed as
/// moved.
SCREE_API scree_body_events scree_world_body_events(scree_world *world);

/// A joint that broke in the last step. Its id is stale.
typedef struct scree_joint_break
{
    scree_joint_id joint;
    scree_body_id body_a, body_b;
    void *user_data;
    scree_vec2 force;  ///< N, that broke it
    float torque;      ///< N m
} scree_joint_break;

/// A joint whose force or torque in the last substep was above its threshold, and which holds.
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
    /// Those above scree_joint_base.force_threshold or torque_threshold, of which a body is awake.
    const scree_joint_overload *overloads;
    int break_count, overload_count;
} scree_joint_events;

/// What happened to joints in the last step that did not fail.
SCREE_API scree_joint_events scree_world_joint_events(const scree_world *world);

/// Two shapes that touch, or do so no more; shape_a has the lower slot (the low 24 bits of an id).
typedef struct scree_contact_event
{
    /// at an end each of the ids may be stale: what was destroyed ends its contacts
    scree_shape_id shape_a, shape_b;
    scree_body_id body_a, body_b;
} scree_contact_event;

/// Two shapes that begin to touch, and how: shape_a has the lower slot, and the normal points from
/// it to shape_b. The contact is as the step found it, at the poses before it moved the bodies.
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

/// A blow: two shapes met, or met again, faster than the threshold of the world.
typedef struct scree_contact_hit
{
    scree_shape_id shape_a, shape_b;
    scree_body_id body_a, body_b;
    scree_vec2 position;   ///< where the step found the contact, midway between the surfaces, m
    scree_vec2 normal;     ///< unit, from a to b
    float approach_speed;  ///< along the normal, at the beginning of the step, m/s
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

/// Begins and ends of contacts of which a shape asks for them
/// (scree_shape_def.enable_contact_events or scree_shape_set_contact_events_enabled), hits of those
/// of which a shape asks for hits.
///
/// A contact begins when it has points after a step (scree_world_contacts) and ends when it has
/// none any more: the shapes part, one of them is destroyed, disabled with its body or filtered, or
/// none of them asks any longer. The ends that calls make are among the events of the next step.
/// Each begin is followed by one end. What a call ends and the next step finds again has neither
/// ended nor begun: no pair of ids is in both arrays. Bodies that fall asleep or wake end no
/// contact.
SCREE_API scree_contact_events scree_world_contact_events(const scree_world *world);

/// Contacts that have points already begin in the next step, or end there, asleep or not.
SCREE_API scree_result scree_shape_set_contact_events_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_contact_events_enabled(const scree_world *world,
                                                     scree_shape_id shape);
SCREE_API scree_result scree_shape_set_hit_events_enabled(scree_world *world, scree_shape_id shape,
                                                          bool enabled);
SCREE_API bool scree_shape_is_hit_events_enabled(const scree_world *world, scree_shape_id shape);

/// m/s, 0 to 1e6; slower blows are no hits. 0 for a null world.
SCREE_API float scree_world_hit_event_threshold(const scree_world *world);
SCREE_API scree_result scree_world_set_hit_event_threshold(scree_world *world, float speed);

/// A shape that a sensor sees, or sees no more. Sensor before visitor, whatever their slots.
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
    /// The step found no memory for what sensors see: overlaps are those of an earlier step, and
    /// the next step that has memory tells what changed since.
    bool late;
} scree_sensor_events;

/// What sensors (scree_shape_def.sensor, scree_shape_set_sensor) saw begin and end to overlap
/// them in the last step, at the poses that it left. A sensor sees shapes with
/// `enable_sensor_events` of other bodies, by the filters of both: of dynamic and kinematic bodies,
/// awake or asleep, and with `enable_static_sensing` of static ones. It sees no sensor. Each begin
/// is followed by one end: the shapes part, one is destroyed, disabled with its body or filtered,
/// or is no sensor, or does not ask, any longer. Ends that calls make are among the events of the
/// next step.
SCREE_API scree_sensor_events scree_world_sensor_events(const scree_world *world);

/// The shapes that a sensor overlaps since the last step, in the order of their slots: at most
/// `capacity`. Returns how many there are, 0 for a bad id. Those destroyed since are left out.
SCREE_API int scree_shape_sensor_overlaps(const scree_world *world, scree_shape_id shape,
                                          scree_shape_id *shapes, int capacity);

/// A sensor has no contacts, and neither queries nor particles and soft bodies meet it. It keeps
/// its mass. Turning a shape into a sensor ends its contacts; a sensor that is one no more is found
/// by others in the next step.
SCREE_API scree_result scree_shape_set_sensor(scree_world *world, scree_shape_id shape,
                                              bool sensor);
SCREE_API bool scree_shape_is_sensor(const scree_world *world, scree_shape_id shape);
/// Whether sensors see the shape.
SCREE_API scree_result scree_shape_set_sensor_events_enabled(scree_world *world,
                                                             scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_sensor_events_enabled(const scree_world *world, scree_shape_id shape);
/// Whether a sensor sees shapes of static bodies, too.
SCREE_API scree_result scree_shape_set_static_sensing_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_static_sensing_enabled(const scree_world *world,
                                                     scree_shape_id shape);

/// Whether two shapes may collide, of which one asks (scree_shape_def.enable_contact_filter):
/// called for pairs whose AABBs come to overlap and which filters and joints let through, with the
/// shape of the lower slot first, and for what stands in the way of fast bodies. Workers of the
/// step call it, several at a time and in any order, and the same pair may come more than once: it
/// must answer the same for the same pair. It may read the world by calls that take it const, but
/// for queries; calls that change it are refused with SCREE_ERROR_LOCKED.
typedef bool scree_contact_filter_callback(const scree_contact_side *a, const scree_contact_side *b,
                                           void *context);

/// Whether a contact acts in this step, of which a shape asks (scree_shape_def.enable_pre_solve):
/// called in each step for each contact that has points, before it is solved, with bodies where and
/// as fast as the step found them; impulses are those of the step before. One that does not act
/// has no points: it ends (or does not begin), wakes nobody and moves nobody. Also called, with one
/// point, for what a fast body would be stopped at. Else as scree_contact_filter_callback, but that
/// it may answer otherwise in another step.
///
/// It may write to contact->surface, which holds what the materials make, mixed again in each step:
/// another friction, restitution, rolling resistance (m) or tangent speed acts in this step alone.
/// Values out of range are cut to it. Mixing callbacks are called as often for such contacts.
///
/// It may write to contact->manifold: another normal (made a unit vector), other positions and
/// separations of the points act in this step alone; the rest of it is not looked at. What is not
/// finite, or a normal shorter than 1e-6, leaves what the step found. A normal that does not lead
/// out of the shapes may give bodies energy.
///
/// For what a fast body would be stopped at only the answer counts.
typedef bool scree_pre_solve_callback(const scree_contact_info *contact, void *context);

/// Null: none. Contacts of shapes that ask for the filter are found again by the next step. Not
/// part of the state: equal callbacks are the program's to set in equal worlds.
SCREE_API scree_result scree_world_set_contact_filter(scree_world *world,
                                                      scree_contact_filter_callback *filter,
                                                      void *context);
/// Null: none. Wakes nobody: contacts that sleep stay as they are until they wake.
SCREE_API scree_result scree_world_set_pre_solve(scree_world *world,
                                                 scree_pre_solve_callback *pre_solve,
                                                 void *context);
/// The shape's contacts are found again by the next step.
SCREE_API scree_result scree_shape_set_contact_filter_enabled(scree_world *world,
                                                              scree_shape_id shape, bool enabled);
SCREE_API bool scree_shape_is_contact_filter_enabled(const scree_world *world,
                                                     scree_shape_id shape);
SCREE_API scree_result scree_shape_set_pre_solve_enabled(scree_world *world, scree_shape_id shape,
                                                         bool enabled);
SCREE_API bool scree_shape_is_pre_solve_enabled(const scree_world *world, scree_shape_id shape);

#endif
