/// The stage wake_touched: wakes islands that awake bodies touch.
#include "core/assert.h"
#include "core/pass.h"
#include "dynamics/islands/islands.h"

enum
{
    GRAIN = 4096  ///< contacts per range
};

static void mark_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_contacts *contacts = step->contacts;
    const int32_t *body_row = step->shapes->body_row;
    const int32_t begin = step->rows.moving_count, asleep = step->bodies->count[SC_GROUP_ASLEEP];
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int32_t rows[] = {body_row[contacts->a[i]], body_row[contacts->b[i]]};
        for (int side = 0; side < 2 && contacts->point_count[i] > 0; ++side)
        {
            if (rows[side] >= begin && rows[side] - begin < asleep)
            {
                // Threads with other ranges may set the flags of the same body at the same time.
                __atomic_fetch_or(&step->bodies->flags[rows[side]], SC_BODY_WAKES,
                                  __ATOMIC_RELAXED);
                __atomic_store_n(&step->sleep->wake_pending, true, __ATOMIC_RELAXED);
            }
        }
    }
}

/// Wakes the islands that an awake body touches. If any wakes, step->woken is the number of its
/// bodies, and the stages from refresh_rows on run again.
bool sc_wake_touched(sc_step *step)
{
    SC_ASSERT(step->rows.moving_count == sc_moving_count(step->bodies));
    static const sc_pass pass = {"find_touched", "contacts", 4 * (int)sizeof(int32_t) + 1, -1};
    const sc_contacts *contacts = step->contacts;
    int woken = step->sleep->woke_count;
    for (int c = 1; c < SC_CLASS_COUNT && step->bodies->count[SC_GROUP_ASLEEP] > 0; ++c)
    {
        sc_run_pass(step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c], GRAIN,
                    mark_range, step);
    }
    bool done = !step->sleep->wake_pending || sc_wake_marked(step);
    step->woken = step->sleep->woke_count - woken;
    sc_set_work(step->profile, step->woken, "bodies", 0);
    return done;
}
