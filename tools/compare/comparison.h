/// Alternating runs of the same scene on several engines, and their results.
#ifndef SCREE_TOOLS_COMPARISON_H
#define SCREE_TOOLS_COMPARISON_H

#include "compare_options.h"

#include "engines/trial.h"
#include "engines/verdict.h"
#include "scenes/statistics.h"

#include <stdint.h>

/// Most steps of a scene at its small size, unless things should stand in it.
enum
{
    SC_COMPARE_SMALL_STEPS = 300
};

/// One run of one engine.
typedef struct sc_compare_run
{
    sc_trial trial;
    int place;            ///< in the order of its round, from 0
    sc_statistics times;  ///< of the steps after the first, ms
    uint64_t hash;        ///< of all poses at the end
} sc_compare_run;

/// The figures in which one engine can be worse than another.
typedef enum sc_figure
{
    SC_FIGURE_OVERLAP_MEAN = 0,
    SC_FIGURE_OVERLAP_P99,
    SC_FIGURE_OVERLAP_MAX,
    SC_FIGURE_DROP,
    SC_FIGURE_SIDE,
    SC_FIGURE_ENERGY,
    SC_FIGURE_ESCAPED,
    SC_FIGURE_JOINT_RMS,
    SC_FIGURE_JOINT_MAX,  // over the run
    SC_FIGURE_GAINED,     // mechanisms that made energy
    SC_FIGURE_FAST,       // mechanisms with a body past 100 m/s
    SC_FIGURE_GAIN,       // largest, m
    SC_FIGURE_SPEED,      // largest, m/s
    SC_FIGURE_ALONG,      // of velocities after impacts, a fraction
    SC_FIGURE_REBOUND,    // the same across the floor
    SC_FIGURE_LOST,       // fraction of the speed lost in sliding
    SC_FIGURE_COUNT
} sc_figure;

extern const char *const sc_figure_names[SC_FIGURE_COUNT];  // of members in JSON

/// One engine on one scene.
typedef struct sc_compare_row
{
    int run_count;  ///< rounds that it took part in: none after a run that failed or was cut off
    sc_compare_run *runs;
    bool complete;  ///< all rounds, to the last step
    bool repeats;   ///< all rounds ended in the same poses, bit for bit
    /// Over the rounds, ms.
    sc_spread mean, median, p99, max, first, build;
    double figures[SC_FIGURE_COUNT];  ///< of the first round, in SI units
    double *stage_ms;                 ///< of scree's stages, mean over all rounds
    bool has_stages;
    /// The rest is against the subject, and empty in its own row.
    int ratio_count;
    /// By round: mean time of this engine / of the subject; the same of median times.
    double *ratios, *median_ratios;
    sc_spread ratio, median_ratio;
    /// On the subject. Means tell the whole work, but one interruption can spoil that of a short
    /// run; medians do not mind interruptions. There is a verdict where both give the same one.
    sc_verdict verdict;
    bool worse[SC_FIGURE_COUNT];  ///< the subject is worse than this engine
    bool fell;  ///< a structure that should stand fell here, but not for the subject: "worse" has
                ///< no meaning then
} sc_compare_row;

/// One scene.
typedef struct sc_compare_scene
{
    const scree_scene *scene;
    const char *left_out;  ///< null, or why it was not run
    sc_model *model;
    int steps;
    float dt;  ///< s
    sc_engine_settings settings;
    int row_count;
    sc_compare_row *rows;  ///< in the order of the contenders
} sc_compare_scene;

typedef struct sc_comparison
{
    const sc_compare_options *options;
    int scene_count;
    sc_compare_scene *scenes;
} sc_comparison;

/// Takes memory for the selected scenes. False: out of memory.
bool sc_comparison_create(sc_comparison *comparison, const sc_compare_options *options);
void sc_comparison_destroy(sc_comparison *comparison);

/// Runs scene `index` in rounds. False: out of memory. The row describes the features that an
/// engine lacks.
bool sc_comparison_run(sc_comparison *comparison, int index);

/// The part after the runs: the conclusions (comparison_summary.c).
void sc_compare_conclude(const sc_compare_options *options, sc_compare_scene *scene);

/// Whether scree itself failed in some run.
bool sc_comparison_scree_failed(const sc_comparison *comparison);

/// The sentence on the first failure of an engine from a plugin, refusals of scenes excepted.
/// False: there is none.
bool sc_comparison_plugin_failed(const sc_comparison *comparison, char *text, size_t size);

/// One sentence: how the subject compares with the engine of `row`, or why that cannot be said.
void sc_compare_sentence(const sc_comparison *comparison, const sc_compare_scene *scene, int row,
                         char *text, size_t size);

/// One sentence: the measures in which the subject is worse than the engine of `row`, beyond a
/// tenth and a little, or that quality does not compare. False: there is nothing to say.
bool sc_compare_quality_sentence(const sc_comparison *comparison, const sc_compare_scene *scene,
                                 int row, char *text, size_t size);

/// How a figure is shown: metres as millimetres. The text lives in `text`; "-" if it has no meaning
/// in this scene.
const char *sc_figure_text(const sc_compare_scene *scene, const sc_compare_row *row,
                           sc_figure figure, char text[32]);

/// A ratio to three figures, without an exponent.
const char *sc_ratio_text(double ratio, char text[32]);

/// The ratios of the scenes that have one for both, with their geometric mean.
typedef struct sc_compare_summary
{
    int scenes, faster, slower, undecided;
    double mean, min, max;
} sc_compare_summary;

sc_compare_summary sc_compare_summarise(const sc_comparison *comparison, int row);

#endif
