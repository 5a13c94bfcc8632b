/// The arguments of `scree lab`.
#ifndef SCREE_TOOLS_LAB_OPTIONS_H
#define SCREE_TOOLS_LAB_OPTIONS_H

#include "lab_sweep.h"

#include "scenes/scenes.h"

enum
{
    SC_LAB_MAX_CASES = 256,
    SC_LAB_MAX_ROUNDS = 100
};

typedef struct sc_lab_options
{
    const scree_scene *scene;
    scree_scene_params params;
    const char *variant;  ///< its words, or null
    int steps;            ///< 0: the scene's own, or fewer if that would take long
    int rounds;           ///< of timed runs
    scree_simd simd;
    bool quiet;
    const char *json, *html;  ///< paths, "-" being stdout, or null
    int solver_count;
    sc_lab_method solvers[SC_LAB_METHOD_COUNT];
    int sweep_count;
    sc_lab_sweep sweeps[SC_LAB_SETTING_COUNT];  ///< each setting once
    /// The sweep that charts go along: iterations if they are swept, else substeps, else the one of
    /// the most values.
    int axis;
} sc_lab_options;

/// Null if the setting is not swept.
const sc_lab_sweep *sc_lab_find_sweep(const sc_lab_options *options, sc_lab_setting setting);
/// Whether runs of `solver` differ by the values of the sweep: soft_step takes substeps where
/// iterations are swept and substeps are not.
bool sc_lab_sweep_counts(const sc_lab_options *options, const sc_lab_sweep *sweep,
                         sc_lab_method solver);
/// Combinations of values that `solver` is run with.
int sc_lab_case_count(const sc_lab_options *options, sc_lab_method solver);

/// False, and a line on stderr, if the arguments make no sense.
bool sc_lab_options_parse(sc_lab_options *options, int argc, char **argv);

#endif
