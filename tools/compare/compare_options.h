/// The arguments of `scree compare`.
#ifndef SCREE_TOOLS_COMPARE_OPTIONS_H
#define SCREE_TOOLS_COMPARE_OPTIONS_H

#include "engines/engine.h"

#include <stdbool.h>

enum
{
    SC_COMPARE_MAX_ENGINES = 16,
    SC_COMPARE_MAX_ROUNDS = 100
};

/// An engine as the argument names it: "scree:avx2" is scree on one instruction set,
/// "box2d-3:contact_hertz=45,substeps=8" one with settings of its own, "scree:solver=pgs" one of
/// the solvers.
typedef struct sc_contender
{
    char name[64];
    const sc_engine *engine;
    scree_simd simd;
    int threads;           ///< no more than the engine has here
    int substeps;          ///< 0: the scene's
    double contact_hertz;  ///< 0: the scene's
    bool has_solver;       ///< else the one that worlds have by default
    scree_solver solver;   ///< scree only
} sc_contender;

typedef struct sc_compare_options
{
    const scree_scene *scene;  ///< null: all of them
    scree_scene_params params;
    const char *variant;  ///< its words, or null
    bool small;           ///< every scene at its small size
    int steps;            ///< 0: the scene's own
    int rounds;
    int threads;
    double max_seconds;  ///< of stepping, per run
    bool sleep;          ///< else as the scene says
    bool stages;         ///< the stages of scree are measured
    bool quiet;
    const char *json, *html;  ///< paths, "-" being stdout, or null
    const char *engines;      ///< the names as given, or null: all
    int count;
    sc_contender contenders[SC_COMPARE_MAX_ENGINES];
    int subject;  ///< the one that the others are compared with
} sc_compare_options;

/// The name of the contender that the others are compared with.
const char *sc_compare_subject_name(const sc_compare_options *options);

/// The instruction set that it runs with, or null: only scree has a choice.
const char *sc_contender_simd(const sc_contender *contender);

/// False, and a line on stderr, if the arguments make no sense.
bool sc_compare_options_parse(sc_compare_options *options, int argc, char **argv);

#endif
