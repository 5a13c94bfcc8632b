/// The solver lab: a scene run with every combination of solvers and settings, with the cost and
/// the quality of each.
#ifndef SCREE_TOOLS_LAB_H
#define SCREE_TOOLS_LAB_H

#include "lab_options.h"

#include "engines/trial.h"
#include "engines/verdict.h"

/// Whether the pile stood.
typedef enum sc_lab_stands
{
    SC_LAB_NOT_WATCHED = 0,  ///< the scene has no tops
    SC_LAB_STOOD,
    SC_LAB_FELL
} sc_lab_stands;

/// The figures of a run in charts and tables; not a number where there is no such figure. "Late" is
/// the second half of the run, where piles have settled.
typedef enum sc_lab_figure
{
    SC_LAB_RESIDUAL_RMS = 0,  ///< root of the mean square over the late samples, m/s
    SC_LAB_RESIDUAL_MAX,      ///< largest of the late samples, m/s
    SC_LAB_OVERLAP_MEAN,      ///< mean over the late samples of their means, m
    SC_LAB_OVERLAP_MAX,       ///< largest of the late samples, m
    SC_LAB_DROP,              ///< deepest fall of a top in any sample, m
    SC_LAB_SIDE,              ///< farthest displacement of a top sideways in any sample, m
    SC_LAB_ENERGY,            ///< kinetic, mean over the late samples, J
    SC_LAB_JOINT_RMS,         ///< root of the mean square over the late samples, m
    SC_LAB_JOINT_MAX,         ///< largest of any sample, m
    SC_LAB_GAINED,            ///< mechanisms that made energy
    SC_LAB_FAST,              ///< mechanisms with a body past 100 m/s
    SC_LAB_SPEED,             ///< largest, of scenes of mechanisms, m/s
    SC_LAB_FIGURE_COUNT
} sc_lab_figure;

/// One solver with one combination of values.
typedef struct sc_lab_case
{
    sc_engine_settings settings;
    sc_lab_method method;
    int series;      ///< cases of one series differ by the axis only
    double x;        ///< value on the axis; not a number if it makes no difference to the solver
    sc_trial trial;  ///< the run that was judged; no poses, no times
    double figures[SC_LAB_FIGURE_COUNT];
    sc_lab_stands stands;
    int round_count;
    double *round_ms;  ///< median time of the steps after the first, of each timed run
    sc_spread ms;      ///< of these
} sc_lab_case;

/// Two series of one solver that differ by warm starting only, and how many iterations (substeps)
/// each needs to come down to the residual of the cold one at its largest number.
typedef struct sc_lab_warmth
{
    int cold_series, warm_series;
    double residual;                  ///< m/s, rms
    double cold_passes, warm_passes;  ///< not a number: never
    bool at_most;                     ///< the warm one was not tried with fewer
} sc_lab_warmth;

typedef struct sc_lab
{
    const sc_lab_options *options;
    sc_model *model;
    int steps;
    bool shortened;  ///< the scene's own length would take long
    float dt;        ///< s
    int case_count, series_count;
    sc_lab_case *cases;  ///< by solver, then by series, then along the axis
    /// How far a top may fall or go sideways before the pile counts as fallen, m.
    double bound;
    int cheapest[SC_LAB_METHOD_COUNT];  ///< of the cases in which the pile stood, or -1
    int best;                           ///< of these, or -1
    int warmth_count;
    sc_lab_warmth warmth[SC_LAB_MAX_CASES];
} sc_lab;

/// Builds the scene and lists the cases. False, and a line on stderr, if it cannot be done.
bool sc_lab_create(sc_lab *lab, const sc_lab_options *options);
void sc_lab_destroy(sc_lab *lab);
/// False: out of memory. The case describes the features that a solver lacks.
bool sc_lab_run(sc_lab *lab);

/// The part of it after the runs (lab_summary.c).
void sc_lab_judge_case(const sc_lab *lab, sc_lab_case *one);
void sc_lab_conclude(sc_lab *lab);
double sc_lab_bound_of(const sc_model *model);

/// Name of a series: "pgs", or "pgs, warm_starting 0" where more than the axis is swept.
void sc_lab_series_name(const sc_lab *lab, int series, char *text, size_t size);
/// The name of a case: "4 iterations, erp 0.1".
void sc_lab_case_label(const sc_lab *lab, const sc_lab_case *one, char *text, size_t size);
/// The value that a case has of a setting.
double sc_lab_value(const sc_lab_case *one, sc_lab_setting setting);
const sc_lab_case *sc_lab_first_of_series(const sc_lab *lab, int series);

/// Names of figures: members in JSON and ids in the page.
extern const char *const sc_lab_figure_names[SC_LAB_FIGURE_COUNT];
/// Metres and m/s are shown as millimetres: "12.3", "-" if there is none.
const char *sc_lab_figure_text(const sc_lab_case *one, sc_lab_figure figure, char text[32]);

#endif
