/// `scree profile --scaling`: the time of a scene's steps on 1 to 64 workers, predicted from one
/// thread and measured on as many as this machine has cores for.
#ifndef SCREE_TOOLS_SCALING_H
#define SCREE_TOOLS_SCALING_H

#include "profile_data.h"
#include "profile_options.h"
#include "scaling_model.h"

#include <stdio.h>

typedef struct sc_scaling
{
    sc_scaling_model model;              ///< of steps that one thread ran
    double measured[SC_SCALING_COUNTS];  ///< ns a step; NAN: not measured
    double barrier;                      ///< ns
    bool barrier_is_measured;            ///< else the machine has one core, and it is assumed
} sc_scaling;

/// Runs the scene options->repeats times, on one thread and on more. False, and a line on stderr,
/// if a run failed or memory ran out.
bool sc_scaling_run(const sc_profile_options *options, sc_scaling *scaling);
/// ns a step on 2^k workers: the measured time of one thread by the predicted gain.
double sc_scaling_predicted(const sc_scaling *scaling, int k);

/// `data` has the settings of the run. `all`: stages that take next to no time, too.
void sc_scaling_print(FILE *file, const sc_profile_data *data, const sc_scaling *scaling, bool all);
/// False if memory ran out.
bool sc_scaling_write(FILE *file, const sc_profile_data *data, const sc_scaling *scaling);

#endif
