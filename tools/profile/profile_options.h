/// The arguments of `scree profile`.
#ifndef SCREE_TOOLS_PROFILE_OPTIONS_H
#define SCREE_TOOLS_PROFILE_OPTIONS_H

#include "scenes/scenes.h"

#include <stdbool.h>

typedef struct sc_profile_options
{
    const scree_scene *scene;  // null if `from` is given
    scree_scene_params params;
    int steps, warmup, repeats, substeps;
    int trace_steps;
    scree_simd simd;
    int threads;
    scree_solver solver;
    bool sleep;  // else as the scene says
    bool quiet;
    bool all;                     // stages that take next to no time, too
    bool scaling;                 // the time on more threads instead of that of stages
    const char *json, *trace;     // paths, "-" being stdout, or null
    const char *baseline, *from;  // to be read, or null
} sc_profile_options;

/// False, and a line on stderr, if the arguments make no sense.
bool sc_profile_options_parse(sc_profile_options *options, int argc, char **argv);

#endif
