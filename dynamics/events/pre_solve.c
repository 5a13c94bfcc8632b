/// The stage pre_solve: calls the callback that accepts, changes or rejects contacts.
#include "core/step_context.h"

#include "core/callbacks.h"
#include "core/pass.h"
#include "dynamics/contacts/contact_set.h"
#include "dynamics/contacts/mixing.h"

#include <stdatomic.h>

enum
{
    GRAIN = 1024  ///< contacts per range
};

#define MIN_NORMAL 1e-6f  ///< of a normal that a callback writes

static bool differ(scree_vec2 a, scree_vec2 b) { return a.x != b.x || a.y != b.y; }

typedef struct ask_context
{
    const sc_step *step;
    atomic_bool traits_changed;  ///< a callback changed how a contact is solved
} ask_context;

static void ask_range(void *context, sc_range range)
{
    ask_context *ask = context;
    const sc_step *step = ask->step;
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
        const bool second = contacts->point_count[i] > 1;
        scree_contact_material surface = sc_mix_shapes(step, a, b);
        scree_contact_info info = {
            .a = sc_contact_side_of(step->bodies, shapes, a),
            .b = sc_contact_side_of(step->bodies, shapes, b),
            .normal_impulse = m->normal_impulse_0 + (second ? m->normal_impulse_1 : 0.0f),
            .tangent_impulse = m->tangent_impulse_0 + (second ? m->tangent_impulse_1 : 0.0f),
            .contact = sc_contact_of(step->bodies, shapes, contacts, i),
            .surface = &surface};
        scree_contact manifold = info.contact;
        info.manifold = &manifold;
        if (!sc_pre_solve_agrees(step, &info))
        {
            // A disabled contact has no points and leaves no impulses to the next step.
            contacts->point_count[i] = 0;
            m->info = 0;
            m->rolling_impulse = 0.0f;
            m->normal_impulse_0 = m->tangent_impulse_0 = 0.0f;
            m->normal_impulse_1 = m->tangent_impulse_1 = 0.0f;
            continue;
        }
        // Convert only numbers that the callback changed, so that all others keep their bits.
        const sc_pose *pose = &step->bodies->pose[step->bodies->row[shapes->body_slot[a]]];
        const float length = sc_length(manifold.normal);
        if (differ(manifold.normal, info.contact.normal) && length >= MIN_NORMAL &&
            sc_is_finite(length))
        {
            m->normal_x = manifold.normal.x / length;
            m->normal_y = manifold.normal.y / length;
        }
        for (int k = 0; k < info.contact.point_count; ++k)
        {
            const scree_contact_point *point = &manifold.points[k];
            const scree_vec2 anchor = {point->position.x - pose->x, point->position.y - pose->y};
            if (differ(point->position, info.contact.points[k].position) &&
                sc_is_finite(anchor.x) && sc_is_finite(anchor.y))
            {
                m->anchor[k][0] = anchor.x;
                m->anchor[k][1] = anchor.y;
            }
            m->separation[k] =
                sc_is_finite(point->separation) ? point->separation : m->separation[k];
        }
        const uint8_t traits = contacts->traits[i];
        surface = sc_clamp_surface(&surface);
        sc_set_surface(contacts, i, &surface);
        if (contacts->traits[i] != traits)
        {
            atomic_store_explicit(&ask->traits_changed, true, memory_order_relaxed);
        }
    }
}

/// Removes the points of contacts that the callback rejects, and gives the others the surface and
/// the manifold that the callback set. Always returns true.
bool sc_pre_solve(sc_step *step)
{
    static const sc_pass pass = {"pre_solve", "contacts", 2 * (int)sizeof(int32_t) + 3, -1};
    sc_contacts *contacts = step->contacts;
    ask_context ask = {.step = step};
    const bool asked =
        step->shapes->asking[SC_ASK_PRE_SOLVE] > 0 && step->callbacks->pre_solve != NULL;
    for (int c = 1; asked && c < SC_CLASS_COUNT; ++c)
    {
        // The thread of the step calls mixing callbacks.
        (step->mixing->callback != NULL ? sc_run_pass_alone : sc_run_pass)(
            step, &pass, contacts->first[c], contacts->first[c] + contacts->count[c], GRAIN,
            ask_range, &ask);
    }
    contacts->version += atomic_load_explicit(&ask.traits_changed, memory_order_relaxed);
    sc_set_work(step->profile, asked ? sc_contacts_count(contacts) : 0, "contacts", 0);
    return true;
}
