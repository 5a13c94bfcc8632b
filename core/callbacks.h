/// The callbacks of a program that decide about contacts, and the data that they get.
#ifndef SC_CALLBACKS_H
#define SC_CALLBACKS_H

#include "core/step_context.h"
#include "scree/events.h"

typedef struct sc_callbacks
{
    scree_contact_filter_callback *filter;  ///< null: none
    void *filter_context;
    scree_pre_solve_callback *pre_solve;  ///< null: none
    void *pre_solve_context;
} sc_callbacks;

scree_contact_side sc_contact_side_of(const sc_bodies *bodies, const sc_shapes *shapes,
                                      int32_t slot);
scree_contact sc_contact_of(const sc_bodies *bodies, const sc_shapes *shapes,
                            const sc_contacts *contacts, int32_t index);

/// Whether the program's filter lets two shapes collide. True if neither shape has the filter
/// enabled, or if there is no callback.
bool sc_custom_filter_agrees(const sc_step *step, int32_t a, int32_t b);

/// Whether the program's pre-solve callback decides about contacts of two shapes.
static inline bool sc_pre_solves(const sc_step *step, int32_t a, int32_t b)
{
    return ((step->shapes->events[a] | step->shapes->events[b]) & SC_EVENTS_PRE_SOLVE) != 0 &&
           step->callbacks->pre_solve != NULL;
}

/// Whether the program's pre-solve callback lets a contact act. The callback may change the surface
/// in `contact`.
bool sc_pre_solve_agrees(const sc_step *step, const scree_contact_info *contact);

#endif
