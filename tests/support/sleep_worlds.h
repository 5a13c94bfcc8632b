/// Worlds in which bodies come to rest.
#ifndef SC_TEST_SLEEP_WORLDS_H
#define SC_TEST_SLEEP_WORLDS_H

#include "tests/support/worlds.h"

static inline scree_world *make_world(float gravity)
{
    scree_world_def def = scree_world_def_default();
    def.gravity.y = gravity;
    return world_of(&def);
}

static inline scree_body_id add_floor(scree_world *world)
{
    scree_shape_def def = surface(0.6f, 0.0f);
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, -0.5f, 0.0f);
    add_box(world, floor, &def, 100.0f, 0.5f);
    return floor;
}

static inline int asleep(const scree_world *world)
{
    return scree_world_counters(world).asleep_bodies;
}

static inline void run_until_asleep(scree_world *world, int count)
{
    for (int i = 0; i < 600 && asleep(world) < count; ++i)
    {
        run_steps(world, 1);
    }
    assert_int_equal(asleep(world), count);
}

#endif
