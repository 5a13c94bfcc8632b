/// Which contacts there are: what the stages that begin and end them share.
#ifndef SC_CONTACT_SET_H
#define SC_CONTACT_SET_H

#include "core/step_context.h"

/// Mixes the materials of a contact's shapes into its surface.
void sc_mix_contact(const sc_step *step, sc_contacts *contacts, int32_t i);
/// What the surfaces of two shapes (slots) make together.
struct scree_contact_material sc_mix_shapes(const sc_step *step, int32_t a, int32_t b);
/// Gives a contact a surface.
void sc_set_surface(sc_contacts *contacts, int32_t i, const struct scree_contact_material *mixed);
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
