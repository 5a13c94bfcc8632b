/// Which contacts there are: the stages that begin and end them.
#ifndef SC_CONTACT_SET_H
#define SC_CONTACT_SET_H

#include "core/step_context.h"

/// The stage purge_contacts: ends the contacts of shapes marked for it, frees their slots, and
/// mixes surfaces anew where asked. Always true.
bool sc_purge_contacts(sc_step *step);

/// The stage begin_contacts: ends contacts whose AABBs parted and begins those of the new pairs.
/// False: no memory; AABBs and contacts are as before the step's sc_update_aabbs.
bool sc_begin_contacts(sc_step *step);

/// Ends the contacts of shapes marked for it, and frees the slots of those that were destroyed.
/// What was touched has not rested.
void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes, sc_sleep *sleep,
                     struct sc_events *events);

#endif
