/// The stage wake_pushed: wakes islands that particles or soft bodies touch.
#include "dynamics/islands/islands.h"

#include <string.h>

/// Wakes the islands that particles and soft bodies touch. If any wakes, step->woken is the number
/// of its bodies, and world/step.c restores particles and soft bodies and runs the stages from
/// refresh_rows on again.
bool sc_wake_pushed(sc_step *step)
{
    int woken = step->sleep->woke_count;
    if (step->rows.pushed != NULL)
    {
        const uint8_t *first = step->rows.pushed + step->rows.moving_count, *at = first;
        const uint8_t *end = first + step->bodies->count[SC_GROUP_ASLEEP];
        while ((at = memchr(at, 1, (size_t)(end - at))) != NULL)
        {
            sc_mark_to_wake(step, step->rows.moving_count + (int32_t)(at++ - first));
        }
    }
    bool done = !step->sleep->wake_pending || sc_wake_marked(step);
    step->woken = step->sleep->woke_count - woken;
    sc_set_work(step->profile, step->woken, "bodies", 0);
    return done;
}
