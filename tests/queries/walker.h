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

#endif
