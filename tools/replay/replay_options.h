/// The arguments of `scree replay`.
#ifndef SCREE_TOOLS_REPLAY_OPTIONS_H
#define SCREE_TOOLS_REPLAY_OPTIONS_H

#include "tools/picture/picture_files.h"

typedef struct sc_replay_options
{
    const char *path;
    int until;  // steps; 0: all
    int threads;
    scree_simd simd;
    bool quiet;
    const char *trace;
    sc_picture_options pictures;
    const char *seek;  // as given, or null
    int *steps;        // the same
    int step_count;
    int keyframe_mb;   // 0: the default
    const char *view;  // as given, or null
    scree_aabb seen;   // the same
} sc_replay_options;

/// False, and a line on stderr, if the arguments make no sense.
bool sc_replay_options_parse(sc_replay_options *options, int argc, char **argv);
void sc_replay_options_destroy(sc_replay_options *options);

#endif
