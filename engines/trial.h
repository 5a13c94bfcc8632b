/// One run of a scene on one engine: every step timed, and the run judged.
#ifndef SC_ENGINES_TRIAL_H
#define SC_ENGINES_TRIAL_H

#include "engines/judge.h"
#include "engines/judge_motion.h"

/// A run is sampled after every 7 steps, and after the last. The number is coprime to the periods
/// of scenes: rain drops bodies every 8 steps, and samples of every tenth step would only see even
/// phases of that.
#define SC_TRIAL_SAMPLE_EVERY 7

typedef struct sc_trial_sample
{
    int step;               ///< steps taken so far
    double kinetic_energy;  ///< J
    sc_stack_drift drift;
    scree_residual residual;  ///< all zero if the engine has none or measuring was off
    sc_joint_errors joints;
    sc_overlaps overlaps;  ///< all zero unless sc_trial_options.watch_overlaps
} sc_trial_sample;

typedef struct sc_trial
{
    int steps;            ///< taken; fewer than planned if the engine failed or time ran out
    bool failed;          ///< a refusal or a fault
    const char *fault;    ///< null, or what went wrong: "could not add a shape"
    const char *refusal;  ///< null, or why, as the end of a sentence: "has no gears"
    bool timed_out;       ///< `max_seconds` of stepping were used up
    double *ms;  ///< of each step, including the creations and destructions of the scene before it
    double build_ms;
    /// Mean of each stage over the steps after the first; null if the engine has none or
    /// measure_times is off.
    double *stage_ms;
    int sample_count;
    sc_trial_sample *samples;
    // After the last step:
    sc_overlaps overlaps;
    sc_stack_drift drift;
    sc_joint_errors joints;
    int escaped;
    sc_engine_counts counts;
    double rms_joint_error, max_joint_error;  ///< over the samples, m
    sc_motion_figures motion;                 ///< over every step
    // Over the run, from the engine's own word after every SC_TRIAL_SAMPLE_EVERY steps:
    double mean_contacts;
    sc_model_pose *poses;  ///< of all bodies after the last step
} sc_trial;

typedef struct sc_trial_options
{
    int steps;
    float dt;             ///< s
    double max_seconds;   ///< of stepping; 0: no limit
    bool watch_overlaps;  ///< in every sample; else only after the last step
    /// Times are processor times of the thread, without waits for a processor: for engines that run
    /// on one thread. Else they are of the clock on the wall.
    bool cpu_time;
} sc_trial_options;

/// Builds the model in the engine, runs it and judges the run. Returns false if out of memory. If
/// the engine refuses the scene or fails, the trial says why.
SC_ENGINES_API bool sc_trial_run(sc_trial *trial, const sc_engine *engine,
                                 const sc_engine_settings *settings, sc_model *model,
                                 const sc_trial_options *options);
SC_ENGINES_API void sc_trial_destroy(sc_trial *trial);

#endif
