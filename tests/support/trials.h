// Models and trials that end with their block.
#ifndef SC_TEST_TRIALS_H
#define SC_TEST_TRIALS_H

#include "engines/trial.h"

#define scoped_model __attribute__((cleanup(end_scoped_model))) sc_model
#define scoped_trial __attribute__((cleanup(sc_trial_destroy))) sc_trial
static inline void end_scoped_model(sc_model **model) { sc_model_destroy(*model); }

#endif
