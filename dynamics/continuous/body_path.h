/// The path of a body in a step.
#ifndef SC_BODY_PATH_H
#define SC_BODY_PATH_H

#include "core/step_context.h"
#include "dynamics/continuous/shape_paths.h"

/// The path of a body in this step. Its angle is known except for whole turns. Their number is
/// chosen such that the angle comes closest to that of a constant turn at the final spin.
sc_body_path sc_path_of(const sc_step *step, int32_t row);

#endif
