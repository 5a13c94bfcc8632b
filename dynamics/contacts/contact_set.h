/// Which contacts there are: the stages that begin and end them.
#ifndef SC_CONTACT_SET_H
#define SC_CONTACT_SET_H

#include "core/step_context.h"

/// Ends the contacts of shapes marked for it, and frees the slots of those that were destroyed.
/// What was touched has not rested.
void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes, sc_sleep *sleep,
                     struct sc_events *events);

/// Checks classes and shapes of contacts (core/require.h).
const char *sc_validate_contacts(const sc_shapes *shapes, const sc_contacts *contacts);
/// Checks that the AABBs of each pair overlap, and that no pair is there twice.
const char *sc_validate_pairs(const sc_shapes *shapes, const sc_contacts *awake,
                              const sc_contacts *asleep);

#endif
