/// The program's say about contacts, before they are solved.
#ifndef SC_PRE_SOLVE_H
#define SC_PRE_SOLVE_H

#include "core/step_context.h"

/// The stage pre_solve: contacts that the callback refuses have no points in this step. Always
/// true.
bool sc_pre_solve(sc_step *step);

#endif
