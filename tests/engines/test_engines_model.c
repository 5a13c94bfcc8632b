// Scenes as models, scree and the reference behind the engines' interface.
#include "tests/support/trials.h"
#include "tests/support/worlds.h"

#define DT (1.0f / 60.0f)

static sc_model *create_small(const char *name)
{
    const scree_scene *scene = scree_scene_find(name);
    scree_scene_params params = {.size = scene->verify_size};
    sc_model *model = sc_model_create(scene, &params, NULL);
    assert_non_null(model);
    return model;
}

TEST(a_model_counts_what_its_scene_says)
{
    for (int i = 0; i < scree_scene_count(); ++i)
    {
        const scree_scene *scene = scree_scene_at(i);
        scree_scene_params params = {.size = scene->verify_size};
        scoped_model *model = sc_model_create(scene, &params, NULL);
        if (model == NULL)
            continue;  // it reports the reason itself, which `a_model_says_why_it_cannot_be` tests
        scree_scene_counts counts = scene->counts(scene->verify_size);
        assert_int_equal(model->body_count, counts.bodies);
        assert_int_equal(model->shape_count, counts.shapes);
        assert_int_equal(model->joint_count, counts.joints);
    }
}

TEST(scree_steps_a_model_to_the_bits_of_its_scene)
{
    // Where bodies start turned, their angles are rounded on the way.
    const char *const names[] = {"large_pyramid", "washer",  "junkyard",      "compounds",
                                 "smash",         "tumbler", "newton_cradle", "chain_mace"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k)
    {
        scoped_model *model = create_small(names[k]);
        scree_world_def def = scree_scene_world_def(model->scene, model->size);
        scoped_world *world = scree_world_create(&def);
        scree_scene_state scene_state;
        assert_true(scree_scene_create(model->scene, world, &model->params, &scene_state));
        sc_engine_settings settings = sc_engine_settings_for(model);
        scoped_trial trial;
        sc_trial_options options = {.steps = 60, .dt = DT};
        assert_true(sc_trial_run(&trial, sc_engine_find("scree"), &settings, model, &options));
        assert_false(trial.failed);
        assert_int_equal(trial.steps, 60);
        for (int i = 0; i < 60; ++i)
        {
            assert_ok(scree_scene_step(model->scene, world, &scene_state, DT, settings.substeps));
        }
        scree_body_view view = scree_world_bodies(world);
        // Rows to order of creation: ids ascend.
        for (int row = 0; row < view.count; ++row)
        {
            int number = 0;
            for (int other = 0; other < view.count; ++other)
                number += view.id[other].value < view.id[row].value;
            assert_true(view.x[row] == trial.poses[number].x);
            assert_true(view.y[row] == trial.poses[number].y);
            assert_true(view.cos[row] == trial.poses[number].cos);
            assert_true(view.sin[row] == trial.poses[number].sin);
        }
        scree_counters counters = scree_world_counters(world);
        assert_int_equal(trial.counts.contacts, counters.contacts);
        assert_int_equal(trial.counts.pairs, counters.pairs);
    }
}

TEST(every_run_of_a_model_starts_anew)
{
    scoped_model *model = create_small("junkyard");
    sc_engine_settings settings = sc_engine_settings_for(model);
    scoped_trial first, second;
    sc_trial_options options = {.steps = 40, .dt = DT};
    const sc_engine *engine = sc_engine_find("reference");
    assert_true(sc_trial_run(&first, engine, &settings, model, &options));
    assert_true(sc_trial_run(&second, engine, &settings, model, &options));
    size_t bytes = (size_t)model->body_count * sizeof *first.poses;
    assert_memory_equal(first.poses, second.poses, bytes);
    int pusher = model->kinematic[0];
    assert_true(fabs((double)first.poses[pusher].x) > 0.1);
}

TEST(an_energy_in_free_fall_is_that_of_the_fall)
{
    scoped_model *model = create_small("bouncers");
    const char *const engines[] = {"scree", "reference"};
    for (int k = 0; k < 2; ++k)
    {
        sc_engine_settings settings = sc_engine_settings_for(model);
        scoped_trial trial;
        sc_trial_options options = {.steps = 20, .dt = DT};
        assert_true(sc_trial_run(&trial, sc_engine_find(engines[k]), &settings, model, &options));
        assert_int_equal(trial.sample_count, 3);
        // Over the sampled step the balls move at the mean of the speeds of its substeps.
        double speed = 10.0 * (SC_TRIAL_SAMPLE_EVERY - 1 + 0.625) / 60.0;
        double expected = 0.5 * model->total_mass * speed * speed;
        assert_true(fabs(trial.samples[0].kinetic_energy - expected) < 0.001 * expected);
    }
}

TEST(names_find_engines)
{
    for (int i = 0; i < sc_engine_count(); ++i)
    {
        const sc_engine *engine = sc_engine_at(i);
        assert_ptr_equal(sc_engine_find(engine->name), engine);
        assert_true(strlen(engine->version) > 0 && strlen(engine->notes) > 0);
    }
    assert_null(sc_engine_find("nothing"));
    assert_null(sc_engine_at(-1));
    assert_null(sc_engine_at(sc_engine_count()));
    for (int i = 0; i < sc_missing_engine_count(); ++i)
        assert_null(sc_engine_find(sc_missing_engine_at(i).name));
}
