/// Scenes that run in a world of their own.
#ifndef SC_TEST_SCENE_RUNS_H
#define SC_TEST_SCENE_RUNS_H

#include "scenes/scenes.h"
#include "tests/support/worlds.h"

typedef struct scene_run
{
    const scree_scene *scene;
    scree_world *world;
    scree_scene_state state;
} scene_run;

/// The scene of this size (0: its own) in a world of `def` (NULL: the scene's), or a failed test.
scene_run *start_scene(const char *name, int size, const scree_world_def *def);
/// Steps of STEP, of `substeps` substeps (0: the scene's).
void step_scene(scene_run *run, int count, int substeps);
void stop_scene(scene_run *run);
/// scoped_scene *run = ...: one that ends with its block.
#define scoped_scene __attribute__((cleanup(end_scoped_scene))) scene_run
static inline void end_scoped_scene(scene_run **run) { stop_scene(*run); }

/// Runs a standing scene for 60 s. Fails the test if something escaped or floats, the tops sank or
/// drifted farther than this, m, or more than this energy is left per body, J. Returns how far the
/// tops sank.
double assert_stands(const char *name, int size, const scree_world_def *def, int substeps,
                     double drop, double drift, double energy);

/// RMS residual of a pyramid, over the last steps of its first second, m/s.
double pyramid_residual(int solver, bool warm, int iterations);

#endif
