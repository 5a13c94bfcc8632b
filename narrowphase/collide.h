/// Pairs to manifolds: the stage collide.
#ifndef SC_COLLIDE_H
#define SC_COLLIDE_H

#include "core/step_context.h"

/// Fills the manifold of every contact, class by class. Always true.
bool sc_collide(sc_step *step);
/// The stage advance_contacts: which contacts begin, persist and end. Always true.
bool sc_advance_contacts(sc_step *step);

#endif
