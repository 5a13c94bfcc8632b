/// Contacts that begin, end and hit, for those who ask: the stages that find and tell them.
#ifndef SC_CONTACT_EVENTS_H
#define SC_CONTACT_EVENTS_H

#include "core/step_context.h"

/// The stage find_contact_events: finds them, and the memory that telling them takes. False: no
/// memory; no event changed.
bool sc_find_contact_events(sc_step *step);

/// The stage note_contact_events: the events of the world are those of this step. Always true.
bool sc_note_contact_events(sc_step *step);

#endif
