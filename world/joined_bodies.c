#include "world/joined_bodies.h"

#include "core/assert.h"
#include "dynamics/solver/joints/break_joints.h"
#include "world/waking.h"

void sc_part_contacts(scree_world *world, int32_t row_a, int32_t row_b)
{
    SC_ASSERT(row_a != row_b);
    const sc_bodies *bodies = &world->bodies;
    if (!sc_cannot_collide(bodies, row_a, row_b) &&
        !sc_joints_separate(&world->joints, bodies, row_a, row_b))
    {
        int32_t row = sc_row_to_purge(bodies, row_a, row_b);
        // Do this only if the body has sleeping contacts, because it visits all joints of the body.
        if (sc_sleep_first_link(&world->sleep, bodies->slot[row]) != 0)
        {
            sc_end_asleep_contacts(world, row, 0);
        }
        sc_purge_shapes_of(bodies, &world->shapes, row);
    }
}

void sc_rejoin(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    world->joints.version += world->bodies.first_joint[row] != 0;
    sc_wake_joined(world, row);
}

void sc_destroy_joints_of(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    sc_wake_joined(world, row);
    while (world->bodies.first_joint[row] != 0)
    {
        sc_joints_remove(&world->joints, &world->bodies, world->bodies.first_joint[row] / 2);
    }
}
