/// Contacts of shapes that were destroyed or changed since the last step.
#include "broadphase/pairs.h"
#include "simd/kernels.h"

void sc_mix_contact(sc_step *step, int32_t i)
{
    sc_contacts *contacts = step->contacts;
    const sc_shapes *shapes = step->shapes;
    int32_t a = contacts->a[i], b = contacts->b[i];
    float radius = sc_max(shapes->local[a].radius, shapes->local[b].radius);
    sc_surface surface = sc_mix(step->mixing, &shapes->material[a], &shapes->material[b], radius);
    contacts->surface[i] = surface;
    int traits = surface.static_friction > surface.friction || surface.rolling_resistance > 0.0f ||
                         surface.tangent_speed != 0.0f
                     ? SC_BLOCK_SURFACE
                     : 0;
    contacts->traits[i] =
        (uint8_t)(traits | (surface.restitution > 0.0f ? SC_BLOCK_RESTITUTION : 0));
}

void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes)
{
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c] + contacts->count[c] - 1; i >= contacts->first[c]; --i)
        {
            if ((shapes->flags[contacts->a[i]] | shapes->flags[contacts->b[i]]) & SC_SHAPE_PURGE)
            {
                sc_contacts_remove(contacts, (sc_contact_class)c, i);
            }
        }
    }
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        shapes->flags[slot] &= (uint8_t)~SC_SHAPE_PURGE;
    }
    sc_shapes_recycle(shapes);
    shapes->purge_pending = false;
}

/// Mixes the surfaces of contacts anew whose materials, or whose mixing, changed.
static void remix(sc_step *step)
{
    sc_contacts *contacts = step->contacts;
    sc_shapes *shapes = step->shapes;
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c] + contacts->count[c] - 1; i >= contacts->first[c]; --i)
        {
            int flags = shapes->flags[contacts->a[i]] | shapes->flags[contacts->b[i]];
            if (shapes->remix_all || flags & SC_SHAPE_REMIX)
            {
                sc_mix_contact(step, i);
                ++contacts->version;
            }
        }
    }
    for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
    {
        shapes->flags[slot] &= (uint8_t)~SC_SHAPE_REMIX;
    }
    shapes->remix_pending = shapes->remix_all = false;
}

bool sc_purge_contacts(sc_step *step)
{
    sc_shapes *shapes = step->shapes;
    bool any = shapes->purge_pending || shapes->remix_pending;
    int count = any ? sc_contacts_count(step->contacts) : 0;
    sc_set_work(step->profile, count, "contacts", count * (int64_t)(2 * sizeof(int32_t) + 2));
    if (shapes->purge_pending)
    {
        sc_end_contacts(step->contacts, shapes);
    }
    if (shapes->remix_pending)
    {
        remix(step);
    }
    return true;
}
