/// Restitution: passes over the contacts that bounce (docs/solver.md).
///
/// They are few, and lie apart: a lane or two in many slices. So those of the shared group are
/// copied into full blocks of their own, a colour at a time, and their impulses back after the last
/// pass. Lanes give the same bits wherever they are.
#ifndef SC_BOUNCES_H
#define SC_BOUNCES_H

#include "dynamics/solver/substeps.h"

/// After the substeps of a group.
void sc_restitute(sc_substeps *substeps);

#endif
