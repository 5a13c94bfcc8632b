/// The set of contacts: functions shared by the stages that begin and end contacts.
#ifndef SC_CONTACT_SET_H
#define SC_CONTACT_SET_H

#include "core/step_context.h"

/// Mixes the materials of a contact's shapes into its surface.
void sc_mix_contact(const sc_step *step, sc_contacts *contacts, int32_t i);
/// Mixes the surfaces of the contacts whose materials or mixing rules changed.
void sc_remix_contacts(const sc_step *step, sc_contacts *contacts);
/// The mixed surface of two shapes (slots).
struct scree_contact_material sc_mix_shapes(const sc_step *step, int32_t a, int32_t b);
/// Sets the surface of a contact.
void sc_set_surface(sc_contacts *contacts, int32_t i, const struct scree_contact_material *mixed);
/// Removes contacts whose bit in `overlapping`, 16 contacts in each element, is 0. The last
/// contacts of a class take their places. Returns false and changes nothing if out of memory.
bool sc_remove_separated(sc_step *step, const uint16_t *overlapping);
/// Ends the contacts of shapes marked for the purge, and frees the slots of destroyed shapes.
/// Bodies that lose a touching contact begin their rest time again.
void sc_end_contacts(sc_contacts *contacts, sc_shapes *shapes, sc_sleep *sleep,
                     struct sc_events *events);

/// Checks that the shapes of each contact may have a contact, and have the kinds of its class
/// (core/require.h).
const char *sc_validate_contacts(const sc_shapes *shapes, const sc_contacts *contacts);
/// Checks that the AABBs of each pair overlap, and that no pair has two contacts.
const char *sc_validate_pairs(const sc_shapes *shapes, const sc_contacts *awake,
                              const sc_contacts *asleep);

#endif
