/// Rows of bodies to the records of the solver and back.
#ifndef SC_BODY_RECORDS_H
#define SC_BODY_RECORDS_H

#include "core/step_context.h"

/// Counts the rows that a step works with. They change when bodies wake.
void sc_count_rows(sc_step *step);

#endif
