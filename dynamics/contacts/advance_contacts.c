/// The stage advance_contacts: updates the phases of contacts for the next step and counts the
/// contacts.
#include "broadphase/broadphase_policy.h"
#include "core/assert.h"
#include "core/pass.h"

#include <stdatomic.h>

enum
{
    GRAIN = 32768  ///< contacts per range, 20 us
};

typedef struct advance_context
{
    sc_contacts *contacts;
    atomic_int begun, ended, touching;
} advance_context;

static void advance_range(void *context, sc_range range)
{
    advance_context *advance = context;
    uint8_t *state = advance->contacts->state;
    const uint8_t *point_count = advance->contacts->point_count;
    int begun = 0, ended = 0, touching = 0;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        int phase = (state[i] & SC_CONTACT_TOUCHES) << 1 | (point_count[i] != 0);
        SC_ASSERT(point_count[i] <= 2);
        int kept =
            point_count[i] != 0 ? ~SC_CONTACT_PHASE : ~(SC_CONTACT_PHASE | SC_CONTACT_SETTLED);
        state[i] = (uint8_t)((state[i] & kept) | phase);
        begun += phase == SC_CONTACT_BEGINS;
        ended += phase == SC_CONTACT_ENDS;
        touching += point_count[i] != 0;
    }
    // Sums of integers do not depend on their order.
    atomic_fetch_add_explicit(&advance->begun, begun, memory_order_relaxed);
    atomic_fetch_add_explicit(&advance->ended, ended, memory_order_relaxed);
    atomic_fetch_add_explicit(&advance->touching, touching, memory_order_relaxed);
}

/// Counts the contacts that begin, persist and end.
void sc_advance_contacts(sc_step *step)
{
    static const sc_pass pass = {"advance_contacts", "contacts", 2, -1};
    sc_contacts *contacts = step->contacts;
    advance_context advance = {.contacts = contacts};
    const int count = sc_contacts_count(contacts);
    for (int c = 1; count > 0 && c < SC_CLASS_COUNT; ++c)
    {
        sc_run_pass(step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c], GRAIN,
                    advance_range, &advance);
    }
    step->results.begun_contacts = advance.begun;
    step->results.ended_contacts = contacts->removed + advance.ended;
    contacts->removed = 0;
    contacts->touching = advance.touching;
    sc_policy_after_collide(step);
    sc_set_work(step->profile, count, "contacts", 0);
}
