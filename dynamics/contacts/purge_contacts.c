/// The stage purge_contacts: ends contacts of destroyed or changed shapes, and applies new
/// materials.
#include "core/assert.h"
#include "core/stores/event_store.h"
#include "dynamics/contacts/contact_set.h"

void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes, sc_sleep *sleep, sc_events *events)
{
    SC_ASSERT(shapes->purge_pending);
    for (int c = 1; c < SC_CLASS_COUNT; ++c)
    {
        for (int32_t i = contacts->first[c] + contacts->count[c] - 1; i >= contacts->first[c]; --i)
        {
            if ((shapes->flags[contacts->a[i]] | shapes->flags[contacts->b[i]]) & SC_SHAPE_PURGE)
            {
                SC_ASSERT(sc_class_has(contacts, (sc_contact_class)c, i));
                sc_sleep_stir(sleep, shapes->body_slot[contacts->a[i]]);
                sc_sleep_stir(sleep, shapes->body_slot[contacts->b[i]]);
                sc_note_contact_end(events, shapes, contacts, i);
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

/// Ends the contacts of shapes marked for the purge, frees the slots of destroyed shapes, and mixes
/// the surfaces of contacts whose material changed. Always returns true.
bool sc_purge_contacts(sc_step *step)
{
    sc_shapes *shapes = step->shapes;
    bool any = shapes->purge_pending || shapes->remix_pending;
    int count = any ? sc_contacts_count(step->contacts) : 0;
    sc_set_work(step->profile, count, "contacts", count * (int64_t)(2 * sizeof(int32_t) + 2));
    if (shapes->purge_pending)
    {
        sc_end_contacts(step->contacts, shapes, step->sleep, step->events);
    }
    if (shapes->remix_pending)
    {
        sc_remix_contacts(step, step->contacts);
        sc_remix_contacts(step, &step->sleep->contacts);
        for (int32_t slot = 1; slot < shapes->ids.used; ++slot)
        {
            shapes->flags[slot] &= (uint8_t)~SC_SHAPE_REMIX;
        }
        shapes->remix_pending = shapes->remix_all = false;
    }
    return true;
}
