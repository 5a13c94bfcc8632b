#include "core/step_context.h"

#include "core/callbacks.h"
#include "core/pass.h"

enum
{
    GRAIN = 1024  ///< contacts to a range
};

static void ask_range(void *context, sc_range range)
{
    const sc_step *step = context;
    const sc_shapes *shapes = step->shapes;
    sc_contacts *contacts = step->contacts;
    for (int32_t i = range.begin; i < range.end; ++i)
    {
        const int32_t a = contacts->a[i], b = contacts->b[i];
        if (contacts->point_count[i] == 0 || !sc_pre_solves(step, a, b))
        {
            continue;
        }
        sc_manifold *m = &contacts->manifold[i];
        scree_contact_info info = {.a = sc_contact_side_of(step->bodies, shapes, a),
                                   .b = sc_contact_side_of(step->bodies, shapes, b),
                                   .normal_impulse =
                                       m->normal_impulse_0 +
                                       (contacts->point_count[i] > 1 ? m->normal_impulse_1 : 0.0f),
                                   .contact = sc_contact_of(step->bodies, shapes, contacts, i)};
        if (!sc_pre_solve_agrees(step, &info))
        {
            // A contact that is disabled has no points, and leaves no impulses to the next step.
            contacts->point_count[i] = 0;
            m->info = 0;
            m->rolling_impulse = 0.0f;
            m->normal_impulse_0 = m->tangent_impulse_0 = 0.0f;
            m->normal_impulse_1 = m->tangent_impulse_1 = 0.0f;
        }
    }
}

/// Removes the points of contacts that the callback refuses. Always returns true.
bool sc_pre_solve(sc_step *step)
{
    static const sc_pass pass = {"pre_solve", "contacts", 2 * (int)sizeof(int32_t) + 3, -1};
    const sc_contacts *contacts = step->contacts;
    const bool asked =
        step->shapes->asking[SC_ASK_PRE_SOLVE] > 0 && step->callbacks->pre_solve != NULL;
    for (int c = 1; asked && c < SC_CLASS_COUNT; ++c)
    {
        sc_run_pass(step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c], GRAIN,
                    ask_range, step);
    }
    sc_set_work(step->profile, asked ? sc_contacts_count(contacts) : 0, "contacts", 0);
    return true;
}
