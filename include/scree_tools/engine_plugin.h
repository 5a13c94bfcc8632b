/// The interface between `scree compare` and a physics engine. The engines that are compiled in
/// have it, and so do plugins: shared objects that `scree compare --engine-plugin=FILE` loads.
///
/// A plugin needs this header and those of scree (<scree/scree.h>, whose types it uses), and links
/// no library. It fills in an sc_engine and ends with
///
///     SC_ENGINE_PLUGIN_DEFINE(my_engine)
///
/// examples/engine_plugin/ has a small one with its CMakeLists.txt.
///
/// An engine is a table of functions over a world of its own kind. Bodies and shapes are added in
/// the order of the scene and are numbered from 0 in that order. All engines get the same shapes,
/// densities, surfaces, steps and substeps; the `notes` of an engine say what each setting means to
/// it. Sleeping is off by default; then each engine sleeps by its own rules.
///
/// A scene may create and destroy bodies while it runs. New bodies continue the numbers, and the
/// number of a destroyed body is not used again.
///
/// Units are m, kg, s and rad. All calls come from one thread. Pointers that a function gets are
/// valid until it returns; texts that an engine returns must live as long as the program.
///
/// The binary interface is not stable. Any version of scree may change these structs, and then
/// changes SC_ENGINE_PLUGIN_VERSION or a size in sc_engine_plugin; `scree` refuses a plugin that
/// was built with other values. Build it again with the header of the `scree` that loads it.
#ifndef SCREE_TOOLS_ENGINE_PLUGIN_H
#define SCREE_TOOLS_ENGINE_PLUGIN_H

#include <scree/scree.h>

#include <stdbool.h>
#include <stdint.h>

#define SC_ENGINE_PLUGIN_VERSION 1

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
    int substeps;                 ///< per step; `notes` say how an engine without substeps uses it
    float restitution_threshold;  ///< slower impacts do not bounce, m/s
    float contact_hertz;          ///< of contacts that are springs; 0: the engine's default
    /// Stiffness of joints that set none, with a damping ratio of 2, 1/s; 0: the engine's default.
    /// Only scree and Box2D 3 use it.
    float joint_hertz;
    scree_simd simd;            ///< scree only
    sc_scree_settings solving;  ///< scree only
    int threads;                ///< 1; more only where sc_engine.max_threads allows
    bool continuous;            ///< the engine's own continuous collision; off by default
    /// Whether a step in which bodies become non-finite continues without them instead of failing.
    bool goes_on;
    bool sleep;  ///< the engine's own sleeping, where it has any
} sc_engine_settings;

typedef struct sc_model_body
{
    scree_body_type type;
    scree_vec2 position;                    ///< of the origin, m
    float angle;                            ///< rad
    float cos, sin;                         ///< the same rotation
    scree_vec2 velocity;                    ///< of the centre of mass, m/s
    float w;                                ///< rad/s
    float linear_damping, angular_damping;  ///< 1/s
    float gravity_scale;
    float sleep_threshold;  ///< m/s; 0: never sleeps
    bool asleep;            ///< from the start, if bodies may fall asleep
    bool lock_angle;
    double mass, inertia;  ///< kg, kg m^2 about the centre of mass; 0: infinite
    scree_vec2 center;     ///< of mass, body coordinates, m
    bool gone;             ///< destroyed: its shapes and joints too; its number is not used again
} sc_model_body;

/// A convex core swept by a disc: a circle has one vertex, a capsule and a segment two, a polygon
/// three or more. A half-space has none.
typedef struct sc_model_shape
{
    int body;
    scree_shape_type type;
    int first_vertex,
        vertex_count;        ///< in sc_model_parts.vertices, body coordinates, counter-clockwise
    float radius;            ///< m
    scree_half_space plane;  ///< half-spaces only; unit normal, body coordinates
    float density;           ///< kg/m^2
    scree_material material;
    scree_filter filter;
} sc_model_shape;

/// Arrays that the shapes of a scene refer to.
typedef struct sc_model_parts
{
    const sc_model_body *bodies;  ///< by number
    const scree_vec2 *vertices;   ///< of all shapes
    scree_aabb limits;            ///< a dynamic body whose origin is outside has escaped
} sc_model_parts;

/// A joint of two bodies, which the definition names by ids that mean nothing here.
typedef struct sc_model_joint
{
    int body_a, body_b;
    scree_joint_type type;
    union
    {
        struct
        {
            uint32_t version;
            scree_joint_base base;
        } common;  ///< how all of them begin
        scree_distance_joint_def distance;
        scree_revolute_joint_def revolute;
        scree_prismatic_joint_def prismatic;
        scree_weld_joint_def weld;
        scree_wheel_joint_def wheel;
        scree_motor_joint_def motor;
        scree_filter_joint_def filter;
        scree_gear_joint_def gear;
        scree_pulley_joint_def pulley;
        scree_rack_joint_def rack;
        scree_ratchet_joint_def ratchet;
    } def;
} sc_model_joint;

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
    int pairs;         ///< of shapes whose boxes overlap, as the broadphase holds them; -1: unknown
    int contacts;      ///< of these, with at least one contact point
    int asleep;        ///< dynamic bodies; -1: unknown
    double mass;       ///< of all dynamic bodies, kg
    int colours;       ///< scree only, else 0
    double lane_fill;  ///< scree only, else 0
} sc_engine_counts;

typedef struct sc_engine
{
    const char *name;     ///< "box2d-2.4"
    const char *version;  ///< "Box2D 2.4.1"
    const char *build;    ///< its source and its build, as far as they are known
    const char *notes;    ///< how the settings are mapped, and which ones are not
    int max_threads;

    /// Null: out of memory, or a setting is not available (such as a `simd` that this CPU lacks).
    void *(*create)(const sc_engine_settings *settings);
    void (*destroy)(void *world);
    /// Adds one body or shape. Returns false if the engine cannot add it or memory ran out; the
    /// world is then unusable.
    bool (*add_body)(void *world, const sc_model_body *body);
    bool (*add_shape)(void *world, const sc_model_parts *parts, const sc_model_shape *shape);
    /// Called after the last shape of all that was added since the last call, and before its
    /// joints; may be null.
    bool (*finish)(void *world);
    /// Why the engine has no such shape, a sentence's end ("has no capsules"), or null if it has
    /// it; may be null where the engine has all shapes.
    const char *(*refuse_shape)(const sc_model_shape *shape);
    /// As refuse_shape, for joints; null if `add_joint` is null.
    const char *(*refuse_joint)(const sc_model_joint *joint);
    /// Adds a joint that `refuse_joint` accepts, after `finish`; null: the engine has no joints.
    bool (*add_joint)(void *world, const sc_model_joint *joint);
    /// Removes a body with its shapes and joints; null: the engine cannot.
    bool (*remove_body)(void *world, int body);
    /// For kinematic bodies, before a step: m/s of the origin, rad/s.
    void (*set_velocity)(void *world, int body, scree_vec2 linear, float angular);
    /// Takes one step. Benchmarks time this call and the queries below, no other call. Returns
    /// false if the step failed.
    bool (*step)(void *world, float dt);
    /// The poses of all bodies, in order; zero for destroyed bodies.
    void (*read)(void *world, sc_model_pose *poses);
    /// The velocities of all bodies after a step, in order; zero for destroyed bodies, NaN for
    /// bodies that the engine removed because they became non-finite.
    void (*read_velocities)(void *world, sc_model_velocity *velocities);
    sc_engine_counts (*count)(void *world);
    /// How long a stage (scree_stage_name) of the last step took, ms, with measure_times; null
    /// where steps have no parts.
    double (*stage_ms)(void *world, int stage);
    /// Returns the residual of the last step (scree_world_residual), or zeros. Null: the engine has
    /// none.
    scree_residual (*residual)(void *world);
    /// The first hits of rays, 1 where nothing is hit; null: an engine without queries.
    bool (*cast_rays)(void *world, const scree_ray_batch *rays, float *fraction);
    /// Casts the same rays one by one. Null unless `cast_rays` makes one call for all of them.
    bool (*cast_each_ray)(void *world, const scree_ray_batch *rays, float *fraction);
    /// How many shapes have AABBs that overlap each of `count` AABBs, as the engine holds them;
    /// null if `cast_rays` is null.
    bool (*count_overlaps)(void *world, const scree_aabb *aabbs, int count, int *overlaps);
} sc_engine;

/// The description of a plugin. SC_ENGINE_PLUGIN_DEFINE fills it in.
typedef struct sc_engine_plugin
{
    uint32_t version;  ///< SC_ENGINE_PLUGIN_VERSION
    /// The sizes, by `sizeof`, of the structs that the program and the plugin exchange. The program
    /// compares them with its own.
    uint32_t engine_size, settings_size, body_size, shape_size, joint_size, parts_size, counts_size;
    const sc_engine *engine;
} sc_engine_plugin;

// clang-format off
#define SC_ENGINE_PLUGIN(table)                                                          \
    {SC_ENGINE_PLUGIN_VERSION, sizeof(sc_engine),      sizeof(sc_engine_settings),       \
     sizeof(sc_model_body),    sizeof(sc_model_shape), sizeof(sc_model_joint),           \
     sizeof(sc_model_parts),   sizeof(sc_engine_counts), (table)}
// clang-format on

#if defined(__cplusplus)
#define SC_ENGINE_PLUGIN_LINKAGE extern "C"
#else
#define SC_ENGINE_PLUGIN_LINKAGE
#endif
#if defined(_WIN32)
#define SC_ENGINE_PLUGIN_EXPORT SC_ENGINE_PLUGIN_LINKAGE __declspec(dllexport)
#else
#define SC_ENGINE_PLUGIN_EXPORT SC_ENGINE_PLUGIN_LINKAGE __attribute__((visibility("default")))
#endif

/// The one function that a plugin exports. Its result must live as long as the program; null:
/// the engine cannot run here.
typedef const sc_engine_plugin *sc_engine_plugin_function(void);
#define SC_ENGINE_PLUGIN_SYMBOL "sc_engine_plugin_describe"

/// Defines that function for an sc_engine of static storage.
#define SC_ENGINE_PLUGIN_DEFINE(table)                                               \
    SC_ENGINE_PLUGIN_EXPORT const sc_engine_plugin *sc_engine_plugin_describe(void); \
    const sc_engine_plugin *sc_engine_plugin_describe(void)                          \
    {                                                                                \
        static const sc_engine_plugin plugin = SC_ENGINE_PLUGIN(&(table));           \
        return &plugin;                                                              \
    }

#endif
