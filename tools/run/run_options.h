/// The arguments of `scree run`.
#ifndef SCREE_TOOLS_RUN_OPTIONS_H
#define SCREE_TOOLS_RUN_OPTIONS_H

#include "tools/picture/picture_files.h"

#include "scenes/scenes.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sc_run_options
{
    const scree_scene *scene;
    scree_scene_params params;
    const char *variant;  ///< its words, or null
    int steps, substeps;
    double dt;  // s
    scree_simd simd;
    int threads;
    scree_solver solver;
    int iterations;  // 0: the world's default
    bool cold;       // no warm starting
    bool sleep;      // else as the scene says
    bool residual;
    bool hash, quiet;
    bool all;                        // stages that take next to no time, too
    const char *json, *csv, *trace;  // paths, "-" being stdout, or null
    const char *frames, *record;
    int record_hash;     // steps from one hash in the recording to the next; 0: the default
    const char *fields;  // as given, or null
    int frame_fields;    // the same, as SC_FIELD_...
    const char *checkpoint, *resume;
    int checkpoint_every;         // steps
    sc_picture_options pictures;  // its steps are those between frames, too; 0: every frame
} sc_run_options;

/// False, and a line on stderr, if the arguments make no sense.
bool sc_run_options_parse(sc_run_options *options, int argc, char **argv);

#endif
