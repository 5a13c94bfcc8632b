/// Changes of sleeping bodies by calls between steps.
#include "world/waking.h"

#include "core/assert.h"
#include "dynamics/islands/islands.h"

void sc_wake(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
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
    if (slot < world->sleep.capacity)
    {
        world->sleep.sleep_requested[slot] = 0;
    }
}

void sc_wake_built(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_sleep *sleep = &world->sleep;
    const int32_t slot = world->bodies.slot[row];
    const bool by_def = slot < sleep->capacity && sleep->sleep_requested[slot] == SC_SLEEP_BY_DEF;
    sc_wake(world, row);
    if (by_def)
    {
        sleep->sleep_requested[slot] = SC_SLEEP_BY_DEF;
    }
}

void sc_wake_moved(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    if (!sc_is_still(&world->bodies, row))
    {
        sc_wake(world, row);
    }
}

void sc_wake_joined(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    int32_t link = world->bodies.first_joint[row];
    for (; link != 0; link = sc_next_joint(&world->joints, link))
    {
        sc_wake(world, world->bodies.row[sc_joint_other_body(&world->joints, link)]);
    }
}

void sc_wake_around(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_row_exists(&world->bodies, row));
    const sc_sleep *sleep = &world->sleep;
    sc_wake(world, row);
    sc_wake_joined(world, row);
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

void sc_wake_touching(scree_world *world, int32_t row, int32_t shape_slot)
{
    sc_sleep *sleep = &world->sleep;
    sc_wake(world, row);
    int32_t link = world->shapes.first_asleep[shape_slot];
    for (; link != 0 && sc_sleep_own_shape(sleep, link) == shape_slot;
         link = sleep->links[link / 2].next[link % 2])
    {
        ++sleep->link_visits;
        sc_wake(world, world->bodies.row[sc_sleep_other_body(sleep, &world->shapes, link)]);
    }
}

/// Ends the contacts of one shape, or of all shapes of the body that the link belongs to.
static void end_links(scree_world *world, int32_t link, int32_t shape_slot)
{
    sc_sleep *sleep = &world->sleep;
    sc_shapes *shapes = &world->shapes;
    while (link != 0 && (shape_slot == 0 || sc_sleep_own_shape(sleep, link) == shape_slot))
    {
        int32_t i = link / 2, next = sleep->links[i].next[link % 2];
        SC_ASSERT(sc_class_has(&sleep->contacts, SC_SLEEP_CLASS, i));
        ++sleep->link_visits;
        sc_wake(world, world->bodies.row[sc_sleep_other_body(sleep, shapes, link)]);
        world->contacts.removed += sleep->contacts.point_count[i] > 0;
        sc_note_contact_end(&world->events, shapes, &sleep->contacts, i);
        // The last contact takes the place of the removed one. It may be the next one in this list.
        int32_t last = sc_sleep_last_contact(sleep);
        sc_sleep_remove_contact(sleep, shapes, i);
        link = next / 2 == last ? 2 * i + next % 2 : next;
    }
}

void sc_end_asleep_contacts(scree_world *world, int32_t row, int32_t shape_slot)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_wake(world, row);
    if (shape_slot == 0)
    {
        sc_wake_joined(world, row);
    }
    end_links(world,
              shape_slot != 0 ? world->shapes.first_asleep[shape_slot]
                              : sc_sleep_first_link(&world->sleep, world->bodies.slot[row]),
              shape_slot);
}

void sc_end_asleep_chain(scree_world *world, int32_t row, int32_t chain)
{
    sc_wake(world, row);
    sc_wake_joined(world, row);
    int32_t slot = world->chains.first[chain];
    for (; slot != 0; slot = world->chains.link[slot].next)
    {
        end_links(world, world->shapes.first_asleep[slot], slot);
    }
}

void sc_drop_asleep(scree_world *world, int32_t row)
{
    SC_ASSERT(sc_bodies_has_row(&world->bodies, row));
    sc_sleep *sleep = &world->sleep;
    int32_t slot = world->bodies.slot[row];
    sc_end_asleep_contacts(world, row, 0);
    if (world->bodies.flags[row] & SC_BODY_ASLEEP)
    {
        SC_ASSERT(sleep->next[slot] != 0 && sleep->first_link[slot] == 0);
        sc_wake(world, world->bodies.row[sleep->next[slot]]);
        sc_sleep_leave_ring(sleep, slot);
        world->bodies.flags[row] &= (uint8_t) ~(SC_BODY_ASLEEP | SC_BODY_WAKES);
        sc_wake(world, row);
    }
}
