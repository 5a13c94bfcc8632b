/// The arguments of `scree floor`.
#ifndef SCREE_TOOLS_FLOOR_OPTIONS_H
#define SCREE_TOOLS_FLOOR_OPTIONS_H

#include "scenes/scenes.h"

#include <stdbool.h>

typedef struct sc_floor_options
{
    const scree_scene *scene;  // null: the record scenes
    scree_scene_params params;
    int steps, warmup, repeats, counted;
    scree_simd simd;
    bool brief;  // the machine's limits need not be good figures
    bool quiet;
    const char *json;  // a path, "-" being stdout, or null
} sc_floor_options;

enum
{
    SC_FLOOR_STEPS = 5000,  ///< most that are measured
    SC_FLOOR_REPEATS = 20
};

/// False, and a line on stderr, if the arguments make no sense.
bool sc_floor_options_parse(sc_floor_options *options, int argc, char **argv);

#endif
