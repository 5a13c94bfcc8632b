/// The scenes that tests, bench and tools share, built through the public API only.
///
/// Every scene is deterministic: it has its own random numbers (random.h), calls no libm function
/// whose bits may differ between machines, and creates its objects in a fixed order. Scenes use SI
/// units, with y up. Unless a scene says otherwise, they have gravity (0, -10) m/s^2, friction 0.6,
/// restitution 0, density 1 kg/m^2 and steps of 1/60 s with 4 substeps.
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

/// The maximum number of tops, bodies whose positions a standing scene watches. If there are more
/// tops, the first ones are watched.
#define SCREE_SCENE_MAX_TOPS 1024

/// The maximum number of ragdolls that exist at a time in a scene that creates and destroys them.
#define SCREE_SCENE_MAX_RAGDOLLS 2000

/// The parameters from which a scene is built. A field that is zero stands for the scene's default.
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

/// A choice between several ways to build a scene, each named by a word.
typedef struct scree_scene_choice
{
    const char *meaning;                       ///< "sort of joints"
    const char *words[SCREE_SCENE_MAX_WORDS];  ///< up to a null; the first one is the default
} scree_scene_choice;

/// The numbers of objects of a scene when it is built, including static ones.
typedef struct scree_scene_counts
{
    int bodies, shapes, joints;
} scree_scene_counts;

/// A top: a body on top of a pile that should stand, and its position at the start.
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
    /// Bodies that start asleep, in worlds in which bodies may fall asleep: the first one, and
    /// their number in order of creation. They sleep from the ninth step on.
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
    /// Changes the definition of the world, after the members above have been applied; may be null.
    void (*settings)(const void *data, int size, scree_world_def *def);
    /// The counts are for variant 0. Null in scenes from files.
    scree_scene_counts (*counts)(int size);
    /// Builds the scene in an empty world. Returns false on error; scree_error_text(world) says
    /// why.
    bool (*create)(scree_world *world, const scree_scene_params *params, scree_scene_state *state);
    /// The callback of scree_scene_drive; may be null.
    scree_result (*drive)(scree_world *world, scree_scene_state *state, float dt);
} scree_scene;

SC_SCENES_API int scree_scene_count(void);
/// The scene with an index; null if that is not in [0, scree_scene_count()).
SC_SCENES_API const scree_scene *scree_scene_at(int index);
/// The scene with a name; null if there is none.
SC_SCENES_API const scree_scene *scree_scene_find(const char *name);

/// A variant is a combination of one word from each choice; variant 0 has the default of each
/// choice. Returns the variant that differs from `variant` only by `word`, or -1 if no choice has
/// this word.
SC_SCENES_API int scree_scene_choose(const scree_scene *scene, int variant, const char *word);
/// The index, in choice number `choice`, of the word that a variant has.
SC_SCENES_API int scree_scene_chosen(const scree_scene *scene, int variant, int choice);
/// The number of variants, which are numbered from 0.
SC_SCENES_API int scree_scene_variant_count(const scree_scene *scene);
/// The words of a variant, with commas between them; empty if the scene has no choices.
SC_SCENES_API void scree_scene_variant_text(const scree_scene *scene, int variant, char *text,
                                            size_t size);

/// A world definition with the scene's gravity, restitution threshold and capacity hints for
/// `size` (0: default).
SC_SCENES_API scree_world_def scree_scene_world_def(const scree_scene *scene, int size);

/// The length of steps, s, for which the scene is meant.
SC_SCENES_API float scree_scene_dt(const scree_scene *scene);

/// The number of substeps per step for which the scene is meant.
SC_SCENES_API int scree_scene_substeps(const scree_scene *scene);

/// Builds the scene in an empty world. If `params` is null, all parameters have their defaults. The
/// size is clamped to the scene's range. Returns false on error; scree_error_text(world) says why.
SC_SCENES_API bool scree_scene_create(const scree_scene *scene, scree_world *world,
                                      const scree_scene_params *params, scree_scene_state *state);

/// Advances the scene by `dt`, s: its clock, and the bodies that it drives itself. Call this before
/// each step of the world, outside of timed sections.
SC_SCENES_API scree_result scree_scene_drive(const scree_scene *scene, scree_world *world,
                                             scree_scene_state *state, float dt);

/// Calls scree_scene_drive, then scree_world_step.
SC_SCENES_API scree_result scree_scene_step(const scree_scene *scene, scree_world *world,
                                            scree_scene_state *state, float dt, int substeps);

/// The quality of a run, apart from its speed.
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

/// The overlaps at the contact points, m: 0 at a point with a gap. In scenes of particles these are
/// the overlaps of pairs that touch.
typedef struct scree_scene_penetration
{
    int points;
    double mean, p99, max;
} scree_scene_penetration;

/// Measures the overlaps at the present positions of the world. The contacts of a world are those
/// found at the beginning of its last step, so this call takes one more step of 1e-6 s. That step
/// hardly moves bodies, but it pushes particles apart and changes the hash, the counters and the
/// timings: read these before. Returns false if out of memory; `penetration` is then all zero.
SC_SCENES_API bool scree_scene_measure_penetration(scree_world *world,
                                                   scree_scene_penetration *penetration);

#endif
