/// The stage wake_bodies: wakes islands because of calls and of moving kinematic bodies.
#include "dynamics/islands/islands.h"

/// Wakes the islands of bodies that are marked to wake, and the islands that a moving kinematic
/// body touches.
bool sc_wake_bodies(sc_step *step)
{
    sc_sleep *sleep = step->sleep;
    if (!sleep->step_failed)
    {
        sleep->woke_count = sleep->fell_count = 0;
    }
    if (step->bodies->count[SC_GROUP_ASLEEP] > 0)
    {
        const sc_bodies *bodies = step->bodies;
        for (int32_t row = bodies->count[SC_GROUP_DYNAMIC]; row < sc_moving_count(bodies); ++row)
        {
            if (!sc_is_still(bodies, row))
            {
                // Mark the sleeping bodies that touch it or are joined to it, except by filter
                // joints.
                int32_t link = sc_sleep_first_link(sleep, bodies->slot[row]);
                for (; link != 0; link = sleep->links[link / 2].next[link % 2])
                {
                    sc_mark_to_wake(step,
                                    bodies->row[sc_sleep_other_body(sleep, step->shapes, link)]);
                }
                for (link = bodies->first_joint[row]; link != 0;
                     link = sc_next_joint(step->joints, link))
                {
                    if (step->joints->kind[link / 2] != SC_JOINT_NONE)
                    {
                        sc_mark_to_wake(step, bodies->row[sc_joint_other_body(step->joints, link)]);
                    }
                }
            }
        }
    }
    // Reserve the memory here, because break_joints cannot fail.
    bool done = sc_joints_reserve_events(step->joints, step->memory) &&
                (!sleep->wake_pending || sc_wake_marked(step));
    sc_set_work(step->profile, sleep->woke_count, "bodies", 0);
    return done;
}
