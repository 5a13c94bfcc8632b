// Small worlds as scenes, and runs of them in one engine.
#ifndef SC_TEST_ENGINE_RUNS_H
#define SC_TEST_ENGINE_RUNS_H

#include "tests/support/trials.h"
#include "tests/support/worlds.h"

#include <math.h>
#include <string.h>

#define MAX_BODIES 192

// Worlds of a test

typedef bool create_function(scree_world *world, scree_scene_state *state);
#define TEST_SCENE(name) \
    static bool name(scree_world *world, __attribute__((unused)) scree_scene_state *state)

static inline scree_scene_counts counts_of_test(int size)
{
    (void)size;
    return (scree_scene_counts){MAX_BODIES, MAX_BODIES, 0};
}

static scree_scene test_scene;
static create_function *creates_now;

/// Bounds of 20 m to each side, unless it sets others.
static inline bool create_test_scene(scree_world *world, const scree_scene_params *params,
                                     scree_scene_state *state)
{
    (void)params;
    state->limits = (scree_aabb){{-20.0f, -20.0f}, {20.0f, 20.0f}};
    return creates_now(world, state);
}

static inline sc_model *model_of(create_function *create)
{
    test_scene = (scree_scene){
        .name = "test",
        .size_default = 1,
        .size_min = 1,
        .size_max = 1,
        .counts = counts_of_test,
        .create = create_test_scene,
    };
    creates_now = create;
    sc_model *model = sc_model_create(&test_scene, NULL, NULL);
    assert_non_null(model);
    assert_true(model->body_count <= MAX_BODIES);
    return model;
}

// A running world of one engine.

typedef struct run
{
    const sc_engine *engine;
    void *world;
    sc_model_pose poses[MAX_BODIES];
} run;

static inline run start_with(const sc_engine *engine, const sc_model *model,
                             const sc_engine_settings *settings)
{
    run run = {.engine = engine, .world = sc_engine_build(engine, settings, model)};
    if (run.world == NULL)
        fail_msg("%s cannot hold the world", engine->name);
    return run;
}

static inline run start(const sc_engine *engine, const sc_model *model)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    return start_with(engine, model, &settings);
}

/// scoped_run run = ...: a run that ends with its block.
#define scoped_run __attribute__((cleanup(stop))) run
static inline void stop(run *run) { run->engine->destroy(run->world); }

static inline void take_steps(run *run, int steps)
{
    for (int i = 0; i < steps; ++i)
        assert_true(run->engine->step(run->world, STEP));
    run->engine->read(run->world, run->poses);
}

/// Runs the i-th engine for `steps` steps.
static inline run run_of(int i, const sc_model *model, int steps)
{
    run run = start(sc_engine_at(i), model);
    take_steps(&run, steps);
    return run;
}

static inline void assert_found(const sc_engine *engine, const char *what, double found,
                                double expected, double bound)
{
    if (!(fabs(found - expected) <= bound))
        fail_msg("%s: %s is %.6f, not %.6f within %.6f", engine->name, what, found, expected,
                 bound);
}

static inline bool is(const sc_engine *engine, const char *name)
{
    return strcmp(engine->name, name) == 0;
}

static inline bool is_peer(const sc_engine *engine)
{
    return !is(engine, "scree") && !is(engine, "reference");
}

#endif
