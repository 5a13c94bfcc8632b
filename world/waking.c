/// What calls between steps wake.
#include "world/sleep.h"

void sc_wake(scree_world *world, int32_t row)
{
    int32_t slot = world->bodies.slot[row];
    if (world->bodies.flags[row] & SC_BODY_ASLEEP)
    {
        world->bodies.flags[row] |= SC_BODY_WAKES;
        world->sleep.wake_pending = true;
    }
    else
    {
        sc_sleep_stir(&world->sleep, slot);
    }
}

void sc_wake_moved(scree_world *world, int32_t row)
{
    const sc_bodies *bodies = &world->bodies;
    if (bodies->vx[row] != 0.0f || bodies->vy[row] != 0.0f || bodies->w[row] != 0.0f)
    {
        sc_wake(world, row);
    }
}

void sc_wake_around(scree_world *world, int32_t row)
{
    const sc_sleep *sleep = &world->sleep;
    sc_wake(world, row);
    int32_t link = sc_sleep_first_link(sleep, world->bodies.slot[row]);
    for (; link != 0; link = sleep->links[link / 2].next[link % 2])
    {
        sc_wake(world, world->bodies.row[sc_sleep_other_body(sleep, &world->shapes, link)]);
    }
}

void sc_wake_all(scree_world *world)
{
    int32_t end = sc_moving_count(&world->bodies) + world->bodies.count[SC_GROUP_ASLEEP];
    for (int32_t row = 0; row < end; ++row)
    {
        sc_wake(world, row);
    }
}

void sc_end_asleep_contacts(scree_world *world, int32_t row, int32_t shape_slot)
{
    sc_sleep *sleep = &world->sleep;
    const sc_shapes *shapes = &world->shapes;
    sc_wake(world, row);
    int32_t link = sc_sleep_first_link(sleep, world->bodies.slot[row]);
    while (link != 0)
    {
        int32_t i = link / 2, next = sleep->links[i].next[link % 2];
        int32_t own = link % 2 == 0 ? sleep->contacts.a[i] : sleep->contacts.b[i];
        if (shape_slot == 0 || own == shape_slot)
        {
            sc_wake(world, world->bodies.row[sc_sleep_other_body(sleep, shapes, link)]);
            world->contacts.removed += sleep->contacts.point_count[i] > 0;
            // The last contact comes to this place, and may be the next one in the list.
            int32_t last = sc_sleep_last_contact(sleep);
            sc_sleep_remove_contact(sleep, shapes, i);
            next = next / 2 == last ? 2 * i + next % 2 : next;
        }
        link = next;
    }
}

void sc_drop_asleep(scree_world *world, int32_t row)
{
    sc_sleep *sleep = &world->sleep;
    int32_t slot = world->bodies.slot[row];
    sc_end_asleep_contacts(world, row, 0);
    if (world->bodies.flags[row] & SC_BODY_ASLEEP)
    {
        sc_wake(world, world->bodies.row[sleep->next[slot]]);
        sc_sleep_leave_ring(sleep, slot);
        world->bodies.flags[row] &= (uint8_t) ~(SC_BODY_ASLEEP | SC_BODY_WAKES);
        sc_wake(world, row);
    }
}
