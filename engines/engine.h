/// One small interface over physics engines, so that the same scene can be run, timed and judged on
/// each: scree itself, the built-in reference, and peers where they are installed.
///
/// An engine is a table of functions over a world of its own kind. Bodies and shapes are added in
/// the order of the model (model.h) and are numbered from 0 in that order. All engines get the same
/// shapes, densities, surfaces, steps and substeps; what a setting means to an engine stands in its
/// `notes`, for the report. Sleeping is off by default; then each engine sleeps by its own rules.
///
/// A scene may create and destroy bodies while it runs: sc_engine_follow takes that over before
/// each step. New bodies continue the numbers, and the number of a destroyed body is not used
/// again.
#ifndef SC_ENGINES_ENGINE_H
#define SC_ENGINES_ENGINE_H

#include "engines/model.h"

#include <scree/scree.h>

#ifdef __cplusplus
#define SC_ENGINES_API extern "C"
#else
#define SC_ENGINES_API
#endif

/// The damping ratio that belongs to sc_engine_settings.joint_hertz.
#define SC_JOINT_DAMPING_RATIO 2.0f

/// Settings that only scree has; each as in scree_world_def.
typedef struct sc_scree_settings
{
    scree_solver solver;
    int iterations;
    float erp, position_correction, slop;
    bool warm_starting, measure_residual, measure_times;
} sc_scree_settings;

typedef struct sc_engine_settings
{
    scree_vec2 gravity;           ///< m/s^2
    int substeps;                 ///< per step; an engine without substeps describes its use of it
    float restitution_threshold;  ///< slower impacts do not bounce, m/s
    float contact_hertz;          ///< of contacts that are springs; 0: the engine's default
    /// Stiffness of joints that name none, with a damping ratio of 2, 1/s; 0: the engine's default.
    /// scree and Box2D 3.
    float joint_hertz;
    scree_simd simd;            ///< scree only
    sc_scree_settings solving;  ///< scree only
    int threads;                ///< 1; more only where sc_engine.max_threads allows
    bool continuous;            ///< the engine's own continuous collision; off by default
    /// A step in which bodies become non-finite does not fail: it continues without them.
    bool goes_on;
    bool sleep;  ///< the engine's own sleeping, where it has any
} sc_engine_settings;

/// Where a body is: its origin and rotation, as given in the model.
typedef struct sc_model_pose
{
    float x, y;      ///< m
    float cos, sin;  ///< rotation
} sc_model_pose;

/// The velocity of the centre of mass, m/s, and the angular velocity, rad/s.
typedef struct sc_model_velocity
{
    float vx, vy, w;
} sc_model_velocity;

/// Counts of an engine about its own world after a step.
typedef struct sc_engine_counts
{
    int bodies, shapes;
    int pairs;     ///< of shapes whose boxes overlap, as the broadphase holds them; -1: not told
    int contacts;  ///< of these, with at least one contact point
    int asleep;    ///< dynamic bodies; -1: not told
    double mass;   ///< of all dynamic bodies, kg
    int colours;   ///< scree only, else 0
    double lane_fill;  ///< scree only, else 0
} sc_engine_counts;

typedef struct sc_engine
{
    const char *name;     ///< "box2d-2.4"
    const char *version;  ///< "Box2D 2.4.1"
    const char *build;    ///< its source and its build, as far as they are known
    const char *notes;    ///< how the settings are mapped, and which ones are not
    int max_threads;

    /// Null: out of memory, or the settings are not to be had (`simd` that this CPU lacks).
    void *(*create)(const sc_engine_settings *settings);
    void (*destroy)(void *world);
    /// Each adds one more. False: the engine cannot, or memory ran out; the world is then of no
    /// use.
    bool (*add_body)(void *world, const sc_model_body *body);
    bool (*add_shape)(void *world, const sc_model *model, const sc_model_shape *shape);
    /// Called after the last shape of all that was added since the last call, and before its
    /// joints; may be null.
    bool (*finish)(void *world);
    /// Why the engine has no such joint, a sentence's end ("has no gears"), or null if it has it.
    const char *(*refuse_joint)(const sc_model_joint *joint);
    /// Adds a joint that `refuse_joint` accepts, after `finish`.
    bool (*add_joint)(void *world, const sc_model_joint *joint);
    /// Takes away a body with its shapes and joints; null: cannot.
    bool (*remove_body)(void *world, int body);
    /// For kinematic bodies, before a step: m/s of the origin, rad/s.
    void (*set_velocity)(void *world, int body, scree_vec2 linear, float angular);
    /// The only call that is timed. False: it failed.
    bool (*step)(void *world, float dt);
    /// The poses of all bodies, in order; zero for destroyed bodies.
    void (*read)(void *world, sc_model_pose *poses);
    /// The velocities of all bodies after a step, in order; zero for destroyed bodies, not a number
    /// for bodies that the engine gave up as non-finite.
    void (*read_velocities)(void *world, sc_model_velocity *velocities);
    sc_engine_counts (*count)(void *world);
    /// How long a stage (scree_stage_name) of the last step took, ms, with measure_times; null
    /// where steps have no parts.
    double (*stage_ms)(void *world, int stage);
    /// scree_world_residual after a step, or all zero; null where there is no such figure.
    scree_residual (*residual)(void *world);
    /// The first hits of rays, 1 where nothing is hit; null: an engine without queries.
    bool (*cast_rays)(void *world, const scree_ray_batch *rays, float *fraction);
    /// The same one by one, where `cast_rays` is one call for all of them, or null.
    bool (*cast_each_ray)(void *world, const scree_ray_batch *rays, float *fraction);
    /// How many shapes have AABBs that overlap each of `count` AABBs, as the engine holds them;
    /// null where `cast_rays` is.
    bool (*count_overlaps)(void *world, const scree_aabb *aabbs, int count, int *overlaps);
} sc_engine;

/// The engines of this build in order: scree, reference, then the peers that were found.
SC_ENGINES_API int sc_engine_count(void);
SC_ENGINES_API const sc_engine *sc_engine_at(int index);
/// Null if this build has no engine of that name.
SC_ENGINES_API const sc_engine *sc_engine_find(const char *name);

/// Peers that this build does not have, and the way to add them.
typedef struct sc_missing_engine
{
    const char *name, *remedy;
} sc_missing_engine;
SC_ENGINES_API int sc_missing_engine_count(void);
SC_ENGINES_API sc_missing_engine sc_missing_engine_at(int index);

/// The scene's settings for any engine: gravity, substeps, restitution threshold, stiffness; the
/// solver as a world has it by default.
SC_ENGINES_API sc_engine_settings sc_engine_settings_for(const sc_model *model);

/// Why this engine cannot run this scene, as the end of a sentence, as far as is known before:
/// null, or "has no gears". Memory may run out all the same.
SC_ENGINES_API const char *sc_engine_refusal(const sc_engine *engine, const sc_model *model);

/// Called before each step, after sc_model_drive: passes on the motion, creations and destructions
/// of the scene. False: the engine cannot, or memory ran out; the world is then of no use.
SC_ENGINES_API bool sc_engine_follow(const sc_engine *engine, void *world, const sc_model *model);

/// A world of `engine` with all that the model holds. Null on failure.
SC_ENGINES_API void *sc_engine_build(const sc_engine *engine, const sc_engine_settings *settings,
                                     const sc_model *model);

#endif
