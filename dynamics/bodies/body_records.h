/// Rows of bodies to the records of the solver and back.
#ifndef SC_BODY_RECORDS_H
#define SC_BODY_RECORDS_H

#include "core/step_context.h"

/// Stores velocities and poses in the rows. step->nonfinite_result marks the rows that became
/// non-finite or left the +-1e8 m bounds; these keep their values.
void sc_store_bodies(sc_step *step);

/// Counts the rows that a step works with. They change when bodies wake.
void sc_count_rows(sc_step *step);

#endif
