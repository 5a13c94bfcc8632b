/// Events of bodies from the last step. sc_bodies_list_moves finds the bodies that moved.
#include "scree/events.h"

#include "world/checks.h"

scree_body_events scree_world_body_events(scree_world *world)
{
    if (world == NULL)
    {
        return (scree_body_events){0};
    }
    const sc_sleep *sleep = &world->sleep;
    sc_bodies *bodies = &world->bodies;
    scree_body_events events = {.fell_asleep = sleep->fell_asleep,
                                .fell_asleep_count = sleep->fell_count,
                                .woke = sleep->woke,
                                .woke_count = sleep->woke_count};
    if (world->stepping || sleep->step_failed)
    {
        return events;
    }
    if (!bodies->moves_known && !sc_bodies_list_moves(bodies, &world->memory))
    {
        (void)sc_no_memory(world, __func__);
        events.moved_count = -1;
        return events;
    }
    bodies->moves_known = true;
    events.moved = bodies->moves;
    events.moved_count = bodies->move_count;
    return events;
}
