/// A mover that a test moves from step to step.
#ifndef SC_TEST_WALKER_H
#define SC_TEST_WALKER_H

#include "tests/support/worlds.h"

static const float dt = 1.0f / 60.0f;
static const float gravity = 10.0f;
/// A mover of 1.8 m rests with its centre so high over ground.
static const float rest_height = 0.9f - 0.0025f;

typedef struct walker
{
    scree_world *world;
    scree_mover_def def;
    scree_mover_state state;
} walker;

static inline walker walker_at(scree_world *world, float x, float y)
{
    walker w = {.world = world, .def = scree_mover_def_default(), .state = {.position = {x, y}}};
    return w;
}

static inline void move(walker *w, float speed)
{
    w->state.velocity.x = speed;
    w->state.velocity.y -= gravity * dt;
    assert_ok(scree_world_move_mover(w->world, &w->def, dt, &w->state));
    assert_ok(scree_world_step(w->world, dt, 4));
}

static inline void moves(walker *w, float speed, int count)
{
    for (int i = 0; i < count; ++i)
    {
        move(w, speed);
    }
}

static inline scree_body_id add_block(scree_world *world, float left, float right, float bottom,
                                      float top)
{
    scree_body_id body =
        add_body(world, SCREE_BODY_STATIC, 0.5f * (left + right), 0.5f * (bottom + top), 0.0f);
    add_box(world, body, usual_shape(), 0.5f * (right - left), 0.5f * (top - bottom));
    return body;
}

static inline scree_body_id add_slab_of(scree_world *world, float x, float y, float half_width,
                                        float half_height, float mass)
{
    scree_shape_def def = scree_shape_def_default();
    def.density = mass / (4.0f * half_width * half_height);
    return add_slab(world, SCREE_BODY_DYNAMIC, x, y, &def, half_width, half_height);
}

/// A rope bridge of planks of 1.2 kg from 0 to 10 m. Returns the one in the middle.
static inline scree_body_id add_bridge(scree_world *world)
{
    add_block(world, -20.0f, 0.0f, -2.0f, 0.0f);
    add_block(world, 10.0f, 30.0f, -2.0f, 0.0f);
    scree_body_id before = static_body(world), middle = before;
    for (int i = 0; i <= 20; ++i)
    {
        const float x = 0.5f * (float)i;
        scree_body_id plank =
            i < 20 ? add_slab_of(world, x + 0.25f, -0.06f, 0.25f, 0.06f, 1.2f) : static_body(world);
        scree_revolute_joint_def hinge = scree_revolute_joint_def_default();
        hinge.base.body_a = before;
        hinge.base.body_b = plank;
        assert_ok(scree_joint_frames_at(world, (scree_vec2){x, -0.06f}, (scree_vec2){1.0f, 0.0f},
                                        &hinge.base));
        assert_true(scree_joint_create_revolute(world, &hinge).value != 0);
        before = plank;
        middle = i == 10 ? plank : middle;
    }
    return middle;
}

#endif
