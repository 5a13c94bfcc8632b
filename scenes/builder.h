/// The parts that scene sources share: a builder that remembers the first failure, so that a scene
/// reads as a list of its contents, and layouts, the arrays of a bulk creation.
#ifndef SCREE_SCENES_BUILDER_H
#define SCREE_SCENES_BUILDER_H

#include "scenes.h"

#include <stddef.h>

/// Walls and floors are this thick, m, because without continuous collision a fast body sinks in
/// before it is pushed out.
#define SC_WALL_THICKNESS 5.0f

/// After a failure every call does nothing and returns a null id. At the end, `ok` says whether all
/// calls succeeded.
typedef struct sc_builder
{
    scree_world *world;
    scree_scene_state *state;
    bool ok;
} sc_builder;

/// Counts of scenes of `size` bodies of one shape each: on a floor, or in a closed box.
scree_scene_counts sc_counts_on_floor(int size);
scree_scene_counts sc_counts_in_closed_box(int size);

sc_builder sc_builder_create(scree_world *world, scree_scene_state *state);

scree_body_id sc_build_body(sc_builder *builder, scree_body_type type, float x, float y,
                            float angle);
void sc_build_circle(sc_builder *builder, scree_body_id body, const scree_shape_def *def, float x,
                     float y, float radius);
void sc_build_capsule(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      scree_vec2 a, scree_vec2 b, float radius);
void sc_build_segment(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      scree_vec2 a, scree_vec2 b);
void sc_build_polygon(sc_builder *builder, scree_body_id body, const scree_shape_def *def,
                      const scree_polygon *polygon);
/// The outline of a car from the side, 3 m long, rounded by a radius.
scree_polygon sc_car_outline(float radius);
/// Adds a box with its centre at (x, y) in the frame of the body.
void sc_build_box(sc_builder *builder, scree_body_id body, const scree_shape_def *def, float x,
                  float y, float half_width, float half_height);
/// Creates a body with one box round its origin.
scree_body_id sc_build_box_body(sc_builder *builder, scree_body_type type,
                                const scree_shape_def *def, float x, float y, float angle,
                                float half_width, float half_height);

/// The definition of a hinge of two bodies with its frames at a point of the world.
scree_revolute_joint_def sc_hinge_at(const sc_builder *builder, scree_body_id a, scree_body_id b,
                                     scree_vec2 point);
void sc_build_revolute(sc_builder *builder, const scree_revolute_joint_def *def);
void sc_build_distance(sc_builder *builder, const scree_distance_joint_def *def);
void sc_build_wheel(sc_builder *builder, const scree_wheel_joint_def *def);

/// Builds a static floor whose top is the x axis, from -half_width to half_width.
void sc_build_floor(sc_builder *builder, float half_width);
/// Builds one static body with four walls round `interior`. A body that leaves `interior` has
/// escaped.
void sc_build_closed_box(sc_builder *builder, const scree_shape_def *def, scree_aabb interior);

/// A house of cards. The two cards of a pair lean on each other. Two flat cards end on each apex,
/// and on these stand the feet of the next level, so that every load goes straight down from card
/// to card.
typedef struct sc_card_house
{
    int levels;
    float half_length, half_thickness;
    float lean;       ///< rad, from the vertical
    float gap;        ///< between the cards of a pair, half of it
    float half_flat;  ///< half length of the flat cards
    float spacing;    ///< from pair to pair
} sc_card_house;

/// Builds a house of cards and watches its topmost pair. Returns the height.
float sc_build_card_house(sc_builder *builder, const scree_shape_def *def,
                          const sc_card_house *house);

/// Watches a body of a standing scene.
void sc_build_top(sc_builder *builder, scree_body_id body);

/// Arrays for scree_bodies_create, filled by pushing.
typedef struct sc_layout
{
    int count, capacity;
    float *x, *y, *angle, *vx, *vy, *w;
    float *radius;       // for the scene's own use
    scree_body_id *ids;  // filled by sc_layout_build
    void *memory;
} sc_layout;

/// Allocates memory for `capacity` bodies. On failure the builder fails and the capacity is 0.
sc_layout sc_layout_create(sc_builder *builder, int capacity);
void sc_layout_destroy(sc_layout *layout);
/// Adds a body at rest and not turned. Returns its index, or -1 if the layout is full.
int sc_layout_push(sc_layout *layout, float x, float y);
/// Creates a dynamic body for each entry.
void sc_layout_build(sc_layout *layout, sc_builder *builder);
/// Adds the same box to each of the built bodies.
void sc_layout_build_boxes(sc_layout *layout, sc_builder *builder, const scree_shape_def *def,
                           float half_width, float half_height);

/// Makes the built bodies start asleep, in worlds in which bodies may fall asleep. The bodies must
/// have all their shapes. Used at most once in a scene.
void sc_layout_build_asleep(const sc_layout *layout, sc_builder *builder);

/// The definition of a shape without friction.
scree_shape_def sc_bouncing_def(float restitution);

scree_aabb sc_aabb_of(float left, float bottom, float right, float top);

// The ragdoll that scenes share: eleven bones of capsules on ten hinges with limits, springs and
// friction (scenes_ragdolls.c).

enum
{
    SC_RAGDOLL_BODIES = 11,
    SC_RAGDOLL_SHAPES = 13,
    SC_RAGDOLL_JOINTS = 10
};

/// Builds a standing ragdoll, 1.55 m tall, its soles about 0.28 m above `feet`. Bones of ragdolls
/// with the same `group`, which is positive, do not collide with each other. Returns the hip, from
/// which joints lead to all bones.
scree_body_id sc_build_ragdoll(sc_builder *builder, scree_vec2 feet, int group);

/// Destroys all bones of the ragdoll of this hip.
scree_result sc_destroy_ragdoll(scree_world *world, scree_body_id hip);

#endif
