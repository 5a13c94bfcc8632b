/// Sleeping of the engines: off by default, then in every engine that has it.
#include "tests/engines/engine_runs.h"

#define BOXES 3

static void add_floor(scree_world *world)
{
    scree_body_id floor = add_body(world, SCREE_BODY_STATIC, 0.0f, -0.5f, 0.0f);
    scree_polygon box = scree_polygon_box(20.0f, 0.5f);
    scree_shape_create_polygon(world, floor, usual_shape(), &box);
}

TEST_SCENE(three_on_each_other)
{
    add_floor(world);
    for (int i = 0; i < BOXES; ++i)
    {
        scree_body_id box = add_crate(world, 0.0f, 0.5f + (float)i, 0.5f, 0.5f);
        state->first_asleep = i == 0 ? box : state->first_asleep;
    }
    return true;
}

TEST_SCENE(three_asleep_and_one_that_comes)
{
    three_on_each_other(world, state);
    state->asleep_count = BOXES;
    scree_body_id ball = add_ball(world, -10.0f, 0.5f, 0.5f);
    return scree_body_set_velocity(world, ball, (scree_vec2){10.0f, 0.0f}, 0.0f) == SCREE_OK;
}

TEST_SCENE(one_that_never_sleeps)
{
    add_floor(world);
    add_crate(world, -5.0f, 0.5f, 0.5f, 0.5f);
    scree_body_id box = add_crate(world, 5.0f, 0.5f, 0.5f, 0.5f);
    return scree_body_set_sleep_threshold(world, box, 0.0f) == SCREE_OK;
}

static int asleep_after(const sc_engine *engine, const sc_model *model, bool sleep, int steps)
{
    sc_engine_settings settings = sc_engine_settings_for(model);
    assert_false(settings.sleep);
    settings.sleep = sleep;
    scoped_run run = start_with(engine, model, &settings);
    take_steps(&run, steps);
    int asleep = engine->count(run.world).asleep;
    return asleep;
}

static bool can_sleep(const sc_engine *engine) { return !is(engine, "reference"); }

TEST(what_rests_falls_asleep_if_it_may)
{
    scoped_model *model = model_of(three_on_each_other);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        int expected = can_sleep(engine) ? BOXES : 0;
        // All wait for half a second.
        assert_found(engine, "asleep at first", asleep_after(engine, model, true, 20), 0, 0.0);
        assert_found(engine, "asleep", asleep_after(engine, model, true, 120), expected, 0.0);
        assert_found(engine, "asleep where none may", asleep_after(engine, model, false, 120), 0,
                     0.0);
    }
}

TEST(what_starts_asleep_wakes_when_it_is_hit)
{
    scoped_model *model = model_of(three_asleep_and_one_that_comes);
    assert_false(model->bodies[0].asleep || model->bodies[BOXES + 1].asleep);
    for (int i = 1; i <= BOXES; ++i)
    {
        assert_true(model->bodies[i].asleep);
    }
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        int expected = can_sleep(engine) ? BOXES : 0;
        assert_found(engine, "asleep", asleep_after(engine, model, true, 10), expected, 0.0);
        assert_found(engine, "asleep where none may", asleep_after(engine, model, false, 10), 0,
                     0.0);
        // The ball slides and then rolls 9 m, at 10 to 6.7 m/s.
        int woken = asleep_after(engine, model, true, 90);
        assert_found(engine, "asleep after the blow", woken, 0, 0.0);
    }
}

TEST(a_body_of_threshold_zero_stays_awake)
{
    scoped_model *model = model_of(one_that_never_sleeps);
    assert_true(model->bodies[1].sleep_threshold == scree_body_def_default().sleep_threshold);
    assert_true(model->bodies[2].sleep_threshold == 0.0f);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        // Chipmunk has no such choice.
        int expected = is(engine, "chipmunk") ? 2 : can_sleep(engine) ? 1 : 0;
        assert_found(engine, "asleep", asleep_after(engine, model, true, 120), expected, 0.0);
    }
}

TEST(a_scene_that_sleeps_does_so_in_every_engine)
{
    scree_scene_params params = {.size = 10};
    scoped_model *model = sc_model_create(scree_scene_find("sleepers"), &params, NULL);
    assert_non_null(model);
    assert_true(sc_engine_settings_for(model).sleep);
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        sc_engine_settings settings = sc_engine_settings_for(model);
        scoped_trial trial;
        sc_trial_options options = {.steps = 60, .dt = STEP};
        assert_true(sc_trial_run(&trial, engine, &settings, model, &options));
        assert_false(trial.failed);
        assert_found(engine, "asleep", trial.counts.asleep, can_sleep(engine) ? 10 : 0, 0.0);
        assert_found(engine, "bodies", trial.counts.bodies, 112, 0.0);
    }
}
