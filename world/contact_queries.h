/// Contacts as public calls return them.
#ifndef SC_CONTACT_QUERIES_H
#define SC_CONTACT_QUERIES_H

#include "world/world_state.h"

/// Called for each contact of scree_world_contacts. `begins`: it had no points before the last
/// step.
typedef void sc_contact_visit(void *context, const scree_contact *contact, bool begins);
void sc_visit_contacts(const scree_world *world, sc_contact_visit *visit, void *context);

/// Called for each contact of scree_body_contacts, or of scree_world_contacts for body slot 0, in
/// the same order.
typedef void sc_contact_info_visit(void *context, const scree_contact_info *info);
void sc_visit_contact_infos(const scree_world *world, int32_t body_slot,
                            sc_contact_info_visit *visit, void *context);

/// Counts pairs, contacts and points as scree_world_pairs and scree_world_contacts return them now.
void sc_count_contacts(const scree_world *world, scree_counters *counters);

#endif
