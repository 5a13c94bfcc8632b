#include "core/callbacks.h"

#include "core/assert.h"

#include <math.h>

scree_contact_side sc_contact_side_of(const sc_bodies *bodies, const sc_shapes *shapes,
                                      int32_t slot)
{
    SC_ASSERT(sc_slot_is_live(&shapes->ids, slot));
    int32_t row = bodies->row[shapes->body_slot[slot]];
    return (scree_contact_side){{sc_ids_value(&shapes->ids, slot)},
                                bodies->id[row],
                                shapes->user_data[slot],
                                bodies->user_data[row]};
}

scree_contact sc_contact_of(const sc_bodies *bodies, const sc_shapes *shapes,
                            const sc_contacts *contacts, int32_t i)
{
    SC_ASSERT(i >= SC_BLOCK && i < contacts->capacity && contacts->point_count[i] <= 2);
    const sc_manifold *m = &contacts->manifold[i];
    int32_t row = bodies->row[shapes->body_slot[contacts->a[i]]];
    scree_contact contact = {{sc_ids_value(&shapes->ids, contacts->a[i])},
                             {sc_ids_value(&shapes->ids, contacts->b[i])},
                             {m->normal_x, m->normal_y},
                             contacts->point_count[i],
                             {{{0.0f, 0.0f}, 0.0f, 0.0f, 0.0f, 0}}};
    float normal[2] = {m->normal_impulse_0, m->normal_impulse_1};
    float tangent[2] = {m->tangent_impulse_0, m->tangent_impulse_1};
    if (isnan(m->separation[0]))
    {
        // An image without contact points was restored, and no step has found the points since.
        contact.point_count = 0;
    }
    for (int k = 0; k < contact.point_count; ++k)
    {
        contact.points[k] = (scree_contact_point){
            {bodies->pose[row].x + m->anchor[k][0], bodies->pose[row].y + m->anchor[k][1]},
            m->separation[k],
            normal[k],
            tangent[k],
            (uint32_t)m->info >> (k * SC_FEATURE_BITS) & SC_FEATURE_MASK};
    }
    return contact;
}

bool sc_custom_filter_agrees(const sc_step *step, int32_t a, int32_t b)
{
    SC_ASSERT(a != b);
    const sc_callbacks *callbacks = step->callbacks;
    const sc_shapes *shapes = step->shapes;
    if (((shapes->events[a] | shapes->events[b]) & SC_EVENTS_FILTER) == 0 ||
        callbacks->filter == NULL)
    {
        return true;
    }
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    scree_contact_side side_a = sc_contact_side_of(step->bodies, shapes, low);
    scree_contact_side side_b = sc_contact_side_of(step->bodies, shapes, high);
    return callbacks->filter(&side_a, &side_b, callbacks->filter_context);
}

bool sc_pre_solve_agrees(const sc_step *step, const scree_contact_info *contact)
{
    SC_ASSERT(step->callbacks->pre_solve != NULL);
    return step->callbacks->pre_solve(contact, step->callbacks->pre_solve_context);
}
