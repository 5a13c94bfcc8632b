/// The scenes that tests, bench and tools share, built through the public API only.
///
/// Every scene is deterministic: its own generator (random.h), no libm function whose bits may
/// differ, objects created in a fixed order. SI units, y up; unless a scene says otherwise gravity
/// (0, -10) m/s^2, friction 0.6, restitution 0, density 1 kg/m^2, steps of 1/60 s with 4 substeps.
///
///     scree_world_def def = scree_scene_world_def(scene, 0);
///     scree_world *world = scree_world_create(&def);
///     scree_scene_state state;
///     if (!scree_scene_create(scene, world, NULL, &state))
///         puts(scree_error_text(world));
///     for (int i = 0; i < scene->steps; ++i)
///         scree_scene_step(scene, world, &state, 1.0f / 60.0f, 4);
#ifndef SCREE_SCENES_H
#define SCREE_SCENES_H

#include "linkage.h"

#include <scree/scree.h>

#include <stddef.h>

/// The maximum number of bodies whose positions a standing scene watches; of more tops the first
/// ones are watched.
#define SCREE_SCENE_MAX_TOPS 1024

/// Most ragdolls that live at a time in a scene that creates and destroys them.
#define SCREE_SCENE_MAX_RAGDOLLS 2000

/// The parameters from which a scene is built. Zero in a field: the scene's default.
typedef struct scree_scene_params
{
    int size;       ///< scales the scene; scree_scene.size_meaning names the counted objects
    uint64_t seed;  ///< of the random numbers, in scenes that use any
    int variant;    ///< of scenes that have choices: see scree_scene_choose; 0 in all others
} scree_scene_params;

enum
{
    SCREE_SCENE_MAX_WORDS = 12
};

/// One word out of several says how a scene is built.
typedef struct scree_scene_choice
{
    const char *meaning;                       ///< "sort of joints"
    const char *words[SCREE_SCENE_MAX_WORDS];  ///< up to a null; the first one is the default
} scree_scene_choice;

/// How many objects a scene holds when it is built, static ones included.
typedef struct scree_scene_counts
{
    int bodies, shapes, joints;
} scree_scene_counts;

/// A body on top of something that should stand, and where it started.
typedef struct scree_scene_top
{
    scree_body_id body;
    scree_vec2 start;
} scree_scene_top;

/// The state of a scene while its world runs. Filled by scree_scene_create; owns nothing.
typedef struct scree_scene_state
{
    int size;              ///< as built, never 0
    int variant;           ///< as built
    uint64_t seed;         ///< as built, never 0
    const void *data;      ///< scree_scene.data
    double time;           ///< simulated, s
    scree_aabb limits;     ///< a dynamic body whose origin is outside has escaped
    scree_aabb view;       ///< what a picture should show
    scree_body_id driven;  ///< the body that the scene moves itself, or null
    /// Bodies that start asleep where bodies may fall asleep: the first, and how many in order of
    /// creation. They sleep from the ninth step on.
    scree_body_id first_asleep;
    int asleep_count;
    const bool
        *asleep;        ///< the same by number of the body, owned by a scene from a file; else null
    const void *later;  ///< particles that a scene from a file creates, owned by it; else null
    int top_count;
    scree_scene_top tops[SCREE_SCENE_MAX_TOPS];
    scree_body_id ragdolls[SCREE_SCENE_MAX_RAGDOLLS];  ///< their hips, in scenes that drop them
} scree_scene_state;

typedef struct scree_scene
{
    const char *name;
    const char *description;   ///< one line
    const char *size_meaning;  ///< what `size` counts, "boxes in the bottom row"
    int size_default, size_min, size_max;
    bool soft;                      ///< has soft bodies, which only scree knows
    int steps;                      ///< default length
    int verify_size, verify_steps;  ///< small enough for the slow instruction sets
    bool standing;                  ///< a stable pile: tops are watched
    bool random;                    ///< the seed matters
    bool weightless;                ///< no gravity
    bool particles;                 ///< made of particles, not of bodies
    bool sleeps;                    ///< bodies may fall asleep unless told otherwise
    bool creates;                   ///< creates and destroys bodies while it runs
    bool mechanisms;  ///< machines that touch nothing: the energy of each is judged (engines/)
    bool impacts;     ///< bodies that hit floors: what that leaves of their motion is judged
    bool elastic;     ///< slow impacts bounce too: restitution threshold 0
    const scree_scene_choice *choices;  ///< of its variants; no word is in two of them
    int choice_count;
    int substeps;         ///< 0: 4
    float gravity;        ///< downwards, m/s^2; 0: 10
    float contact_hertz;  ///< stiffness of its contacts, 1/s; 0: the world's default
    float dt;             ///< length of a step, s; 0: 1/60
    const void *data;     ///< of a scene from a file (files/scene_file.h); else null
    /// Replaces the definition of the world that follows from the members above; may be null.
    void (*settings)(const void *data, int size, scree_world_def *def);
    /// The counts are for variant 0. Null in scenes from files.
    scree_scene_counts (*counts)(int size);
    /// Builds into an empty world. False on error: scree_error_text(world) says why.
    bool (*create)(scree_world *world, const scree_scene_params *params, scree_scene_state *state);
    /// The callback of scree_scene_drive; may be null.
    scree_result (*drive)(scree_world *world, scree_scene_state *state, float dt);
} scree_scene;

SC_SCENES_API int scree_scene_count(void);
/// Null if `index` is out of [0, scree_scene_count()).
SC_SCENES_API const scree_scene *scree_scene_at(int index);
/// Null if there is no scene of that name.
SC_SCENES_API const scree_scene *scree_scene_find(const char *name);

/// A variant takes one word of each choice. `variant` with `word` in place of that of its choice,
/// or -1 if no choice has the word; variant 0 has the default of each.
SC_SCENES_API int scree_scene_choose(const scree_scene *scene, int variant, const char *word);
/// The number of the word that a variant has of a choice.
SC_SCENES_API int scree_scene_chosen(const scree_scene *scene, int variant, int choice);
/// Variants are 0 to this - 1.
SC_SCENES_API int scree_scene_variant_count(const scree_scene *scene);
/// The words of a variant, with commas between them; empty if the scene has no choices.
SC_SCENES_API void scree_scene_variant_text(const scree_scene *scene, int variant, char *text,
                                            size_t size);

/// A world definition with the scene's gravity, restitution threshold and capacity hints for
/// `size` (0: default).
SC_SCENES_API scree_world_def scree_scene_world_def(const scree_scene *scene, int size);

/// Length of a step that the scene is meant for, s.
SC_SCENES_API float scree_scene_dt(const scree_scene *scene);

/// Substeps per step that the scene is meant for.
SC_SCENES_API int scree_scene_substeps(const scree_scene *scene);

/// Builds the scene into an empty world; `params` null: all defaults. The size is clamped to
/// the scene's range. False on error: scree_error_text(world) says why.
SC_SCENES_API bool scree_scene_create(const scree_scene *scene, scree_world *world,
                                      const scree_scene_params *params, scree_scene_state *state);

/// Advances the bodies that the scene drives itself, and its clock, by `dt`. Call it before each
/// step of the world, and outside of timed sections.
SC_SCENES_API scree_result scree_scene_drive(const scree_scene *scene, scree_world *world,
                                             scree_scene_state *state, float dt);

/// scree_scene_drive and scree_world_step.
SC_SCENES_API scree_result scree_scene_step(const scree_scene *scene, scree_world *world,
                                            scree_scene_state *state, float dt, int substeps);

/// How well a run went, whatever its speed.
typedef struct scree_scene_quality
{
    double kinetic_energy;  ///< J
    /// dynamic bodies and soft vertices outside the scene's bounds, particles outside their
    /// container
    int escaped;
    double top_drop;    ///< deepest fall of a watched top, m; 0 if none is watched
    double side_drift;  ///< furthest a watched top went sideways, m
} scree_scene_quality;

SC_SCENES_API scree_scene_quality scree_scene_measure(scree_world *world,
                                                      const scree_scene_state *state);

/// Overlap at the contact points, m: 0 at a point with a gap. For particles these are the overlaps
/// of pairs that touch.
typedef struct scree_scene_penetration
{
    int points;
    double mean, p99, max;
} scree_scene_penetration;

/// Measures the overlaps of the positions that the world is in now. The contacts of a world were
/// found by its last step, at that step's beginning; so this takes one more step of 1e-6 s, which
/// moves no body worth mentioning, but pushes particles apart and changes the hash, the counters
/// and the timings: read those before. False on error (out of memory): `penetration` is all zero.
SC_SCENES_API bool scree_scene_measure_penetration(scree_world *world,
                                                   scree_scene_penetration *penetration);

#endif
